import type { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'

/** The operations that a storage backend implements itself. */
export type BlobStore = {
  /** Stores all of `source`, or nothing. Returns the number of bytes stored. */
  put(key: string, source: Readable | AsyncIterable<Uint8Array>): Promise<number>
  /** Stores a few megabytes that are in memory, or nothing. */
  putBytes(key: string, bytes: Uint8Array): Promise<void>
  /**
   * Stores a local file that is durable and never changes again; the store shares its bytes (a hard link) where
   * possible.
   */
  putFile(key: string, path: string): Promise<void>
  read(key: string): Readable
  /** Size in bytes, or null if there is no such blob. */
  size(key: string): Promise<number | null>
  /** Call it once no committed row names the key any more. */
  remove(key: string): Promise<void>
  /**
   * Appends small parts to a pack and returns once they would survive a power cut. Concurrent callers share one wait
   * for the disk. A pack is written by one process, for some hours at most, and grows only at its end.
   */
  append(parts: Buffer[]): Promise<PackPlace[]>
  /** Reads byte ranges of a pack, in the order of `parts`; null for those that do not exist (any more). */
  readParts(pack: string, parts: PackPart[]): Promise<(Buffer | null)[]>
  /** Every blob of a kind (`pack`, `import`), in no order. */
  list(kind: string): AsyncIterable<StoredBlob>
}

/** The id of a pack, and the offset at which the part begins. */

/** Files by key. The content of a key never changes once it is stored. */
export type Blobs = BlobStore & {
  /** Postpones removals until it is released: for readers of files that an earlier state of the database refers to. */
  hold(): Promise<BlobLease>
  /** Removes the files whose removal a hold postponed, if the process of the hold has ended. */
  removeHeld(): Promise<void>
}

/** A byte range of a pack: its offset and length. */
export type PackPart = { at: number; length: number }

export type PackPlace = { pack: string; at: number }

export type StoredBlob = { key: string; size: number; changedAt: Date }

/** Ends with `release`, or ten minutes after the last `renew`: a killed process does not hold files for long. */
export type BlobLease = { renew(): Promise<void>; release(): Promise<void> }
