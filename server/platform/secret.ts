import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Seals secrets that the console must be able to read again, so that the database alone does not reveal them. */
export type Secrets = {
  /** `purpose` names what the secret is for; it opens for the same purpose only. */
  seal(text: string, purpose: string): Buffer
  /** Undefined if it was sealed with another key or for another purpose, or is damaged. */
  open(sealed: Buffer, purpose: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM; each sealed text begins with its own random IV. */
export function secretsOf(main: Buffer): Secrets {
  const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', main, 'og-group', purpose, 32))
  return {
    seal(text, purpose) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, keyOf(purpose), iv, { authTagLength: tagBytes })
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed, purpose) {
      try {
        const decipher = createDecipheriv(algorithm, keyOf(purpose), sealed.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
        return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/**
 * The key of `OG_SECRET_KEY`, otherwise of the file `secret.key` in the data folder, which the first process creates on
 * first use. Several servers on one database need the variable.
 */
export function openSecrets({ secretKey, dataDir }: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'secretKey'>>) {
  let opened: Secrets | undefined
  const open = () => {
    opened ??= secretsOf(secretKey === undefined ? keyOfFile(dataDir) : createHash('sha256').update(secretKey).digest())
    return opened
  }
  const secrets: Secrets = {
    seal: (text, purpose) => open().seal(text, purpose),
    open: (sealed, purpose) => open().open(sealed, purpose),
  }
  return secrets
}

/** Written completely before it gets its name, so that another process never reads half a key. */
function keyOfFile(folder: string): Buffer {
  const path = join(folder, 'secret.key')
  const read = () => Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(folder, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return read()
}
