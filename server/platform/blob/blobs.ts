import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Blobs } from './blob-store.ts'
import { openFileStore } from './blobs-file.ts'
import { withHold } from './blobs-hold.ts'
import { openS3Store } from './blobs-s3.ts'

export type { BlobStore, Blobs, PackPart, PackPlace, StoredBlob } from './blob-store.ts'
export { blobKinds, newBlobKey, probeKey } from './blobs-key.ts'

type BlobConfig = Pick<Config, 'blobUrl' | 'dataDir' | 's3AccessKey' | 's3SecretKey'>

/**
 * The store that the configuration names: `file:` in the data folder, `file:/elsewhere`, `s3:https://endpoint/bucket`.
 */
export function openBlobs(config: BlobConfig): Blobs {
  const folder = blobFolder(config)
  if (folder !== undefined) return openFileBlobs(folder)
  return withHold(openS3Store(config.blobUrl.slice('s3:'.length), config.s3AccessKey ?? '', config.s3SecretKey ?? ''))
}

/** The folder of the store; undefined if the store is a bucket. */
export function blobFolder(config: Pick<Config, 'blobUrl' | 'dataDir'>): string | undefined {
  if (config.blobUrl.startsWith('s3:')) return undefined
  return config.blobUrl === 'file:' ? join(config.dataDir, 'blobs') : config.blobUrl.slice('file:'.length)
}

/**
 * The folder of unfinished uploads; undefined if files are stored in a bucket, which then stores the parts too. If the
 * folder of the store is configured, this folder is inside it, so that several machines can share it.
 */
export function transferFolder(config: Pick<Config, 'blobUrl' | 'dataDir'>): string | undefined {
  const folder = blobFolder(config)
  return folder && join(config.blobUrl === 'file:' ? config.dataDir : folder, 'transfer')
}

/** Opens the store of one folder. */
export function openFileBlobs(folder: string): Blobs {
  return withHold(openFileStore(folder))
}
