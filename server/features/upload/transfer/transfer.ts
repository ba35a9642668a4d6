// Files on their way in: begun, gone on with after any break, and made a record when they are whole.
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reply } from '#contract/endpoint.ts'
import type { getUploadLimits, NewUpload } from '#contract/upload.ts'
import { holdBound } from '#server/platform/bound.ts'
import type { UploadLimits } from '#server/platform/config.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { cleanName } from '#server/platform/files.ts'
import { makeFolder } from '#server/platform/folder.ts'
import { checkLinks } from '#server/record/link.ts'
import { findMissingUsers } from '#server/record/table.ts'
import { uploadLinks } from '../link.ts'
import { threadFromBytes } from './hash.ts'
import { appendTo, partSize } from './part-file.ts'
import { finish } from './transfer-finish.ts'
import {
  findTransfer,
  findTransferIds,
  findUnfinished,
  holdTransfer,
  insertTransfer,
  lockUsage,
  readUsage,
  releaseTransfer,
  removeTransfer,
  type Transfer,
} from './transfer-queries.ts'

/** How long a transfer that nobody goes on with is kept. */
export const keptMs = 48 * 3_600_000
const heldMs = 10_000
const renewMs = 2_000
const sweepEveryMs = 3_600_000
/** A transfer that no byte has come of by then keeps room from others for nothing. */
export const emptyKeptMs = 3_600_000
/** A file is made within. */
const onlyOnce = { isOnce: true }
const bytesOfMb = 1_048_576

/** How far a transfer is; `uploadId` once it is whole. */
export type Progress = { offset: number; size: number; uploadId: number | null; createdAt: string }

export type Transfers = {
  begin(ctx: Ctx, file: { name: string; size: number; about: NewUpload }): Promise<string>
  progress(ctx: Ctx, id: string): Promise<Progress>
  /** Adds `length` bytes (or as many as come) at `offset`; the last ones make the record. */
  append(ctx: Ctx, id: string, part: { offset: number; length: number | null; source: Incoming }): Promise<Progress>
  drop(ctx: Ctx, id: string): Promise<void>
  limits(ctx: Ctx): Promise<Reply<typeof getUploadLimits>>
}
/** A request's body: `destroy` ends its connection. */
export type Incoming = AsyncIterable<Buffer> & { destroy(error?: Error): unknown }

export function openTransfers(folder: string, limits: UploadLimits): Transfers {
  const writers = new Map<string, { source: Incoming; done: Promise<unknown> }>()
  let sweptAtMs = Number.NEGATIVE_INFINITY

  const pathOf = (id: string) => join(folder, id)

  async function need(ctx: Ctx, id: string): Promise<Transfer> {
    const transfer = /^[0-9a-f-]{36}$/.test(id) ? await findTransfer(ctx, id) : undefined
    if (!transfer) throw new AppError('not_found')
    return transfer
  }

  async function begin(ctx: Ctx, { name, size, about }: Parameters<Transfers['begin']>[1]): Promise<string> {
    await sweep(ctx)
    if (size > limits.fileBytes) throw new AppError('too_large')
    return await inTransaction(
      ctx,
      async ctx => {
        await checkAbout(ctx, about)
        await lockUsage(ctx)
        const usage = await readUsage(ctx)
        await holdBound(ctx, 'limit_transfers', async () => usage.unfinished)
        // One file of the size allowed may always come.
        if (usage.unfinished > 0)
          await holdBound(ctx, 'limit_promised_mb', () => promisedMb(ctx), Math.ceil(size / bytesOfMb))
        if (usage.user + size > limits.userBytes || usage.total + size > limits.totalBytes)
          throw new AppError('too_large')
        const id = randomUUID()
        await insertTransfer(ctx, { id, fileName: cleanName(name), size, about })
        await makeFolder(folder)
        await writeFile(pathOf(id), '')
        return id
      },
      onlyOnce,
    )
  }

  /** What was announced and has not come, of one's own. */
  async function promisedMb(ctx: Ctx): Promise<number> {
    const left = (await findUnfinished(ctx, 1_000)).map(async ({ id, size }) => size - (await partSize(pathOf(id))))
    return (await Promise.all(left)).reduce((sum, bytes) => sum + bytes, 0) / bytesOfMb
  }

  async function progress(ctx: Ctx, id: string): Promise<Progress> {
    const transfer = await need(ctx, id)
    const offset = transfer.upload_id === null ? await partSize(pathOf(id)) : transfer.size
    if (transfer.upload_id === null && offset >= transfer.size && !writers.has(id)) {
      // Whole, but whoever was to make it a record ended before: a file without bytes, or a killed server.
      const holder = randomUUID()
      if (await holdTransfer(ctx, id, holder, heldMs)) return await complete(ctx, transfer, holder)
    }
    return progressOf(transfer, offset, transfer.upload_id)
  }

  async function append(ctx: Ctx, id: string, part: Parameters<Transfers['append']>[2]): Promise<Progress> {
    const transfer = await need(ctx, id)
    if (transfer.upload_id !== null) return progressOf(transfer, transfer.size, transfer.upload_id)
    await endWriter(id)
    const holder = randomUUID()
    if (!(await holdTransfer(ctx, id, holder, heldMs))) throw new AppError('wrong_state')
    const done = write(ctx, transfer, holder, part)
    writers.set(id, { source: part.source, done: done.catch(() => {}) })
    try {
      await done
      if ((await partSize(pathOf(id))) === transfer.size) return await complete(ctx, transfer, holder)
      return progressOf(transfer, await partSize(pathOf(id)), null)
    } finally {
      writers.delete(id)
      await releaseTransfer(ctx, id, holder)
    }
  }

  /** A client that comes back is believed before its old connection, which may hang for long. */
  async function endWriter(id: string): Promise<void> {
    const writer = writers.get(id)
    writer?.source.destroy(new Error('the client went on with another request'))
    await writer?.done
  }

  async function write(ctx: Ctx, transfer: Transfer, holder: string, part: Parameters<Transfers['append']>[2]) {
    const path = pathOf(transfer.id)
    if (part.offset !== (await partSize(path))) throw new AppError('wrong_state')
    const left = transfer.size - part.offset
    if ((part.length ?? 0) > left) throw new AppError('too_large')
    let renewAtMs = performance.now() + renewMs
    const hashAhead = transfer.size >= threadFromBytes
    await appendTo(path, { offset: part.offset, most: part.length ?? left, hashAhead }, part.source, async () => {
      if (performance.now() < renewAtMs) return
      renewAtMs = performance.now() + renewMs
      if (!(await holdTransfer(ctx, transfer.id, holder, heldMs))) throw new AppError('wrong_state')
    })
  }

  async function complete(ctx: Ctx, transfer: Transfer, holder: string): Promise<Progress> {
    const path = pathOf(transfer.id)
    try {
      const uploadId = await finish(ctx, transfer, path)
      await rm(path, { force: true })
      return progressOf(transfer, transfer.size, uploadId)
    } finally {
      await releaseTransfer(ctx, transfer.id, holder)
    }
  }

  async function drop(ctx: Ctx, id: string): Promise<void> {
    const transfer = await need(ctx, id)
    await endWriter(id)
    if (transfer.upload_id !== null) throw new AppError('wrong_state')
    await removeTransfer(ctx, id)
    await rm(pathOf(id), { force: true })
  }

  /** Bytes whose transfer is over lie in this machine's folder, so whoever begins one here looks after them. */
  async function sweep(ctx: Ctx): Promise<void> {
    if (performance.now() - sweptAtMs < sweepEveryMs) return
    sweptAtMs = performance.now()
    const names = await readdir(folder).catch(() => [] as string[])
    const known = await findTransferIds(ctx, names)
    for (const name of names.filter(name => !known.has(name))) {
      const path = join(folder, name)
      const changedAt = (await stat(path).catch(() => null))?.mtime.getTime() ?? 0
      if (ctx.now().getTime() - changedAt > sweepEveryMs) await rm(path, { force: true })
    }
  }

  return {
    begin,
    progress,
    append,
    drop,
    async limits(ctx) {
      const [usage, transfers] = await Promise.all([readUsage(ctx), findUnfinished(ctx)])
      const unfinished = await Promise.all(
        transfers.map(async ({ id, file_name, size, created_at }) => ({
          id,
          file_name,
          size,
          offset: await partSize(pathOf(id)),
          created_at,
        })),
      )
      return {
        file_bytes: limits.fileBytes,
        user_bytes: limits.userBytes,
        user_left: Math.max(0, limits.userBytes - usage.user),
        // Never more than one's own room: to the byte it would tell whether a content is there already, in a file of others.
        total_left: Math.max(0, Math.min(limits.userBytes - usage.user, limits.totalBytes - usage.total)),
        unfinished,
      }
    },
  }
}

function progressOf({ size, created_at }: Transfer, offset: number, uploadId: number | null): Progress {
  return { offset, size, uploadId, createdAt: created_at }
}

/** What would be refused at the end is refused at the beginning. */
async function checkAbout(ctx: Ctx, about: NewUpload): Promise<void> {
  const { read_user = [], write_user = [] } = about
  const stranger = (await findMissingUsers(ctx, [...read_user, ...write_user]))[0]
  if (stranger !== undefined)
    throw fieldError(read_user.includes(stranger) ? 'read_user' : 'write_user', 'no_such_user')
  await checkLinks(ctx, uploadLinks, about)
}
