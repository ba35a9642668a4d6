import type { DiffRow } from '#contract/diff.ts'
import type { Mark } from '#contract/page.ts'

export type Side = NonNullable<DiffRow['before']>
export type Op = 'same' | 'added' | 'removed'
/** A stretch of text of one kind: what became of it, and the word or name it belongs to. */
export type Piece = { op: Op; text: string; mark: Mark | null; start: number }

type Stretch = { op: Op; text: string; side: Side; start: number }

/** The text of one side, in stretches; all of it is `whole` where nothing was cut. */
export function sidePieces(side: Side, whole: Op): Piece[] {
  return stretchesOf(side, whole).flatMap(piecesOf)
}

/** Both sides as one text, what went before what came; null where they share too little to be read as one. */
export function mergedPieces(before: Side, after: Side): Piece[] | null {
  const old = stretchesOf(before, 'removed')
  const now = stretchesOf(after, 'added')
  const kept = sameText(now)
  if (kept !== sameText(old) || kept.length * 3 < Math.max(before.text.length, after.text.length)) return null
  const merged: Stretch[] = []
  while (old.length > 0 || now.length > 0) {
    const [left, right] = [old[0], now[0]]
    if (left && left.op !== 'same') merged.push(take(old, left.text.length))
    else if (right && (right.op !== 'same' || !left)) merged.push(take(now, right.text.length))
    else if (left && right) {
      // A side joins its unchanged stretches where only the other one was cut.
      const length = Math.min(left.text.length, right.text.length)
      take(old, length)
      merged.push(take(now, length))
    } else break
  }
  return merged.flatMap(piecesOf)
}

const sameText = (stretches: readonly Stretch[]) =>
  stretches.flatMap(({ op, text }) => (op === 'same' ? [text] : [])).join('')

/** Takes so many characters off the first stretch. */
function take(stretches: Stretch[], length: number): Stretch {
  const [first] = stretches as [Stretch]
  const rest = { ...first, text: first.text.slice(length), start: first.start + length }
  stretches.splice(0, 1, ...(rest.text === '' ? [] : [rest]))
  return { ...first, text: first.text.slice(0, length) }
}

function stretchesOf(side: Side, whole: Op): Stretch[] {
  if (side.runs.length === 0) return side.text === '' ? [] : [{ op: whole, text: side.text, side, start: 0 }]
  let start = 0
  return side.runs.map(({ op, text }) => {
    const stretch = { op, text, side, start }
    start += text.length
    return stretch
  })
}

/** Cuts a stretch where words and names begin and end; of several on one place the gravest word counts. */
function piecesOf({ op, text, side, start }: Stretch): Piece[] {
  const end = start + text.length
  const marks = side.marks.filter(mark => mark.start < end && mark.end > start)
  if (marks.length === 0) return text === '' ? [] : [{ op, text, mark: null, start }]
  const cuts = new Set([start, end])
  for (const mark of marks) for (const at of [mark.start, mark.end]) if (at > start && at < end) cuts.add(at)
  const places = [...cuts].toSorted((a, b) => a - b)
  return places.slice(0, -1).map((from, index) => {
    const to = places[index + 1] ?? end
    const here = marks.filter(mark => mark.start <= from && mark.end >= to)
    const mark = here.toSorted((a, b) => (b.level ?? 0) - (a.level ?? 0))[0] ?? null
    return { op, text: text.slice(from - start, to - start), mark, start: from }
  })
}
