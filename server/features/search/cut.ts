// Splits text into terms: Chinese into words of the dictionary, and into pairs where the dictionary has none; other
// scripts into words or pairs.
import { cutText } from '#contract/text.ts'
import { lazyRequire } from '#server/platform/process/lazy-require.ts'
import { runsOf, type ScriptRun } from './fold.ts'

/** A term with its position: each Chinese character counts as one, every other word as one. */
export type QueryTerm = { text: string; at: number; kind: ScriptRun['kind'] }

const longestWord = 60
/** The dictionary takes 70 MB, and a second to load with the first Chinese text. */
const jieba = lazyRequire<typeof import('jieba-wasm')>('jieba-wasm')

/** Terms of folded text, in no strict order. */
export function* termsOf(folded: string): Generator<QueryTerm> {
  let at = 1
  for (const run of runsOf(folded)) {
    if (run.kind === 'word') {
      yield { text: cutText(run.text, longestWord), at, kind: 'word' }
      at += 1
      continue
    }
    const letters = [...run.text]
    if (run.kind === 'wide') yield* pairsOf(letters, at, 'wide')
    else yield* hanTerms(run.text, letters, at)
    at += letters.length
  }
}

function* hanTerms(text: string, letters: string[], from: number): Generator<QueryTerm> {
  for (const term of shortTerms.get(text) ?? cutHan(text, letters)) yield { ...term, at: from + term.at }
}

/** Cache of short runs, which recur often: menus, headings, single words among Latin ones. */
const shortTerms = new Map<string, QueryTerm[]>()
const shortLetters = 8
const mostShort = 5_000

/** Positions count from 0. */
function cutHan(text: string, letters: string[]): QueryTerm[] {
  const terms: QueryTerm[] = []
  // Consecutive characters that are part of no dictionary word.
  let alone = { start: 0, end: 0 }
  const addRest = () => {
    for (const pair of pairsOf(letters.slice(alone.start, alone.end), alone.start, 'han')) terms.push(pair)
  }
  for (const { word, start, end } of jieba().tokenize(text, 'search', false)) {
    if (end - start > 1) {
      addRest()
      alone = { start: end, end }
      terms.push({ text: word, at: start, kind: 'han' })
    } else if (start === alone.end && alone.end > alone.start) alone.end = end
    else {
      addRest()
      alone = { start, end }
    }
  }
  addRest()
  if (letters.length <= shortLetters) {
    if (shortTerms.size >= mostShort) shortTerms.clear()
    shortTerms.set(text, terms)
  }
  return terms
}

/** Pairs of adjacent letters; a single letter is its own term. */
function* pairsOf(letters: string[], at: number, kind: ScriptRun['kind']): Generator<QueryTerm> {
  if (letters.length === 1) yield { text: letters[0]!, at, kind }
  for (let n = 1; n < letters.length; n += 1) yield { text: letters[n - 1]! + letters[n]!, at: at + n - 1, kind }
}

/** Fragments of names: pairs and single characters of scripts without spaces, three letters of others. */
export function* fragmentsOf(folded: string): Generator<{ text: string; at: number }> {
  for (const run of runsOf(folded)) {
    const letters = [...run.text]
    const size = run.kind === 'word' ? 3 : 2
    if (run.kind !== 'word') for (const [n, letter] of letters.entries()) yield { text: letter, at: run.start + n + 1 }
    for (let n = 0; n + size <= letters.length; n += 1)
      yield { text: letters.slice(n, n + size).join(''), at: run.start + n + 1 }
  }
}
