import { Button } from 'antd'
import { Ban } from 'lucide-react'
import { lazy, useState } from 'react'
import type { Diff } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ignoreMessages } from './ignore-messages.ts'

const IgnoreDialog = lazy(() => import('./ignore-dialog.tsx'))

/** Opens the dialog that ignores the place of a change from now on. */
export function IgnorePlaceButton({ diff }: { diff: Diff }) {
  const t = useT(ignoreMessages)
  const [isOpen, setIsOpen] = useState(false)
  if (!diff.has_place) return null
  return (
    <>
      <Button type="text" icon={<Ban size={14} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && (
        <LazyDialog>
          <IgnoreDialog diff={diff} onClose={() => setIsOpen(false)} />
        </LazyDialog>
      )}
    </>
  )
}
