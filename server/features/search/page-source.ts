import { cutUnits } from '#contract/text.ts'
import { openStored } from '#server/features/page/page.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Extract } from '#server/text/extract.ts'
import { mostChars } from './entry-size.ts'
import type { IndexSource, UnreadVersion } from './source.queries.ts'

/**
 * Versions of pages as entries, each read on demand; a version that cannot be read is indexed by its title and address.
 * Storage locations and sites are looked up once for all.
 */
export async function openSources(
  ctx: Ctx,
  versions: readonly UnreadVersion[],
): Promise<(version: UnreadVersion) => Promise<IndexSource>> {
  const kept = versions.filter(version => !version.is_lost)
  const extract = await openStored(ctx, kept)
  const sites = new Map<number, Awaited<ReturnType<typeof findSite>>>()
  for (const { og_id } of kept) if (!sites.has(og_id)) sites.set(og_id, await findSite(ctx, og_id))
  return async version => {
    const { page_id, id, og_id, is_newest, url, title, fetched_at, is_lost } = version
    return {
      record_id: page_id,
      part: id,
      og_id,
      is_newest,
      weight: 0,
      region: null,
      at: fetched_at,
      names: [title ?? url],
      subtitle: url,
      text: is_lost ? url : `${await textOf(ctx, version, () => extract(version, sites.get(og_id)?.filter))}\n${url}`,
      ogs: [og_id],
      persons: [],
    }
  }
}

async function textOf(ctx: Ctx, { id }: UnreadVersion, extract: () => Promise<Extract>): Promise<string> {
  try {
    const { blocks } = await extract()
    const main = blocks.filter(block => block.part === 'main')
    const shown = main.length > 0 ? main : blocks
    return cutUnits(shown.map(block => block.text).join('\n'), mostChars)
  } catch (error) {
    // The store's own check reports lost content; it must not block the other versions.
    ctx.log.warn({ err: error, version: id }, 'search: stored page version unreadable, not indexed')
    return ''
  }
}
