import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Interchange, runInterchange, setInterchangeSource } from '#contract/interchange.api.ts'
import { ChoicePanel } from '#web/features/import_choice/import_choice.ts'
import { TakeBack } from '#web/features/import_run/import_run.ts'
import { sourceSource } from '#web/features/source/source.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText, refresh, showError } from '#web/platform/query.ts'
import { type Access, AccessPickers } from '#web/ui/ingest/access-pickers.tsx'
import steps from '#web/ui/ingest/file-steps.module.css'
import { SourceOfFile } from '#web/ui/ingest/source-of-file.tsx'
import { useWritten } from '#web/ui/ingest/use-written.ts'
import { ImportCounts } from './import-counts.tsx'
import css from './interchange.module.css'
import { InterchangeRows } from './interchange-rows.tsx'
import { interchangeMessages } from './messages.ts'
import { NotCarriedTable } from './not-carried.tsx'
import { UploadArea } from './upload-area.tsx'
import { isExchangeBusy, refreshWritten, useInterchange } from './use-interchange.ts'
import { Working } from './working.tsx'

/** Imports a file: upload, dry run, data left out, write. Closing it does not stop the import. */
export function ImportTab({ openId, onClose }: { openId?: number | undefined; onClose: () => void }) {
  const t = useT(interchangeMessages)
  const [id, setId] = useState<number | null>(openId ?? null)
  const { data: current, error } = useInterchange(id)
  useWritten(current?.state, refreshWritten)
  if (id === null) return <UploadArea onOpen={setId} />
  const another = <Button onClick={() => setId(null)}>{t('another')}</Button>
  if (!current) {
    if (!error) return null
    return <Alert type="error" showIcon role="alert" title={errorText(error)} action={another} />
  }
  if (isExchangeBusy(current.state)) return <Working current={current} />
  return (
    <div className={css.stack}>
      <p className="break">
        {current.file_name}
        {current.format && <span className="small quiet"> · {t(`format_${current.format}`)}</span>}
      </p>
      {current.state === 'failed' && <Alert type="error" showIcon title={t('failed')} description={current.error} />}
      {current.state === 'done' && (
        <Alert type="success" showIcon title={t('doneImport', { count: current.written })} />
      )}
      {current.state === 'cancelled' && (
        <Alert type="warning" showIcon title={t('cancelledAfter', { count: current.written })} />
      )}
      {(current.state === 'done' || current.state === 'cancelled') && <TakeBack of={{ interchange: current.id }} />}
      {current.state === 'checked' && (
        <SourceOfFile
          sources={sourceSource}
          value={current.source_id}
          fileName={current.file_name}
          onChange={source => void chooseSource(current, source)}
        />
      )}
      {current.state === 'checked' && <ChoicePanel of={{ interchange: current.id }} onLeave={onClose} />}
      {current.counts.length > 0 && <Judged current={current} />}
      <Acts current={current} another={another} onClose={onClose} />
    </div>
  )
}

/** The source decides which existing records match the file's entities, so another one restarts the dry run. */
async function chooseSource({ id }: Interchange, source_id: number | null) {
  try {
    await call(setInterchangeSource, { params: { id }, body: { source_id } })
    await refresh('interchange')
  } catch (error) {
    showError(error)
  }
}

function Judged({ current }: { current: Interchange }) {
  const t = useT(interchangeMessages)
  return (
    <>
      {current.state === 'checked' && current.creates.length > 0 && (
        <Alert type="info" showIcon title={t('creates', { names: current.creates.join(', ') })} />
      )}
      <ImportCounts current={current} />
      <NotCarriedTable current={current} />
      <InterchangeRows current={current} />
    </>
  )
}

function Acts({ current, another, onClose }: { current: Interchange; another: ReactNode; onClose: () => void }) {
  const t = useT(interchangeMessages)
  const [access, setAccess] = useState<Access>({ read_user: [], write_user: [] })
  const [isSending, setIsSending] = useState(false)
  const count = current.counts.reduce((sum, each) => sum + each.new + each.changed, 0)
  const isChecked = current.state === 'checked'
  async function run() {
    setIsSending(true)
    try {
      await call(runInterchange, { params: { id: current.id }, body: access })
      await refresh('interchange')
    } catch (error) {
      showError(error)
    }
    setIsSending(false)
  }
  return (
    <>
      {isChecked && count > 0 && (
        <section>
          <h3 className={steps.heading}>{t('access')}</h3>
          <div className={steps.settings}>
            <AccessPickers {...access} onChange={change => setAccess({ ...access, ...change })} />
          </div>
        </section>
      )}
      <div className={steps.acts}>
        {isChecked && count === 0 && <span className="small quiet">{t('nothing')}</span>}
        {another}
        {isChecked && count > 0 && (
          <Button type="primary" loading={isSending} onClick={() => void run()}>
            {t('run', { count })}
          </Button>
        )}
        {current.state === 'done' && (
          <Button type="primary" onClick={onClose}>
            {t('finish')}
          </Button>
        )}
      </div>
    </>
  )
}
