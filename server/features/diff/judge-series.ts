import { type DigestHunk, hashAddress } from './digest.ts'
import { numberedOf, plainAddress } from './numbered.ts'
import type { RoundDiff } from './round-diff.ts'
import type { HunkWeight } from './score-weight.ts'

/**
 * An added or removed page is reported alone, unless at least this many pages of its archive were: then the archive was
 * paginated differently.
 */
const fewestWhole = 3

/**
 * Finds pages of one archive, which all change when an entry is added or removed: returns the archive by the index of
 * the difference. A number without a name may belong to an article: then the page must be a list, judged by its
 * changes.
 */
export function findSeries(diffs: RoundDiff[], views: (HunkWeight[] | undefined)[]): Map<number, string> {
  const archives = new Map<string, { members: number[]; first: Set<string> }>()
  for (const [index, { facts }] of diffs.entries()) {
    const numbered = numberedOf(facts.url)
    if (!numbered || !isOfList(diffs[index] as RoundDiff, views[index], numbered.isNamed)) continue
    const key = facts.change === 'changed' ? numbered.key : `${facts.change} ${numbered.key}`
    const archive = archives.get(key) ?? { members: [], first: new Set<string>() }
    archives.set(key, archive)
    archive.members.push(index)
    if (facts.change === 'changed') for (const address of numbered.first) archive.first.add(address)
  }
  const places = new Map(diffs.map(({ facts }, index) => [plainAddress(facts.url), index]))
  const found = new Map<number, string>()
  for (const [key, { members, first }] of archives) {
    for (const address of first) {
      const index = places.get(address)
      if (index !== undefined && !members.includes(index) && isOfList(diffs[index] as RoundDiff, views[index], false))
        members.push(index)
    }
    const isWhole = diffs[members[0] as number]?.facts.change !== 'changed'
    if (members.length >= (isWhole ? fewestWhole : 2))
      for (const index of members) found.set(index, `series ${hashAddress(key)}`)
  }
  return found
}

/** Whether the changes here are list entries: they lead to other pages, or were on another page before. */
function isOfList({ facts }: RoundDiff, view: HunkWeight[] | undefined, isNamed: boolean): boolean {
  if (facts.change !== 'changed') return isNamed
  if (!view) return false
  let listed = 0
  let entries = 0
  let rest = 0
  for (const [at, hunk] of facts.digest.hunks.entries()) {
    if (hunk.isFrame) continue
    const { code, share } = view[at] as HunkWeight
    if (code === 'template_damped') continue
    const size = sizeOf(hunk)
    if (code === 'listing') listed += size * (1 - share)
    if (hunk.to.length + hunk.was.length > 0) entries += size * (code === 'listing' ? share : 1)
    else rest += size * (code === 'listing' ? share : 1)
  }
  return isNamed ? listed + entries > 0 && listed + entries >= rest : listed > 0 && listed > entries + rest
}

function sizeOf(hunk: DigestHunk): number {
  return Math.max(1, hunk.added + hunk.removed)
}
