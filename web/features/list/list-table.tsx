import { App, Button } from 'antd'
import { Download, Pencil, Trash2, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { deleteList, type List, loadListAddress } from '#contract/list.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { refresh, showError } from '#web/platform/query.ts'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import { LoadState } from './load-state.tsx'
import { listMessages } from './messages.ts'

type Props = {
  lists: readonly List[]
  mayChange: boolean
  onShow: (list: List) => void
  onEdit: (list: List) => void
  onLoad: (list: List) => void
}

export function ListTable({ lists, mayChange, onShow, onEdit, onLoad }: Props) {
  const t = useT(listMessages)
  const { modal } = App.useApp()
  const remove = (list: List) =>
    modal.confirm({
      title: t('removeAsk', { name: list.name }),
      content: t('removeText'),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => call(deleteList, { params: { id: list.id } }).then(() => refresh('list', 'screening'), showError),
    })
  const fetchNow = async ({ id, name }: List) => {
    try {
      await call(loadListAddress, { params: { id } })
      notifySuccess(t('fetching', { name }))
    } catch (error) {
      showError(error)
    }
    await refresh('list')
  }
  const columns: RowColumn<List>[] = [
    {
      id: 'name',
      title: t('list'),
      width: 300,
      cell: list => (
        <div className="break">
          <Button type="link" className="bare strong" aria-label={t('showFor', list)} onClick={() => onShow(list)}>
            {list.name}
          </Button>
          {list.source && (
            <div className="small">
              <PageLink to="source_detail" params={{ id: list.source.id }} className="quiet">
                {t('source')} · {list.source.name}
              </PageLink>
            </div>
          )}
        </div>
      ),
    },
    {
      id: 'entries',
      title: t('entries'),
      isNumber: true,
      width: 90,
      cell: ({ version }) => version?.entries.toLocaleString() ?? '–',
    },
    { id: 'version', title: t('version'), cell: list => <LoadState list={list} mayChange={mayChange} /> },
    {
      id: 'every',
      title: t('every'),
      width: 170,
      from: 'sm',
      cell: ({ address, every, due_at }) => (
        <div className="break">
          {t(`every_${address ? every : 'never'}`)}
          {due_at && <div className="small quiet">{t('due', { at: formatInstant(due_at) })}</div>}
        </div>
      ),
    },
  ]
  if (mayChange)
    columns.push({
      id: 'acts',
      title: <span className="visually-hidden">{t('acts')}</span>,
      isNumber: true,
      width: 150,
      cell: list => {
        const isBusy = list.loading?.state === 'loading' || list.loading?.state === 'held'
        return (
          <span className="flex to-end">
            <Act label={t('loadFileFor', list)} icon={<Upload size={14} />} isOff={isBusy} onDo={() => onLoad(list)} />
            {list.address && (
              <Act
                label={t('fetchFor', list)}
                icon={<Download size={14} />}
                isOff={isBusy}
                onDo={() => void fetchNow(list)}
              />
            )}
            <Act label={t('editTitle', list)} icon={<Pencil size={14} />} onDo={() => onEdit(list)} />
            <Act label={t('removeFor', list)} icon={<Trash2 size={14} />} onDo={() => remove(list)} />
          </span>
        )
      },
    })
  return <RowTable rows={lists} rowId={({ id }) => id} columns={columns} />
}

type ActProps = { label: string; icon: ReactNode; isOff?: boolean; onDo: () => void }

const Act = ({ label, icon, isOff = false, onDo }: ActProps) => (
  <Button type="text" size="small" icon={icon} title={label} aria-label={label} disabled={isOff} onClick={onDo} />
)
