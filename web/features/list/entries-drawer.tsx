import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Input, Segmented, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { entryChanges, type List, type ListEntry, listListEntries, listListVersions } from '#contract/list.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useIsPhone } from '#web/platform/media.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { schemaName } from '#web/ui/entity/property-names.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import { EntryDetails } from './entry-says.tsx'
import { sanctionListMessages } from './messages.ts'

const pageSize = 20
type EntryChangeFilter = 'all' | (typeof entryChanges)[number]

/** Entries of a list in one version, and the changes of each version. */
export default function EntriesDrawer({ list, onClose }: { list: List; onClose: () => void }) {
  const t = useT(sanctionListMessages)
  const [n, setN] = useState(list.version?.n)
  const [change, setChange] = useState<EntryChangeFilter>('all')
  const [keyword, setKeyword] = useState('')
  const [current, setCurrent] = useState(1)
  const params = { id: list.id }
  const columns = useEntryColumns()
  const versions = useQuery(endpointQuery(listListVersions, { params, query: { pageSize: 100 } }))
  const done = (versions.data?.items ?? []).filter(({ state }) => state === 'done')
  const shown = done.find(version => version.n === n) ?? list.version
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listListEntries, {
      params,
      query: { current, pageSize, version: n ?? 1, ...(change !== 'all' && { change }), ...(keyword && { keyword }) },
    }),
    enabled: n !== undefined,
    placeholderData: keepPreviousData,
  })
  const again = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      setCurrent(1)
    }
  }
  const countOf = (which: EntryChangeFilter) => (which === 'all' ? shown?.entries : shown?.[which]) ?? 0
  return (
    <Drawer
      open
      size={960}
      title={t('drawerTitle', { name: list.name })}
      closable={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      {n === undefined && <p className="quiet">{t('noVersion')}</p>}
      {n !== undefined && (
        <div className="row gap-3 below-3">
          <Select
            aria-label={t('version')}
            value={n}
            options={done.map(version => ({
              value: version.n,
              label: t('versionN', { n: String(version.n), at: formatInstant(version.ended_at) }),
            }))}
            onChange={again(setN)}
          />
          <Segmented<EntryChangeFilter>
            aria-label={t('which')}
            value={change}
            options={(['all', ...entryChanges] as const).map(value => ({
              value,
              label: t(`change_${value}`, { count: countOf(value) }),
            }))}
            onChange={again(setChange)}
          />
          <Input.Search allowClear aria-label={t('find')} placeholder={t('find')} onSearch={again(setKeyword)} />
        </div>
      )}
      {error && (
        <Failure isWhole onRetry={() => void refetch()}>
          {errorText(error)}
        </Failure>
      )}
      {n !== undefined && !data && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data && (
        <RowTable
          rows={data.items}
          rowId={({ id }) => id}
          columns={columns}
          pages={{ current, pageSize, total: data.total, onChange: setCurrent }}
          empty={t('noEntries')}
        />
      )}
    </Drawer>
  )
}

function useEntryColumns(): RowColumn<ListEntry>[] {
  const t = useT(sanctionListMessages)
  const locale = useLocale()
  const isPhone = useIsPhone()
  return [
    {
      id: 'caption',
      title: t('name'),
      width: isPhone ? 130 : 320,
      cell: ({ caption, key, schema }) => (
        <div className="break">
          <span className="strong">{caption}</span>
          <div className="small quiet">
            {schemaName(schema, locale)} · <span className="mono">{key}</span>
          </div>
        </div>
      ),
    },
    {
      id: 'says',
      title: t('says'),
      cell: ({ properties }) => <EntryDetails properties={properties} />,
    },
  ]
}
