import { weighNames } from '#server/features/namesake/namesake.service.ts'
import { extractStored, readStoredPage } from '#server/features/page/page.service.ts'
import { sampleTexts } from '#server/features/shared_text/shared_text.service.ts'
import type { RoundEntry } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isOutage } from '#server/platform/db/outage.ts'
import type { Extract } from '#server/text/extract.ts'
import type { PageSource } from '#server/text/source.ts'
import { inScope, urlKey } from '#server/text/url.ts'
import { backOff, calm, missAnswer } from './back-off.ts'
import { canonicalOf, isCopy, newCanonical } from './canonical.ts'
import type { CrawlTarget, TargetVersion } from './host.queries.ts'
import type { CrawlDelayState, HostFetch, HostWork, Robots } from './host-work.ts'
import { frontierEntries, linksOf } from './links.ts'
import type { CrawlOutcome, PageChange } from './outcome.ts'
import type { SiteContext } from './site-context.ts'
import { isLongFailing, lowQualityReason, removalDiff, takeCapture } from './take-capture.ts'

const mostAttempts = 3
/** A page that failed in the round before as well is tried once: it must not hold its round. */
const attemptsOfFailing = 1
/** The pauses before the two retries of a page: half a minute together. */
const firstRetryMs = 6_000
/** The first pause if the host requests a delay. */
const firstDelayedMs = 30_000
const retryFactor = 4

/** Faults that a retry may fix. */
const passing = new Set([
  'timeout',
  'too_slow',
  'connection',
  'dns',
  'aborted',
  'bad_response',
  'blocked',
  'busy',
  'unreachable',
])
const silent = new Set(['dns', 'connection', 'timeout'])
/** Refusals: the address must not be fetched, and the site has no fault. */
const refusals = new Set([
  'refused_address',
  'refused_port',
  'refused_scope',
  'refused_rule',
  'out_of_scope',
  'robots',
  'trap',
  'bad_url',
  'person',
  'content_type',
])
/** Refusals that apply to a page itself as long as the rules are unchanged. */
const lasting = new Set(['refused_rule', 'out_of_scope', 'robots', 'person'])

/** Decides the outcome of a fetched address: its page, its links, its host. */
export async function settleAddress(
  work: HostWork,
  target: CrawlTarget,
  captured: HostFetch,
  place: { site: SiteContext; robots: Robots; mapped: readonly string[]; clock: CrawlDelayState },
): Promise<CrawlOutcome> {
  const { site, clock } = place
  const { ctx } = work
  const at = ctx.now()
  const plain = {
    target,
    at,
    bytes: captured.bytes,
    retryAt: null,
    reason: null,
    page: null,
    links: [] as RoundEntry[],
    movedTo: movedTo(target, captured, site),
  }
  const finish = (rest: Partial<CrawlOutcome> & Pick<CrawlOutcome, 'state'>): CrawlOutcome => ({
    ...plain,
    ...rest,
    host: { nextAt: new Date(clock.nextAt), backOffMs: clock.backOffMs, fails: clock.fails },
  })
  if (captured.kind === 'same') {
    calm(clock)
    return finish({
      state: 'done',
      page: { type: 'seen', etag: target.etag, lastModified: target.last_modified },
      links: linksOf(work, target, await storedLinks(), place),
    })
  }
  if (captured.kind === 'moved') {
    calm(clock)
    return finish({ state: 'done', links: frontierEntries(work, target, [captured.url], place, target.depth) })
  }
  if (captured.kind === 'fault') return finish(await settleFailure(ctx, target, captured, place))
  const asksForTime = captured.status === 429 || captured.status === 503
  const isPushedBack = captured.isBlocked || asksForTime
  if (isPushedBack) backOff(ctx, clock, captured.retryAfterMs)
  else calm(clock)
  if (captured.effectiveStatus >= 500 || isPushedBack) {
    // A challenge does not go away; a host that answers 429 or 503 is requested again later.
    const attempts = asksForTime ? mostAttempts : attemptsOf(target)
    if (target.attempts < attempts && (asksForTime || !captured.isBlocked))
      return finish({ state: 'waiting', retryAt: retryAt(ctx, target, clock, asksForTime) })
  }
  const here = captured.url
  if (target.page_id === null && here !== target.url && urlKey(here) !== target.url_key)
    // A new address that redirects elsewhere: the page is the target.
    return finish({ state: 'done', links: frontierEntries(work, target, [here], place, target.depth) })
  if (target.version === null && (captured.effectiveStatus >= 400 || !captured.isGood) && target.page_id === null)
    return finish({
      state: 'failed',
      reason: captured.isGood ? `http_${captured.effectiveStatus}` : lowQualityReason(captured),
    })
  const { page, extract } = await takeCapture(
    target,
    captured,
    site,
    await work.dictionary(),
    version => readBefore(ctx, version),
    named => weighNames(ctx, named),
    at,
  )
  const leadsTo = extract?.movedTo
  if (leadsTo && page.type === 'version' && target.page_id === null && inScope(leadsTo, site.hosts))
    // The same without a redirect by the server.
    return finish({ state: 'done', links: frontierEntries(work, target, [leadsTo], place, target.depth) })
  const copied = target.page_id === null ? canonicalOf(extract, target, site) : undefined
  if (
    copied !== undefined &&
    page.type === 'version' &&
    (await isCopy(ctx, target.og_id, copied, page.version.textHash))
  )
    // Another address of a known page.
    return finish({ state: 'done', links: frontierEntries(work, target, [copied], place, target.depth) })
  const canonical =
    plain.movedTo === undefined && captured.isGood ? await newCanonical(ctx, target, extract, site) : undefined
  const read = captured.isGood ? (extract ?? (page.type === 'seen' ? await storedLinks() : null)) : null
  const own = linksOf(work, target, read, place)
  const links =
    canonical === undefined ? own : [...own, ...frontierEntries(work, target, [canonical], place, target.depth)]
  if (extract && page.type === 'version' && page.version.isGood)
    page.version.sharable = sampleTexts(site.sample, target.url_key, extract.blocks)
  const isTrouble = page.type === 'trouble' || (page.type === 'version' && !page.version.isGood)
  return finish({
    state: isTrouble ? 'failed' : 'done',
    reason: isTrouble ? troubleReason(page) : null,
    page: page.type === 'trouble' && target.page_id === null ? null : page,
    links,
    ...(canonical !== undefined && { movedTo: canonical, isIfSameText: true }),
  })

  /** An unchanged page has the links it had: they are known, unless the last round was incomplete. */
  async function storedLinks(): Promise<Extract | null> {
    if (!site.followsAll || target.version === null || target.round === 0) return null
    return await extractStored(ctx, target.version).catch(() => null)
  }
}

/** Redirects by which a server states that an address is no longer used. */
const lastingRedirects = new Set([301, 308])

/** The new address of a known page that redirects for good to another one of the site. */
function movedTo(target: CrawlTarget, captured: HostFetch, site: SiteContext): string | undefined {
  if (captured.kind !== 'same' && !(captured.kind === 'page' && captured.isGood && captured.effectiveStatus < 300))
    return
  const { url, hops } = captured
  const { version } = target
  if (target.round === 0 || version === null || url === target.url || url === version.final_url) return
  if (hops.length === 0 || !hops.every(({ status }) => lastingRedirects.has(status))) return
  return urlKey(url) !== target.url_key && inScope(url, site.hosts) ? url : undefined
}

function troubleReason(page: PageChange): string {
  if (page.type === 'trouble') return page.reason
  return page.type === 'version' ? (page.version.qualityReasons[0] ?? 'blocked') : 'internal'
}

async function settleFailure(
  ctx: Ctx,
  target: CrawlTarget,
  fault: HostFetch & { kind: 'fault' },
  { site, clock }: { site: SiteContext; clock: CrawlDelayState },
): Promise<Partial<CrawlOutcome> & Pick<CrawlOutcome, 'state'>> {
  const { reason } = fault
  if (refusals.has(reason)) {
    // A redirect to a forbidden address states nothing about the page itself.
    const isItself = !fault.isRequested && lasting.has(reason) && target.page_id !== null
    return { state: 'refused', reason, page: isItself ? { type: 'forbidden', reason } : null }
  }
  if (fault.isRequested && silent.has(reason)) missAnswer(ctx, clock)
  else if (fault.isRequested && passing.has(reason)) backOff(ctx, clock, fault.retryAfterMs)
  if (passing.has(reason) && target.attempts < attemptsOf(target))
    return { state: 'waiting', retryAt: retryAt(ctx, target, clock) }
  if (target.page_id === null) return { state: 'failed', reason }
  if (isLongFailing(target, ctx.now()))
    return {
      state: 'done',
      page: {
        type: 'gone',
        reason,
        diff: await removalDiff(target, site, version => readBefore(ctx, version), { url: target.url }),
      },
    }
  return { state: 'failed', reason, page: { type: 'trouble', reason, isGone: false } }
}

function attemptsOf({ failing_since }: CrawlTarget): number {
  return failing_since === null ? mostAttempts : attemptsOfFailing
}

function retryAt(ctx: Ctx, target: CrawlTarget, clock: CrawlDelayState, asksForTime = false): Date {
  const soon = (asksForTime ? firstDelayedMs : firstRetryMs) * retryFactor ** (target.attempts - 1)
  return new Date(Math.max(clock.nextAt, ctx.now().getTime() + soon))
}

/** Null if the store has lost it. */
async function readBefore(ctx: Ctx, version: TargetVersion): Promise<PageSource | null> {
  try {
    return await readStoredPage(ctx, version)
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.warn(
      { err: error, version: version.id },
      'crawl: stored page version unreadable, the new version has no comparison',
    )
    return null
  }
}
