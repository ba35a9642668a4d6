import { useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { listMerges, type Merge, type MergeNoun } from '#contract/duplicate.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePage } from '#web/platform/page.tsx'
import { ask, errorText } from '#web/platform/query.ts'
import { takeBackMerge } from './acts.ts'
import css from './duplicate.module.css'
import { duplicateMessages } from './messages.ts'
import { pageOf, useLooks } from './records.ts'

const pageSize = 20

/** Merges that were done, newest first, each undone where it stands. */
export function Merges({ noun, record }: { noun: MergeNoun; record: string | undefined }) {
  const t = useT(duplicateMessages)
  const { isActive } = usePage()
  const [current, setCurrent] = useState(1)
  const query = { noun, current, pageSize, ...(record && { record }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...ask(listMerges, { query }),
    enabled: isActive,
  })
  if (error && !data)
    return (
      <div className={css.message} role="alert">
        <p>{errorText(error)}</p>
        <Button loading={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  const total = data?.total ?? 0
  return (
    <Table<Merge>
      rowKey="id"
      size="small"
      className={css.merges}
      loading={!data}
      dataSource={data?.items ?? []}
      locale={{ emptyText: data ? t('emptyMerges') : ' ' }}
      pagination={total > pageSize ? { current, pageSize, total, showSizeChanger: false, onChange: setCurrent } : false}
      columns={[
        {
          key: 'target',
          title: t('target'),
          render: (_, merge) => (
            <PageLink to={pageOf[noun]} params={{ id: merge.target.id }}>
              {merge.target.name}
            </PageLink>
          ),
        },
        {
          key: 'sources',
          title: t('sources'),
          render: (_, merge) => merge.sources.map(source => `${source.name} #${source.id}`).join(', '),
        },
        {
          key: 'done_by',
          title: t('doneBy'),
          width: 140,
          responsive: ['md'],
          render: (_, merge) => merge.done_by ?? '–',
        },
        {
          key: 'done_at',
          title: t('doneAt'),
          width: 150,
          responsive: ['sm'],
          render: (_, merge) => <span className={css.faint}>{formatInstant(merge.done_at)}</span>,
        },
        {
          key: 'acts',
          title: <span className="visually-hidden">{t('acts')}</span>,
          width: 190,
          align: 'right',
          render: (_, merge) => <Undo merge={merge} />,
        },
      ]}
    />
  )
}

function Undo({ merge }: { merge: Merge }) {
  const t = useT(duplicateMessages)
  const looks = useLooks(merge.noun, [])
  const [isRunning, setIsRunning] = useState(false)
  if (merge.undone_at) return <span className={css.faint}>{t('undone', { at: formatInstant(merge.undone_at) })}</span>
  if (!merge.can.includes('undo')) return null
  const undo = async () => {
    setIsRunning(true)
    await takeBackMerge(merge, looks)
    setIsRunning(false)
  }
  return (
    <Button size="small" loading={isRunning} onClick={() => void undo()}>
      {t('undoMerge')}
    </Button>
  )
}
