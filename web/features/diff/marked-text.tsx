import { memo, useMemo, useState } from 'react'
import type { TextMark } from '#contract/page.api.ts'
import { useCertaintyWord } from '#web/features/mention/mention.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import diff from './diff.module.css'
import { boundedPieces, furtherChars, initialChars } from './long-text.ts'
import { rowMessages } from './row-messages.ts'
import css from './rows.module.css'
import type { TextPiece } from './side-text.ts'

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
  const told = mark ? <MarkedWord mark={mark} text={text} /> : text
  if (op === 'added') return <ins>{told}</ins>
  if (op === 'removed') return <del>{told}</del>
  return <span>{told}</span>
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
