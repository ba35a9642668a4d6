import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Encrypts secrets that the console itself must read again, such as the client secret of an identity provider. */
export type Secrets = {
  /** `purpose` names what the secret is for; the same purpose is needed to open it. */
  seal(text: string, purpose: string): Buffer
  /** Undefined if it was sealed with another key or purpose, or is damaged. */
  open(sealed: Buffer, purpose: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * The key is `secretKey` (OG_SECRET_KEY), otherwise the file `secret.key` of the data folder, which the first use
 * creates. It is never in the database, so that a copy of the database reveals no secret.
 */
export function openSecrets({ secretKey, dataDir }: { secretKey?: string | undefined; dataDir: string }): Secrets {
  let material: Buffer | undefined
  const keyOf = (purpose: string) => {
    material ??= secretKey === undefined ? readKeyFile(dataDir) : Buffer.from(secretKey, 'utf8')
    return Buffer.from(hkdfSync('sha256', material, 'og-group', purpose, 32))
  }
  return {
    seal(text, purpose) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, keyOf(purpose), iv, { authTagLength: tagBytes })
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed, purpose) {
      try {
        const iv = sealed.subarray(0, ivBytes)
        const decipher = createDecipheriv(algorithm, keyOf(purpose), iv, { authTagLength: tagBytes })
        decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
        const body = sealed.subarray(ivBytes + tagBytes)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

function readKeyFile(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(path, randomBytes(32), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process of this machine was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path)
}
