import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Download, Ellipsis, Link as LinkIcon, Pencil, RotateCw, Table2, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { getImport, type Import, importNouns } from '#contract/import.ts'
import { importUpload, type Upload } from '#contract/upload.ts'
import { FollowButton } from '#web/features/notification/notification.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify, notifyError, notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { ask, showError } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { bringUploadBack, forgetUpload, moveUploadToTrash, readAgain, saveUploadFile } from './upload-calls.ts'
import css from './view.module.css'
import { viewMessages } from './view-messages.ts'

const UploadForm = lazy(() => import('./upload-form.tsx'))
const ImportFrom = lazy(() => import('./import-from.tsx'))
const undoMs = 10_000
const importLabels = { og: 'importOg', person: 'importPerson', event: 'importEvent' } as const

/** What can be done with one upload; what its state asks for stands outside of the menu. */
export function UploadActs({ upload }: { upload: Upload }) {
  const t = useT(viewMessages)
  const client = useQueryClient()
  const [isEditing, setIsEditing] = useState(false)
  const [opened, setOpened] = useState<Import | null>(null)
  const remove = useRemoving(upload)
  const { isBusy, once } = useOnce()
  const mayUpdate = upload.can.includes('update')
  const { id } = upload

  const retry = () =>
    once(async () => {
      await readAgain(client, id)
      notifySuccess(t('readAgainDone'))
    })
  const importAs = (noun: Import['noun']) =>
    once(async () => {
      const made = await call(importUpload, { params: { id }, body: { noun } })
      // Known already, the dialog begins with it instead of asking for a file.
      client.setQueryData(ask(getImport, { params: { id: made.id } }).queryKey, made)
      setOpened(made)
    })
  const items: MenuProps['items'] = [
    { key: 'link', icon: <LinkIcon size={14} aria-hidden />, label: t('copyLink'), onClick: () => void copyLink() },
  ]
  if (upload.can.includes('delete'))
    items.push(
      { type: 'divider' },
      {
        key: 'delete',
        icon: <Trash2 size={14} aria-hidden className={css.delete} />,
        label: <span className={css.delete}>{t('delete')}</span>,
        onClick: remove,
      },
    )

  /** The address without the list that its sender came from. */
  async function copyLink() {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${window.location.pathname}?id=${id}`)
      notifySuccess(t('linkCopied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
  return (
    <>
      <FollowButton noun="upload" id={upload.id} />
      {upload.acts.includes('retry') && (
        <Button icon={<RotateCw size={14} aria-hidden />} disabled={isBusy} onClick={retry}>
          {t('readAgain')}
        </Button>
      )}
      {upload.acts.includes('import') && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: importNouns.map(noun => ({
              key: noun,
              label: t(importLabels[noun]),
              onClick: () => importAs(noun),
            })),
          }}
        >
          <Button icon={<Table2 size={14} aria-hidden />} disabled={isBusy} aria-haspopup="menu">
            {t('importAs')}
          </Button>
        </Dropdown>
      )}
      <Button
        icon={<Download size={14} aria-hidden />}
        disabled={isBusy}
        onClick={() => once(() => saveUploadFile(id))}
      >
        {t('download')}
      </Button>
      {mayUpdate && (
        <>
          <EditKey run={() => setIsEditing(true)} />
          <Button icon={<Pencil size={14} aria-hidden />} onClick={() => setIsEditing(true)}>
            {t('edit')}
          </Button>
        </>
      )}
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button icon={<Ellipsis size={16} aria-hidden />} aria-label={t('more')} aria-haspopup="menu" />
      </Dropdown>
      <Suspense>
        {isEditing && <UploadForm upload={upload} onClose={() => setIsEditing(false)} />}
        {opened && <ImportFrom opened={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  )
}

function EditKey({ run }: { run: () => void }) {
  const t = useT(viewMessages)
  useShortcut('e', t('editKey'), run)
  return null
}

/** One request at a time; a failure is said. */
function useOnce() {
  const busy = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  async function run(act: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    try {
      await act()
    } catch (error) {
      showError(error)
    } finally {
      busy.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, once: (act: () => Promise<void>) => void run(act) }
}

/** Moves it to the trash at once; a notice takes it back. */
function useRemoving(upload: Upload): () => void {
  const t = useT(viewMessages)
  const client = useQueryClient()
  const go = useGo()
  const { once } = useOnce()
  const { id, title } = upload

  async function undo(noticeId: string) {
    try {
      await bringUploadBack(client, id)
      notify({ id: noticeId, kind: 'success', text: t('undone', { name: title }) })
      go('upload', { search: { id } })
    } catch (error) {
      showError(error)
    }
  }
  return () =>
    once(async () => {
      await moveUploadToTrash(id)
      // The page is left first: a deleted record read again would show as missing.
      go('upload', { replace: true })
      forgetUpload(client, id)
      const noticeId = `upload-deleted-${id}`
      const action = { label: t('undo'), run: () => void undo(noticeId) }
      notify({ id: noticeId, kind: 'success', text: t('deleted', { name: title }), action, durationMs: undoMs })
    })
}
