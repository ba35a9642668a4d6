import { memo } from 'react'
import type { Mark } from '#contract/page.ts'
import { useCertaintyWord } from '#web/features/mention/mention.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import diff from './diff.module.css'
import { rowMessages } from './row-messages.ts'
import css from './rows.module.css'
import type { Piece } from './side-text.ts'

/** Text with what came underlined, what went struck, words found and names known marked. */
export const MarkedText = memo(function MarkedText({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(piece => {
    const key = `${piece.op}${piece.start}`
    const text = piece.mark ? <Found mark={piece.mark} text={piece.text} /> : piece.text
    if (piece.op === 'added') return <ins key={key}>{text}</ins>
    if (piece.op === 'removed') return <del key={key}>{text}</del>
    return <span key={key}>{text}</span>
  })
})

function Found({ mark, text }: { mark: Mark; text: string }) {
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
  const what = t(kind === 'og' ? 'ogMark' : 'personMark', { name })
  const title = mark.certainty ? `${word({ certainty: mark.certainty, verdict: null })} · ${what}` : what
  return (
    <PageLink
      to={kind === 'og' ? 'og_detail' : 'person_detail'}
      params={{ id }}
      title={title}
      className={css.name}
      data-certainty={mark.certainty}
    >
      {text}
    </PageLink>
  )
}
