import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { mostPageArchives, type PageArchive } from '#contract/page-archive.api.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { storeUpload } from '#server/ingest/staging/files.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { archiveFiles, countArchives, findArchives, lockArchiveOf, type StoredArchive } from './archive.queries.ts'

export async function listPageArchives(ctx: Ctx, ogId: number): Promise<{ items: PageArchive[] }> {
  await getOg(ctx, ogId)
  return { items: (await findArchives(ctx, ogId, mostPageArchives)).map(toDto) }
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
    return toDto(row)
  })
}

async function* hashed(content: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}

export async function queueNextStep(ctx: Ctx, { id, step }: StoredArchive): Promise<void> {
  await queueReading(ctx, await archiveFiles.change(ctx, id, { step: step + 1 }))
}

async function queueReading(ctx: Ctx, { id, step }: StoredArchive): Promise<void> {
  await addJob(ctx.db, 'read_page_archive', { id, step }, { key: `read_page_archive ${id}`, queue: 'page_archive' })
}

function toDto(row: StoredArchive): PageArchive {
  const { id, file_name, size, sha256, format, state, counts, fault, created_at, ended_at } = row
  const captures = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { id, file_name, size, sha256, format, state, captures, counts, fault, created_at, ended_at }
}
