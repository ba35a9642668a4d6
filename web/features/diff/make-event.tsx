import { Button } from 'antd'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { type Diff, draftEvent } from '#contract/diff.api.ts'
import type { NewEvent } from '#contract/event.api.ts'
import type { MentionedRecord } from '#contract/mention.api.ts'
import { EventForm } from '#web/features/event/event.ts'
import { PickNamed } from '#web/features/mention/mention.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { diffReviewMessages } from './review-messages.ts'

function withPicked(draft: NewEvent, picked: readonly MentionedRecord[]): NewEvent {
  const idsOf = (noun: MentionedRecord['noun']) => picked.flatMap(each => (each.noun === noun ? each.id : []))
  return {
    ...draft,
    ogs: [...(draft.ogs ?? []), ...idsOf('og')],
    persons: [...(draft.persons ?? []), ...idsOf('person')],
  }
}

/**
 * Creates an event from a difference: the user first chooses its records, then a prefilled form opens.
 * `isCompact`: the button has only its icon.
 */
export function MakeEvent({ diff, isCompact = false }: { diff: Diff; isCompact?: boolean }) {
  const t = useT(diffReviewMessages)
  const [draft, setDraft] = useState<NewEvent | null>(null)
  const [candidates, setCandidates] = useState<MentionedRecord[]>([])
  const [isBusy, setIsBusy] = useState(false)
  async function open() {
    if (isBusy) return
    setIsBusy(true)
    try {
      const made = await call(draftEvent, { params: { id: diff.id } })
      setCandidates(made.candidates)
      setDraft(made.event)
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }
  useShortcut('e', t('makeEvent'), () => void open())
  return (
    <>
      {isCompact ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t('makeEvent')}
          title={`${t('makeEvent')} (e)`}
          aria-busy={isBusy}
          onClick={() => void open()}
        >
          <CalendarPlus size={16} aria-hidden />
        </button>
      ) : (
        <Button
          icon={<CalendarPlus size={14} aria-hidden />}
          title={t('makeEvent')}
          loading={isBusy && { delay: 200 }}
          onClick={open}
        >
          {t('makeEventShort')} <kbd>e</kbd>
        </Button>
      )}
      {draft && candidates.length > 0 && (
        <PickNamed
          candidates={candidates}
          onPick={picked => {
            setDraft(withPicked(draft, picked))
            setCandidates([])
          }}
          onCancel={() => setDraft(null)}
        />
      )}
      {draft && candidates.length === 0 && (
        <LazyDialog>
          <EventForm preset={draft} onClose={() => setDraft(null)} onDone={() => void refresh('diff')} />
        </LazyDialog>
      )}
    </>
  )
}
