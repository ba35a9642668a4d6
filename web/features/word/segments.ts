import type { TextMark } from '#contract/page.api.ts'

type WordSegment = { start: number; text: string; mark: TextMark | null }

/**
 * Cuts a text at its marks. Among overlapping marks, words precede names, graver words less grave ones, longer words
 * shorter ones.
 */
export function segmentsOf(text: string, marks: readonly TextMark[]): WordSegment[] {
  const kept: TextMark[] = []
  for (const run of overlapping(marks)) {
    const chosen: TextMark[] = []
    for (const mark of run.toSorted(byWeight))
      if (chosen.every(other => mark.end <= other.start || mark.start >= other.end)) chosen.push(mark)
    kept.push(...chosen.sort((a, b) => a.start - b.start))
  }
  const segments: WordSegment[] = []
  let at = 0
  for (const mark of kept) {
    if (mark.start > at) segments.push({ start: at, text: text.slice(at, mark.start), mark: null })
    segments.push({ start: mark.start, text: text.slice(mark.start, mark.end), mark })
    at = mark.end
  }
  if (at < text.length) segments.push({ start: at, text: text.slice(at), mark: null })
  return segments
}

const byWeight = (a: TextMark, b: TextMark) => (b.level ?? 0) - (a.level ?? 0) || b.end - b.start - (a.end - a.start)

/** Groups of overlapping marks. */
function overlapping(marks: readonly TextMark[]): TextMark[][] {
  const runs: TextMark[][] = []
  let end = -1
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    if (mark.start >= end) runs.push([])
    runs.at(-1)?.push(mark)
    end = Math.max(end, mark.end)
  }
  return runs
}
