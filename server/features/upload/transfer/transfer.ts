// Uploads in progress: they are begun, continued after any break, and become records when complete.
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reply } from '#contract/endpoint.ts'
import type { getUploadLimits, NewUpload } from '#contract/upload.api.ts'
import { checkLinks } from '#server/core/link.ts'
import { checkLists } from '#server/core/table.ts'
import type { UploadLimits } from '#server/platform/config.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { cleanName } from '#server/platform/files/files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { enforceQuota } from '#server/platform/jobs/quota.ts'
import { makeFolder } from '#server/platform/process/folder.ts'
import { hasContent } from '../content.queries.ts'
import { uploadLinks } from '../link.ts'
import { threadFromBytes, transferHash } from './hash.ts'
import { appendTo, partSize } from './part-file.ts'
import { abandonParts } from './remove-old.ts'
import { openStoreTarget } from './store-target.ts'
import {
  findTransfer,
  findTransferIds,
  findUnfinished,
  insertTransfer,
  lockTransfer,
  lockUsage,
  readUsage,
  releaseTransfer,
  removeTransfers,
  type Transfer,
} from './transfer.queries.ts'
import { finish } from './transfer-finish.ts'
import { sizeAt, type TransferLease, type UploadTarget } from './upload-target.ts'

// Stores the bytes of uploads in progress as files of a folder that every API process can access.
const sweepEveryMs = 3_600_000

function openFolderTarget(folder: string): UploadTarget {
  let sweptAtMs = Number.NEGATIVE_INFINITY
  const pathOf = (id: string) => join(folder, id)
  return {
    async begin(id) {
      await makeFolder(folder)
      await writeFile(pathOf(id), '')
    },
    async sizes(_ctx, ids) {
      return new Map(await Promise.all(ids.map(async id => [id, await partSize(pathOf(id))] as const)))
    },
    append: (_ctx, { id, size }, part, source, { renew }) =>
      appendTo(pathOf(id), { ...part, hashAhead: size >= threadFromBytes }, source, renew),
    async store(ctx, { id, size }, blobKey) {
      const sha256 = await transferHash(pathOf(id), size)
      const isStored = !(await hasContent(ctx, sha256))
      if (isStored) await ctx.blobs.putFile(blobKey, pathOf(id))
      return { sha256, isStored }
    },
    forget: (_ctx, id) => rm(pathOf(id), { force: true }),
    /** Deletes files whose transfer has ended in any way. */
    async sweep(ctx) {
      if (performance.now() - sweptAtMs < sweepEveryMs) return
      sweptAtMs = performance.now()
      const names = await readdir(folder).catch(() => [] as string[])
      const known = await findTransferIds(ctx, names)
      for (const name of names.filter(name => !known.has(name))) {
        const changedAt = (await stat(pathOf(name)).catch(() => null))?.mtime.getTime() ?? 0
        if (ctx.now().getTime() - changedAt > sweepEveryMs) await rm(pathOf(name), { force: true })
      }
    },
  }
}

const leaseMs = 10_000
const renewMs = 2_000
/** A file is created in this request, so it must not be repeated. */
const onlyOnce = { isOnce: true }
const bytesOfMb = 1_048_576

/** Progress of a transfer; `uploadId` is set once it is complete. */
export type Progress = {
  offset: number
  size: number
  uploadId: number | null
  createdAt: string
  /** Complete, and another request is creating the record: the client should try again. */
  isBeingMade?: boolean
}

export type Transfers = {
  begin(ctx: Ctx, file: { name: string; size: number; about: NewUpload }): Promise<string>
  progress(ctx: Ctx, id: string): Promise<Progress>
  /** Appends `length` bytes (or as many as arrive) at `offset`; the last ones create the record. */
  append(ctx: Ctx, id: string, part: { offset: number; length: number | null; source: Incoming }): Promise<Progress>
  drop(ctx: Ctx, id: string): Promise<void>
  limits(ctx: Ctx): Promise<Reply<typeof getUploadLimits>>
}
/** A request's body: `destroy` ends its connection. */
export type Incoming = AsyncIterable<Buffer> & { destroy(error?: Error): unknown }

/** `folder`: storage of the bytes; undefined if files are stored in a bucket. */
export function openTransfers(folder: string | undefined, limits: UploadLimits): Transfers {
  const writers = new Map<string, { source: Incoming; done: Promise<unknown> }>()
  const place = folder === undefined ? openStoreTarget() : openFolderTarget(folder)

  async function need(ctx: Ctx, id: string): Promise<Transfer> {
    const transfer = /^[0-9a-f-]{36}$/.test(id) ? await findTransfer(ctx, id) : undefined
    if (!transfer) throw new AppError('not_found')
    return transfer
  }

  async function begin(ctx: Ctx, { name, size, about }: Parameters<Transfers['begin']>[1]): Promise<string> {
    await place.sweep(ctx)
    if (size > limits.fileBytes) throw new AppError('too_large')
    return await inTransaction(
      ctx,
      async ctx => {
        await checkAbout(ctx, about)
        await lockUsage(ctx)
        const usage = await readUsage(ctx)
        await enforceQuota(ctx, 'limit_transfers', async () => usage.unfinished)
        // One file of the allowed size is always accepted.
        if (usage.unfinished > 0)
          await enforceQuota(ctx, 'limit_promised_mb', () => promisedMb(ctx), Math.ceil(size / bytesOfMb))
        if (usage.user + size > limits.userBytes || usage.total + size > limits.totalBytes)
          throw new AppError('too_large')
        const id = randomUUID()
        await insertTransfer(ctx, { id, fileName: cleanName(name), size, about })
        await place.begin(id)
        return id
      },
      onlyOnce,
    )
  }

  /** Announced bytes of the caller's transfers that have not arrived, in MB. */
  async function promisedMb(ctx: Ctx): Promise<number> {
    const transfers = await findUnfinished(ctx, 1_000)
    const come = await place.sizes(
      ctx,
      transfers.map(({ id }) => id),
    )
    return transfers.reduce((sum, { id, size }) => sum + size - (come.get(id) ?? 0), 0) / bytesOfMb
  }

  async function progress(ctx: Ctx, id: string): Promise<Progress> {
    const transfer = await need(ctx, id)
    if (transfer.upload_id !== null) return progressOf(transfer, transfer.size, transfer.upload_id)
    const offset = await sizeAt(place, ctx, id)
    if (offset < transfer.size) return progressOf(transfer, offset, null)
    // Complete, but the process that was to create the record ended before: an empty file, or a killed server.
    const holder = randomUUID()
    if (!writers.has(id) && (await lockTransfer(ctx, id, holder, leaseMs))) return await complete(ctx, transfer, holder)
    return { ...progressOf(transfer, offset, null), isBeingMade: true }
  }

  async function append(ctx: Ctx, id: string, part: Parameters<Transfers['append']>[2]): Promise<Progress> {
    const transfer = await need(ctx, id)
    if (transfer.upload_id !== null) return progressOf(transfer, transfer.size, transfer.upload_id)
    await endWriter(id)
    const holder = randomUUID()
    if (!(await lockTransfer(ctx, id, holder, leaseMs))) throw new AppError('wrong_state')
    const done = write(ctx, transfer, holder, part)
    writers.set(id, { source: part.source, done: done.catch(() => {}) })
    try {
      await done
      const offset = await sizeAt(place, ctx, id)
      if (offset === transfer.size) return await complete(ctx, transfer, holder)
      return progressOf(transfer, offset, null)
    } finally {
      writers.delete(id)
      await releaseTransfer(ctx, id, holder)
    }
  }

  /** A reconnecting client takes precedence over its old connection, which may hang for a long time. */
  async function endWriter(id: string): Promise<void> {
    const writer = writers.get(id)
    writer?.source.destroy(new Error('the client resumed with another request'))
    await writer?.done
  }

  async function write(ctx: Ctx, transfer: Transfer, holder: string, part: Parameters<Transfers['append']>[2]) {
    if (part.offset !== (await sizeAt(place, ctx, transfer.id))) throw new AppError('wrong_state')
    const left = transfer.size - part.offset
    if ((part.length ?? 0) > left) throw new AppError('too_large')
    const most = part.length ?? left
    await place.append(ctx, transfer, { offset: part.offset, most }, part.source, leaseOf(ctx, transfer, holder))
  }

  async function complete(ctx: Ctx, transfer: Transfer, holder: string): Promise<Progress> {
    try {
      const uploadId = await finish(ctx, place, transfer, leaseOf(ctx, transfer, holder))
      await place.forget(ctx, transfer.id)
      return progressOf(transfer, transfer.size, uploadId)
    } finally {
      await releaseTransfer(ctx, transfer.id, holder)
    }
  }

  async function drop(ctx: Ctx, id: string): Promise<void> {
    const transfer = await need(ctx, id)
    await endWriter(id)
    if (transfer.upload_id !== null) throw new AppError('wrong_state')
    await inTransaction(ctx, async ctx => {
      await abandonParts(ctx, [id])
      await removeTransfers(ctx, [id])
    })
    await place.forget(ctx, id)
  }

  return {
    begin,
    progress,
    append,
    drop,
    async limits(ctx) {
      const [usage, transfers] = await Promise.all([readUsage(ctx), findUnfinished(ctx)])
      const come = await place.sizes(
        ctx,
        transfers.map(({ id }) => id),
      )
      const unfinished = transfers.map(({ id, file_name, size, created_at }) => ({
        ...{ id, file_name, size, created_at },
        offset: come.get(id) ?? 0,
      }))
      return {
        file_bytes: limits.fileBytes,
        user_bytes: limits.userBytes,
        user_left: Math.max(0, limits.userBytes - usage.user),
        // At most the user's own space: the exact total would reveal whether a content already exists among the files
        // of others.
        total_left: Math.max(0, Math.min(limits.userBytes - usage.user, limits.totalBytes - usage.total)),
        unfinished,
      }
    },
  }
}

/** A hold that lasts as long as it is renewed. */
function leaseOf(ctx: Ctx, { id }: Transfer, holder: string): TransferLease {
  let renewAtMs = performance.now() + renewMs
  return {
    holder,
    renew: async () => {
      if (performance.now() < renewAtMs) return
      renewAtMs = performance.now() + renewMs
      if (!(await lockTransfer(ctx, id, holder, leaseMs))) throw new AppError('wrong_state')
    },
  }
}

function progressOf({ size, created_at }: Transfer, offset: number, uploadId: number | null): Progress {
  return { offset, size, uploadId, createdAt: created_at }
}

/** Refuses at the beginning what would be refused at the end. */
async function checkAbout(ctx: Ctx, about: NewUpload): Promise<void> {
  await checkLists(ctx, about)
  await checkLinks(ctx, uploadLinks, about)
}
