import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import type { PartyEntity } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { Permitted } from '#web/platform/permitted.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { eventFormMessages } from './form-messages.ts'

const EventForm = lazy(() => import('./form/event-form.tsx'))

/** The "New event" button of another record's page; the new event is linked to that record. */
export function NewEventButton({ noun, id }: { noun: PartyEntity; id: number }) {
  const t = useT(eventFormMessages)
  const [isOpen, setIsOpen] = useState(false)
  const preset = { [`${noun}s`]: [id] }
  return (
    <Permitted roles={editors}>
      <Button icon={<Plus size={14} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('new')}
      </Button>
      {isOpen && (
        <LazyDialog>
          <EventForm preset={preset} onClose={() => setIsOpen(false)} />
        </LazyDialog>
      )}
    </Permitted>
  )
}
