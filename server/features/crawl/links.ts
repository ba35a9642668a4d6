import type { RoundEntry } from '#server/features/site/site.service.ts'
import type { Extract } from '#server/text/extract.ts'
import { hostOf, urlKey } from '#server/text/url.ts'
import { refuse } from './fetch-target.ts'
import { isTooMany } from './fetching/trap.ts'
import type { CrawlTarget } from './host.queries.ts'
import type { HostWork, Robots } from './host-work.ts'
import { knownLinks } from './known-links.ts'
import type { SiteContext } from './site-context.ts'

type LinkContext = { site: SiteContext; robots: Robots; mapped: readonly string[] }

/** Links of a page and addresses of site maps; a page fetched alone has none. Entries of a feed are near the entrance. */
export function linksOf(
  work: HostWork,
  target: CrawlTarget,
  extract: Extract | null,
  place: LinkContext,
): RoundEntry[] {
  if (target.round === 0) return []
  const depth = extract?.isFeed ? 1 : target.depth + 1
  const own = extract && !extract.nofollow ? frontierEntries(work, target, extract.links, place, depth) : []
  return [...own, ...frontierEntries(work, target, place.mapped, place, 1)]
}

/** Links within the site that are new to this round; refused ones have their reason. */
export function frontierEntries(
  { ctx }: HostWork,
  target: CrawlTarget,
  links: readonly string[],
  { site, robots }: Pick<LinkContext, 'site' | 'robots'>,
  depth: number,
): RoundEntry[] {
  if (target.round === 0) return []
  const known = knownLinks(ctx, target.og_id, target.round)
  const year = ctx.now().getUTCFullYear()
  const entries: RoundEntry[] = []
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
    // Another host's robots.txt is read when its own addresses are due.
    if (host === target.host && robots.refuse(url) === 'robots') return 'robots'
    return isTooMany(known.patterns, new URL(url)) ? 'trap' : null
  }
}
