import { Button } from 'antd'
import { ArrowLeftRight } from 'lucide-react'
import { lazy, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { interchangeMessages } from './messages.ts'

const InterchangeDialog = lazy(() => import('./interchange-dialog.tsx'))

/** Opens the data exchange with other systems, a button next to the lists' own import and export. */
export function InterchangeButton() {
  const t = useT(interchangeMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<ArrowLeftRight size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('open')}
      </Button>
      <LazyDialog>{isOpen && <InterchangeDialog onClose={() => setIsOpen(false)} />}</LazyDialog>
    </>
  )
}
