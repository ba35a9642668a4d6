// Storage of uploads in progress: a folder, or the bucket that stores files.
import type { Ctx } from '#server/platform/ctx.ts'
import type { Transfer } from './transfer.queries.ts'

/** The present writer; `renew` is called repeatedly and throws if another process has become the writer. */
export type TransferLease = { holder: string; renew: () => Promise<void> }

export type UploadTarget = {
  begin(id: string): Promise<void>
  /** Number of durable bytes of each transfer. */
  sizes(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number>>
  /**
   * Appends bytes at `offset`, at most `most`, durably. If the stream breaks, the bytes received are retained and the
   * error is thrown.
   */
  append(
    ctx: Ctx,
    transfer: Transfer,
    part: { offset: number; most: number },
    source: AsyncIterable<Buffer>,
    hold: TransferLease,
  ): Promise<void>
  /**
   * Stores a complete file under `blobKey`, unless its content is already stored; returns its SHA-256 in hexadecimal.
   */
  store(
    ctx: Ctx,
    transfer: Transfer,
    blobKey: string,
    hold: TransferLease,
  ): Promise<{ sha256: string; isStored: boolean }>
  /** Call it when the transfer has ended. */
  forget(ctx: Ctx, id: string): Promise<void>
  /** Deletes leftovers of other transfers. */
  sweep(ctx: Ctx): Promise<void>
}

export async function sizeAt(place: UploadTarget, ctx: Ctx, id: string): Promise<number> {
  return (await place.sizes(ctx, [id])).get(id) ?? 0
}
