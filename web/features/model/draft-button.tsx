import { Button } from 'antd'
import { Sparkles } from 'lucide-react'
import { lazy, useState } from 'react'
import type { Diff } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { modelMessages } from './messages.ts'
import { useModel } from './use-model.ts'

const DraftDialog = lazy(() => import('./draft-dialog.tsx'))

/** Lets the model draft an event or a report from a difference and others of its organisation. */
export function DraftByModel({ diff }: { diff: Diff }) {
  const t = useT(modelMessages)
  const model = useModel()
  const [isOpen, setIsOpen] = useState(false)
  if (!model) return null
  return (
    <>
      <Button icon={<Sparkles size={14} aria-hidden />} title={t('draftTitle')} onClick={() => setIsOpen(true)}>
        {t('draft')}
      </Button>
      <LazyDialog>{isOpen && <DraftDialog diff={diff} model={model} onClose={() => setIsOpen(false)} />}</LazyDialog>
    </>
  )
}
