import type { TextHit } from './hit.ts'

/** Pattern row, start and end of each hit, in the order of starts; the buffer is reused between texts. */
export type MatchSpans = { spans: Int32Array; length: number }
type Rows = { ids: Int32Array | Float64Array; kinds: Uint8Array; isLast: Uint8Array }

const allow = 1

export const makeMatchSpans = (): MatchSpans => ({ spans: new Int32Array(3 << 10), length: 0 })

export function addMatch(found: MatchSpans, row: number, start: number, end: number): void {
  if (found.length === found.spans.length) {
    const more = new Int32Array(found.length * 2)
    more.set(found.spans)
    found.spans = more
  }
  found.spans[found.length] = row
  found.spans[found.length + 1] = start
  found.spans[found.length + 2] = end
  found.length += 3
}

/** The hits by start, then end, without repetition and without words that an allow-phrase covers. */
export function toHits(rows: Rows, found: MatchSpans): TextHit[] {
  const hits: TextHit[] = []
  const { spans } = found
  const phrases: TextHit[] = []
  let isSorted = true
  let last: TextHit | undefined
  for (let at = 0; at < found.length; at += 3)
    for (let row = spans[at]!; ; row += 1) {
      const kind = rows.kinds[row] === 2 ? 'name' : 'word'
      const hit: TextHit = { id: rows.ids[row]!, kind, start: spans[at + 1]!, end: spans[at + 2]! }
      if (rows.kinds[row] === allow) phrases.push(hit)
      else {
        if (last && order(last, hit) >= 0) isSorted = false
        hits.push(hit)
        last = hit
      }
      if (rows.isLast[row]) break
    }
  const settled = isSorted ? hits : unique(hits.sort(order))
  return phrases.length > 0 ? dropCovered(settled, phrases.sort(order)) : settled
}

const order = (a: TextHit, b: TextHit) =>
  a.start - b.start || a.end - b.end || a.id - b.id || (a.kind < b.kind ? -1 : 1)

function unique(hits: TextHit[]): TextHit[] {
  return hits.filter((hit, at) => {
    const before = hits[at - 1]
    return before?.start !== hit.start || before.end !== hit.end || before.id !== hit.id || before.kind !== hit.kind
  })
}

/** Phrases that begin before or with a word cover it when one of them ends with it or later. */
function dropCovered(hits: TextHit[], phrases: TextHit[]): TextHit[] {
  let next = 0
  let coveredTo = 0
  return hits.filter(hit => {
    for (; next < phrases.length && phrases[next]!.start <= hit.start; next += 1)
      coveredTo = Math.max(coveredTo, phrases[next]!.end)
    return hit.kind === 'name' || hit.end > coveredTo
  })
}
