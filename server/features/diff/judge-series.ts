import { type DigestHunk, hashAddress } from './digest.ts'
import { numberedOf, plainAddress } from './numbered.ts'
import type { RoundDiff } from './round-diff.ts'
import type { HunkWeight } from './score-weight.ts'

/**
 * An added or removed page is reported alone, unless this many pages of its archive were added or removed: then the
 * archive is paginated differently.
 */
const fewestPages = 3

/**
 * Finds the pages of one numbered archive, which all change when an entry is added or removed. Returns the archive of
 * each difference, by its index. A number in an address can also be that of an article; such a page belongs to an
 * archive only if its changes are those of a list.
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
  const indexByAddress = new Map(diffs.map(({ facts }, index) => [plainAddress(facts.url), index]))
  const archiveByIndex = new Map<number, string>()
  for (const [key, { members, first }] of archives) {
    for (const address of first) {
      const index = indexByAddress.get(address)
      if (index !== undefined && !members.includes(index) && isOfList(diffs[index] as RoundDiff, views[index], false))
        members.push(index)
    }
    const isAddedOrRemoved = diffs[members[0] as number]?.facts.change !== 'changed'
    if (members.length >= (isAddedOrRemoved ? fewestPages : 2))
      for (const index of members) archiveByIndex.set(index, `series ${hashAddress(key)}`)
  }
  return archiveByIndex
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
