import type { Mark } from '#contract/page.api.ts'

export type Segment = { start: number; text: string; mark: Mark | null }

/**
 * Cuts a text at its marks. Among overlapping marks, words precede names, graver words less grave ones, longer words
 * shorter ones.
 */
export function segmentsOf(text: string, marks: readonly Mark[]): Segment[] {
  const kept: Mark[] = []
  for (const run of overlapping(marks)) {
    const chosen: Mark[] = []
    for (const mark of run.toSorted(byWeight))
      if (chosen.every(other => mark.end <= other.start || mark.start >= other.end)) chosen.push(mark)
    kept.push(...chosen.sort((a, b) => a.start - b.start))
  }
  const segments: Segment[] = []
  let at = 0
  for (const mark of kept) {
    if (mark.start > at) segments.push({ start: at, text: text.slice(at, mark.start), mark: null })
    segments.push({ start: mark.start, text: text.slice(mark.start, mark.end), mark })
    at = mark.end
  }
  if (at < text.length) segments.push({ start: at, text: text.slice(at), mark: null })
  return segments
}

const byWeight = (a: Mark, b: Mark) => (b.level ?? 0) - (a.level ?? 0) || b.end - b.start - (a.end - a.start)

/** Groups of overlapping marks. */
function overlapping(marks: readonly Mark[]): Mark[][] {
  const runs: Mark[][] = []
  let end = -1
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    if (mark.start >= end) runs.push([])
    runs.at(-1)?.push(mark)
    end = Math.max(end, mark.end)
  }
  return runs
}
