import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Skeleton } from 'antd'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { listRetentions, type Retention, setRetention, tryRetention } from '#contract/erasure.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, refresh, showError } from '#web/platform/query.ts'
import { RowTable } from '#web/ui/table/row-table.tsx'
import css from './erasure.module.css'
import { erasureMessages } from './messages.ts'

type RetentionEntity = Retention['noun']
type TryReply = Reply<typeof tryRetention>

/** Retention periods by kind of data. A period can be tried before it is set. */
export function RetentionTab() {
  const t = useT(erasureMessages)
  const { data } = useQuery(endpointQuery(listRetentions, {}))
  const [days, setDays] = useState<Partial<Record<RetentionEntity, number | null>>>({})
  const [tried, setTried] = useState<Partial<Record<RetentionEntity, TryReply>>>({})
  const [isBusy, setIsBusy] = useState(false)
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  const daysOf = ({ noun, days: set }: Retention) => (noun in days ? (days[noun] ?? null) : set)

  async function tryOne(noun: RetentionEntity, term: number) {
    try {
      const found = await call(tryRetention, { body: { noun, days: term } })
      setTried(before => ({ ...before, [noun]: found }))
    } catch (error) {
      showError(error)
    }
  }
  async function save() {
    setIsBusy(true)
    try {
      const items = (data?.items ?? []).map(item => ({ noun: item.noun, days: daysOf(item) }))
      await call(setRetention, { body: { items } })
      notifySuccess(t('saved'))
      setDays({})
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
    await refresh('retention')
  }
  return (
    <div className="stack gap-5">
      <p>{t('retentionExplain')}</p>
      <RowTable
        rowId={({ noun }) => noun}
        isWide
        rows={data.items}
        columns={[
          { id: 'term', title: t('term'), cell: ({ noun }) => t(`noun_${noun}`) },
          {
            id: 'days',
            title: t('days'),
            cell: item => (
              <InputNumber
                aria-label={`${t('days')}: ${t(`noun_${item.noun}`)}`}
                min={1}
                max={36_500}
                precision={0}
                placeholder={t('forever')}
                value={daysOf(item)}
                onChange={value => {
                  setDays(before => ({ ...before, [item.noun]: value }))
                  setTried(before => ({ ...before, [item.noun]: undefined }))
                }}
              />
            ),
          },
          {
            id: 'trial',
            title: <span className="visually-hidden">{t('tryNow')}</span>,
            cell: item => (
              <Trial
                tried={tried[item.noun]}
                onTry={() => {
                  const term = daysOf(item)
                  if (term !== null) void tryOne(item.noun, term)
                }}
                isPossible={daysOf(item) !== null}
              />
            ),
          },
          { id: 'ran', title: t('lastRun'), cell: ({ ran_at }) => (ran_at ? formatInstant(ran_at) : t('never')) },
          {
            id: 'removed',
            title: t('removed'),
            isNumber: true,
            cell: ({ removed }) => removed.toLocaleString('en-US'),
          },
        ]}
      />
      <div>
        <Button type="primary" loading={isBusy} disabled={Object.keys(days).length === 0} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}

type TrialProps = { tried: TryReply | undefined; onTry: () => void; isPossible: boolean }

function Trial({ tried, onTry, isPossible }: TrialProps) {
  const t = useT(erasureMessages)
  return (
    <div>
      <Button size="small" disabled={!isPossible} onClick={onTry}>
        {t('tryNow')}
      </Button>
      {tried && (
        <>
          <span role="status"> {t('tried', { count: tried.count })}</span>
          <ul className={css.tried}>
            {tried.items.map(({ id, title, at }) => (
              <li key={id}>
                {title} <span className="quiet">{formatInstant(at)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
