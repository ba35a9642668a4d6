import { useQuery } from '@tanstack/react-query'
import { type ClosedCount, listClosed } from '#contract/inbox.api.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import css from './inbox.module.css'
import { inboxMessages } from './messages.ts'

const everyMs = 60_000

/** The number of decisions of the team today, by kind and by user; nothing while it loads or if it fails. */
export function ClosedToday() {
  const t = useT(inboxMessages)
  const offset = -now().getTimezoneOffset()
  const { data } = useQuery({
    ...endpointQuery(listClosed, { query: { offset } }, { isBackground: true }),
    refetchInterval: everyMs,
  })
  if (!data) return null
  const total = sum(data)
  if (total === 0) return <p className={css.closed}>{t('closedNone')}</p>
  const byKind = [...Map.groupBy(data, ({ kind }) => kind)]
  const byUser = [...Map.groupBy(data, ({ user_id }) => user_id).values()].sort((a, b) => sum(b) - sum(a))
  return (
    <p className={css.closed}>
      <b>{t('closed', { count: total })}</b>
      <span>{byKind.map(([kind, rows]) => `${t(kind)} ${sum(rows)}`).join(' · ')}</span>
      <span>{byUser.map(rows => `${rows[0]?.name ?? t('deletedUser')} ${sum(rows)}`).join(' · ')}</span>
    </p>
  )
}

const sum = (rows: readonly ClosedCount[]) => rows.reduce((all, { count }) => all + count, 0)
