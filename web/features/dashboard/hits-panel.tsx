import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { listWordHits } from '#contract/word.api.ts'
import { NoWords } from '#web/features/word/word.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import css from './hits-panel.module.css'
import { dashboardMessages } from './messages.ts'
import { Panel } from './panel.tsx'

type Day = Reply<typeof listWordHits>['items'][number]

const days = 30
/** A chart of one or two days shows less than their rows do. */
const chartedFrom = 3

export function useHits(isEnabled: boolean) {
  const offset = String(-now().getTimezoneOffset())
  const query = { by: 'day', days, offset, pageSize: days } as const
  return useQuery({ ...endpointQuery(listWordHits, { query }), enabled: isEnabled })
}

/** Sensitive words found on each of the last days, for roles that can read the words. */
export function HitsPanel() {
  const t = useT(dashboardMessages)
  const hitsQuery = useHits(true)
  if (hitsQuery.data?.items.every(day => day.hits === 0)) return <NoWords />
  return (
    <Panel
      title={t('wordHits')}
      query={hitsQuery}
      rows={6}
      isWide={hitsQuery.data === undefined || hitsQuery.data.items.filter(day => day.hits > 0).length >= chartedFrom}
      more={
        <PageLink to="admin_words" search={{ hits: 'day' }} aria-label={`${t('all')} · ${t('wordHits')}`}>
          {t('all')}
        </PageLink>
      }
    >
      {({ items }) => <Days items={items} />}
    </Panel>
  )
}

/** A chart, and next to it a table with the same data for keyboards and screen readers. */
function Days({ items }: { items: readonly Day[] }) {
  const t = useT(dashboardMessages)
  const locale = useLocale()
  const found = items.filter(day => day.hits > 0)
  const isChart = found.length >= chartedFrom
  return (
    <div className={isChart ? css.chart : undefined}>
      {isChart && (
        <div className="shrink">
          <Bars items={items} />
          <ul className={css.legend} aria-label={t('legend')}>
            <li>
              <i data-tone="fresh" aria-hidden />
              {t('hitsFresh')}
            </li>
            <li>
              <i aria-hidden />
              {t('hitsOld')}
            </li>
          </ul>
        </div>
      )}
      <div className={css.scroll}>
        <table className={css.table} aria-label={t('wordHits')}>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{t('hits')}</th>
              <th scope="col">{t('hitsFresh')}</th>
              <th scope="col">{t('pages')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ name, hits, new_hits: fresh, pages }) => (
              <tr key={name}>
                <td>
                  <HitsLink>{name}</HitsLink>
                </td>
                <td>{hits.toLocaleString(locale)}</td>
                <td>{fresh.toLocaleString(locale)}</td>
                <td>{pages.toLocaleString(locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** The latest day at the right; the darker part is new. */
function Bars({ items }: { items: readonly Day[] }) {
  const t = useT(dashboardMessages)
  const most = Math.max(1, ...items.map(day => day.hits))
  return (
    <ol className={css.bars} aria-hidden>
      {items.toReversed().map(({ name, hits, new_hits: fresh, pages }) => {
        const bar = (
          <i style={{ height: `${(hits / most) * 100}%` }}>
            <b style={{ height: `${(fresh / hits) * 100}%` }} />
          </i>
        )
        return (
          <li key={name} title={t('dayText', { day: name, hits, fresh, pages })}>
            {hits > 0 && <HitsLink isPicture>{bar}</HitsLink>}
            <small>{name.slice(8)}</small>
          </li>
        )
      })}
    </ol>
  )
}

/**
 * Links to the pages with hits: administrators get the list of pages, other roles the count by page in the list of
 * words.
 */
function HitsLink({ children, isPicture = false }: { children: ReactNode; isPicture?: boolean }) {
  const isAdmin = useRole() === 'admin'
  const tabIndex = isPicture ? -1 : undefined
  return isAdmin ? (
    <PageLink to="admin_pages" search={{ has_hits: 'true' }} tabIndex={tabIndex}>
      {children}
    </PageLink>
  ) : (
    <PageLink to="admin_words" search={{ hits: 'page' }} tabIndex={tabIndex}>
      {children}
    </PageLink>
  )
}
