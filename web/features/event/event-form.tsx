import { useQueryClient } from '@tanstack/react-query'
import { type Event, type EventPatch, eventFields, eventStatuses, type NewEvent } from '#contract/event.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { personOrNewSource } from '#web/features/person/person.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { AccessFields } from '#web/ui/form/access-fields.tsx'
import { RecordsField, RegionField, SelectField } from '#web/ui/form/choice-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { SuggestField, TagsField } from '#web/ui/form/suggest-field.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { eventLabels, saveEvent, saveNewEvent, useEventFacets } from './event-calls.ts'
import { EventTimeField, EvidenceField, LevelField, PlaceFields } from './event-fields.tsx'
import { linkedIds, useEventLooks } from './event-looks.tsx'
import { zoneText } from './event-time.ts'
import { eventValues, newEventValues, EventForm as schema } from './event-values.ts'
import { eventFieldMessages, eventFormMessages } from './form-messages.ts'
import { eventStatusMessages } from './level-messages.ts'

export type EventFormProps = {
  /** The event being edited; absent when one is made. */
  event?: Event | undefined
  /** What a new one begins with. */
  preset?: Partial<NewEvent> | undefined
  onClose: () => void
  onDone?: ((event: Event) => void) | undefined
}

/** Create and edit: one form in a drawer. */
export default function EventForm({ event, preset, onClose, onDone }: EventFormProps) {
  const t = useT(eventFormMessages)
  const client = useQueryClient()
  const go = useGo()
  const state = useRecordForm<Event>({
    schema,
    fields: eventFields,
    record: event,
    valuesOf: eventValues,
    initial: { ...newEventValues, ...preset },
    save: (values, rev) =>
      event
        ? saveEvent(client, event.id, { ...(values as EventPatch), rev })
        : saveNewEvent(client, values as NewEvent),
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
      title={event ? t('edit', { name: event.title }) : t('create')}
      state={state}
      looks={useEventLooks(linkedIds(compared))}
      onClose={onClose}
    >
      <EventFields owner={event?.owner} version={preset?.page_version} />
    </FormDrawer>
  )
}

type FieldsProps = { owner: number | null | undefined; version: number | null | undefined }

function EventFields({ owner, version }: FieldsProps) {
  const t = useT(eventFormMessages)
  const label = useT(eventFieldMessages)
  const status = useT(eventStatusMessages)
  const { data: facets } = useEventFacets()
  return (
    <>
      <FormSection title={t('basics')} />
      <TextField name="title" label={label('title')} isRequired isNullable={false} hasFocus isWide />
      <LevelField name="level" label={label('level')} />
      <SelectField
        name="status"
        label={label('status')}
        options={eventStatuses.map(value => ({ value, label: status(value) }))}
      />
      <SuggestField
        name="category"
        label={label('category')}
        suggestions={facets?.categories.map(({ value }) => value) ?? []}
      />
      <TextField name="source_url" label={label('source_url')} placeholder="https://www.example.org/" />
      <EvidenceField version={version} />
      <LongTextField name="desc" label={label('desc')} />
      <FormSection title={t('when')}>{t('whenText', { zone: zoneText(now()) })}</FormSection>
      <EventTimeField
        name="start_time"
        label={label('start_time')}
        hint={t('timeHint')}
        placeholder="2026-11-21 14:05"
      />
      <EventTimeField name="end_time" label={label('end_time')} hint={t('endHint')} placeholder="2026-11-21 16:00" />
      <FormSection title={t('links')} />
      <RecordsField name="ogs" label={label('ogs')} source={ogOrNewSource} placeholder={t('ogsPlaceholder')} />
      <RecordsField
        name="persons"
        label={label('persons')}
        source={personOrNewSource}
        placeholder={t('personsPlaceholder')}
      />
      <FormSection title={t('where')} />
      <RegionField name="region" label={label('region')} />
      <TextField name="address" label={label('address')} />
      <PlaceFields />
      <FormSection title={t('more')} />
      <TagsField name="labels" label={label('labels')} hint={t('labelsHint')} suggest={eventLabels} />
      <TextField name="external_id" label={label('external_id')} hint={t('externalIdHint')} />
      <FormSection title={t('access')} />
      <AccessFields owner={owner} />
    </>
  )
}
