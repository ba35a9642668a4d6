import { compareSequences } from './compare-sequence.ts'
import { tokenize } from './tokens.ts'

export type TokenRun = { op: 'same' | 'added' | 'removed'; text: string }

/** Steps that a whole comparison may take among tokens; what is left of them, and whether they were enough. */
export type TokenLimits = { isCoarse: boolean; steps: number }
export const tokenSteps = 10_000_000

/** Two texts as runs of equal, added and removed tokens; joined without the removed ones they are `after`. */
export function compareTokens(
  before: string,
  after: string,
  limits: TokenLimits = { isCoarse: false, steps: tokenSteps },
): TokenRun[] {
  if (before === after) return before === '' ? [] : [{ op: 'same', text: before }]
  const old = tokenize(before)
  const now = tokenize(after)
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
  let at = 0
  for (const [fromStart, fromEnd, toStart, toEnd] of regions) {
    push('same', now.slice(at, toStart).join(''))
    push('removed', old.slice(fromStart, fromEnd).join(''))
    push('added', now.slice(toStart, toEnd).join(''))
    at = toEnd
  }
  push('same', now.slice(at).join(''))
  return runs
}

/** Texts as numbers, equal where the texts are; `numbers` is shared by both sides. */
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
