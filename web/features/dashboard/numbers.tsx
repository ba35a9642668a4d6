import { Skeleton } from 'antd'
import type { dashboardNumbers } from '#contract/dashboard.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { MergeEntity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink, type SearchInput } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'
import type { PanelQuery } from './panel.tsx'

type Counts = Reply<typeof dashboardNumbers>
type Row = {
  name: 'ogs' | 'sanctionedOgs' | 'persons' | 'focusPersons' | 'eventsComing' | 'eventsPast'
  to: MergeEntity
  search: (counts: Counts) => SearchInput
  count: (counts: Counts) => number
}

const rows: Row[] = [
  // `all` avoids a default view, which would show fewer.
  { name: 'ogs', to: 'og', search: () => ({ view: 'all' }), count: counts => counts.ogs },
  {
    name: 'sanctionedOgs',
    to: 'og',
    search: () => ({ danger_level: '受制裁' }),
    count: counts => counts.sanctioned_ogs,
  },
  { name: 'persons', to: 'person', search: () => ({ is_focus: 'any' }), count: counts => counts.persons },
  { name: 'focusPersons', to: 'person', search: () => ({ is_focus: 'true' }), count: counts => counts.focus_persons },
  {
    name: 'eventsComing',
    to: 'event',
    search: ({ events_coming: { from, to } }) => ({ from, to, sort: 'start_time' }),
    count: counts => counts.events_coming.count,
  },
  {
    name: 'eventsPast',
    to: 'event',
    search: ({ events_past: { from, to } }) => ({ from, to, sort: '-start_time' }),
    count: counts => counts.events_past.count,
  },
]

/** Six numbers, each a link to its list. */
export function Numbers({ query }: { query: PanelQuery<Counts> }) {
  const t = useT(dashboardMessages)
  const locale = useLocale()
  const { data } = query
  if (!data && query.isError)
    return (
      <Failure onRetry={() => void query.refetch()}>
        {t('failedText')} {errorText(query.error)}
      </Failure>
    )
  return (
    <ul className={css.numbers} aria-label={t('numbers')} aria-busy={!data}>
      {rows.map(({ name, to, search, count }) => (
        <li key={name}>
          {data ? (
            <PageLink to={to} search={search(data)} className={css.number}>
              <span className="block small quiet ellipsis" title={t(name)}>
                {t(name)}
              </span>
              <span className={css.figure}>{count(data).toLocaleString(locale)}</span>
            </PageLink>
          ) : (
            <span className={css.number}>
              <span className="block small quiet ellipsis" title={t(name)}>
                {t(name)}
              </span>
              <span className={css.figure}>
                <Skeleton.Node active style={{ width: 56, height: 20 }} />
              </span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
