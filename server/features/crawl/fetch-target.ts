import { type Capture, type CaptureDeps, capture, inScope, trapOf, urlKey } from '#server/features/page/page.ts'
import type { HostWork } from './host.ts'
import type { Target } from './host-queries.ts'
import type { Robots } from './robots-of-host.ts'
import type { SiteContext } from './site-context.ts'

/** What the collector needs to fetch: the guarded fetcher, the browser if there is one. */
export type Deps = CaptureDeps

/** A fetch, and whether the host was asked for it. */
export type Captured = Capture & { wasAsked: boolean }

const megabyte = 1_048_576

/** Fetches one address within the site’s rules; rules, robots and scope are asked again on every hop. */
export async function fetchTarget(
  { ctx, deps, signal }: HostWork,
  target: Target,
  site: SiteContext,
  robots: Robots,
): Promise<Captured> {
  const year = ctx.now().getUTCFullYear()
  const refusal = refuse(target.url, site, year) ?? (robots.allows(target.url) ? null : 'robots')
  if (refusal !== null)
    return { kind: 'fault', reason: refusal, detail: '', retryAfterMs: null, bytes: 0, wasAsked: false }
  const { version } = target
  const captured = await capture(
    {
      url: target.url,
      ...(version && { finalUrl: version.final_url }),
      etag: version && target.etag,
      lastModified: version && target.last_modified,
    },
    {
      charset: site.settings.charset,
      isRendered: site.settings.is_rendered,
      maxBytes: site.settings.max_page_mb * megabyte,
      mayVisit: url => {
        const reason = refuse(url, site, year) ?? (robots.allows(url.href) ? null : 'robots')
        return reason === null ? null : { reason, detail: url.href }
      },
    },
    { ...deps, signal },
  )
  return { ...captured, wasAsked: true }
}

/** Why an address is not to be fetched for this site, before anybody is asked. */
export function refuse(address: string | URL, site: SiteContext, year: number): Refusal | null {
  const url = typeof address === 'string' ? URL.parse(address) : address
  if (!url || urlKey(url.href) === null) return 'bad_url'
  if (!inScope(url, site.hosts)) return 'out_of_scope'
  if (site.rules.match(url) !== null) return 'refused_rule'
  return trapOf(url, year) === null ? null : 'trap'
}

type Refusal = 'bad_url' | 'out_of_scope' | 'refused_rule' | 'trap'
