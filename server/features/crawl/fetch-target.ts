import type { FetchFault } from '#server/platform/fetcher/result.ts'
import { hostOf, inScope, urlKey } from '#server/text/url.ts'
import { capture } from './fetching/fetch.ts'
import { trapOf } from './fetching/trap.ts'
import type { CrawlTarget } from './host.queries.ts'
import type { HostFetch, HostWork, Robots } from './host-work.ts'
import type { SiteContext } from './site-context.ts'
import { pause } from './timing.ts'

export type { FetchDeps, HostFetch } from './host-work.ts'

const megabyte = 1_048_576
/** Longest pause between the hops of a redirect: a longer one would outlast the fetch. */
const longestHopMs = 5_000

/** Fetches one address within the site’s rules; rules, robots.txt and scope are checked again on every hop. */
export async function fetchTarget(
  { ctx, deps, signal }: HostWork,
  target: CrawlTarget,
  site: SiteContext,
  robots: Robots,
): Promise<HostFetch> {
  const year = ctx.now().getUTCFullYear()
  const refusal = refuseTarget(target, site, year) ?? robots.refuse(target.url)
  if (refusal !== null)
    return { kind: 'fault', reason: refusal, detail: '', retryAfterMs: null, bytes: 0, isRequested: false }
  // A page that was gone must be fetched in full: a 304 would not show that it is back.
  const version = target.page_status === 'gone' ? null : target.version
  let hops = 0
  let movedTo: string | undefined
  const mayVisit = async (url: URL): Promise<FetchFault | null> => {
    const reason = refuse(url, site, year) ?? (robots.refuse(url.href) === null ? null : 'robots')
    if (reason !== null) return { reason, detail: url.href }
    hops += 1
    if (hops === 1) return null
    if (hostOf(url.href) === target.host) await pause(Math.min(longestHopMs, robots.delayMs(site)), signal)
    else if (target.page_id === null) {
      // Another host has its own crawl-delay state and robots.txt, so its address is queued instead.
      movedTo = url.href
      return { reason: 'aborted', detail: url.href }
    }
    return null
  }
  const captured = await capture(
    {
      url: target.url,
      ...(version && { finalUrl: version.final_url, hash: version.hash }),
      etag: version && target.etag,
      lastModified: version && target.last_modified,
    },
    {
      charset: site.settings.charset,
      isRendered: site.settings.is_rendered,
      ...(site.settings.asset_mb > 0 && { picture: { mayLoad: url => refuseFile(url, site, robots) } }),
      maxBytes: site.settings.max_page_mb * megabyte,
      mayVisit,
    },
    { ...deps, signal },
  )
  if (movedTo !== undefined) return { kind: 'moved', url: movedTo, bytes: captured.bytes, isRequested: true }
  return { ...captured, isRequested: true }
}

/** The scope of the site does not apply to the files of a page; forbidden rules and robots.txt do. */
function refuseFile(url: URL, site: SiteContext, robots: Robots): FetchFault | null {
  if (site.rules.match(url) !== null) return { reason: 'refused_rule', detail: url.href }
  return robots.refuse(url.href) === 'robots' ? { reason: 'robots', detail: url.href } : null
}

/** Reason why an address must not be fetched for this site, checked before any request; null if it may be fetched. */
export function refuse(address: string | URL, site: SiteContext, year: number): Refusal | null {
  const url = typeof address === 'string' ? URL.parse(address) : address
  if (!url || urlKey(url.href) === null) return 'bad_url'
  if (!inScope(url, site.hosts)) return 'out_of_scope'
  if (site.rules.match(url) !== null) return 'refused_rule'
  return trapOf(url, year) === null ? null : 'trap'
}

/** As `refuse`, and also refuses a page that a user has stopped. */
export function refuseTarget(target: CrawlTarget, site: SiteContext, year: number): Refusal | 'person' | null {
  const isStopped = target.page_status === 'forbidden' && (target.status_reason ?? 'person') === 'person'
  return isStopped ? 'person' : refuse(target.url, site, year)
}

type Refusal = 'bad_url' | 'out_of_scope' | 'refused_rule' | 'trap'
