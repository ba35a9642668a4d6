import type { TextMark } from '#contract/page.api.ts'

type PageSegment = { start: number; text: string; mark: TextMark | null }

/** Cuts a text at its marks. If marks overlap, the one that starts first, or else the longer one, is shown. */
export function segmentsOf(text: string, marks: readonly TextMark[]): PageSegment[] {
  const segments: PageSegment[] = []
  let at = 0
  for (const mark of marks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start < at || mark.end <= mark.start || mark.end > text.length) continue
    if (mark.start > at) segments.push({ start: at, text: text.slice(at, mark.start), mark: null })
    segments.push({ start: mark.start, text: text.slice(mark.start, mark.end), mark })
    at = mark.end
  }
  if (at < text.length) segments.push({ start: at, text: text.slice(at), mark: null })
  return segments
}
