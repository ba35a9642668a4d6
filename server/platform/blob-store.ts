import type { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'

/** What a place for files can do by itself. */
export type BlobStore = {
  /** Stores all of `source`, or nothing. Returns the bytes stored. */
  put(key: string, source: Readable | AsyncIterable<Uint8Array>): Promise<number>
  /** Stores a few megabytes that are in memory, or nothing. */
  putBytes(key: string, bytes: Uint8Array): Promise<void>
  /** Stores a file of this machine that is durable and never changes again; its bytes are shared with it where that can be. */
  putFile(key: string, path: string): Promise<void>
  read(key: string): Readable
  /** Bytes, or null where there is none. */
  size(key: string): Promise<number | null>
  /** To be called once no committed row names the key any more. */
  remove(key: string): Promise<void>
  /**
   * Adds small parts to a pack, and comes back once they outlast a power cut; parts of simultaneous callers share one
   * wait for the disk. A pack is written by one process, for some hours at most, and grows only at its end.
   */
  append(parts: Buffer[]): Promise<PackPlace[]>
  /** Bytes of a pack, in the order asked; null for those that are not there (any more). */
  readParts(pack: string, parts: Part[]): Promise<(Buffer | null)[]>
  /** Every blob of a kind (`pack`, `import`), in no order. */
  list(kind: string): AsyncIterable<StoredBlob>
}

/** A pack by its id, and where in it the part begins. */

/** Files by key; a key once given never changes its content. */
export type Blobs = BlobStore & {
  /** Until it is released, what is removed stays: for who reads what an earlier state of the database refers to. */
  hold(): Promise<Hold>
  /** Removes what was kept back by a hold whose process is gone. */
  removeHeld(): Promise<void>
}

/** Bytes of a pack: from where, and how many. */
export type Part = { at: number; length: number }

export type PackPlace = { pack: string; at: number }

export type StoredBlob = { key: string; size: number; changedAt: Date }

/** Ends with `release`, or ten minutes after the last `renew`: a killed process holds nothing for long. */
export type Hold = { renew(): Promise<void>; release(): Promise<void> }
