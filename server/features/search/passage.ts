// Finds where a text contains the query: the passage with most of it, and the ranges to mark.
import type { QueryTerm } from './cut.ts'
import { type FoldedText, foldWithPlaces, runsOf } from './fold.ts'
import type { QueryPiece } from './query.ts'

type PassageMark = { start: number; end: number }
export type Passage = { text: string; marks: PassageMark[] }
type Spot = PassageMark & { piece: number }

const passageChars = 180
const leadChars = 40
const mostSpots = 500
const shortestShared = 3

/** Words of a folded text that may be forms of a query word, because they have the same beginning. */
export function formsIn(folded: string, terms: readonly QueryTerm[]): string[] {
  const heads = new Set(terms.filter(term => term.kind === 'word').map(term => term.text.slice(0, shortestShared)))
  if (heads.size === 0) return []
  return [...runsOf(folded)]
    .filter(run => run.kind === 'word' && heads.has(run.text.slice(0, shortestShared)))
    .map(run => run.text)
}

/** All positions of the pieces in folded text, in order. */
function spotsIn(folded: string, pieces: readonly QueryPiece[], stem: (word: string) => string): Spot[] {
  const spots: Spot[] = []
  for (const [piece, { text, terms, isPhrase }] of pieces.entries()) {
    const whole = findSpots(folded, text, piece, isPhrase || !terms.some(term => term.kind === 'word'))
    if (whole.length > 0 && (isPhrase || terms[0]?.kind !== 'word')) spots.push(...whole)
    else for (const term of terms) spots.push(...spotsOf(folded, term, piece, stem))
  }
  const sorted = spots.sort((a, b) => a.start - b.start || b.end - a.end)
  return sorted
    .filter(
      (spot, n) => n === 0 || spot.start >= Math.max(...sorted.slice(Math.max(0, n - 5), n).map(each => each.end)),
    )
    .slice(0, mostSpots)
}

function findSpots(folded: string, text: string, piece: number, isSought: boolean): Spot[] {
  const spots: Spot[] = []
  if (!isSought || text === '') return spots
  for (let at = folded.indexOf(text); at >= 0 && spots.length < mostSpots; at = folded.indexOf(text, at + text.length))
    spots.push({ start: at, end: at + text.length, piece })
  return spots
}

function spotsOf(folded: string, term: QueryTerm, piece: number, stem: (word: string) => string): Spot[] {
  if (term.kind !== 'word') return findSpots(folded, term.text, piece, true)
  const wanted = stem(term.text) || term.text
  const head = term.text.slice(0, shortestShared)
  const spots: Spot[] = []
  for (const { kind, text, start } of runsOf(folded))
    if (kind === 'word' && text.startsWith(head) && (stem(text) || text) === wanted && spots.length < mostSpots)
      spots.push({ start, end: start + text.length, piece })
  return spots
}

/** The ranges of the original text that correspond to positions in its folded form. */
function marksOf(at: Int32Array, spots: readonly PassageMark[]): PassageMark[] {
  return spots.map(({ start, end }) => ({ start: at[start]!, end: at[end]! })).filter(({ start, end }) => end > start)
}

/** The first passage with most pieces of the query, and the number of these pieces; null if the text contains none. */
export function passageOf(
  text: string,
  { text: folded, at }: FoldedText,
  pieces: readonly QueryPiece[],
  stem: (word: string) => string,
): { passage: Passage; pieces: number } | null {
  const spots = spotsIn(folded, pieces, stem)
  const best = densest(spots)
  if (!best) return null
  const first = at[best.start]!
  const from = borderBefore(text, first)
  const to = borderAfter(text, Math.max(from + passageChars, at[best.end]!))
  const cut = text.slice(from, to)
  const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
  const marks = marksOf(at, spots)
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => ({ start: start - from + before.length, end: end - from + before.length }))
  return { passage: { text: before + cut.replace(/\s/g, ' ') + after, marks }, pieces: best.pieces }
}

function densest(spots: readonly Spot[]): (PassageMark & { pieces: number }) | undefined {
  let best: (PassageMark & { pieces: number }) | undefined
  for (const [n, { start }] of spots.entries()) {
    const inside = spots.slice(n, n + 20).filter(spot => spot.end - start <= passageChars - leadChars)
    const pieces = new Set(inside.map(spot => spot.piece)).size
    if (!best || pieces > best.pieces) best = { start, end: Math.max(...inside.map(each => each.end), start), pieces }
  }
  return best
}

const isLow = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** Start of the passage: a little before the match, at the beginning of a line or a word if one is close. */
function borderBefore(text: string, at: number): number {
  const from = Math.max(0, at - leadChars)
  const line = text.lastIndexOf('\n', at - 1)
  if (line >= from) return line + 1
  if (from === 0) return 0
  const gap = text.slice(from, at).search(/[\s，。；、]/)
  return gap >= 0 ? from + gap + 1 : isLow(text, from) ? from + 1 : from
}

function borderAfter(text: string, to: number): number {
  if (to >= text.length) return text.length
  const gap = text.slice(to, to + 20).search(/[\s，。；]/)
  const end = gap >= 0 ? to + gap : to
  return isLow(text, end) ? end + 1 : end
}

/** All marks of a title. */
export function marksIn(text: string, pieces: readonly QueryPiece[], stem: (word: string) => string): PassageMark[] {
  const { text: folded, at } = foldWithPlaces(text)
  return marksOf(at, spotsIn(folded, pieces, stem))
}
