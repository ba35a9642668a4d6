import { randomUUID } from 'node:crypto'

/** Every folder that files of the console are kept in; packs hold many small ones. */
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
] as const
export type BlobKind = (typeof blobKinds)[number]

/** A fresh key in a folder of its kind (`import/…`). */
export function newBlobKey(kind: BlobKind): string {
  return blobKey(kind, randomUUID())
}

/** A key of no kind, for a file that is written only to see whether it can be. */
export function trialKey(): string {
  return blobKey('trial', randomUUID())
}

/** Written again and again, always the same, to try whether the store can be: no kind of it, so no backup meets it. */
export const probeKey = 'probe/00/writable'

/** The key of a pack. */
export function packKey(pack: string): string {
  return blobKey('pack', pack)
}

/** The pack that a key names, or null for what is none. */
export function packOfKey(key: string): string | null {
  return /^pack\/[0-9a-f]{2}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(key)?.[1] ?? null
}

function blobKey(kind: string, id: string): string {
  return `${kind}/${id.slice(0, 2)}/${id}`
}
