import { cutUnits } from '#contract/text.ts'
import { extractStored } from '#server/features/page/page.ts'
import { findSite } from '#server/features/site/site.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { mostChars } from './entry-size.ts'
import type { Source, UnreadVersion } from './source-queries.ts'

/** A version of a page as an entry; one that cannot be read is found by its title and address. */
export async function sourceOfVersion(ctx: Ctx, version: UnreadVersion): Promise<Source> {
  const { page_id, id, og_id, is_newest, url, title, fetched_at } = version
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
    text: version.is_lost ? url : `${await textOf(ctx, version)}\n${url}`,
    ogs: [og_id],
    persons: [],
  }
}

async function textOf(ctx: Ctx, version: UnreadVersion): Promise<string> {
  try {
    const { filter } = await findSite(ctx, version.og_id)
    const { blocks } = await extractStored(ctx, version, filter)
    const main = blocks.filter(block => block.part === 'main')
    const shown = main.length > 0 ? main : blocks
    return cutUnits(shown.map(block => block.text).join('\n'), mostChars)
  } catch (error) {
    // The store's own check tells of what it cannot give; it must not hold up the others.
    ctx.log.warn({ err: error, version: version.id }, 'a stored version could not be read for the search')
    return ''
  }
}
