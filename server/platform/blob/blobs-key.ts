import { randomUUID } from 'node:crypto'

/** Every folder that the console stores files in; packs hold many small ones. */
export const blobKinds = [
  'pack',
  'upload',
  'part',
  'attachment',
  'import',
  'export',
  'interchange',
  'list',
  'screening',
  'archive',
] as const
export type BlobKind = (typeof blobKinds)[number]

/** A fresh key in a folder of its kind (`import/…`). */
export function newBlobKey(kind: BlobKind): string {
  return blobKey(kind, randomUUID())
}

/** A key that belongs to no kind, for a file that is written only to check that the store is writable. */
export function trialKey(): string {
  return blobKey('trial', randomUUID())
}

/**
 * A fixed key that is written repeatedly to check that the store is writable. It belongs to no kind, so no backup
 * includes it.
 */
export const probeKey = 'probe/00/writable'

/** The key of a pack. */
export function packKey(pack: string): string {
  return blobKey('pack', pack)
}

/** The pack that a key names, or null if it is not the key of a pack. */
export function packOfKey(key: string): string | null {
  return /^pack\/[0-9a-f]{2}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(key)?.[1] ?? null
}

function blobKey(kind: string, id: string): string {
  return `${kind}/${id.slice(0, 2)}/${id}`
}
