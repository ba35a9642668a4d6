import { useT } from '#web/platform/i18n.ts'
import { screeningMessages } from './messages.ts'
import css from './screening.module.css'

/** The score of 100 with a bar of the same length; unobtrusive, because every hit is likely. */
export function MatchScore({ score }: { score: number }) {
  const t = useT(screeningMessages)
  const shown = Math.round(score * 100)
  return (
    <span className={css.score} title={t('score', { score: String(shown) })}>
      <span className="visually-hidden">{t('score', { score: '' })}</span>
      {shown}
      <span className={css.scoreBar} aria-hidden>
        <span style={{ width: `${shown}%` }} />
      </span>
    </span>
  )
}
