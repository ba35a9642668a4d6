// Stores the bytes of uploads in progress as objects in the bucket for files: any API process on any machine can
// continue them.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { newBlobKey } from '#server/platform/blob/blobs.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addPart, findParts, type PartRow, sumParts } from './part.queries.ts'
import { holdsTransfer, type Transfer } from './transfer.queries.ts'
import type { TransferLease, UploadTarget } from './upload-target.ts'

/** Bytes collected in memory before they are sent; the same amount may be on its way to the bucket meanwhile. */
const partBytes = 4_194_304
/**
 * A last part smaller than this is read back and replaced, so that small requests do not leave thousands of objects.
 */
const smallBytes = 1_048_576

export function openStoreTarget(): UploadTarget {
  return {
    begin: async () => {},
    sizes: sumParts,
    async append(ctx, transfer, { offset, most }, source, hold) {
      const parts = await openParts(ctx, transfer, offset, hold)
      let left = most
      try {
        for await (const chunk of source) {
          left -= chunk.length
          if (left < 0) throw new Error('more bytes than were announced')
          await parts.add(chunk)
        }
      } finally {
        await parts.end()
      }
    },
    async store(ctx, transfer, blobKey, { renew }) {
      const hash = createHash('sha256')
      await ctx.blobs.put(blobKey, readParts(ctx, transfer, hash, renew))
      return { sha256: hash.digest('hex'), isStored: true }
    },
    forget: async () => {},
    sweep: async () => {},
  }
}

/** Collects chunks into parts; one part is sent while the next is collected. */
async function openParts(ctx: Ctx, transfer: Transfer, offset: number, hold: TransferLease) {
  const last = (await findParts(ctx, transfer.id)).at(-1)
  let replaced = last && last.length < smallBytes ? last : undefined
  let at = replaced?.at ?? offset
  let gathered: Uint8Array[] = replaced ? [await buffer(ctx.blobs.read(replaced.blob_key))] : []
  const kept = replaced?.length ?? 0
  let length = kept
  let sending = Promise.resolve()

  const flush = async () => {
    await sending
    if (length === 0) return
    const part = { at, length, bytes: Buffer.concat(gathered, length) }
    const before = replaced
    at += length
    gathered = []
    length = 0
    replaced = undefined
    sending = sendPart(ctx, transfer.id, part, before, hold)
    // The next flush awaits it; a failure before that must not end the process.
    sending.catch(() => {})
  }
  return {
    async add(chunk: Buffer) {
      gathered.push(chunk)
      length += chunk.length
      if (length >= partBytes) await flush()
    },
    async end() {
      if (!replaced || length > kept) await flush()
      await sending
    },
  }
}

/** Writes the object first, then its row, if this process still holds the transfer: every row then has its object. */
async function sendPart(
  ctx: Ctx,
  id: string,
  { at, length, bytes }: { at: number; length: number; bytes: Buffer },
  replaced: PartRow | undefined,
  { holder, renew }: TransferLease,
): Promise<void> {
  const blobKey = newBlobKey('part')
  await renew()
  await ctx.blobs.putBytes(blobKey, bytes)
  try {
    await inTransaction(ctx, async ctx => {
      if (!(await holdsTransfer(ctx, id, holder))) throw new AppError('wrong_state')
      await addPart(ctx, id, { at, length, blob_key: blobKey })
    })
  } catch (error) {
    await ctx.blobs.remove(blobKey).catch(() => {})
    throw error
  }
  // If this fails, the nightly search for files without a row deletes the object.
  if (replaced) await ctx.blobs.remove(replaced.blob_key).catch(() => {})
}

async function* readParts(
  ctx: Ctx,
  { id, size }: Transfer,
  hash: ReturnType<typeof createHash>,
  renew: TransferLease['renew'],
) {
  let at = 0
  for (const part of await findParts(ctx, id)) {
    if (part.at !== at) throw new Error(`the parts of transfer ${id} do not follow each other at ${at}`)
    for await (const chunk of ctx.blobs.read(part.blob_key) as AsyncIterable<Buffer>) {
      at += chunk.length
      hash.update(chunk)
      yield chunk
    }
    if (at !== part.at + part.length) throw new Error(`a part of transfer ${id} changed its length`)
    await renew()
  }
  if (at !== size) throw new Error(`transfer ${id} ends at ${at}`)
}
