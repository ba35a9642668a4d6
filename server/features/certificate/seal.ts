import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A canonical text of a value: sorted keys, no spaces. A value read back from jsonb gives the same text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}

export const hashOf = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

export type SealKey = { public_key: Buffer; private_key: Buffer }

export function newKey(): SealKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    public_key: publicKey.export({ type: 'spki', format: 'der' }),
    private_key: privateKey.export({ type: 'pkcs8', format: 'der' }),
  }
}

export const signHash = (hash: Uint8Array, { private_key }: SealKey): Buffer =>
  sign(null, hash, createPrivateKey({ key: private_key, format: 'der', type: 'pkcs8' }))

export const isSigned = (hash: Uint8Array, signature: Uint8Array, publicKey: Buffer): boolean =>
  verify(null, hash, createPublicKey({ key: publicKey, format: 'der', type: 'spki' }), signature)

/** 120 bits of the signature, in a form that people can read and type; only the holder of the key can create one. */
export function codeOf(signature: Uint8Array): string {
  const bits = BigInt(`0x${hashOf(signature).subarray(0, 15).toString('hex')}`)
  return Array.from({ length: 24 }, (_, n) => alphabet[Number((bits >> BigInt(5 * (23 - n))) & 31n)]).join('')
}

export const formatCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
/** Normalises a typed code: removes dashes and spaces, and replaces O by 0 and I or L by 1. */
export const typedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
