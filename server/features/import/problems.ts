import type { Locale } from '#contract/error.ts'
import type { ImportProblem } from '#contract/import.api.ts'
import { cutText } from '#contract/text.ts'
import { valueKey } from '#server/ingest/columns/text-key.ts'
import { likelyWord } from '#server/ingest/columns/vocabulary-column.ts'
import type { RowDraft } from './draft.ts'
import { sentence } from './sentences.ts'

const mostExamples = 3
const mostWords = 100
/** Most distinct words that are counted individually. */
const mostCounted = 2_000
const wordChars = 200

/** A file with more problems is probably of another kind. */
const mostProblems = 200

type WordCounts = Map<string, { word: string; count: number }>
type GatheredProblem = ImportProblem & { byWord: WordCounts }

/** Counts unreadable values, one entry for each column and reason. */
export function gatherProblems(locale: Locale) {
  const all = new Map<string, GatheredProblem>()
  return {
    add({ row, unread, isWrong }: RowDraft) {
      for (const { field, column, value, message, asks } of unread) {
        const key = `${field}\n${message}`
        const known = all.get(key) ?? {
          ...{ field, column, message: message || sentence('values_cut', locale), asks },
          ...{ count: 0, skipped: 0, examples: [], words: [], byWord: new Map() as WordCounts },
        }
        all.set(key, known)
        known.count += 1
        if (isWrong) known.skipped += 1
        if (known.examples.length < mostExamples) known.examples.push({ n: row.n, value })
        if (asks === 'words') countWord(known.byWord, cutText(value.trim(), wordChars))
      }
    },
    problems: (): ImportProblem[] =>
      [...all.values()]
        .sort((a, b) => b.count - a.count)
        .slice(0, mostProblems)
        .map(({ byWord, ...problem }) => ({ ...problem, words: wordsOf(problem.field, byWord) })),
  }
}

/** Words that differ only in case have the same meaning, and are counted in the spelling of the first. */
function countWord(words: WordCounts, word: string): void {
  const known = words.get(valueKey(word))
  if (known) known.count += 1
  else if (words.size < mostCounted) words.set(valueKey(word), { word, count: 1 })
}

const wordsOf = (field: string, words: WordCounts): ImportProblem['words'] =>
  [...words.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, mostWords)
    .map(({ word, count }) => ({ word, count, means: likelyWord(field, word) ?? null }))
