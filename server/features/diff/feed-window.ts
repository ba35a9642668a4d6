import type { Blocks, ComparedBlock } from './compare-block.ts'

/** An entry of a feed in the order of the feed, newest first. */
type Entry = { id: string; at: number | null }

/**
 * Two versions of a feed without the entries that only its length removed or brought back: an entry that follows the last
 * one that both versions have, or is older than all of the other version, is neither removed nor added. Other pages
 * remain as they are.
 */
export function inFeedWindow<Page extends Blocks>(
  before: Page | null,
  after: Page | null,
): [before: Blocks | null, after: Blocks | null] {
  if (!before?.isFeed || !after?.isFeed) return [before, after]
  const [old, now] = [entriesOf(before.blocks), entriesOf(after.blocks)]
  // An emptied feed has lost its entries.
  if (now.length === 0 && !after.isCut) return [before, after]
  const scrolled = pastOf(old, now, true)
  const returned = old.length === 0 && !before.isCut ? new Set<string>() : pastOf(now, old, before.isCut === true)
  return [without(before, scrolled), without(after, returned)]
}

/** Ids of entries that the other version lacks because it ends earlier. */
function pastOf(entries: Entry[], others: Entry[], mayHaveNone: boolean): Set<string> {
  const known = new Set(others.map(({ id }) => id))
  const times = others.flatMap(({ at }) => at ?? [])
  const oldest = times.length === 0 ? Number.NEGATIVE_INFINITY : times.reduce((one, two) => Math.min(one, two))
  const last = entries.findLastIndex(({ id }) => known.has(id))
  const isAllPast = last === -1 && mayHaveNone
  const past = new Set<string>()
  for (const [index, { id, at }] of entries.entries()) {
    if (known.has(id)) continue
    const isAfterLast = isAllPast || (last !== -1 && index > last)
    const isOlder = at !== null && at < oldest
    // A new entry with an old date at the top of the feed is new; a removed one with an old date may have been the oldest.
    if (isAfterLast || (isOlder && mayHaveNone)) past.add(id)
  }
  return past
}

function entriesOf(blocks: readonly ComparedBlock[]): Entry[] {
  const entries = new Map<string, Entry>()
  for (const { entry } of blocks) if (entry && !entries.has(entry.id)) entries.set(entry.id, entry)
  const list = [...entries.values()]
  const dated = list.filter(({ at }) => at !== null)
  const isOldestFirst = dated.length > 1 && dated.every(({ at }, index) => index === 0 || at! >= dated[index - 1]!.at!)
  return isOldestFirst && dated[0]!.at! < dated.at(-1)!.at! ? list.reverse() : list
}

function without(page: Blocks, ids: ReadonlySet<string>): Blocks {
  return ids.size === 0 ? page : { ...page, blocks: page.blocks.filter(({ entry }) => !entry || !ids.has(entry.id)) }
}
