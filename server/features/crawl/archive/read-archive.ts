import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type CaptureOutcome, type PageArchiveFault, pageArchiveFaults } from '#contract/page-archive.api.ts'
import { editors } from '#contract/role.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { type StepsOf, stepJob } from '#server/ingest/staging/step.ts'
import { releaseFiles } from '#server/platform/blob/removed-files.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { ChildLost, openChildren } from '#server/platform/process/children.ts'
import { siteContext } from '../site-context.ts'
import { archiveFiles, type PastCursor, type StoredArchive } from './archive.queries.ts'
import { queueReading } from './archive-job.ts'
import {
  type ArchivedCapture,
  type ArchivePortion,
  type ArchiveTask,
  CaptureRefused,
  defaultBounds,
  type OutcomeCounts,
} from './capture.ts'
import { fetchPast } from './fetch-past.ts'
import { removeRetries } from './retry.queries.ts'
import { type ReadCapture, type ReadRevisit, readCapture, readRevisit, settleCapture, settleRevisit } from './settle.ts'

const megabyte = 1_048_576

/** A hostile file ends the child process; the reader stops earlier, at its own bounds. */
const readers = openChildren<ArchiveTask, ArchivedCapture, ArchivePortion>(new URL('./process.ts', import.meta.url), {
  most: 1,
  timeoutMs: 90_000,
  cpuMs: 60_000,
  heapMb: 512,
  rssMb: 1_024,
})

const steps: StepsOf<StoredArchive> = {
  table: archiveFiles,
  log: 'page archive: reading failed',
  /** A user who may no longer change the organisation adds nothing more. */
  asOwner: async (ctx, { owner, og_id }) => {
    const found = asUser(ctx, await findUser(ctx, owner), editors)
    if (!found) throw new IngestFault('not_allowed')
    const og = await getOg(found, og_id).catch(error => {
      throw error instanceof AppError ? new IngestFault('not_allowed') : error
    })
    if (!og.can.includes('update')) throw new IngestFault('not_allowed')
    return found
  },
  fail: (ctx, row, { code }) => endReading(ctx, row, { state: 'failed', fault: faultOf(code) }),
}

const faultOf = (code: string): PageArchiveFault =>
  (pageArchiveFaults as readonly string[]).includes(code) ? (code as PageArchiveFault) : 'internal'

/** Captures of a fetch that were to be requested again count as failed. */
async function endReading(ctx: Ctx, row: StoredArchive, values: Partial<StoredArchive>): Promise<void> {
  if (row.file_key !== null) await releaseFiles(ctx, [row.file_key])
  const { lists, captures } = await removeRetries(ctx, row.id)
  const left = { ...(lists > 0 && { list_failed: lists }), ...(captures > 0 && { fetch_failed: captures }) }
  await archiveFiles.change(ctx, row.id, {
    counts: sumOf(row.counts, left),
    ...values,
    file_key: null,
    ended_at: ctx.now().toISOString(),
  })
}

/**
 * Reads an archive in portions; each is written in one transaction together with the number of its last record, after
 * which a killed job continues.
 */
export const readArchiveJob: Job = stepJob(steps, ['reading'], async (ctx, row, work) => {
  if (row.request !== null && row.cursor !== null) {
    const { request, cursor } = row
    return await fetchPast(ctx, { ...row, request, cursor }, work, { continueLater, end: endReading })
  }
  if (row.file_key === null) throw new IngestFault('file_gone')
  // The prefix of copies that `remove_left_copies` removes after a kill.
  const folder = await mkdtemp(join(tmpdir(), 'og-read-'))
  try {
    const path = join(folder, 'file')
    await pipeline(ctx.blobs.read(row.file_key), createWriteStream(path))
    let from = row.records
    for (let isEnd = false; !isEnd; ) {
      work.pause()
      await utimes(path, ctx.now(), ctx.now())
      const site = await siteContext(ctx, row.og_id, 0)
      const { portion, captures } = await readPortion({
        path,
        from,
        hosts: site.hosts,
        maxBytes: site.settings.max_page_mb * megabyte,
        nowMs: ctx.now().getTime(),
        bounds: defaultBounds,
      })
      const counts: OutcomeCounts = { ...portion.refused }
      const count = (outcome: CaptureOutcome) => {
        counts[outcome] = (counts[outcome] ?? 0) + 1
      }
      const pages: (ReadCapture | ReadRevisit)[] = []
      for (const capture of captures) {
        const read =
          readRevisit(capture) ?? (await readCapture(ctx, capture, site).catch(error => outcomeOf(ctx, row, error)))
        if (typeof read === 'string') count(read)
        else pages.push(read)
      }
      pages.sort((a, b) => a.at.localeCompare(b.at) || a.record - b.record)
      await work.inStep(ctx, async (ctx, row) => {
        for (const page of pages)
          count(
            'revisit' in page
              ? await settleRevisit(ctx, row.id, page, site)
              : (await settleCapture(ctx, row.id, page, site)).outcome,
          )
        const { next: records, format, fault } = portion
        const values = { records, format, counts: sumOf(row.counts, counts) }
        if (fault) await endReading(ctx, row, { ...values, state: 'failed', fault })
        else if (portion.isEnd) await endReading(ctx, row, { ...values, state: 'done', fault: null })
        else await archiveFiles.change(ctx, row.id, values)
      })
      isEnd = portion.isEnd
      from = portion.next
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** `waitMs`: the service requested a pause; a job that is resumed earlier waits for its end. */
async function continueLater(ctx: Ctx, row: StoredArchive, waitMs = 0): Promise<void> {
  const until = waitMs > 0 ? { until: new Date(ctx.now().getTime() + waitMs).toISOString() } : {}
  const { until: _until, ...cursor } = row.cursor as PastCursor
  const next = await archiveFiles.change(ctx, row.id, { step: row.step + 1, cursor: { ...cursor, ...until } })
  await queueReading(ctx, next, waitMs)
}

async function readPortion(task: ArchiveTask): Promise<{ portion: ArchivePortion; captures: ArchivedCapture[] }> {
  const captures: ArchivedCapture[] = []
  try {
    const portion = await readers.run(task, capture => captures.push(capture))
    return { portion, captures }
  } catch (error) {
    if (!(error instanceof ChildLost) || error.why === 'killed') throw error
    // The number of the record at fault is unknown, so nothing of this portion is used.
    const fault = ({ time: 'too_slow', memory: 'too_much_memory', ended: 'broken' } as const)[error.why]
    return { portion: { format: null, next: task.from, isEnd: true, refused: {}, fault }, captures: [] }
  }
}

function outcomeOf(ctx: Ctx, { id }: StoredArchive, error: unknown): CaptureOutcome {
  if (error instanceof CaptureRefused) return error.outcome
  ctx.log.warn({ err: error, page_archive_id: id }, 'page archive: capture unreadable')
  return 'unreadable'
}

function sumOf(before: OutcomeCounts, more: OutcomeCounts): OutcomeCounts {
  const sum = { ...before }
  for (const [outcome, count] of Object.entries(more) as [CaptureOutcome, number][])
    sum[outcome] = (sum[outcome] ?? 0) + count
  return sum
}
