import { Button } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { OgCate } from '#contract/og_cate.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { refresh } from '#web/platform/query.ts'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import { removeOgCate, renameOgCate } from './acts.ts'
import { ogCateMessages } from './messages.ts'
import { NameForm } from './name-form.tsx'
import css from './og-cate.module.css'

type Props = Pick<ComponentProps<typeof RowTable<OgCate>>, 'rows' | 'isBusy' | 'pages' | 'order' | 'empty'>

/** Rows are renamed in place. */
export function OgCateTable(props: Props) {
  const t = useT(ogCateMessages)
  const [editing, setEditing] = useState<number | null>(null)
  const columns: RowColumn<OgCate>[] = [
    {
      id: 'name',
      title: t('name'),
      sort: 'given',
      cell: category =>
        editing === category.id ? (
          <Rename key={category.id} category={category} onClose={() => setEditing(null)} />
        ) : (
          <span className="strong break">{category.name}</span>
        ),
    },
    {
      id: 'og_count',
      title: t('ogs'),
      isNumber: true,
      width: 112,
      cell: category => <Count category={category} />,
    },
    {
      id: 'updated_at',
      title: t('updatedAt'),
      isNumber: true,
      width: 170,
      sort: 'given',
      from: 'sm',
      cell: category => <span className="faint">{formatInstant(category.updated_at)}</span>,
    },
    {
      id: 'acts',
      title: <span className="visually-hidden">{t('acts')}</span>,
      isNumber: true,
      width: 84,
      cell: category =>
        editing !== category.id && <Acts category={category} onRename={() => setEditing(category.id)} />,
    },
  ]
  return <RowTable {...props} rowId={({ id }) => id} columns={columns} />
}

function Count({ category: { id, name, og_count: count } }: { category: OgCate }) {
  const t = useT(ogCateMessages)
  if (count === 0) return <span className="faint">0</span>
  return (
    <PageLink to="og" search={{ category_id: String(id) }} aria-label={t('countLink', { name, count })}>
      {count.toLocaleString('en-US')}
    </PageLink>
  )
}

function Acts({ category, onRename }: { category: OgCate; onRename: () => void }) {
  const t = useT(ogCateMessages)
  const { name, can } = category
  const [isRemoving, setIsRemoving] = useState(false)
  async function remove() {
    setIsRemoving(true)
    await removeOgCate(category)
    setIsRemoving(false)
  }
  return (
    <span className={css.acts}>
      {can.includes('update') && (
        <Button
          type="text"
          size="small"
          icon={<Pencil size={14} aria-hidden />}
          aria-label={t('renameNamed', { name })}
          title={t('rename')}
          onClick={onRename}
        />
      )}
      {can.includes('delete') && (
        <Button
          type="text"
          size="small"
          loading={isRemoving}
          icon={<Trash2 size={14} aria-hidden />}
          aria-label={t('deleteNamed', { name })}
          title={t('delete')}
          onClick={() => void remove()}
        />
      )}
    </span>
  )
}

/** A name that another user changed meanwhile is shown before it is overwritten. */
function Rename({ category, onClose }: { category: OgCate; onClose: () => void }) {
  const t = useT(ogCateMessages)
  async function save(name: string) {
    try {
      await renameOgCate(category, name)
    } catch (error) {
      const theirs = error instanceof ApiError && error.status === 409 ? (error.data as OgCate | undefined) : undefined
      if (!(error instanceof ApiError) || !theirs) throw error
      await refresh('og_cate')
      throw new ApiError({ ...error, message: t('stale', { name: theirs.name }) })
    }
    notifySuccess(t('renamed', { name }))
    onClose()
  }
  return (
    <NameForm
      initial={category.name}
      label={t('renameNamed', { name: category.name })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      save={save}
      onCancel={onClose}
    />
  )
}
