import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink, type SearchInput, useGo } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { Message } from '#web/ui/frame/message.tsx'
import WorldMap from '#web/ui/world-map/world-map.tsx'
import { type MapFilter, mapOptions } from '../event-calls.ts'
import css from './map.module.css'
import { mapMessages } from './map-messages.ts'

/** Events of a filter by country, with dots for those that have a place. */
export default function MapView({ filter }: { filter: MapFilter }) {
  const t = useT(mapMessages)
  const locale = useLocale()
  const go = useGo()
  const query = useQuery({ ...mapOptions(filter), placeholderData: keepPreviousData })
  const { data } = query
  const points = useMemo(() => data?.points.map(({ event_id: id, ...point }) => ({ ...point, id })), [data?.points])
  if (!data || !points)
    return query.isError ? (
      <Message role="alert" title={t('failed')} text={errorText(query.error)}>
        <Button onClick={() => void query.refetch()}>{t('retry')}</Button>
      </Message>
    ) : (
      <div role="status" aria-label={t('loading')} className="pad-5">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    )
  if (points.length === 0 && data.regions.every(({ count }) => count === 0))
    return <Message title={t('none')} text={t('noneText')} />
  const placed = points.reduce((sum, point) => sum + point.count, 0)
  const searchOf = (region: string): SearchInput => ({ ...(filter as SearchInput), region })
  return (
    <section className="stack shrink gap-4 pad-5 panel" aria-busy={query.isPlaceholderData}>
      <p className={css.total}>
        {t('total', { count: data.total.toLocaleString(locale), placed: placed.toLocaleString(locale) })}
        {placed > 0 && <span>{t('help')}</span>}
      </p>
      <WorldMap
        label={t('label')}
        countLabel={t('events')}
        counts={data.regions}
        points={points}
        isRoaming
        isFilling
        link={(region, name) => (
          <PageLink to="event" search={searchOf(region)}>
            {name}
          </PageLink>
        )}
        onOpen={region => go('event', { search: searchOf(region) })}
        onPoint={({ id }) => go('event_detail', { params: { id } })}
      />
    </section>
  )
}
