import type { NumberChange } from '#contract/diff.api.ts'
import type { TokenRun } from './compare-tokens.ts'
import { type FoundNumber, findNumbers } from './number-find.ts'

/** The end of a sentence, with the quotation marks and the space after it. */
const ends = /[。！？；…؟۔]+[」』”’）)】》"']*\s*|[.!?][”’"')\]]{0,9}\s+|\n+/gu

/** 1 for each position of a text at which a sentence begins, including the start and the end of the text. */
function sentenceStarts(text: string): Uint8Array {
  const starts = new Uint8Array(text.length + 1)
  starts[0] = 1
  starts[text.length] = 1
  for (const match of text.matchAll(ends)) starts[match.index + match[0].length] = 1
  return starts
}

const firstYear = 1900
const lastYear = 2100

/** The change of a number; null if the two are not comparable or are equal. */
function numberChange(was: FoundNumber & { text: string }, is: FoundNumber & { text: string }): NumberChange | null {
  if (was.kind !== is.kind || was.precision !== is.precision || was.currency !== is.currency) return null
  const isScaled = was.scale > 1 || is.scale > 1
  if (was.unit !== is.unit && (was.kind === 'percent' || !(isScaled && isCount(was) && isCount(is)))) return null
  // Expressed in the smaller of the two units: from 9,800万 to 1.2亿 is a growth of 2,200万.
  const small = was.scale <= is.scale ? was : is
  const decimals = decimalsIn(small.scale, was, is)
  const change = round((is.value - was.value) / small.scale, decimals)
  if (change === 0) return null
  const isAmbiguous = was.isAmbiguous || is.isAmbiguous
  const isShare = was.kind === 'number' && was.value !== 0 && !(isYear(was) && isYear(is))
  return {
    before: was.text,
    after: is.text,
    kind: was.precision ?? (was.kind === 'percent' && was.unit === '%' ? 'percent' : 'number'),
    change: isAmbiguous ? null : change,
    unit: small.unit === '%' ? '' : small.unit,
    share: isShare ? (is.value - was.value) / Math.abs(was.value) : null,
  }
}

/** Without a unit, or with one that only multiplies. */
const isCount = ({ scale, unit }: FoundNumber) => scale > 1 || unit === ''

/** A year without 年 looks like any other number; a share of it would be meaningless. */
const isYear = ({ value, decimals, unit, currency, text }: FoundNumber & { text: string }) =>
  value >= firstYear && value <= lastYear && decimals + unit.length + currency.length === 0 && !text.includes(',')

/** Number of decimals of the change: those of the more precise of the two, in units of `scale`. */
function decimalsIn(scale: number, ...numbers: FoundNumber[]): number {
  const each = numbers.map(({ decimals, scale: own }) => decimals - Math.round(Math.log10(own / scale)))
  return Math.min(9, Math.max(0, ...each))
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

type ReadableText = { runs: TokenRun[]; numbers: NumberChange[] }

/** A replacement: `before[p0, p1)` became `after[q0, q1)`. */
type TextReplacement = { p0: number; p1: number; q0: number; q1: number }
/** A span between two positions at which a sentence begins on both sides, with its gaps. */
type Stretch = TextReplacement & { gaps: TextReplacement[] }

/** In longer texts numbers are not searched for, and sentences stay as the tokens left them. */
const mostChars = 200_000
const mostNumbers = 12

/**
 * Runs in a readable form: a number stays whole, and a sentence changed by more than half is shown whole, before then
 * after. Joined without the removed runs they are exactly `after`, without the added ones exactly `before`.
 */
export function readableRuns(before: string, after: string, runs: readonly TokenRun[]): ReadableText {
  if (before.length + after.length > mostChars) return { runs: [...runs], numbers: [] }
  const old = findNumbers(before)
  const now = findNumbers(after)
  const gaps = wholeNumbers(gapsOf(runs), old, now)
  const stretches = stretchesOf(before, after, gaps)
  const numbers: NumberChange[] = []
  const kept: TextReplacement[] = []
  const [oldWords, nowWords] = [withoutNumbers(before, old), withoutNumbers(after, now)]
  for (const stretch of stretches) {
    if (isMostlyNew(oldWords, nowWords, stretch)) kept.push(stretch)
    else {
      kept.push(...stretch.gaps)
      for (const gap of stretch.gaps) numbers.push(...changesIn(before, after, gap, old, now))
    }
  }
  return { runs: runsOf(before, after, kept), numbers: numbers.slice(0, mostNumbers) }
}

function gapsOf(runs: readonly TokenRun[]): TextReplacement[] {
  const gaps: TextReplacement[] = []
  let p = 0
  let q = 0
  for (const { op, text } of runs) {
    if (op === 'same') {
      p += text.length
      q += text.length
      continue
    }
    const last = gaps.at(-1)
    const isOpen = last !== undefined && last.p1 === p && last.q1 === q
    const gap = isOpen ? last : { p0: p, p1: p, q0: q, q1: q }
    if (!isOpen) gaps.push(gap)
    if (op === 'removed') gap.p1 = p += text.length
    else gap.q1 = q += text.length
  }
  return gaps
}

/** Widens gaps until none cuts a number, and joins gaps that then touch. */
function wholeNumbers(
  gaps: readonly TextReplacement[],
  old: readonly FoundNumber[],
  now: readonly FoundNumber[],
): TextReplacement[] {
  const whole: TextReplacement[] = []
  for (let at = 0; at < gaps.length; at += 1) {
    let gap = { ...(gaps[at] as TextReplacement) }
    for (;;) {
      const [was, is] = [overhang(old, gap.p0, gap.p1), overhang(now, gap.q0, gap.q1)]
      // Limited to text that both sides share: it is the same on both up to the next gap.
      const left = Math.min(Math.max(was.left, is.left), gap.p0 - (whole.at(-1)?.p1 ?? 0))
      const right = Math.min(Math.max(was.right, is.right), (gaps[at + 1]?.p0 ?? Number.POSITIVE_INFINITY) - gap.p1)
      gap = { p0: gap.p0 - left, p1: gap.p1 + right, q0: gap.q0 - left, q1: gap.q1 + right }
      const last = whole.at(-1)
      const next = gaps[at + 1]
      if (last?.p1 === gap.p0) {
        gap = { ...gap, p0: last.p0, q0: last.q0 }
        whole.pop()
      } else if (next?.p0 === gap.p1) {
        gap = { ...gap, p1: next.p1, q1: next.q1 }
        at += 1
      } else if (left + right === 0) break
    }
    whole.push(gap)
  }
  return whole
}

/** How far the numbers at both ends of a span extend beyond it. */
function overhang(numbers: readonly FoundNumber[], start: number, end: number): { left: number; right: number } {
  let first = lowerBound(numbers, start)
  const isPoint = start === end
  let left = 0
  let right = 0
  for (; first < numbers.length; first += 1) {
    const each = numbers[first] as FoundNumber
    if (each.start >= end) break
    if (isPoint && each.start >= start) break
    left = Math.max(left, start - each.start)
    right = Math.max(right, each.end - end)
  }
  return { left, right }
}

/** The first number that ends after a position. */
function lowerBound(numbers: readonly FoundNumber[], place: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as FoundNumber).end <= place) low = middle + 1
    else high = middle
  }
  return low
}

/** Groups gaps by their sentences: a border is a position at which a sentence begins on both sides. */
function stretchesOf(before: string, after: string, gaps: readonly TextReplacement[]): Stretch[] {
  const old = sentenceStarts(before)
  const now = sentenceStarts(after)
  const isBorder = (p: number, q: number) => old[p] === 1 && now[q] === 1
  const stretches: Stretch[] = []
  let p = 0
  let q = 0
  for (const gap of [...gaps, { p0: before.length, p1: before.length, q0: after.length, q1: after.length }]) {
    const same = gap.p0 - p
    let first = 0
    while (first <= same && !isBorder(p + first, q + first)) first += 1
    let last = same
    while (last > first && !isBorder(p + last, q + last)) last -= 1
    const open = stretches.at(-1)
    const isCut = first <= same
    if (open && isCut) Object.assign(open, { p1: p + first, q1: q + first })
    if (open && !isCut) open.gaps.push(gap)
    else stretches.push({ ...gap, p0: p + last, q0: q + last, gaps: [gap] })
    p = gap.p1
    q = gap.q1
  }
  // The end of the texts is a border, so the last span is empty.
  stretches.pop()
  return stretches
}

/** The text with spaces instead of its numbers, so that a changed figure does not make a sentence new. */
function withoutNumbers(text: string, numbers: readonly FoundNumber[]): string {
  let words = ''
  let at = 0
  for (const { start, end } of numbers) {
    words += text.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return words + text.slice(at)
}

const letters = /\p{L}+/gu

function lettersOf(text: string): number {
  let count = 0
  for (const [run] of text.matchAll(letters)) count += run.length
  return count
}

/** Whether both sides have different text and share less than half of the letters of the longer one. */
function isMostlyNew(before: string, after: string, { gaps, ...stretch }: Stretch): boolean {
  const removed = gaps.reduce((sum, { p0, p1 }) => sum + lettersOf(before.slice(p0, p1)), 0)
  const added = gaps.reduce((sum, { q0, q1 }) => sum + lettersOf(after.slice(q0, q1)), 0)
  if (removed === 0 || added === 0) return false
  const same = lettersOf(before.slice(stretch.p0, stretch.p1)) - removed
  return same < Math.max(removed, added)
}

/** Numbers that replaced one another, if as many were removed as added. */
function changesIn(
  before: string,
  after: string,
  { p0, p1, q0, q1 }: TextReplacement,
  old: readonly FoundNumber[],
  now: readonly FoundNumber[],
): NumberChange[] {
  const was = numbersWithin(old, before, p0, p1)
  const is = numbersWithin(now, after, q0, q1)
  if (was.length !== is.length) return []
  return was.flatMap((each, at) => numberChange(each, is[at] as (typeof is)[number]) ?? [])
}

function numbersWithin(numbers: readonly FoundNumber[], text: string, start: number, end: number) {
  const found: (FoundNumber & { text: string })[] = []
  for (let at = lowerBound(numbers, start); at < numbers.length; at += 1) {
    const each = numbers[at] as FoundNumber
    if (each.end > end) break
    if (each.start >= start) found.push({ ...each, text: text.slice(each.start, each.end) })
  }
  return found
}

function runsOf(before: string, after: string, gaps: readonly TextReplacement[]): TokenRun[] {
  const runs: TokenRun[] = []
  let q = 0
  const push = (op: TokenRun['op'], text: string) => {
    if (text !== '') runs.push({ op, text })
  }
  for (const { p0, p1, q0, q1 } of gaps) {
    push('same', after.slice(q, q0))
    push('removed', before.slice(p0, p1))
    push('added', after.slice(q0, q1))
    q = q1
  }
  push('same', after.slice(q))
  return runs
}
