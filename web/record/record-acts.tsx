import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis, Link as LinkIcon, Pencil, Printer, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useAct } from '#web/platform/app-command.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify, notifyError, notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { recordMessages } from './messages.ts'
import { RecordParts, registeredMenuActs } from './parts.tsx'
import css from './record.module.css'
import type { PageRecord } from './record-calls.ts'
import type { RecordConfig } from './record-config.ts'

const undoMs = 10_000

/** Moves a record to the trash at once and opens its list; a notice offers undo. */
function useRemoving<R extends PageRecord>(config: RecordConfig<R>, record: R): () => void {
  const t = useT(config.texts)
  const tRecord = useT(recordMessages)
  const go = useGo()
  const busy = useRef(false)
  const { id } = record
  const name = config.nameOf(record)
  const noticeId = `${config.noun}-deleted-${id}`

  function reopen() {
    if (config.detail) go(config.detail, { params: { id } })
    else go(config.list, { search: { id } })
  }

  async function undo() {
    try {
      await config.calls.bringBack(id)
      notify({ id: noticeId, kind: 'success', text: t('broughtBack', { name }) })
      reopen()
    } catch (error) {
      showError(error)
    }
  }

  async function remove() {
    if (busy.current) return
    busy.current = true
    try {
      await config.calls.moveToTrash(id)
      // The page is left first: it would read the deleted record again and report it as missing.
      go(config.list, { replace: true })
      config.calls.forget(id)
      const action = { label: tRecord('undo'), run: () => void undo() }
      notify({ id: noticeId, kind: 'success', text: t('movedToTrash', { name }), action, durationMs: undoMs })
    } catch (error) {
      showError(error)
    } finally {
      busy.current = false
    }
  }
  return () => void remove()
}

type Items = NonNullable<MenuProps['items']>

/** An entity's own actions, in addition to those of every record. */
export type OwnActs = {
  /** True if another action of this page is the main one. */
  isEditQuiet?: boolean
  /** Before and after "edit": actions that depend on the record's state. */
  before?: ReactNode
  after?: ReactNode
  /** Above the actions that every record has in its menu. */
  menu?: Items
  /** The address for "copy link", if it is not the present one. */
  address?: () => string
  cannotPrint?: boolean
}

type Props<R extends PageRecord> = OwnActs & {
  config: RecordConfig<R>
  record: R
  /** Opens the form; null if the record cannot be changed. */
  onEdit: (() => void) | null
}

/** Actions above a record: follow, the entity's own actions, "edit", and a menu with the others. */
export function RecordActs<R extends PageRecord>(props: Props<R>) {
  const { config, record, onEdit, isEditQuiet = false, before, after, menu = [], address, cannotPrint = false } = props
  const t = useT(config.texts)
  const tRecord = useT(recordMessages)
  const remove = useRemoving(config, record)
  const registered = registeredMenuActs(config.noun)
  const [opened, setOpened] = useState<string | null>(null)
  const Dialog = registered.find(({ key }) => key === opened)?.Dialog
  const items: Items = [
    ...menu,
    ...registered.map(({ key, icon: Icon, label }) => ({
      key,
      icon: <Icon size={14} />,
      label: label(),
      onClick: () => setOpened(key),
    })),
    {
      key: 'link',
      icon: <LinkIcon size={14} aria-hidden />,
      label: tRecord('copyLink'),
      onClick: () => void copyLink(),
    },
  ]
  if (!cannotPrint)
    items.push({
      key: 'print',
      icon: <Printer size={14} aria-hidden />,
      label: tRecord('print'),
      onClick: () => window.print(),
    })
  if (record.can.includes('delete'))
    items.push(
      { type: 'divider' },
      {
        key: 'delete',
        icon: <Trash2 size={14} aria-hidden className={css.delete} />,
        label: <span className={css.delete}>{tRecord('delete')}</span>,
        onClick: remove,
      },
    )

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(address?.() ?? window.location.href)
      notifySuccess(tRecord('linkCopied'))
    } catch {
      notifyError(tRecord('copyFailed'))
    }
  }

  return (
    <>
      <RecordParts place="act" noun={config.noun} id={record.id} />
      {before}
      {onEdit && (
        <>
          <Button type={isEditQuiet ? 'default' : 'primary'} icon={<Pencil size={14} aria-hidden />} onClick={onEdit}>
            {t('edit')}
          </Button>
          <EditKey config={config} run={onEdit} />
        </>
      )}
      {after}
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button icon={<Ellipsis size={16} aria-hidden />} aria-label={tRecord('moreActs')} aria-haspopup="menu" />
      </Dropdown>
      <LazyDialog>{Dialog && <Dialog noun={config.noun} id={record.id} onClose={() => setOpened(null)} />}</LazyDialog>
    </>
  )
}

function EditKey({ config: { texts }, run }: { config: Pick<RecordConfig<never>, 'texts'>; run: () => void }) {
  const label = { 'zh-CN': texts['zh-CN'].editKey, 'en-US': texts['en-US'].editKey }
  useShortcut('e', useT(texts)('editKey'), run, 'record')
  useAct({ id: 'edit', label, letters: 'bj', icon: Pencil, run })
  return null
}
