import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { EventLevelTag } from '../event-level.tsx'
import { timeText } from '../event-time.ts'
import css from './timeline.module.css'
import type { PlacedItem } from './timeline-layout.ts'
import { timelineMessages } from './timeline-messages.ts'

const cardWidth = 280

type Props = { placed: PlacedItem; y: number; width: number; onEnter: () => void; onLeave: () => void }

/** Details of the mark under the pointer or the keyboard focus. */
export function TimelineCard({ placed, y, width, onEnter, onLeave }: Props) {
  const t = useT(timelineMessages)
  const { event } = placed.item
  const left = Math.max(0, Math.min(placed.x, width - cardWidth))
  return (
    <aside
      className={css.card}
      style={{ left, top: y + 24 }}
      aria-live="polite"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      <PageLink to="event_detail" params={{ id: event.id }} className="block strong break" tabIndex={-1}>
        {event.title}
      </PageLink>
      <p className="flex wrap gap-x-4 above-2 small quiet">
        <span>{timeText(event)}</span>
        <EventLevelTag level={event.level} />
      </p>
      {event.ogs.length > 0 && (
        <p className="flex wrap gap-x-4 above-2 small quiet">
          <span className="visually-hidden">{t('ogs')}</span>
          {event.ogs.slice(0, 5).map(og => (
            <PageLink key={og.id} to="og_detail" params={{ id: og.id }} tabIndex={-1}>
              {displayName(og)}
            </PageLink>
          ))}
        </p>
      )}
      {event.persons.length > 0 && (
        <p className="flex wrap gap-x-4 above-2 small quiet">
          <span className="visually-hidden">{t('persons')}</span>
          {event.persons.slice(0, 5).map(({ id, name }) => (
            <PageLink key={id} to="person_detail" params={{ id }} tabIndex={-1}>
              {name}
            </PageLink>
          ))}
        </p>
      )}
    </aside>
  )
}
