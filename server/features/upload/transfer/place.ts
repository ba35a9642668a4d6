// Where the bytes of files on their way in lie: a folder, or the bucket that files are kept in.
import type { Ctx } from '#server/platform/ctx.ts'
import type { Transfer } from './transfer-queries.ts'

/** Who writes; `renew` throws where somebody else does by now, and is called again and again meanwhile. */
export type Hold = { holder: string; renew: () => Promise<void> }

export type Place = {
  begin(id: string): Promise<void>
  /** How many bytes of each are there for good. */
  sizes(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number>>
  /** Adds what comes at `offset`, at most `most` bytes, for good. What came before a break is kept, and the break is thrown. */
  append(
    ctx: Ctx,
    transfer: Transfer,
    part: { offset: number; most: number },
    source: AsyncIterable<Buffer>,
    hold: Hold,
  ): Promise<void>
  /** Stores a whole file under `blobKey`, unless its content is known; SHA-256 of it, in hexadecimal. */
  store(ctx: Ctx, transfer: Transfer, blobKey: string, hold: Hold): Promise<{ sha256: string; isStored: boolean }>
  /** Once the transfer is over. */
  forget(ctx: Ctx, id: string): Promise<void>
  /** Looks after what is left of others. */
  sweep(ctx: Ctx): Promise<void>
}

export async function sizeAt(place: Place, ctx: Ctx, id: string): Promise<number> {
  return (await place.sizes(ctx, [id])).get(id) ?? 0
}
