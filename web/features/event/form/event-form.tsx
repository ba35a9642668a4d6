import type { Evidence } from '#contract/claim.api.ts'
import {
  type Event,
  type EventPatch,
  eventFields,
  eventLinkWords,
  eventSchema,
  type NewEvent,
} from '#contract/event.api.ts'
import { useProvenance } from '#web/features/claim/claim.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { personOrNewSource } from '#web/features/person/person.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { CustomRows } from '#web/record/custom-rows.tsx'
import { AccessFields } from '#web/ui/form/access-fields.tsx'
import { RecordsField } from '#web/ui/form/choice-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { SuggestField, TagsField } from '#web/ui/form/suggest-field.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { SchemaRows } from '#web/ui/schema/rows.tsx'
import { eventCalls, eventLabels, useEventFacets } from '../event-calls.ts'
import { eventLinkedIds, useEventFormatters } from '../event-formatters.tsx'
import { zoneText } from '../event-time.ts'
import { eventFormMessages } from '../form-messages.ts'
import { EventTimeField, EvidenceField, LevelField, PlaceFields } from './event-fields.tsx'
import { eventValues, newEventValues, EventForm as schema } from './event-values.ts'

type EventFormProps = {
  /** The event being edited; absent for a new one. */
  event?: Event | undefined
  /** Initial values of a new event. */
  preset?: Partial<NewEvent> | undefined
  onClose: () => void
  onDone?: ((event: Event) => void) | undefined
}

/** Creates and edits events: one form in a drawer. */
export default function EventForm({ event, preset, onClose, onDone }: EventFormProps) {
  const t = useT(eventFormMessages)
  const go = useGo()
  const provenance = useProvenance(evidenceOf(preset))
  const state = useRecordForm<Event>({
    schema,
    fields: eventFields,
    record: event,
    valuesOf: eventValues,
    initial: { ...newEventValues, ...preset },
    save: (values, rev) =>
      event
        ? eventCalls.save(event.id, { ...(values as EventPatch), ...provenance.toBody(), rev })
        : eventCalls.create({ ...(values as NewEvent), ...provenance.toBody() }),
    onSaved: saved => {
      const action = { label: t('open'), run: () => go('event_detail', { params: { id: saved.id } }) }
      const text = t(event ? 'saved' : 'created', { name: saved.title })
      notify({ kind: 'success', text, ...(!event && { action }) })
      onDone?.(saved)
      onClose()
    },
  })
  const compared = (state.conflict ?? []).flatMap(({ field, base, mine, theirs }) =>
    [base, mine, theirs].map(value => ({ field, value })),
  )
  return (
    <FormDrawer
      title={event ? t('editNamed', { name: event.title }) : t('create')}
      state={state}
      formatters={useEventFormatters(eventLinkedIds(compared))}
      onClose={onClose}
      footerExtra={provenance.field}
    >
      <EventFields owner={event?.owner} version={preset?.page_version} />
    </FormDrawer>
  )
}

/** An event made from a difference or a page has that as its evidence. */
function evidenceOf({ diff_id, page_version, title: titleText }: Partial<NewEvent> = {}): Evidence[] {
  const title = titleText ?? null
  if (typeof diff_id === 'number') return [{ type: 'record', noun: 'diff', id: diff_id, title }]
  return typeof page_version === 'number' ? [{ type: 'record', noun: 'page_version', id: page_version, title }] : []
}

type FieldsProps = { owner: number | null | undefined; version: number | null | undefined }

function EventFields({ owner, version }: FieldsProps) {
  const t = useT(eventFormMessages)
  const locale = useLocale()
  const { data: facets } = useEventFacets()
  return (
    <>
      <FormSection title={t('event')} />
      <SchemaRows
        schema={eventSchema}
        section="basics"
        special={{
          title: row => <TextField {...row} isRequired isNullable={false} hasFocus isWide />,
          level: row => <LevelField {...row} />,
          category: row => <SuggestField {...row} suggestions={facets?.categories.map(({ value }) => value) ?? []} />,
          desc: row => (
            <>
              <EvidenceField version={version} />
              <LongTextField {...row} />
            </>
          ),
        }}
      />
      <FormSection title={t('time')}>{t('whenText', { zone: zoneText(now()) })}</FormSection>
      <SchemaRows
        schema={eventSchema}
        section="when"
        special={{
          start_time: row => <EventTimeField {...row} placeholder="2026-11-21 14:05" />,
          end_time: row => <EventTimeField {...row} placeholder="2026-11-21 16:00" />,
        }}
      />
      <FormSection title={t('links')} />
      <RecordsField
        name="ogs"
        label={eventLinkWords.ogs[locale]}
        source={ogOrNewSource}
        placeholder={t('ogsPlaceholder')}
      />
      <RecordsField
        name="persons"
        label={eventLinkWords.persons[locale]}
        source={personOrNewSource}
        placeholder={t('personsPlaceholder')}
      />
      <FormSection title={t('place')} />
      <SchemaRows schema={eventSchema} section="where" />
      <PlaceFields />
      <FormSection title={t('more')} />
      <SchemaRows
        schema={eventSchema}
        section="more"
        special={{ labels: row => <TagsField {...row} suggest={eventLabels} /> }}
      />
      <CustomRows noun="event" />
      <FormSection title={t('access')} />
      <AccessFields owner={owner} />
    </>
  )
}
