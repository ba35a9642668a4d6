import type { DiffRow } from '#contract/diff.api.ts'
import type { TextMark } from '#contract/page.api.ts'

export type DiffSide = NonNullable<DiffRow['before']>
export type Op = 'same' | 'added' | 'removed'
/** A stretch of text of one kind: its operation, and the word or name that it belongs to. */
export type TextPiece = { op: Op; text: string; mark: TextMark | null; start: number }

type Stretch = { op: Op; text: string; side: DiffSide; start: number }

/** The text of one side in pieces. Without cuts, all of it has the operation `whole`. */
export function sidePieces(side: DiffSide, whole: Op): TextPiece[] {
  return cutAtMarks(stretchesOf(side, whole))
}

/** Both sides as one text, removals before additions; null if they have too little in common to be read as one. */
export function mergedPieces(before: DiffSide, after: DiffSide): TextPiece[] | null {
  const old = stretchesOf(before, 'removed')
  const now = stretchesOf(after, 'added')
  const kept = sameText(now)
  if (kept !== sameText(old) || kept.length * 3 < Math.max(before.text.length, after.text.length)) return null
  const merged: Stretch[] = []
  const [left, right] = [cursorOf(old), cursorOf(now)]
  for (;;) {
    const [was, is] = [left.first(), right.first()]
    if (was && was.op !== 'same') merged.push(left.take(was.text.length))
    else if (is && (is.op !== 'same' || !was)) merged.push(right.take(is.text.length))
    else if (was && is) {
      // A side has one unchanged stretch where only the other side was cut.
      const length = Math.min(was.text.length, is.text.length)
      left.take(length)
      merged.push(right.take(length))
    } else break
  }
  return cutAtMarks(merged)
}

const sameText = (stretches: readonly Stretch[]) =>
  stretches.flatMap(({ op, text }) => (op === 'same' ? [text] : [])).join('')

/** A cursor over stretches; a page can have a hundred thousand of them. */
function cursorOf(stretches: readonly Stretch[]) {
  let at = 0
  let rest = stretches[0]
  return {
    first: () => rest,
    /** The next characters of the first stretch. */
    take(length: number): Stretch {
      const taken = rest as Stretch
      if (length >= taken.text.length) {
        at += 1
        rest = stretches[at]
        return taken
      }
      rest = { ...taken, text: taken.text.slice(length), start: taken.start + length }
      return { ...taken, text: taken.text.slice(0, length) }
    },
  }
}

function stretchesOf(side: DiffSide, whole: Op): Stretch[] {
  if (side.runs.length === 0) return side.text === '' ? [] : [{ op: whole, text: side.text, side, start: 0 }]
  let start = 0
  return side.runs.map(({ op, text }) => {
    const stretch = { op, text, side, start }
    start += text.length
    return stretch
  })
}

/** Cuts stretches, in order, where words and names begin and end. */
function cutAtMarks(stretches: readonly Stretch[]): TextPiece[] {
  const sorted = new Map<DiffSide, { marks: TextMark[]; from: number }>()
  return stretches.flatMap(stretch => {
    const { side, start, text } = stretch
    const of = sorted.get(side) ?? { marks: side.marks.toSorted((a, b) => a.start - b.start), from: 0 }
    sorted.set(side, of)
    const { marks } = of
    while ((marks[of.from]?.end ?? Infinity) <= start) of.from += 1
    const here: TextMark[] = []
    for (let at = of.from; (marks[at]?.start ?? Infinity) < start + text.length; at += 1)
      here.push(marks[at] as TextMark)
    return piecesOf(
      stretch,
      here.filter(mark => mark.end > start),
    )
  })
}

/** If several marks cover one place, the gravest word wins. */
function piecesOf({ op, text, start }: Stretch, marks: readonly TextMark[]): TextPiece[] {
  const end = start + text.length
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
