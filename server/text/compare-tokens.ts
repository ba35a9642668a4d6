import { compareSequences } from './compare-sequence.ts'
import { isChinese, tokenize } from './tokens.ts'

export type TokenRun = { op: 'same' | 'added' | 'removed'; text: string }

/**
 * The budget for comparing the tokens of a whole page: the remaining steps and characters, and whether it was exceeded.
 */
export type TokenLimits = { isCoarse: boolean; steps: number; chars: number }
/** About half a second; a completely rewritten page of 300 KB takes a tenth of it. */
export const freshLimits = (isCoarse = false): TokenLimits => ({ isCoarse, steps: 10_000_000, chars: 3_000_000 })
/** Segmenting a Chinese character costs as much as several Latin ones. */
const chineseCost = 4

/** Two texts as runs of equal, added and removed tokens; joined without the removed ones they are `after`. */
export function compareTokens(before: string, after: string, limits: TokenLimits = freshLimits()): TokenRun[] {
  if (before === after) return before === '' ? [] : [{ op: 'same', text: before }]
  limits.chars -= costOf(before) + costOf(after)
  if (limits.chars < 0) {
    limits.isCoarse = true
    return middleRuns(before, after)
  }
  const [start, tail] = commonEnds(before, after)
  const old = tokenize(before.slice(start, before.length - tail))
  const now = tokenize(after.slice(start, after.length - tail))
  const numbers = new Map<string, number>()
  const { regions, isCoarse, steps } = compareSequences(
    numberedTexts(old, numbers),
    numberedTexts(now, numbers),
    limits.steps,
  )
  limits.steps -= steps
  if (isCoarse) limits.isCoarse = true
  const runs: TokenRun[] = []
  const push = (op: TokenRun['op'], text: string) => {
    const last = runs.at(-1)
    if (text === '') return
    if (last?.op === op) last.text += text
    else runs.push({ op, text })
  }
  push('same', after.slice(0, start))
  let at = 0
  for (const [fromStart, fromEnd, toStart, toEnd] of regions) {
    push('same', now.slice(at, toStart).join(''))
    push('removed', old.slice(fromStart, fromEnd).join(''))
    push('added', now.slice(toStart, toEnd).join(''))
    at = toEnd
  }
  push('same', now.slice(at).join(''))
  push('same', after.slice(after.length - tail))
  return runs
}

const border = /[\s，。；：、！？]/
const chineseChar = /\p{Script=Han}/u
const searchWindow = 48

/**
 * Lengths of the common beginning and end that can be skipped without cutting a word, because finding words is
 * expensive.
 */
function commonEnds(before: string, after: string): [start: number, tail: number] {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same += 1
  let start = same
  const first = Math.max(0, same - searchWindow)
  while (start > first && !border.test(before[start - 1] as string)) start -= 1
  // In Chinese text without punctuation, some words before the difference are enough for the segmentation to agree.
  if (start === first && start > 0 && !chineseChar.test(before[start] as string)) start = 0
  same = 0
  const end = shorter - start
  while (same < end && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1
  let tail = same
  const last = Math.max(0, same - searchWindow)
  while (tail > last && !border.test(before[before.length - tail] as string)) tail -= 1
  if (tail === last && tail > 0 && !chineseChar.test(before[before.length - tail] as string)) tail = 0
  return [start, tail]
}

function costOf(text: string): number {
  return text.length * (isChinese(text) ? chineseCost : 1)
}

/** Compares the text between the common beginning and the common end, character by character. */
function middleRuns(before: string, after: string): TokenRun[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  if (isHighHalf(before, start - 1)) start -= 1
  let tail = 0
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  if (isHighHalf(before, before.length - tail - 1)) tail -= 1
  const runs: TokenRun[] = [
    { op: 'same', text: after.slice(0, start) },
    { op: 'removed', text: before.slice(start, before.length - tail) },
    { op: 'added', text: after.slice(start, after.length - tail) },
    { op: 'same', text: after.slice(after.length - tail) },
  ]
  return runs.filter(run => run.text !== '')
}

/** The first half of a surrogate pair, which is never separated from the second. */
function isHighHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code < 0xdc00
}

/** Numbers the texts: equal texts get equal numbers; both sides share `numbers`. */
export function numberedTexts(texts: string[], numbers: Map<string, number>): Int32Array {
  const sequence = new Int32Array(texts.length)
  for (const [index, text] of texts.entries()) {
    let number = numbers.get(text)
    if (number === undefined) {
      number = numbers.size
      numbers.set(text, number)
    }
    sequence[index] = number
  }
  return sequence
}
