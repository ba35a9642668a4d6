import { useQuery } from '@tanstack/react-query'
import { countDiffs } from '#contract/diff.ts'
import { useT } from '#web/platform/i18n.ts'
import { ask } from '#web/platform/query.ts'
import { reviewMessages } from './review-messages.ts'
import css from './waiting-mark.module.css'

/** Often enough for who works elsewhere; the queue itself asks at once after each review. */
const everyMs = 60_000
const most = 999

/** How many differences wait for a person, beside their entry in the menu. */
export default function WaitingMark() {
  const t = useT(reviewMessages)
  const { data } = useQuery({ ...ask(countDiffs, { query: {} }, { isBackground: true }), refetchInterval: everyMs })
  if (!data || data.waiting === 0) return null
  return (
    <span className={css.mark} title={t('waitingMark', { count: data.waiting })}>
      {data.waiting > most ? `${most}+` : data.waiting}
    </span>
  )
}
