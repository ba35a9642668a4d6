// Pages that answer with 200 and name another address as their canonical one. The name alone proves nothing: a common error
// is to name the home page on every page. Only an equal text makes two addresses one page.
import { extractStored } from '#server/features/page/page.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Extract } from '#server/text/extract.ts'
import { inScope, urlKey } from '#server/text/url.ts'
import { findTextAt } from './canonical.queries.ts'
import type { CrawlTarget } from './host.queries.ts'
import type { SiteContext } from './site-context.ts'

const longest = 2_000

/** Another address of the site that a page names as its canonical one, unless rules forbid it. */
export function canonicalOf(
  extract: Pick<Extract, 'canonical'> | null,
  { url_key }: Pick<CrawlTarget, 'url_key'>,
  site: Pick<SiteContext, 'hosts' | 'rules'>,
): string | undefined {
  const to = extract?.canonical
  if (!to || to.length > longest || !/^https?:/i.test(to)) return
  const key = urlKey(to)
  if (key === null || key === url_key || !inScope(to, site.hosts)) return
  return site.rules.match(new URL(to)) === null ? to.replace(/#.*$/, '') : undefined
}

/** The canonical address that a known page names since this visit and did not name in its newest version. */
export async function newCanonical(
  ctx: Ctx,
  target: CrawlTarget,
  extract: Extract | null,
  site: SiteContext,
): Promise<string | undefined> {
  const { version, round } = target
  const to = canonicalOf(extract, target, site)
  if (to === undefined || version === null || round === 0) return
  const before = await extractStored(ctx, version).catch(() => null)
  const was = before && canonicalOf(before, target, site)
  return before && (was === undefined || urlKey(was ?? '') !== urlKey(to)) ? to : undefined
}

/** Whether a new address has the text of the known page that it names as its canonical one. */
export async function isCopy(ctx: Ctx, ogId: number, canonical: string, textHash: string): Promise<boolean> {
  const key = urlKey(canonical)
  return key !== null && (await findTextAt(ctx, ogId, key)) === textHash
}
