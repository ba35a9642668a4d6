import { Button } from 'antd'
import { FilePlus2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { draftOfDiff, type ReportPreset } from './draft-of-diff.ts'
import { reportListMessages } from './messages.ts'

const ReportForm = lazy(() => import('./report-form.tsx'))

/**
 * Creates a report from a difference: the change quoted as evidence, named records linked; the form opens prefilled.
 */
export function MakeReport({ diffId }: { diffId: number }) {
  const t = useT(reportListMessages)
  const [preset, setPreset] = useState<ReportPreset | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  async function open() {
    if (isBusy) return
    setIsBusy(true)
    try {
      setPreset(await draftOfDiff(diffId))
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }
  useShortcut('r', t('makeReport'), () => void open())
  return (
    <>
      <Button
        icon={<FilePlus2 size={14} aria-hidden />}
        title={t('makeReport')}
        loading={isBusy && { delay: 200 }}
        onClick={() => void open()}
      >
        {t('makeReportShort')} <kbd>r</kbd>
      </Button>
      <LazyDialog>{preset && <ReportForm preset={preset} onClose={() => setPreset(null)} />}</LazyDialog>
    </>
  )
}
