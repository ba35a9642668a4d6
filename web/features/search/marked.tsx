import { Fragment } from 'react'

type HighlightMark = { start: number; end: number }

/** Text with ranges marked; ranges that overlap or lie outside are skipped. */
export function HighlightedText({ text, marks }: { text: string; marks: readonly HighlightMark[] }) {
  let at = 0
  const pieces = [...marks]
    .sort((a, b) => a.start - b.start)
    .flatMap(({ start, end }) => {
      if (start < at || end > text.length || end <= start) return []
      const piece = { before: text.slice(at, start), marked: text.slice(start, end), start }
      at = end
      return [piece]
    })
  return (
    <>
      {pieces.map(({ before, marked, start }) => (
        <Fragment key={start}>
          {before}
          <mark>{marked}</mark>
        </Fragment>
      ))}
      {text.slice(at)}
    </>
  )
}
