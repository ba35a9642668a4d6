import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { type List, type ListVersion, listListSetAside, type QuarantinedListEntry } from '#contract/list.api.ts'
import { LoadCoverageLine, ScreeningCoverageLine } from '#web/features/coverage/coverage.tsx'
import { useT } from '#web/platform/i18n.ts'
import { useIsPhone } from '#web/platform/media.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import { sanctionListMessages } from './messages.ts'

const pageSize = 20

/** Entries of a load that were quarantined or shortened: which ones, their place in the file, and the reason. */
export default function QuarantineDrawer({
  list,
  version,
  onClose,
}: {
  list: List
  version: ListVersion
  onClose: () => void
}) {
  const t = useT(sanctionListMessages)
  const isPhone = useIsPhone()
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listListSetAside, { params: { id: list.id, n: version.n }, query: { current, pageSize } }),
    placeholderData: keepPreviousData,
  })
  const columns: RowColumn<QuarantinedListEntry>[] = [
    {
      id: 'entry',
      title: t('asideEntry'),
      width: isPhone ? 130 : 320,
      cell: ({ caption, key, n }) => (
        <div className="break">
          {caption && <span className="strong">{caption}</span>}
          <div className="small quiet">
            {key && <span className="mono">{key}</span>}
            {key && ' · '}
            {t('asidePlace', { n: String(n) })}
          </div>
        </div>
      ),
    },
    {
      id: 'why',
      title: t('asideWhy'),
      cell: ({ reason, is_taken }) => (
        <div className="break">
          {reason}
          <div className={`small ${is_taken ? 'quiet' : 'danger'}`}>{t(is_taken ? 'asideTaken' : 'asideNot')}</div>
        </div>
      ),
    },
  ]
  return (
    <Drawer
      open
      size={960}
      title={t('asideTitle', { name: list.name, n: String(version.n) })}
      closable={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      <p className="quiet below-3">{t('asideText')}</p>
      <div className="below-3">
        <LoadCoverageLine list={list} version={version} />
        <ScreeningCoverageLine />
      </div>
      {error && (
        <Failure isWhole onRetry={() => void refetch()}>
          {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data && (
        <RowTable
          rows={data.items}
          rowId={({ n, reason }) => `${n} ${reason}`}
          columns={columns}
          pages={{ current, pageSize, total: data.total, onChange: setCurrent }}
          empty={t('asideNone')}
        />
      )}
    </Drawer>
  )
}
