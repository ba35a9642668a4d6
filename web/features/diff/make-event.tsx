import { Button } from 'antd'
import { CalendarPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Diff, draftEvent } from '#contract/diff.ts'
import type { NewEvent } from '#contract/event.ts'
import { EventForm } from '#web/features/event/event.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { reviewMessages } from './review-messages.ts'

/** From a difference to an event: the form opens filled in, and everything in it may be changed. */
export function MakeEvent({ diff }: { diff: Diff }) {
  const t = useT(reviewMessages)
  const [draft, setDraft] = useState<NewEvent | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  async function open() {
    if (isBusy) return
    setIsBusy(true)
    try {
      setDraft((await call(draftEvent, { params: { id: diff.id } })).event)
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }
  useShortcut('e', t('makeEvent'), () => void open())
  return (
    <>
      <Button icon={<CalendarPlus size={14} aria-hidden />} loading={isBusy && { delay: 200 }} onClick={open}>
        {t('makeEvent')} <kbd>e</kbd>
      </Button>
      {draft && (
        <Suspense>
          <EventForm preset={draft} onClose={() => setDraft(null)} onDone={() => void refresh('diff')} />
        </Suspense>
      )}
    </>
  )
}
