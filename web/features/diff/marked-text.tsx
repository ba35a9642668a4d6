import { memo, useMemo, useState } from 'react'
import type { TextMark } from '#contract/page.api.ts'
import { cutStart, cutUnits } from '#contract/text.ts'
import { useCertaintyWord } from '#web/features/mention/mention.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import diff from './diff.module.css'
import { rowMessages } from './row-messages.ts'
import css from './rows.module.css'
import type { TextPiece } from './side-text.ts'

/** Characters of a text that are laid out at first: a page can have a megabyte in one line. */
export const initialChars = 20_000
/** Further characters per request. */
const furtherChars = 100_000
/** Characters retained at either end of an unchanged stretch in a long text. */
const edge = 200
const charsPerPiece = 10

/** A stretch of unchanged text, shown only as its length. */
export type LeftOut = { start: number; leftOut: number }

/**
 * Returns as many pieces as `most` characters allow, and the number of characters left. Unchanged stretches of long
 * texts are folded until the user requests more, so changes are visible wherever they are.
 */
export function boundedPieces(
  pieces: readonly TextPiece[],
  most: number,
): { shown: (TextPiece | LeftOut)[]; left: number } {
  const total = pieces.reduce((sum, { text }) => sum + text.length, 0)
  const mostPieces = most / charsPerPiece
  if (total <= most && pieces.length <= mostPieces) return { shown: [...pieces], left: 0 }
  const shown: (TextPiece | LeftOut)[] = []
  let room = most
  let left = total
  for (const piece of most === initialChars ? pieces.flatMap(foldLong) : pieces) {
    if (room <= 0 || shown.length >= mostPieces) break
    if ('leftOut' in piece) {
      shown.push(piece)
      left -= piece.leftOut
      continue
    }
    const text = cutUnits(piece.text, room)
    shown.push({ ...piece, text })
    room -= Math.max(text.length, 1)
    left -= text.length
    if (text.length < piece.text.length) break
  }
  return { shown, left }
}

function foldLong(piece: TextPiece): (TextPiece | LeftOut)[] {
  const { op, text, start } = piece
  if (op !== 'same' || text.length <= edge * 4) return [piece]
  const head = cutUnits(text, edge)
  const tail = cutStart(text, edge)
  const from = text.length - tail.length
  return [
    { ...piece, text: head },
    { start: start + head.length, leftOut: from - head.length },
    { ...piece, text: tail, start: start + from },
  ]
}

/**
 * Text with additions underlined, removals struck through, and known words and names marked. A very long text is laid
 * out in steps.
 */
export const MarkedText = memo(function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  const t = useT(rowMessages)
  const [most, setMost] = useState(initialChars)
  const { shown, left } = useMemo(() => boundedPieces(pieces, most), [pieces, most])
  return (
    <>
      {shown.map(piece =>
        'leftOut' in piece ? (
          <span key={`left${piece.start}`} className={css.leftOut} data-left-out>
            {t('leftOut', { count: piece.leftOut })}
          </span>
        ) : (
          <MarkedPiece key={`${piece.op}${piece.start}`} piece={piece} />
        ),
      )}
      {left > 0 && (
        <button type="button" className={diff.link} onClick={() => setMost(most + furtherChars)}>
          {t('showMore', { count: left })}
        </button>
      )}
    </>
  )
})

function MarkedPiece({ piece: { op, text, mark } }: { piece: TextPiece }) {
  const content = mark ? <MarkedWord mark={mark} text={text} /> : text
  if (op === 'added') return <ins>{content}</ins>
  if (op === 'removed') return <del>{content}</del>
  return <span>{content}</span>
}

function MarkedWord({ mark, text }: { mark: TextMark; text: string }) {
  const t = useT(rowMessages)
  const word = useCertaintyWord()
  const { kind, name, id } = mark
  if (kind === 'word')
    return (
      <mark
        className={`${diff.heat} ${css.word}`}
        data-level={mark.level ?? 1}
        title={t('wordMark', { name, level: String(mark.level ?? 1) })}
      >
        {text}
      </mark>
    )
  const what = t(`${kind}Mark`, { name })
  const title = mark.certainty ? `${word({ certainty: mark.certainty, verdict: null })} · ${what}` : what
  return (
    <PageLink to={`${kind}_detail`} params={{ id }} title={title} className={css.name} data-certainty={mark.certainty}>
      {text}
    </PageLink>
  )
}
