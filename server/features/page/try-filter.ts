import type { Reply } from '#contract/endpoint.ts'
import type { trySiteFilter } from '#contract/site.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Block, extractHtml } from './extract.ts'
import { findFirstVersion, findVersionPage, findVersionsById } from './queries.ts'
import { noFilter, type SiteFilter } from './site-filter.ts'
import { extractStored, readStored } from './stored.ts'

const mostBlocks = 2_000

/** What a filter leaves of a stored version: the page's blocks, each kept or not. */
export async function tryFilter(
  ctx: Ctx,
  ogId: number,
  filter: SiteFilter,
  versionId: number | undefined,
): Promise<Reply<typeof trySiteFilter>> {
  const id = versionId ?? (await findFirstVersion(ctx, ogId))
  const page = id === undefined ? undefined : await findVersionPage(ctx, id)
  if (id === undefined || !page)
    return { version_id: null, url: null, blocks: [], kept_chars: 0, dropped_chars: 0, idle: [] }
  if (page.og.id !== ogId) throw new AppError('not_found')
  const [version] = await findVersionsById(ctx, page, [id])
  if (!version) throw new AppError('not_found')
  const whole = (await extractStored(ctx, version)).blocks
  const kept = (await extractStored(ctx, version, filter)).blocks
  const { html } = await readStored(ctx, version)
  const blocks = marked(whole, kept)
  const chars = (list: { text: string }[]) => list.reduce((sum, { text }) => sum + text.length, 0)
  const keptChars = chars(kept)
  return {
    version_id: id,
    url: page.url,
    blocks: blocks.slice(0, mostBlocks),
    kept_chars: keptChars,
    dropped_chars: Math.max(0, chars(whole) - keptChars),
    idle: html === null ? [] : idleParts(html, version.final_url, filter, whole),
  }
}

/** The whole page in its order; what the filter leaves comes in the same order. */
function marked(whole: readonly Block[], kept: readonly Block[]) {
  let next = 0
  return whole.map(({ text, tag }) => {
    const is = kept[next]?.text === text && kept[next]?.tag === tag
    if (is) next += 1
    return { text, tag, is_kept: is }
  })
}

/** Selectors and patterns that change nothing on this page. */
function idleParts(html: string, url: string, filter: SiteFilter, whole: readonly Block[]): string[] {
  const all = (['include', 'exclude', 'ignore'] as const).flatMap(kind => filter[kind].map(part => ({ kind, part })))
  return all
    .filter(({ kind, part }) => {
      const { blocks } = extractHtml(html, url, { ...noFilter, [kind]: [part] })
      if (kind === 'include') return blocks.length === 0
      return blocks.length === whole.length && blocks.every((block, at) => block.text === whole[at]?.text)
    })
    .map(({ part }) => part)
}
