import type { Hit } from './scanner.ts'

/** Row of a pattern, start and end, one hit after the other, by start. */
export type Found = number[]
type Rows = { ids: Float64Array; kinds: Uint8Array; isLast: Uint8Array }

const allow = 1

/** The hits by start, then end, each once, without the words that an allow-phrase covers. */
export function toHits(rows: Rows, found: Found): Hit[] {
  const spans: { row: number; start: number; end: number }[] = []
  for (let at = 0; at < found.length; at += 3)
    for (let row = found[at]!; ; row += 1) {
      spans.push({ row, start: found[at + 1]!, end: found[at + 2]! })
      if (rows.isLast[row]) break
    }
  spans.sort((a, b) => a.start - b.start || a.end - b.end || a.row - b.row)
  const phrases = spans.filter(span => rows.kinds[span.row] === allow)
  const hits: Hit[] = []
  let nextPhrase = 0
  // Phrases that begin before or with a word cover it when one of them ends with it or later.
  let coveredTo = 0
  let last = -1
  for (const [at, span] of spans.entries()) {
    for (; nextPhrase < phrases.length && phrases[nextPhrase]!.start <= span.start; nextPhrase += 1)
      coveredTo = Math.max(coveredTo, phrases[nextPhrase]!.end)
    const kind = rows.kinds[span.row]
    const before = spans[last]
    const isAgain = before?.row === span.row && before.start === span.start && before.end === span.end
    last = at
    if (kind === allow || isAgain || (kind === 0 && span.end <= coveredTo)) continue
    hits.push({ id: rows.ids[span.row]!, kind: kind === 0 ? 'word' : 'name', start: span.start, end: span.end })
  }
  return hits
}
