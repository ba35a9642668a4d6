import { useQueryClient } from '@tanstack/react-query'
import { NewPerson, type Person, type PersonPatch, personFields } from '#contract/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { AccessFields } from '#web/ui/form/access-fields.tsx'
import { RegionField } from '#web/ui/form/choice-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { IconField } from '#web/ui/form/icon-field.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { SuggestField, TagsField } from '#web/ui/form/suggest-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { LinesField, LongTextField, NumberField, PartialDateField, TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { personFieldMessages, personFormMessages } from './form-messages.ts'
import { personLabels, saveNewPerson, savePerson } from './person-calls.ts'
import { linkedIds, usePersonLooks } from './person-looks.tsx'
import { EducationRows, MembershipRows, RelationRows } from './person-rows.tsx'
import { newPersonValues, personValues } from './person-values.ts'

type Props = {
  /** The person being edited; absent when one is made. */
  person?: Person | undefined
  /** What a new one begins with. */
  preset?: Partial<NewPerson>
  onClose: () => void
  onSaved?: (person: Person) => void
}

/** Create and edit: one form in a drawer. */
export default function PersonForm({ person, preset, onClose, onSaved }: Props) {
  const t = useT(personFormMessages)
  const client = useQueryClient()
  const go = useGo()
  const state = useRecordForm<Person>({
    schema: NewPerson,
    fields: personFields,
    record: person,
    valuesOf: personValues,
    initial: { ...newPersonValues, ...preset },
    save: (values, rev) =>
      person
        ? savePerson(client, person.id, { ...(values as PersonPatch), rev })
        : saveNewPerson(client, values as NewPerson),
    onSaved: saved => {
      const action = { label: t('open'), run: () => go('person_detail', { params: { id: saved.id } }) }
      const text = t(person ? 'saved' : 'created', { name: saved.name })
      notify({ kind: 'success', text, ...(!person && { action }) })
      onSaved?.(saved)
      onClose()
    },
  })
  const shown = (state.conflict ?? []).flatMap(({ field, base, mine, theirs }) =>
    [base, mine, theirs].map(value => ({ field, value })),
  )
  return (
    <FormDrawer
      title={person ? t('edit', { name: person.name }) : t('create')}
      state={state}
      looks={usePersonLooks(linkedIds(shown))}
      onClose={onClose}
    >
      <PersonFields owner={person?.owner} />
    </FormDrawer>
  )
}

function PersonFields({ owner }: { owner: number | null | undefined }) {
  const t = useT(personFormMessages)
  const label = useT(personFieldMessages)
  return (
    <>
      <FormSection title={t('basics')} />
      <TextField name="name" label={label('name')} isRequired isNullable={false} hasFocus />
      <PartialDateField name="birth_time" label={label('birth_time')} />
      <RegionField name="region" label={label('region')} />
      <NumberField name="score" label={label('score')} min={0} max={100} hint={t('scoreHint')} />
      <SwitchField name="is_focus" label={label('is_focus')} hint={t('focusHint')} />
      <IconField name="icon" label={label('icon')} />
      <TagsField name="labels" label={label('labels')} hint={t('labelsHint')} suggest={personLabels} />
      <LinesField name="aliases" label={label('aliases')} hint={t('aliasesHint')} />
      <LongTextField name="desc_sum" label={label('desc_sum')} hint={t('sumHint')} rows={2} />
      <LongTextField name="desc" label={label('desc')} />
      <FormSection title={t('work')} />
      <TextField name="position" label={label('position')} />
      <SuggestField name="work_state" label={label('work_state')} suggestions={t('states').split('|')} />
      <MembershipRows />
      <LinesField name="og_names" label={label('og_names')} hint={t('ogNamesHint')} />
      <FormSection title={t('education')} />
      <EducationRows />
      <FormSection title={t('relations')} />
      <RelationRows />
      <FormSection title={t('contact')} />
      <TextField name="phone_number" label={label('phone_number')} />
      <TextField name="mail" label={label('mail')} />
      <TextField name="website" label={label('website')} placeholder="https://www.example.org/" />
      <TextField name="wiki" label={label('wiki')} hint={t('wikiHint')} />
      <TextField name="twitter" label={label('twitter')} />
      <TextField name="facebook" label={label('facebook')} />
      <TextField name="external_id" label={label('external_id')} hint={t('externalIdHint')} />
      <FormSection title={t('access')} />
      <AccessFields owner={owner} />
    </>
  )
}
