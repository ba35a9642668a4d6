import { Button } from 'antd'
import { FilePlus2, FlaskConical, Upload } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { loadDemo } from '#contract/demo.api.ts'
import { mergeEntities } from '#contract/registry.ts'
import { admins, editors } from '#contract/role.ts'
import { OgForm, OgImport } from '#web/features/og/og.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { refresh, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'

/** Shown if there is no organisation: the first steps. */
/**
 * `onDialog` reports whether one of its dialogs is open. Keep this component mounted until all are closed, whatever was
 * written meanwhile.
 */
export function FirstSteps({ onDialog }: { onDialog: (isOpen: boolean) => void }) {
  const t = useT(dashboardMessages)
  const role = useRole()
  const go = useGo()
  const [isAdding, setIsAdding] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const isOpen = isAdding || isImporting
  useEffect(() => onDialog(isOpen), [isOpen, onDialog])
  if (role === null || !editors.includes(role))
    return (
      <section className={css.message}>
        <h1>{t('emptyReaderTitle')}</h1>
        <p>{t('emptyReaderText')}</p>
      </section>
    )
  return (
    <section className={css.first}>
      <h1>{t('emptyTitle')}</h1>
      <p>{t('emptyText')}</p>
      <ul className={css.steps}>
        <Step icon={<FilePlus2 size={20} aria-hidden />} text={t('stepAddText')}>
          <Button type="primary" onClick={() => setIsAdding(true)}>
            {t('stepAdd')}
          </Button>
        </Step>
        <Step icon={<Upload size={20} aria-hidden />} text={t('stepImportText')}>
          <Button onClick={() => setIsImporting(true)}>{t('stepImport')}</Button>
        </Step>
        <Permitted roles={admins}>
          <Step icon={<FlaskConical size={20} aria-hidden />} text={t('stepDemoText')}>
            <LoadDemo />
          </Step>
        </Permitted>
      </ul>
      {isImporting && (
        <Suspense>
          <OgImport onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
      {isAdding && (
        <Suspense>
          <OgForm onClose={() => setIsAdding(false)} onSaved={og => go('og_detail', { params: { id: og.id } })} />
        </Suspense>
      )}
    </section>
  )
}

function Step({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <li className={css.step}>
      <span className="faint">{icon}</span>
      <p>{text}</p>
      {children}
    </li>
  )
}

function LoadDemo() {
  const t = useT(dashboardMessages)
  const [isBusy, setIsBusy] = useState(false)
  async function load() {
    setIsBusy(true)
    try {
      const { record_count: count } = await call(loadDemo, {})
      notifySuccess(t('demoLoaded', { count: String(count) }))
      await refresh(...mergeEntities, 'og_cate', 'dashboard')
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button loading={isBusy} onClick={() => void load()}>
      {t('stepDemo')}
    </Button>
  )
}
