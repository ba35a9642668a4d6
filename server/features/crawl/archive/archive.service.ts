import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Reply } from '#contract/endpoint.ts'
import type * as contract from '#contract/page-archive.api.ts'
import { mostPageArchives, mostPastPages, type PageArchive, type PastRequest } from '#contract/page-archive.api.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { storeUpload } from '#server/ingest/staging/files.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import {
  archiveFiles,
  countArchives,
  countPastPages,
  findArchives,
  isFetchingPast,
  type ListedArchive,
  lockArchiveOf,
  lockFetch,
} from './archive.queries.ts'
import { queueReading } from './archive-job.ts'
import { readPastService } from './past-service.ts'
import { removeRetries } from './retry.queries.ts'

export async function listPageArchives(ctx: Ctx, ogId: number): Promise<Reply<typeof contract.listPageArchives>> {
  await getOg(ctx, ogId)
  const [rows, service] = await Promise.all([findArchives(ctx, ogId, mostPageArchives), readPastService(ctx)])
  return { items: rows.map(row => toDto(ctx, row)), service: service?.host ?? null }
}

/** Stores a file and queues its reading. A file that failed continues; one that was read is not read again. */
export async function addPageArchive(
  ctx: Ctx,
  ogId: number,
  receive: () => Promise<IncomingFile>,
): Promise<PageArchive> {
  const og = await getOg(ctx, ogId)
  if (!og.can.includes('update')) throw new AppError('forbidden_record')
  const file = await receive()
  const hash = createHash('sha256')
  const content = Readable.from(hashed(file.content, hash), { objectMode: false })
  return await storeUpload(ctx, 'archive', { ...file, content }, async (ctx, stored) => {
    const sha256 = hash.digest('hex')
    const known = await lockArchiveOf(ctx, ogId, sha256)
    if (known && known.state !== 'failed') throw new AppError('duplicate', { value: known.file_name })
    if (!known && (await countArchives(ctx, ogId)) >= mostPageArchives) throw new AppError('wrong_state')
    const row = known
      ? await archiveFiles.change(ctx, known.id, {
          ...stored,
          owner: ctx.actor.id as number,
          state: 'reading',
          step: known.step + 1,
          fault: null,
          ended_at: null,
        })
      : await archiveFiles.insert(ctx, { og_id: ogId, sha256, ...stored })
    await queueReading(ctx, row)
    await audit(ctx, {
      act: 'load_archive',
      noun: 'og',
      recordId: ogId,
      detail: { file_name: stored.file_name, size: stored.size, sha256 },
    })
    return toDto(ctx, { ...row, retries: 0 })
  })
}

async function* hashed(content: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}

/** Starts to fetch the past of a site's pages from the web archive that an administrator has set. */
export async function fetchPast(ctx: Ctx, ogId: number, request: PastRequest): Promise<PageArchive> {
  const og = await getOg(ctx, ogId)
  if (!og.can.includes('update')) throw new AppError('forbidden_record')
  const service = await readPastService(ctx)
  if (!service) throw new AppError('wrong_state')
  return await inTransaction(ctx, async ctx => {
    if ((await isFetchingPast(ctx, ogId)) || (await countArchives(ctx, ogId)) >= mostPageArchives)
      throw new AppError('wrong_state')
    const total = Math.min(mostPastPages, await countPastPages(ctx, ogId))
    const at = ctx.now().toISOString()
    const row = await archiveFiles.insert(ctx, {
      og_id: ogId,
      file_name: service.host,
      size: 0,
      sha256: createHash('sha256').update(`${service.replay} ${at} ${randomUUID()}`).digest('hex'),
      format: 'service',
      request,
      cursor: { depth: -1, page: 0, after: '', done: 0, total, fails: 0 },
    })
    await queueReading(ctx, row)
    await audit(ctx, { act: 'load_archive', noun: 'og', recordId: ogId, detail: { service: service.host, ...request } })
    return toDto(ctx, { ...row, retries: 0 })
  })
}

/** Ends a fetch; versions that it added remain. A capture that is being fetched is not stored any more. */
export async function cancelPast(ctx: Ctx, ogId: number, id: number): Promise<PageArchive> {
  await getOg(ctx, ogId)
  return await inTransaction(ctx, async ctx => {
    const row = await lockFetch(ctx, ogId, id)
    if (!row) throw new AppError('not_found')
    if (!mayCancel(ctx, row)) throw new AppError('forbidden_record')
    if (row.state !== 'reading') throw new AppError('wrong_state')
    await removeRetries(ctx, id)
    const at = ctx.now().toISOString()
    const ended = await archiveFiles.change(ctx, id, { state: 'cancelled', step: row.step + 1, ended_at: at })
    await audit(ctx, { act: 'cancel_archive', noun: 'og', recordId: ogId, detail: { service: row.file_name } })
    return toDto(ctx, { ...ended, retries: 0 })
  })
}

/** The user who started it, and administrators. */
const mayCancel = (ctx: Ctx, { owner }: { owner: number | null }) =>
  ctx.actor.role === 'admin' || (owner !== null && owner === ctx.actor.id)

function toDto(ctx: Ctx, row: ListedArchive): PageArchive {
  const { id, file_name, size, sha256, format, state, counts, fault, cursor, created_at, ended_at } = row
  const captures = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const pages = cursor && { done: cursor.done, total: Math.max(cursor.done, cursor.total) }
  return {
    ...{
      id,
      file_name,
      size,
      sha256: row.request === null && format !== 'clip' ? sha256 : null,
      format,
      state,
      captures,
      counts,
      fault,
    },
    ...{ pages, created_at, ended_at, retries: row.retries },
    can: row.request !== null && state === 'reading' && mayCancel(ctx, row) ? ['cancel'] : [],
  }
}
