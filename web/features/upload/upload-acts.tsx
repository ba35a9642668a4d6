import { Button, Dropdown } from 'antd'
import { Download, RotateCw, Table2 } from 'lucide-react'
import { lazy, useRef, useState } from 'react'
import { getImport, type Import, importEntities } from '#contract/import.api.ts'
import { entityLabels } from '#contract/registry.ts'
import { importUpload, type Upload } from '#contract/upload.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, queryClient, showError } from '#web/platform/query.ts'
import type { OwnActs } from '#web/record/record-acts.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { readAgain, saveUploadFile } from './upload-calls.ts'
import { viewMessages } from './view-messages.ts'

const ImportFrom = lazy(() => import('./import-from.tsx'))

/** Further actions on one upload: read again, import, download. */
export function uploadActs(upload: Upload): OwnActs {
  const { id } = upload
  return {
    before: <FileActs upload={upload} />,
    isEditQuiet: true,
    cannotPrint: true,
    // Without the parameters of the list that the user came from.
    address: () => `${window.location.origin}${window.location.pathname}?id=${id}`,
  }
}

function FileActs({ upload }: { upload: Upload }) {
  const t = useT(viewMessages)
  const locale = useLocale()
  const [opened, setOpened] = useState<Import | null>(null)
  const { isBusy, once } = useOnce()
  const { id } = upload

  const retry = () =>
    once(async () => {
      await readAgain(id)
      notifySuccess(t('readAgainDone'))
    })
  const importAs = (noun: Import['noun']) =>
    once(async () => {
      const made = await call(importUpload, { params: { id }, body: { noun } })
      // The import is in the cache, so the dialog starts with it instead of a file choice.
      queryClient.setQueryData(endpointQuery(getImport, { params: { id: made.id } }).queryKey, made)
      setOpened(made)
    })
  return (
    <>
      {upload.acts.includes('retry') && (
        <Button icon={<RotateCw size={14} aria-hidden />} disabled={isBusy} onClick={retry}>
          {t('readAgain')}
        </Button>
      )}
      {upload.acts.includes('import') && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: importEntities.map(noun => ({
              key: noun,
              // Lower case within a sentence.
              label: t('importAsNoun', { noun: entityLabels[noun].many[locale].toLowerCase() }),
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
      <LazyDialog>{opened && <ImportFrom opened={opened} onClose={() => setOpened(null)} />}</LazyDialog>
    </>
  )
}

/** Runs one request at a time and reports its failure. */
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
