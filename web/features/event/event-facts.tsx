import type { ReactNode } from 'react'
import { type Event, type EventField, eventSchema } from '#contract/event.api.ts'
import { editors } from '#contract/role.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { useCustomFacts } from '#web/record/custom-fields.tsx'
import { useOwnFacts } from '#web/record/own-facts.ts'
import type { PageFact } from '#web/record/record-page.tsx'
import { type FieldFormatter, isBlank } from '#web/ui/formatter.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import { factNames } from '#web/ui/schema/labels.ts'
import { timeText } from './event-time.ts'
import { eventPageMessages } from './page-messages.ts'

/** Time and place first. Unknown facts are left out, except the time. */
export function useEventFacts(event: Event, formatters: Record<EventField, FieldFormatter>): PageFact[] {
  const t = useT(eventPageMessages)
  const always = useOwnFacts(event)
  const custom = useCustomFacts('event', event)
  const own: Partial<Record<EventField, () => ReactNode>> = {
    category: () => (
      <PageLink to="event" search={{ category: event.category }}>
        {event.category}
      </PageLink>
    ),
    address: () => (
      <>
        {event.address}
        {event.lat !== null && event.lng !== null && (
          <div className="small faint">
            {event.lat}, {event.lng}
          </div>
        )}
      </>
    ),
    region: () => (
      <PageLink to="event" search={{ region: event.region }}>
        {formatters.region.show(event.region)}
      </PageLink>
    ),
    labels: () => (
      <div className="flex wrap gap-2">
        {event.labels.map(label => (
          <PageLink key={label} to="event" search={{ label }} className="chip framed break">
            {label}
          </PageLink>
        ))}
      </div>
    ),
    source_url: () => <OutLink address={event.source_url ?? ''} />,
  }
  const hasPlace = event.lat !== null
  const known = factNames(eventSchema).filter(field => !isBlank(event[field]) || (field === 'address' && hasPlace))
  return [
    { label: t('when'), value: timeText(event) || <span className="faint">{t('noTime')}</span> },
    ...known.map(field => ({
      field,
      label: formatters[field].label,
      value: own[field]?.() ?? formatters[field].show(event[field]),
      isMono: field === 'external_id',
    })),
    ...(event.evidence ? [{ label: t('evidence'), value: <EvidenceLink evidence={event.evidence} /> }] : []),
    ...custom,
    ...always,
  ]
}

/** The captured page that supports the event; a link if the user can open it. */
function EvidenceLink({ evidence }: { evidence: NonNullable<Event['evidence']> }) {
  const role = useRole()
  const text = `${evidence.title || evidence.url} ${formatInstant(evidence.fetched_at)}`
  if (role === null || !editors.includes(role)) return text
  return (
    <PageLink to="admin_page" params={{ id: evidence.page_id }} search={{ version: evidence.version_id }}>
      {text}
    </PageLink>
  )
}
