// Fetches the past of a site's pages from a web archive, capture by capture; each is stored with the position after which a
// killed job continues.
import { setTimeout as sleep } from 'node:timers/promises'
import { type CaptureOutcome, mostPastPages, type PastRequest } from '#contract/page-archive.api.ts'
import type { StepWork } from '#server/ingest/staging/step.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inScope } from '#server/text/url.ts'
import { type SiteContext, siteContext } from '../site-context.ts'
import { archiveFiles, findPageAfter, type PastCursor, type StoredArchive } from './archive.queries.ts'
import { CaptureRefused, type OutcomeCounts } from './capture.ts'
import { chooseCaptures, type IndexEntry, timeOf } from './past-index.ts'
import { fetchCapture, listCaptures, type PastService, readPastService, ServiceBusy } from './past-service.ts'
import { keysOf, type ReadCapture, readCapture, settleCapture } from './settle.ts'

const megabyte = 1_048_576
/** Then the next job continues, so that other work gets its turn. */
const sliceMs = 60_000
/** Failed requests in a row that end the fetch. */
const mostFails = 8

/** `continueLater` queues the next job of this fetch; `end` ends it. */
type Endings = {
  continueLater(ctx: Ctx, row: StoredArchive, waitMs?: number): Promise<void>
  end(ctx: Ctx, row: StoredArchive, values: Partial<StoredArchive>): Promise<void>
}

type Fetching = {
  ctx: Ctx
  work: StepWork<StoredArchive>
  service: PastService
  request: PastRequest
  signal: AbortSignal | undefined
}
type Settled = { counts: OutcomeCounts; read?: ReadCapture; cursor: PastCursor }

export async function fetchPast(
  ctx: Ctx,
  row: StoredArchive & { request: PastRequest; cursor: PastCursor },
  work: StepWork<StoredArchive>,
  { continueLater, end }: Endings,
): Promise<void> {
  const service = await readPastService(ctx)
  const off = async (fault: 'service_off' | 'service_failed') =>
    await work.inStep(ctx, (ctx, row) => end(ctx, row, { state: 'failed', fault }))
  if (!service || !ctx.fetchPage) return await off('service_off')
  const fetching: Fetching = { ctx, work, service, request: row.request, signal: work.signal }
  const until = performance.now() + sliceMs
  let { cursor } = row
  try {
    for (;;) {
      work.pause()
      if (cursor.fails >= mostFails) return await off('service_failed')
      const page = await findPageAfter(ctx, row.og_id, cursor)
      if (!page || cursor.done >= mostPastPages)
        return await work.inStep(ctx, (ctx, row) => end(ctx, row, { state: 'done', fault: null }))
      cursor = await fetchPage(fetching, row, page, cursor)
      if (performance.now() > until) return await work.inStep(ctx, (ctx, row) => continueLater(ctx, row))
    }
  } catch (error) {
    if (!(error instanceof ServiceBusy)) throw error
    await work.inStep(ctx, async (ctx, row) => {
      const fails = (row.cursor?.fails ?? 0) + 1
      const next = await archiveFiles.change(ctx, row.id, { cursor: { ...(row.cursor as PastCursor), fails } })
      await continueLater(ctx, next, error.waitMs)
    })
  }
}

async function fetchPage(
  { ctx, work, service, request, signal }: Fetching,
  { og_id }: StoredArchive,
  page: { id: number; depth: number; url: string },
  from: PastCursor,
): Promise<PastCursor> {
  let cursor = from
  const write = async ({ counts, read, cursor: next }: Settled, site: SiteContext) => {
    cursor = next
    await work.inStep(ctx, async (ctx, row) => {
      const outcome = read ? await settleCapture(ctx, row.id, { ...read, record: row.records }, site) : null
      const all = outcome ? add(counts, outcome) : counts
      const records = row.records + (read ? 1 : 0)
      await archiveFiles.change(ctx, row.id, { records, counts: sum(row.counts, all), cursor: next })
    })
  }
  const site = await siteContext(ctx, og_id, 0)
  const passed: PastCursor = { ...cursor, depth: page.depth, page: page.id, after: '', done: cursor.done + 1 }
  await sleep(service.pauseMs, undefined, { signal })
  const listed = await listCaptures(ctx, service, page.url, request, signal)
  if (!listed) {
    await write({ counts: { list_failed: 1 }, cursor: { ...passed, fails: cursor.fails + 1 } }, site)
    return cursor
  }
  const { entries, refused } = sortOut(listed, page.url, site, ctx.now().getTime())
  const isStart = cursor.after === ''
  const due = chooseCaptures(entries, request).filter(({ timestamp }) => timestamp > cursor.after)
  if (isStart && Object.keys(refused).length > 0) await write({ counts: refused, cursor }, site)
  for (const entry of due) {
    work.pause()
    await sleep(service.pauseMs, undefined, { signal })
    const after = { ...cursor, after: entry.timestamp, fails: 0 }
    try {
      const maxBytes = site.settings.max_page_mb * megabyte
      const capture = await fetchCapture(ctx, service, entry, { maxBytes, signal })
      const read = await readCapture(ctx, { ...capture, record: 0 }, site)
      await write({ counts: {}, read, cursor: after }, site)
    } catch (error) {
      if (!(error instanceof CaptureRefused)) throw error
      const fails = error.outcome === 'fetch_failed' ? cursor.fails + 1 : 0
      await write({ counts: { [error.outcome]: 1 }, cursor: { ...after, fails } }, site)
      if (fails >= mostFails) return cursor
    }
  }
  await write({ counts: {}, cursor: { ...passed, fails: due.length === 0 ? 0 : cursor.fails } }, site)
  return cursor
}

/** Entries that can be captures of this page; the others are counted by reason. */
function sortOut(
  listed: readonly IndexEntry[],
  url: string,
  site: SiteContext,
  nowMs: number,
): { entries: IndexEntry[]; refused: OutcomeCounts } {
  const keys = new Set(keysOf(url))
  let refused: OutcomeCounts = {}
  const entries = listed.filter(entry => {
    const outcome = refusalOf(entry, keys, site.hosts, nowMs)
    if (outcome) refused = add(refused, outcome)
    return outcome === null
  })
  return { entries, refused }
}

const firstMs = Date.UTC(1990, 0, 1)

function refusalOf(
  { timestamp, url, mime, status }: IndexEntry,
  keys: ReadonlySet<string>,
  hosts: readonly string[],
  nowMs: number,
): CaptureOutcome | null {
  const at = timeOf(timestamp)
  if (at === null || at < firstMs || at > nowMs) return 'bad_time'
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '')
    return 'bad_address'
  if (!inScope(address.href, hosts) || !keysOf(address.href).some(key => keys.has(key))) return 'out_of_scope'
  if (!/^(?:200|-)?$/.test(status)) return 'status'
  return mime === '' || /html|xml|pdf|json|plain|revisit/i.test(mime) ? null : 'not_page'
}

function add(counts: OutcomeCounts, outcome: CaptureOutcome): OutcomeCounts {
  return { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }
}

function sum(before: OutcomeCounts, more: OutcomeCounts): OutcomeCounts {
  const all = { ...before }
  for (const [outcome, count] of Object.entries(more) as [CaptureOutcome, number][])
    all[outcome] = (all[outcome] ?? 0) + count
  return all
}
