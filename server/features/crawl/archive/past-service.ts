// Requests to a web archive: its index of a page, and the original content of a capture.
import type { CaptureOutcome, PastRequest } from '#contract/page-archive.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readSettings } from '#server/platform/db/system-setting.ts'
import type { FetchOptions } from '#server/platform/fetcher/fetch.ts'
import type { FetchResult } from '#server/platform/fetcher/result.ts'
import { isReadable } from '../fetching/readable.ts'
import { type ArchivedCapture, CaptureRefused } from './capture.ts'
import { type IndexEntry, readIndex, timeOf } from './past-index.ts'

export type PastService = { index: string; replay: string; pauseMs: number; host: string }

/** Null if an administrator has not set both addresses. */
export async function readPastService(ctx: Ctx): Promise<PastService | null> {
  const {
    past_index: index,
    past_replay: replay,
    past_pause_ms: pauseMs,
  } = await readSettings(ctx, ['past_index', 'past_replay', 'past_pause_ms'])
  if (index === '' || replay === '') return null
  return { index, replay, pauseMs, host: URL.parse(replay)?.host ?? '' }
}

/** The service requests a pause of this length. */
export class ServiceBusy extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('the web archive requests a pause')
    this.waitMs = waitMs
  }
}

const megabyte = 1_048_576
const indexBytes = 16 * megabyte
const mostListed = 20_000
const standardWaitMs = 60_000
const longestWaitMs = 3_600_000

/** Faults of the moment: the same request may succeed later. */
const transient: ReadonlySet<string> = new Set(['too_slow', 'timeout', 'dns', 'tls', 'connection', 'aborted'])
const isTransient = (result: FetchResult | undefined) =>
  result !== undefined && (result.ok ? result.status >= 500 || result.isTruncated : transient.has(result.reason))

/** The captures of an address; `unavailable`: the service may return them later, `unreadable`: it returns no list. */
export async function listCaptures(
  ctx: Ctx,
  { index }: PastService,
  url: string,
  { from_year: from, to_year: to }: PastRequest,
  signal: AbortSignal | undefined,
): Promise<IndexEntry[] | 'unavailable' | 'unreadable'> {
  const address = index.includes('{url}') ? index.replaceAll('{url}', () => url) : withQuery(index, url, { from, to })
  const result = await fetchOf(ctx, address, { maxBytes: indexBytes, maxDecodedBytes: indexBytes, signal })
  if (isTransient(result)) return 'unavailable'
  if (!result?.ok) return 'unreadable'
  // A page that was never archived.
  if (result.status === 404) return []
  return (result.status === 200 && readIndex(result.body.toString('utf8'))) || 'unreadable'
}

function withQuery(index: string, url: string, { from, to }: { from?: number | undefined; to?: number | undefined }) {
  const address = new URL(index)
  const query = {
    url,
    output: 'json',
    fl: 'timestamp,original,mimetype,statuscode',
    filter: 'statuscode:200',
    collapse: 'timestamp:6',
    limit: String(mostListed),
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && { to: String(to) }),
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

/** Services answer with the nearest capture if they do not have the one that was requested. */
const sameTimeMs = 86_400_000

/** The content of a capture at its own time. */
export async function fetchCapture(
  ctx: Ctx,
  { replay }: PastService,
  { timestamp, url }: Pick<IndexEntry, 'timestamp' | 'url'>,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal | undefined },
): Promise<Omit<ArchivedCapture, 'record'>> {
  const address = replay.replaceAll('{timestamp}', timestamp).replaceAll('{url}', () => url)
  const { origin } = new URL(address)
  const result = await fetchOf(ctx, address, {
    ...{ maxBytes, maxDecodedBytes: maxBytes, maxRedirects: 3, acceptsType: isReadable, signal },
    // The content comes from the archive alone, not from the site of today.
    mayVisit: to => (to.origin === origin ? null : { reason: 'out_of_scope', detail: to.origin }),
  })
  if (isTransient(result)) throw new CaptureRefused('fetch_failed', { isTransient: true })
  if (!result?.ok) throw new CaptureRefused(refusals[result?.reason ?? ''] ?? 'fetch_failed')
  if (result.status !== 200) throw new CaptureRefused('status')
  const atMs = timeOf(timestamp) as number
  const stated = Date.parse(result.headers['memento-datetime'] ?? '')
  const inAddress = timeOf(/\/(\d{14})/.exec(result.url)?.[1] ?? '')
  const givenMs = Number.isFinite(stated) ? stated : (inAddress ?? atMs)
  if (Math.abs(givenMs - atMs) > sameTimeMs) throw new CaptureRefused('other_time')
  return { url, atMs, headers: result.rawHeaders.filter(([name]) => !privateHeader.test(name)), body: result.body }
}

/** They belong to the archive's answer, not to the page. */
const privateHeader = /^(?:set-cookie|server-timing|x-app-server|x-ts|x-tr|x-rl|x-na|x-page-cache|x-location)$/i
const refusals: Record<string, CaptureOutcome> = {
  too_large: 'too_large',
  content_type: 'not_page',
  bad_encoding: 'bad_encoding',
}

async function fetchOf(ctx: Ctx, address: string, options: FetchOptions): Promise<FetchResult | undefined> {
  const result = await ctx.fetchPage?.(address, options)
  if (result?.ok && (result.status === 429 || result.status === 503)) {
    const seconds = Number(result.headers['retry-after'])
    const waitMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : standardWaitMs
    throw new ServiceBusy(Math.min(longestWaitMs, waitMs))
  }
  return result
}
