import { extractStored } from '#server/features/page/page.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isOutage } from '#server/platform/db/outage.ts'
import { findNewPages, findRemovedPages, type PageText, saveLikelyMoves } from './likely-moves.queries.ts'

/** Share of the removed text, in characters. */
const leastShare = 0.5
/** Shorter blocks are in menus and on many pages. */
const fewestChars = 20
const fewestTextChars = 200
/** Texts are read from the store: the end of a round must not wait for more of them. */
const mostRead = 120
const candidatesOfPage = 3
const generic = /^(index|default|home|main)\b/i

/**
 * Notes for each page that a round reports as removed the new page that has most of its text: a site that was rebuilt
 * has its texts at other addresses, with edits. Pages are compared if they share their file name or their title.
 */
export async function noteLikelyMoves(ctx: Ctx, ogId: number, round: number): Promise<void> {
  const removed = await findRemovedPages(ctx, ogId, round)
  if (removed.length === 0) return
  const added = await findNewPages(ctx, ogId, round)
  if (added.length === 0) return
  const byName = Map.groupBy(added, ({ url }) => fileNameOf(url))
  const byTitle = Map.groupBy(added, ({ title }) => title ?? '')
  const texts = new Map<number, ReadonlyMap<string, number>>()
  const textOf = async ({ version }: PageText) => {
    const known = texts.get(version.id)
    if (known || texts.size >= mostRead) return known
    const read = await blocksOf(ctx, version)
    texts.set(version.id, read)
    return read
  }
  const moves: { diff: number; to: string }[] = []
  for (const page of removed) {
    const name = fileNameOf(page.url)
    const named = name === '' || generic.test(name) ? [] : (byName.get(name) ?? [])
    const titled = page.title ? (byTitle.get(page.title) ?? []) : []
    let best: { to: string; share: number } | undefined
    for (const other of [...new Set([...named, ...titled])].slice(0, candidatesOfPage)) {
      const [before, after] = [await textOf(page), await textOf(other)]
      const share = before && after ? sharedPart(before, after) : 0
      if (share >= leastShare && share > (best?.share ?? 0)) best = { to: other.url, share }
    }
    if (best) moves.push({ diff: page.diff, to: best.to })
  }
  if (moves.length > 0) await saveLikelyMoves(ctx, ogId, moves)
}

/** The blocks of a text with their number of characters; empty if the store has lost it. */
async function blocksOf(ctx: Ctx, version: PageText['version']): Promise<ReadonlyMap<string, number>> {
  try {
    const { blocks } = await extractStored(ctx, version)
    return new Map(blocks.filter(({ text }) => text.length >= fewestChars).map(({ text }) => [text, text.length]))
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.warn({ err: error, version: version.id }, 'crawl: stored page version unreadable, its new address unknown')
    return new Map()
  }
}

/** The share of the first text that is in the second one; 0 if it is too short to identify a page. */
function sharedPart(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let chars = 0
  let shared = 0
  for (const [text, length] of before) {
    chars += length
    if (after.has(text)) shared += length
  }
  return chars < fewestTextChars ? 0 : shared / chars
}

/** The last part of the path, without an extension: `ch08.html` and `ch08.php` are the same page. */
function fileNameOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  const name = decodeSafely(path.split('/').findLast(part => part !== '') ?? '')
  return name.replace(/\.\w{1,5}$/, '').toLowerCase()
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
