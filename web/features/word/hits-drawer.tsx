import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Pagination, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { listWordHits } from '#contract/word.api.ts'
import { TextCoverageLine } from '#web/features/coverage/coverage.tsx'
import { now } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { hitMessages } from './paste-messages.ts'
import css from './word.module.css'
import { LevelMark } from './word-cells.tsx'

const groups = ['day', 'og', 'page', 'word'] as const
type HitGroup = (typeof groups)[number]
type Row = Reply<typeof listWordHits>['items'][number]

const pageSize = 20
const days = 30

/** Hits of the words: day by day, and by organisation and page. */
export default function HitsDrawer({ by: first, onClose }: { by: string; onClose: () => void }) {
  const t = useT(hitMessages)
  const [by, setBy] = useState<HitGroup>(groups.find(group => group === first) ?? 'day')
  const [current, setCurrent] = useState(1)
  const offset = String(-now().getTimezoneOffset())
  const query = by === 'day' ? { by, days, offset, pageSize: days } : { by, current, pageSize }
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(listWordHits, { query }),
    placeholderData: current > 1 ? keepPreviousData : undefined,
  })
  return (
    <Drawer open size={640} title={t('title')} closable={{ 'aria-label': t('close') }} onClose={onClose}>
      <Segmented<HitGroup>
        aria-label={t('by')}
        value={by}
        options={groups.map(value => ({ value, label: t(`by_${value}`) }))}
        onChange={next => {
          setBy(next)
          setCurrent(1)
        }}
      />
      <p className={css.quiet}>{t(by === 'day' ? 'daily' : 'newest')}</p>
      {error && (
        <Failure isWhole onRetry={() => void refetch()} isRetrying={isFetching}>
          {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data && by === 'day' && <Days rows={data.items} />}
      {data && by !== 'day' && <Rows by={by} rows={data.items} />}
      {data && by !== 'day' && data.total > pageSize && (
        <Pagination
          size="small"
          align="end"
          showSizeChanger={false}
          current={current}
          pageSize={pageSize}
          total={data.total}
          onChange={setCurrent}
        />
      )}
    </Drawer>
  )
}

/** The latest day at the right; the bar's darker part is new. */
function Days({ rows }: { rows: readonly Row[] }) {
  const t = useT(hitMessages)
  const most = Math.max(1, ...rows.map(row => row.hits))
  if (rows.every(row => row.hits === 0)) return <NoHits />
  return (
    <ol className={css.days}>
      {rows.toReversed().map(({ name, hits, new_hits: fresh, pages }) => {
        const text = t('dayText', { day: name, hits, fresh, pages })
        return (
          <li key={name} title={text}>
            <span className="visually-hidden">{text}</span>
            <i className={css.bar} style={{ height: `${(hits / most) * 100}%` }}>
              <b className={css.fresh} style={{ height: hits > 0 ? `${(fresh / hits) * 100}%` : 0 }} />
            </i>
            <small aria-hidden>{name.slice(8)}</small>
          </li>
        )
      })}
    </ol>
  )
}

/** With the coverage that "no hits" is based on. */
function NoHits() {
  const t = useT(hitMessages)
  return (
    <p>
      {t('none')} <TextCoverageLine isOfWords />
    </p>
  )
}

function Rows({ by, rows }: { by: HitGroup; rows: readonly Row[] }) {
  const t = useT(hitMessages)
  if (rows.length === 0) return <NoHits />
  return (
    <div className={css.lines}>
      <table className={`${css.hitRows} table`}>
        <thead>
          <tr>
            <th>{t(`of_${by}`)}</th>
            <th>{t('hits')}</th>
            <th>{t('new_hits')}</th>
            <th>{t('pages')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <td title={displayName(row)}>
                <HitName by={by} row={row} />
              </td>
              <td>{row.hits.toLocaleString('en-US')}</td>
              <td>{row.new_hits.toLocaleString('en-US')}</td>
              <td>{row.pages.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HitName({ by, row }: { by: HitGroup; row: Row }) {
  const role = useRole()
  const { id, level } = row
  const name = displayName(row)
  if (id === null) return name
  if (by === 'og')
    return (
      <PageLink to="og_detail" params={{ id }}>
        {name}
      </PageLink>
    )
  if (by === 'page')
    return (
      <PageLink to="admin_page" params={{ id }} search={{ tab: 'text' }}>
        {name}
      </PageLink>
    )
  const link =
    role === 'admin' ? (
      <PageLink to="admin_pages" search={{ word: String(id) }}>
        {name}
      </PageLink>
    ) : (
      name
    )
  return (
    <span className={css.hitWord}>
      {link} <LevelMark level={level ?? 1} />
    </span>
  )
}
