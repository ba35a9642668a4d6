import { type Extract, extractStored, hostOf, isTooMany, urlKey } from '#server/features/page/page.ts'
import type { Entry } from '#server/features/site/site.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Captured, refuse } from './fetch-target.ts'
import type { Clock, HostWork } from './host.ts'
import type { Target, TargetVersion } from './host-queries.ts'
import { knownLinks } from './known-links.ts'
import type { Outcome, PageChange } from './outcome.ts'
import type { Robots } from './robots-of-host.ts'
import type { SiteContext } from './site-context.ts'
import { isLongFailing, lowReason, removal, takeCapture } from './take.ts'

const mostAttempts = 3
const firstRetryMs = 30_000
const firstBackOffMs = 5_000
const longestBackOffMs = 600_000

/** Faults that another try may mend. */
const passing = new Set(['timeout', 'too_slow', 'connection', 'dns', 'aborted', 'bad_response', 'blocked', 'busy'])
/** Refusals: the address is not to be fetched, and nothing is wrong with the site. */
const refusals = new Set([
  'refused_address',
  'refused_port',
  'refused_scope',
  'refused_rule',
  'out_of_scope',
  'robots',
  'trap',
  'bad_url',
  'content_type',
  'limit_depth',
])

/** What becomes of an address after its fetch: of its page, its links, its host. */
export async function settle(
  work: HostWork,
  target: Target,
  captured: Captured,
  site: SiteContext,
  robots: Robots,
  clock: Clock,
): Promise<Outcome> {
  const { ctx } = work
  const at = ctx.now()
  const plain = { target, at, bytes: captured.bytes, retryAt: null, reason: null, page: null, links: [] as Entry[] }
  const finish = (rest: Partial<Outcome> & Pick<Outcome, 'state'>): Outcome => ({
    ...plain,
    ...rest,
    host: { nextAt: new Date(clock.nextAt), backOffMs: clock.backOffMs, fails: clock.fails },
  })
  if (captured.kind === 'same') {
    calm(clock)
    return finish({ state: 'done', page: { type: 'seen', etag: target.etag, lastModified: target.last_modified } })
  }
  if (captured.kind === 'fault') return finish(await failed(ctx, target, captured, site, clock))
  const isPushedBack = captured.isBlocked || captured.status === 429 || captured.status === 503
  if (isPushedBack) backOff(ctx, clock, captured.retryAfterMs)
  else calm(clock)
  if (captured.effectiveStatus >= 500 || isPushedBack) {
    if (target.attempts < mostAttempts && !captured.isBlocked)
      return finish({ state: 'waiting', retryAt: retryAt(ctx, target, clock) })
  }
  const here = captured.url
  if (target.page_id === null && here !== target.url && urlKey(here) !== target.url_key)
    // An address never met that leads elsewhere: the page is the one it leads to.
    return finish({ state: 'done', links: entriesOf(work, target, [here], site, robots, target.depth) })
  if (target.version === null && (captured.effectiveStatus >= 400 || !captured.isGood) && target.page_id === null)
    return finish({
      state: 'failed',
      reason: captured.isGood ? `http_${captured.effectiveStatus}` : lowReason(captured),
    })
  const { page, extract } = await takeCapture(target, captured, site, await work.dictionary(), version =>
    readBefore(ctx, version, site),
  )
  const links = await linksOf(work, target, captured.isGood ? extract : null, site, robots)
  const isTrouble = page.type === 'trouble' || (page.type === 'version' && !page.version.isGood)
  return finish({
    state: isTrouble ? 'failed' : 'done',
    reason: isTrouble ? troubleReason(page) : null,
    page: page.type === 'trouble' && target.page_id === null ? null : page,
    links,
  })
}

function troubleReason(page: PageChange): string {
  if (page.type === 'trouble') return page.reason
  return page.type === 'version' ? (page.version.qualityReasons[0] ?? 'blocked') : 'internal'
}

async function failed(
  ctx: Ctx,
  target: Target,
  fault: Extract_<Captured, { kind: 'fault' }>,
  site: SiteContext,
  clock: Clock,
): Promise<Partial<Outcome> & Pick<Outcome, 'state'>> {
  const { reason } = fault
  if (refusals.has(reason)) return { state: 'refused', reason }
  if (passing.has(reason)) backOff(ctx, clock, fault.retryAfterMs)
  if (passing.has(reason) && target.attempts < mostAttempts)
    return { state: 'waiting', retryAt: retryAt(ctx, target, clock) }
  if (target.page_id === null) return { state: 'failed', reason }
  if (isLongFailing(target, ctx.now()))
    return {
      state: 'done',
      page: {
        type: 'gone',
        reason,
        diff: await removal(target, site, version => readBefore(ctx, version, site), { url: target.url }),
      },
    }
  return { state: 'failed', reason, page: { type: 'trouble', reason, isGone: false } }
}
type Extract_<T, U> = T extends U ? T : never

function retryAt(ctx: Ctx, target: Target, clock: Clock): Date {
  const soon = firstRetryMs * 4 ** (target.attempts - 1)
  return new Date(Math.max(clock.nextAt, ctx.now().getTime() + soon))
}

/** A host that fails or asks for time gets it: twice as much each time, or what it asks for, ten minutes at most. */
function backOff(ctx: Ctx, clock: Clock, retryAfterMs: number | null): void {
  clock.fails += 1
  clock.backOffMs = Math.min(longestBackOffMs, Math.max(firstBackOffMs, clock.backOffMs * 2))
  const waitMs = Math.min(longestBackOffMs, Math.max(clock.backOffMs, retryAfterMs ?? 0))
  clock.nextAt = Math.max(clock.nextAt, ctx.now().getTime() + waitMs)
}

function calm(clock: Clock): void {
  clock.fails = 0
  clock.backOffMs = 0
}

function readBefore(ctx: Ctx, version: TargetVersion, site: SiteContext): Promise<Extract> {
  return extractStored(ctx, version, site.hasFilter ? site.filter : undefined)
}

async function linksOf(
  work: HostWork,
  target: Target,
  extract: Extract | null,
  site: SiteContext,
  robots: Robots,
): Promise<Entry[]> {
  if (target.round === 0) return []
  const own = extract && !extract.nofollow ? entriesOf(work, target, extract.links, site, robots, target.depth + 1) : []
  const mapped = target.depth === 0 ? await robots.siteMap(target) : []
  return [...own, ...entriesOf(work, target, mapped, site, robots, 1)]
}

/** Links within the site that are new to this round, refused ones with their reason. */
function entriesOf(
  { ctx }: HostWork,
  target: Target,
  links: readonly string[],
  site: SiteContext,
  robots: Robots,
  depth: number,
): Entry[] {
  const known = knownLinks(target.og_id, target.round)
  const year = ctx.now().getUTCFullYear()
  const entries: Entry[] = []
  for (const url of links) {
    const key = urlKey(url)
    if (key === null || known.keys.has(key)) continue
    const refusal = refuse(url, site, year)
    if (refusal === 'out_of_scope' || refusal === 'bad_url') continue
    known.keys.add(key)
    const host = hostOf(url)
    const reason = refusal ?? refuseLink(url, host)
    entries.push({
      url_key: key,
      url,
      host,
      depth,
      priority: 0,
      state: reason === null ? 'waiting' : 'refused',
      reason,
    })
  }
  return entries

  function refuseLink(url: string, host: string): string | null {
    if (depth > site.settings.max_depth) return 'limit_depth'
    // Another host's robots.txt is read when its turn comes.
    if (host === target.host && !robots.allows(url)) return 'robots'
    return isTooMany(known.patterns, new URL(url)) ? 'trap' : null
  }
}
