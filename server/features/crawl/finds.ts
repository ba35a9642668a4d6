import type { TextComparison } from '#server/features/diff/diff.service.ts'
import { type Dictionary, type DictionaryMatch, findNewHits, newByLevel } from '#server/features/word/word.service.ts'
import type { Extract } from '#server/text/extract.ts'
import type { NewVersion } from './outcome.ts'

type Finds = {
  hits: NewVersion['hits']
  mentions: Pick<NewVersion['mentions'][number], 'noun' | 'id' | 'name' | 'count' | 'isNew'>[]
  /** Names found in each block, to be weighed. */
  named: { texts: string[]; found: DictionaryMatch[][] }
  /** New hits by level 1, 2, 3. */
  freshByLevel: [number, number, number]
}

/** Finds words and names in the whole text; counts as new only those in the changed text. */
export function findsOf(dictionary: Dictionary, after: Extract, comparison: TextComparison, isAllNew: boolean): Finds {
  const { matches, found } = findNewHits(dictionary, after, comparison, isAllNew)
  const finds: Finds = {
    hits: [],
    mentions: [],
    named: { texts: after.blocks.map(block => block.text), found },
    freshByLevel: newByLevel(matches),
  }
  for (const { kind, id, level, name, count, fresh } of matches)
    if (kind === 'word') finds.hits.push({ id, level: level ?? 1, count, fresh: Math.min(count, fresh) })
    else finds.mentions.push({ noun: kind, id, name, count, isNew: fresh > 0 })
  return finds
}
