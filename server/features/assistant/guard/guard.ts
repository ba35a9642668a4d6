import type { StrikeReason } from '#contract/assistant.api.ts'
import { findNumbers } from '#server/text/number-find.ts'
import { type Anchor, anchorsOf, isHan, piecesOf, quotesOf } from './anchors.ts'
import { hasUnseen, plain, sentencesOf } from './passage.ts'
import { isSameValue } from './values.ts'
import { orders, turns } from './words.ts'

export type { StrikeReason }
/** `value`: the part of the sentence that has no source. */
export type Strike = { reason: StrikeReason; value: string | null }

/** Readable passages (blocks, paragraphs) of one piece of evidence; null if its reader may not read it. */
export type EvidenceText = readonly string[] | null

/** `source`: where a sentence was found: the number of the evidence, and its words. */
export type Verdict = { strike: Strike | null; source: { at: number; passage: string } | null }

const struck = (reason: StrikeReason, value: string | null = null): Verdict => ({
  strike: { reason, value },
  source: null,
})

/**
 * Compares a sentence with the evidence that it names. Its quotations, numbers, dates and names must appear in one
 * sentence of one passage, in the same order, without another number between.
 */
export function judgeSentence(sentence: string, evidence: readonly EvidenceText[]): Verdict {
  if (evidence.length === 0) return struck('no_evidence')
  if (evidence.some(each => each === null)) return struck('not_found')
  if (hasUnseen(sentence)) return struck('hidden_characters')
  const text = plain(sentence)
  const quotes = quotesOf(text)
  if (!quotes) return struck('open_quote')
  const anchors = anchorsOf(text, quotes)
  if (anchors.length === 0) return struck('nothing')
  let nearest: { strike: Strike; found: number } | undefined
  let isOrdered = false
  for (const [at, passages] of evidence.entries())
    for (const passage of (passages ?? []).map(plain)) {
      const isOrder = orders.test(passage)
      for (const window of windowsOf(passage, quotes)) {
        const { strike, found } = compare(anchors, window, text, quotes)
        if (!strike && !isOrder) return { strike: null, source: { at, passage: window.trim() } }
        if (!strike) isOrdered = true
        else if (!isOrder && (!nearest || found > nearest.found)) nearest = { strike, found }
      }
    }
  if (isOrdered) return struck('instruction')
  if (nearest) return { strike: nearest.strike, source: null }
  return struck(quotes.length > 0 ? 'quote' : 'name', anchors[0]?.text ?? null)
}

/** Null: the evidence supports the sentence. */
export const checkSentence = (sentence: string, evidence: readonly EvidenceText[]): Strike | null =>
  judgeSentence(sentence, evidence).strike

/** The sentences of a passage; those that a long quotation covers count as one. */
function windowsOf(passage: string, quotes: readonly { text: string }[]): string[] {
  const sentences = sentencesOf(passage)
  const longest = quotes.map(({ text }) => text).sort((a, b) => b.length - a.length)[0]
  if (longest === undefined) return sentences.map(({ start, end }) => passage.slice(start, end))
  const windows: string[] = []
  for (let at = passage.indexOf(longest); at >= 0; at = passage.indexOf(longest, at + 1)) {
    const covered = sentences.filter(({ start, end }) => start < at + longest.length && end > at)
    windows.push(passage.slice(covered[0]?.start ?? 0, covered.at(-1)?.end ?? passage.length))
  }
  return windows.length > 0 ? windows : sentences.map(({ start, end }) => passage.slice(start, end))
}

/** A source without the speech of others: of its own quotations only those that the sentence quotes from. */
function aroundQuotes(window: string, quotes: readonly { text: string }[]): string {
  if (quotes.length === 0) return window
  const apart = (quotesOf(window) ?? []).filter(each => !quotes.some(({ text }) => each.text.includes(text)))
  return apart.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), window)
}

type Place = { start: number; end: number; isNumber: boolean; isDate: boolean }

/** The first anchor that a window lacks, and how many it has. */
function compare(anchors: readonly Anchor[], window: string, text: string, quotes: readonly { text: string }[]) {
  const numbers = findNumbers(window)
  const places: Place[][] = []
  let found = 0
  const lacks = (reason: StrikeReason, value: string | null) => ({ strike: { reason, value } as Strike, found })
  for (const anchor of anchors) {
    if (anchor.kind === 'number' || anchor.kind === 'date') {
      const same = numbers.filter(number => isSameValue(anchor, number, window))
      if (same.length === 0) return lacks(anchor.kind, anchor.text)
      places.push(same.map(({ start, end, kind }) => ({ start, end, isNumber: true, isDate: kind === 'date' })))
    } else if (anchor.kind === 'word' && isHan(anchor.text)) {
      const pieces = piecesOf(anchor.text, window)
      if (!Array.isArray(pieces)) return lacks('word', pieces.missing)
      for (const piece of pieces) places.push(placesOf(piece, window, false))
    } else {
      const at = placesOf(anchor.text, window, anchor.kind !== 'quote')
      if (at.length === 0) return lacks(anchor.kind, anchor.text)
      places.push(at)
    }
    found += 1
  }
  if (!isInOrder(places, numbers)) return lacks('order', null)
  const around = aroundQuotes(window, quotes)
  for (const turn of Object.values(turns))
    if (turn.test(around) !== turn.test(text))
      return lacks('turned', turn.exec(around)?.[0] ?? turn.exec(text)?.[0] ?? null)
  return { strike: null, found }
}

/** The places of a text; a name or word only as a whole. */
function placesOf(part: string, window: string, isWhole: boolean): Place[] {
  const places: Place[] = []
  for (let at = window.indexOf(part); at >= 0; at = window.indexOf(part, at + 1)) {
    const end = at + part.length
    const isInside =
      /[\p{L}\p{M}\p{N}]/u.test(window[at - 1] ?? '') && !isHan(window[at - 1] ?? '')
        ? true
        : /[\p{L}\p{M}\p{N}]/u.test(window[end] ?? '') && !isHan(window[end] ?? '')
    if (!isWhole || !isInside) places.push({ start: at, end, isNumber: false, isDate: false })
  }
  return places
}

/**
 * Whether the parts appear in the order of the sentence, and no number of the source lies between a part and the number
 * after it: else the number belongs to something else. The only date of a source may be anywhere.
 */
function isInOrder(
  places: readonly Place[][],
  numbers: readonly { start: number; end: number; kind: string }[],
): boolean {
  const isOnlyDate = numbers.filter(({ kind }) => kind === 'date').length === 1
  const fixed = places.filter(all => !(isOnlyDate && all[0]?.isDate))
  let ends = new Set([-1])
  for (const [n, all] of fixed.entries()) {
    const next = new Set<number>()
    for (const { start, end, isNumber, isDate } of all)
      for (const before of ends) {
        if (start < before) continue
        const between = numbers.some(
          number => number.start >= Math.max(before, 0) && number.end <= start && (number.kind === 'date') === isDate,
        )
        if (isNumber && n > 0 && between) continue
        next.add(end)
      }
    if (next.size === 0) return false
    ends = next
  }
  return true
}
