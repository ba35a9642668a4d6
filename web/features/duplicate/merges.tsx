import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { listMerges, type Merge, type MergeEntity } from '#contract/duplicate.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { detailOf } from '#web/record/record-address.ts'
import { Message } from '#web/ui/frame/message.tsx'
import { RowTable } from '#web/ui/table/row-table.tsx'
import { takeBackMerge } from './acts.ts'
import { duplicateMessages } from './messages.ts'
import { useFormatters } from './records.ts'

const pageSize = 20
const none: Merge[] = []

/** Merges, newest first; each can be undone from its row. */
export function Merges({ noun, record }: { noun: MergeEntity; record: string | undefined }) {
  const t = useT(duplicateMessages)
  const { isActive } = usePage()
  const [current, setCurrent] = useState(1)
  const query = { noun, current, pageSize, ...(record && { record }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(listMerges, { query }),
    enabled: isActive,
  })
  if (error && !data)
    return (
      <Message role="alert" title={t('pairsFailed')} text={errorText(error)}>
        <Button loading={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </Message>
    )
  return (
    <RowTable
      rowId={({ id }) => id}
      isBusy={!data}
      rows={data?.items ?? none}
      empty={data ? t('emptyMerges') : ''}
      pages={{ current, pageSize, total: data?.total ?? 0, onChange: setCurrent }}
      columns={[
        {
          id: 'target',
          title: t('target'),
          cell: merge => (
            <PageLink to={detailOf(noun)} params={{ id: merge.target.id }}>
              {displayName(merge.target)}
            </PageLink>
          ),
        },
        {
          id: 'sources',
          title: t('sources'),
          cell: merge => merge.sources.map(source => `${displayName(source)} #${source.id}`).join(', '),
        },
        {
          id: 'done_by',
          title: t('doneBy'),
          width: 140,
          from: 'md',
          cell: merge => merge.done_by ?? '–',
        },
        {
          id: 'done_at',
          title: t('doneAt'),
          width: 150,
          from: 'sm',
          cell: merge => <span className="small faint">{formatInstant(merge.done_at)}</span>,
        },
        {
          id: 'acts',
          title: <span className="visually-hidden">{t('acts')}</span>,
          width: 190,
          isNumber: true,
          cell: merge => <Undo merge={merge} />,
        },
      ]}
    />
  )
}

function Undo({ merge }: { merge: Merge }) {
  const t = useT(duplicateMessages)
  const formatters = useFormatters(merge.noun, [])
  const [isRunning, setIsRunning] = useState(false)
  if (merge.undone_at) return <span className="small faint">{t('undone', { at: formatInstant(merge.undone_at) })}</span>
  if (!merge.can.includes('undo')) return null
  const undo = async () => {
    setIsRunning(true)
    await takeBackMerge(merge, formatters)
    setIsRunning(false)
  }
  return (
    <Button size="small" loading={isRunning} onClick={() => void undo()}>
      {t('undoMerge')}
    </Button>
  )
}
