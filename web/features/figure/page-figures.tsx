import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Input, Segmented, Skeleton } from 'antd'
import { Bell, ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type FigureAlert, type FigureSeries, getPageFigures } from '#contract/figure.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { FigureAlerts } from './alert-form.tsx'
import css from './figure.module.css'
import { FigureCurve, SmallCurve } from './figure-curve.tsx'
import { nameOf, useChange } from './figure-words.ts'
import { figureMessages } from './messages.ts'

type Props = { pageId: number; newestVersion: number | null; onChoose: (versionId: number) => void }

/** The figures of a page as curves over its versions; those that changed first. */
export default function PageFigures({ pageId, newestVersion, onChoose }: Props) {
  const t = useT(figureMessages)
  const client = useQueryClient()
  const options = endpointQuery(getPageFigures, { params: { id: pageId } })
  // The newest version is part of the key, so that a new version is read at once.
  const queryKey = [...options.queryKey, newestVersion]
  const { data, isError, error, refetch } = useQuery({ ...options, queryKey, staleTime: 60_000 })
  const [keyword, setKeyword] = useState('')
  const [wish, setWish] = useState<'changed' | 'constant'>()
  if (!data && isError)
    return (
      <Failure isWhole onRetry={() => void refetch()}>
        {t('failed')} {errorText(error)}
      </Failure>
    )
  if (!data)
    return (
      <div role="status" aria-busy aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    )
  const alertsOf = ({ key }: FigureSeries) => data.alerts.filter(alert => alert.key === key)
  const changed = data.items.filter(series => series.changes > 0 || alertsOf(series).length > 0)
  const constant = data.items.filter(series => !changed.includes(series))
  const part = wish ?? (changed.length > 0 ? 'changed' : 'constant')
  const wanted = keyword.trim().toLowerCase()
  const shown = (part === 'changed' ? changed : constant).filter(series =>
    `${series.heading} ${nameOf(series)}`.toLowerCase().includes(wanted),
  )
  return (
    <div className="stack gap-4">
      <p className="small quiet">
        {data.read === 0 && data.unread === 0
          ? t('noVersions')
          : data.read < data.total - data.unread
            ? t('readOf', { count: String(data.read), total: String(data.total) })
            : t('read', { count: data.read })}
        {data.unread > 0 && ` ${t('unread', { count: data.unread })}`}
        {data.partial > 0 && ` ${t('partial', { count: data.partial })}`}
        {data.cut > 0 && ` ${t('cut', { count: data.cut })}`}
      </p>
      {data.items.length === 0 ? (
        data.read > 0 && <p className="faint">{t('none')}</p>
      ) : (
        <>
          <div className="row wrap gap-3">
            <Segmented<'changed' | 'constant'>
              value={part}
              options={[
                { value: 'changed', label: t('changed', { count: String(changed.length) }) },
                { value: 'constant', label: t('constant', { count: String(constant.length) }) },
              ]}
              onChange={setWish}
            />
            <Input.Search
              className={css.search}
              allowClear
              aria-label={t('search')}
              placeholder={t('search')}
              value={keyword}
              onChange={event => setKeyword(event.target.value)}
            />
          </div>
          {shown.length === 0 && <p className="faint">{t('noneFound')}</p>}
          <ul>
            {shown.map(series => (
              <SeriesRow
                key={series.key}
                pageId={pageId}
                series={series}
                alerts={alertsOf(series)}
                onChoose={onChoose}
                onChange={() => client.invalidateQueries({ queryKey: options.queryKey })}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type RowProps = {
  pageId: number
  series: FigureSeries
  alerts: readonly FigureAlert[]
  onChoose: (versionId: number) => void
  onChange: () => Promise<void>
}

function SeriesRow({ pageId, series, alerts, onChoose, onChange }: RowProps) {
  const t = useT(figureMessages)
  const change = useChange()
  const [isOpen, setIsOpen] = useState(false)
  const last = series.points.at(-1)
  const Arrow = isOpen ? ChevronDown : ChevronRight
  const about = [
    series.heading,
    series.changes > 0 && t('changes', { count: series.changes }),
    !series.is_present && t('absent'),
  ]
  return (
    <li className={css.row}>
      <button type="button" className={css.head} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span className="shrink">
          <span className="block ellipsis" title={nameOf(series)}>
            <bdi>{nameOf(series)}</bdi>
            {alerts.length > 0 && <Bell size={14} className={css.bell} aria-label={t('alert')} />}
          </span>
          <span className="block ellipsis small quiet">{about.filter(Boolean).join(' · ')}</span>
        </span>
        <SmallCurve series={series} />
        <span className={css.value}>
          <bdi>{last?.text}</bdi>
        </span>
        <span className={`${css.change} small quiet`}>{change(series)}</span>
        <Arrow size={16} aria-hidden />
      </button>
      {isOpen && (
        <div className={css.body}>
          <FigureCurve series={series} alerts={alerts} onChoose={onChoose} />
          <FigureAlerts pageId={pageId} series={series} alerts={alerts} onChange={onChange} />
        </div>
      )}
    </li>
  )
}
