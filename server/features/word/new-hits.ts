import type { PartyEntity } from '#contract/registry.ts'
import { copyText } from '#server/text/units.ts'
import type { Dictionary, DictionaryMatch } from './dictionary.ts'

type Blocks = readonly { text: string }[]
type Finder = Pick<Dictionary, 'find'>
type Match = { kind: 'word' | PartyEntity; id: number; level: number | null; name: string; count: number }
type Comparison = { hunks: readonly { before: Blocks; after: Blocks }[] }
/** `fresh`: occurrences in the added text beyond those in the removed text. */
export type NewMatch = Match & { fresh: number }

/** Finds words and names in a whole text, `found` by block; only those in its changed text count as new. */
export function findNewHits(
  dictionary: Finder,
  after: { blocks: Blocks },
  { hunks }: Comparison,
  isAllNew: boolean,
): { matches: NewMatch[]; found: DictionaryMatch[][] } {
  const found: DictionaryMatch[][] = []
  const all = tally(dictionary, after.blocks, found)
  const came = isAllNew
    ? all
    : tally(
        dictionary,
        hunks.flatMap(hunk => hunk.after),
      )
  const went = isAllNew
    ? new Map<string, Match>()
    : tally(
        dictionary,
        hunks.flatMap(hunk => hunk.before),
      )
  const fresh = (key: string) => Math.max(0, (came.get(key)?.count ?? 0) - (went.get(key)?.count ?? 0))
  return { matches: [...all].map(([key, match]) => ({ ...match, fresh: fresh(key) })), found }
}

/** New hits of words by level 1, 2, 3. */
export function newByLevel(matches: readonly NewMatch[]): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  for (const { kind, level, count, fresh } of matches)
    if (kind === 'word') sums[((level ?? 1) - 1) as 0 | 1 | 2] += Math.min(count, fresh)
  return sums
}

function tally(dictionary: Finder, blocks: Blocks, places?: DictionaryMatch[][]): Map<string, Match> {
  const sums = new Map<string, Match>()
  for (const { text } of blocks) {
    const found = dictionary.find(text)
    places?.push(found)
    for (const { kind, id, level, start, end } of found) {
      const key = `${kind} ${id}`
      const sum = sums.get(key)
      if (sum) sum.count += 1
      else sums.set(key, { kind, id, level, name: copyText(text.slice(start, end)), count: 1 })
    }
  }
  return sums
}
