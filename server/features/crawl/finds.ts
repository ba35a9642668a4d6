import type { PartyEntity } from '#contract/registry.ts'
import type { TextComparison } from '#server/features/diff/diff.service.ts'
import type { Dictionary, DictionaryMatch } from '#server/features/word/word.service.ts'
import type { Extract, PageBlock } from '#server/text/extract.ts'
import type { NewVersion } from './outcome.ts'

type Finds = {
  hits: NewVersion['hits']
  mentions: Pick<NewVersion['mentions'][number], 'noun' | 'id' | 'name' | 'count' | 'isNew'>[]
  /** Names found in each block, to be weighed. */
  named: { texts: string[]; found: DictionaryMatch[][] }
  /** New hits by level 1, 2, 3. */
  freshByLevel: [number, number, number]
}
type Tally = Map<string, { kind: 'word' | PartyEntity; id: number; level: number | null; name: string; count: number }>

/** Finds words and names in the whole text; counts as new only those in the changed text. */
export function findsOf(dictionary: Dictionary, after: Extract, comparison: TextComparison, isAllNew: boolean): Finds {
  const found: DictionaryMatch[][] = []
  const all = tally(dictionary, after.blocks, found)
  const came = isAllNew
    ? all
    : tally(
        dictionary,
        comparison.hunks.flatMap(hunk => hunk.after),
      )
  const went: Tally = isAllNew
    ? new Map()
    : tally(
        dictionary,
        comparison.hunks.flatMap(hunk => hunk.before),
      )
  const fresh = (key: string) => Math.max(0, (came.get(key)?.count ?? 0) - (went.get(key)?.count ?? 0))
  const finds: Finds = {
    hits: [],
    mentions: [],
    named: { texts: after.blocks.map(block => block.text), found },
    freshByLevel: [0, 0, 0],
  }
  for (const [key, { kind, id, level, name, count }] of all) {
    if (kind === 'word') {
      const hit = { id, level: level ?? 1, count, fresh: Math.min(count, fresh(key)) }
      finds.hits.push(hit)
      const place = (hit.level - 1) as 0 | 1 | 2
      finds.freshByLevel[place] += hit.fresh
    } else finds.mentions.push({ noun: kind, id, name, count, isNew: fresh(key) > 0 })
  }
  return finds
}

function tally(dictionary: Dictionary, blocks: readonly PageBlock[], places?: DictionaryMatch[][]): Tally {
  const sums: Tally = new Map()
  for (const { text } of blocks) {
    const found = dictionary.find(text)
    places?.push(found)
    for (const { kind, id, level, start, end } of found) {
      const key = `${kind} ${id}`
      const sum = sums.get(key)
      if (sum) sum.count += 1
      else sums.set(key, { kind, id, level, name: text.slice(start, end), count: 1 })
    }
  }
  return sums
}
