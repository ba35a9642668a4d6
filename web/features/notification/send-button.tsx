import { Button } from 'antd'
import { Send } from 'lucide-react'
import { lazy, useState } from 'react'
import type { RecordEntity } from '#contract/registry.ts'
import { ogReaders } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { sendMessages } from './messages.ts'

const SendDialog = lazy(() => import('./send-dialog.tsx'))

/** Sends a record to a colleague who can read it. */
export function SendButton({ noun, id }: { noun: RecordEntity; id: number }) {
  const t = useT(sendMessages)
  const role = useRole()
  const [isOpen, setIsOpen] = useState(false)
  if (role === null || !ogReaders.includes(role)) return null
  return (
    <>
      <Button
        title={t('title')}
        icon={<Send size={14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('send')}
      </Button>
      <LazyDialog>{isOpen && <SendDialog noun={noun} id={id} onClose={() => setIsOpen(false)} />}</LazyDialog>
    </>
  )
}
