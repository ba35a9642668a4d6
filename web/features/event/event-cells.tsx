import type { Event } from '#contract/event.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import cells from '#web/ui/list/cells.module.css'
import { DemoMark, RestrictedMark } from '#web/ui/list/cells.tsx'
import { EventLevelTag } from './event-level.tsx'
import { timeText } from './event-time.ts'
import { eventStatusMessages } from './level-messages.ts'
import { eventListMessages } from './messages.ts'

/** The title as a link; in the trash it is plain text, because deleted events have no page. */
export function EventName({ event, isTrash = false }: { event: Event; isTrash?: boolean }) {
  return (
    <span className={cells.name}>
      {isTrash ? (
        <span className={cells.nameText}>{event.title}</span>
      ) : (
        <PageLink to="event_detail" params={{ id: event.id }} className={cells.nameText} title={event.title}>
          {event.title}
        </PageLink>
      )}
      <RestrictedMark record={event} />
      {event.is_demo && <DemoMark />}
    </span>
  )
}

const tones = { draft: 'quiet', confirmed: 'quiet', dismissed: 'faint' } as const satisfies Record<
  Event['status'],
  string
>

export function StatusText({ status }: { status: Event['status'] }) {
  const word = useT(eventStatusMessages)
  return <span className={tones[status]}>{word(status)}</span>
}

export function EventCard({ event }: { event: Event }) {
  const t = useT(eventListMessages)
  return (
    <article className="stack gap-3 pad-4">
      <div className={cells.cardTop}>
        <PageLink
          to="event_detail"
          params={{ id: event.id }}
          className={`block shrink ${cells.nameText}`}
          title={event.title}
        >
          {event.title}
        </PageLink>
      </div>
      <div className={cells.cardFacts}>
        <EventLevelTag level={event.level} />
        <StatusText status={event.status} />
        {event.category && <span>{event.category}</span>}
      </div>
      <div className={cells.cardFoot}>
        <time>{timeText(event) || t('noTime')}</time>
        <span>{[...event.ogs, ...event.persons].map(ref => ref.name).join(' · ')}</span>
      </div>
    </article>
  )
}
