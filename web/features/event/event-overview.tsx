import type { Event, EventField } from '#contract/event.api.ts'
import { AssistantNote } from '#web/features/assistant/assistant.ts'
import { Attachments } from '#web/features/attachment/attachment.ts'
import { displayName, type Named } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { FactMarks } from '#web/record/parts.tsx'
import { type HistoryQuery, LatestChanges } from '#web/record/record-history.tsx'
import { RecordSection } from '#web/record/record-page.tsx'
import { RecordPart } from '#web/record/record-part.tsx'
import { AccessSection, DescSection } from '#web/record/record-sections.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { eventConfig } from './event-config.ts'
import css from './event-page.module.css'
import { eventPageMessages } from './page-messages.ts'

type Props = { event: Event; formatters: Record<EventField, FieldFormatter>; historyQuery: HistoryQuery }

/** Description, participants, latest changes and access. */
export function EventOverview({ event, formatters, historyQuery }: Props) {
  const t = useT(eventPageMessages)
  const isAlone = event.ogs.length === 0 && event.persons.length === 0
  return (
    <>
      <AssistantNote noun="event" id={event.id} />
      <DescSection
        desc={event.desc}
        mark={<FactMarks noun={eventConfig.noun} id={event.id} field="desc" />}
        title={t('desc')}
      />
      {isAlone && (
        <RecordSection title={`${t('ogs')} · ${t('persons')}`}>
          <p className="faint">{t('noLinks')}</p>
        </RecordSection>
      )}
      <Linked title={t('ogs')} to="og_detail" refs={event.ogs} />
      <Linked title={t('persons')} to="person_detail" refs={event.persons} />
      <RecordSection title={t('attachments')}>
        <RecordPart name="attachments">
          <Attachments noun="event" recordId={event.id} mayAdd={event.can.includes('update')} />
        </RecordPart>
      </RecordSection>
      <LatestChanges config={eventConfig} id={event.id} historyQuery={historyQuery} formatters={formatters} />
      <AccessSection record={event} />
    </>
  )
}

type LinkedProps = { title: string; to: 'og_detail' | 'person_detail'; refs: readonly ({ id: number } & Named)[] }

function Linked({ title, to, refs }: LinkedProps) {
  if (refs.length === 0) return null
  return (
    <RecordSection title={title}>
      <ul className={css.linked}>
        {refs.map(ref => (
          <li key={ref.id}>
            <PageLink to={to} params={{ id: ref.id }}>
              <Avatar name={displayName(ref)} src={null} size={20} />
              <span>{displayName(ref)}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
