// Fetches the past of a site's pages from a web archive, capture by capture; each is stored with the position after which a
// killed job continues. A capture that the service does not deliver is noted with that position and requested again later.
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
import { findNextRetry, insertRetries, type PastRetry, removeRetry, type StoredRetry } from './retry.queries.ts'
import { keysOf, type ReadCapture, readCapture, settleCapture } from './settle.ts'

const megabyte = 1_048_576
/** Then the next job continues, so that other work gets its turn. */
const sliceMs = 60_000
/** Failed requests in a row, without those that are made again, that end the fetch. */
const mostFails = 8
/** The waits before a capture is requested again; after the last request it counts as failed. */
const retryWaitsMs = [2, 10, 60].map(minutes => minutes * 60_000)

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
/** Written in one transaction. `retries` are requested again; `settled` is the retry that this was. */
type Settled = {
  counts: OutcomeCounts
  read?: ReadCapture
  cursor?: PastCursor
  retries?: readonly PastRetry[]
  settled?: StoredRetry
}

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
      const retry = await findNextRetry(ctx, row.id)
      const waitMs = retry ? Date.parse(retry.next_at) - ctx.now().getTime() : 0
      const page = cursor.done < mostPastPages ? await findPageAfter(ctx, row.og_id, cursor) : undefined
      if (retry && waitMs <= 0) await fetchAgain(fetching, row, retry)
      else if (page) cursor = await fetchPage(fetching, row, page, cursor)
      else if (retry) return await work.inStep(ctx, (ctx, row) => continueLater(ctx, row, waitMs))
      else return await work.inStep(ctx, (ctx, row) => end(ctx, row, { state: 'done', fault: null }))
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
  fetching: Fetching,
  { og_id }: StoredArchive,
  page: { id: number; depth: number; url: string },
  from: PastCursor,
): Promise<PastCursor> {
  const { ctx, work, service, request, signal } = fetching
  let cursor = from
  const site = await siteContext(ctx, og_id, 0)
  const write = async (settled: Settled & { cursor: PastCursor }) => {
    cursor = settled.cursor
    await writeSettled(fetching, site, settled)
  }
  const passed: PastCursor = { ...cursor, depth: page.depth, page: page.id, after: '', done: cursor.done + 1 }
  await sleep(service.pauseMs, undefined, { signal })
  const listed = await listCaptures(ctx, service, page.url, request, signal)
  if (typeof listed === 'string') {
    const failed = { ...passed, fails: cursor.fails + 1 }
    if (listed === 'unreadable') await write({ counts: { list_failed: 1 }, cursor: failed })
    else await write({ counts: {}, retries: [retryOf(ctx, { url: page.url, timestamp: '' }, 1)], cursor: failed })
    return cursor
  }
  const { entries, refused } = sortOut(listed, page.url, site, ctx.now().getTime())
  const isStart = cursor.after === ''
  const due = chooseCaptures(entries, request).filter(({ timestamp }) => timestamp > cursor.after)
  if (isStart && Object.keys(refused).length > 0) await write({ counts: refused, cursor })
  for (const entry of due) {
    work.pause()
    const after = { ...cursor, after: entry.timestamp, fails: 0 }
    const found = await requestCapture(fetching, entry, site)
    if ('version' in found) {
      await write({ counts: {}, read: found, cursor: after })
      continue
    }
    const fails = found.outcome === 'fetch_failed' ? cursor.fails + 1 : 0
    if (found.isTransient) await write({ counts: {}, retries: [retryOf(ctx, entry, 1)], cursor: { ...after, fails } })
    else await write({ counts: { [found.outcome]: 1 }, cursor: { ...after, fails } })
    if (fails >= mostFails) return cursor
  }
  await write({ counts: {}, cursor: { ...passed, fails: due.length === 0 ? 0 : cursor.fails } })
  return cursor
}

/** Requests a capture, or the list of a page's captures, again; a list turns into requests of its captures. */
async function fetchAgain(fetching: Fetching, { og_id }: StoredArchive, retry: StoredRetry): Promise<void> {
  const { ctx, service, request, signal } = fetching
  const site = await siteContext(ctx, og_id, 0)
  const { url, timestamp, attempts } = retry
  const write = (done: Settled) => writeSettled(fetching, site, { ...done, settled: retry })
  /** Later again, or failed for good. */
  const giveBack = (outcome: CaptureOutcome) =>
    attempts >= retryWaitsMs.length
      ? write({ counts: { [outcome]: 1 } })
      : write({ counts: {}, retries: [retryOf(ctx, retry, attempts + 1)] })
  if (timestamp === '') {
    await sleep(service.pauseMs, undefined, { signal })
    const listed = await listCaptures(ctx, service, url, request, signal)
    if (listed === 'unavailable') return await giveBack('list_failed')
    if (listed === 'unreadable') return await write({ counts: { list_failed: 1 } })
    const { entries, refused } = sortOut(listed, url, site, ctx.now().getTime())
    const due = chooseCaptures(entries, request)
    return await write({ counts: refused, retries: due.map(entry => retryOf(ctx, entry, 0)) })
  }
  const found = await requestCapture(fetching, { url, timestamp }, site)
  if ('version' in found) await write({ counts: {}, read: found })
  else if (found.isTransient) await giveBack(found.outcome)
  else await write({ counts: { [found.outcome]: 1 } })
}

function retryOf(ctx: Ctx, { url, timestamp }: Pick<PastRetry, 'url' | 'timestamp'>, attempts: number): PastRetry {
  const waitMs = attempts === 0 ? 0 : (retryWaitsMs[attempts - 1] ?? 0)
  return { url, timestamp, attempts, next_at: new Date(ctx.now().getTime() + waitMs).toISOString() }
}

async function requestCapture(
  { ctx, service, signal }: Fetching,
  entry: Pick<IndexEntry, 'url' | 'timestamp'>,
  site: SiteContext,
): Promise<ReadCapture | CaptureRefused> {
  await sleep(service.pauseMs, undefined, { signal })
  try {
    const maxBytes = site.settings.max_page_mb * megabyte
    const capture = await fetchCapture(ctx, service, entry, { maxBytes, signal })
    return await readCapture(ctx, { ...capture, record: 0 }, site)
  } catch (error) {
    if (error instanceof CaptureRefused) return error
    throw error
  }
}

function writeSettled(
  { ctx, work }: Fetching,
  site: SiteContext,
  { counts, read, cursor, retries = [], settled }: Settled,
): Promise<void> {
  return work.inStep(ctx, async (ctx, row) => {
    const outcome = read ? (await settleCapture(ctx, row.id, { ...read, record: row.records }, site)).outcome : null
    const all = outcome ? add(counts, outcome) : counts
    const records = row.records + (read ? 1 : 0)
    if (settled) await removeRetry(ctx, settled.id)
    await insertRetries(ctx, row.id, retries)
    await archiveFiles.change(ctx, row.id, { records, counts: sum(row.counts, all), ...(cursor && { cursor }) })
  })
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
