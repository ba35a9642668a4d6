import { NewPerson, type Person, type PersonPatch, personFields, personSchema } from '#contract/person.api.ts'
import { useProvenance } from '#web/features/claim/claim.ts'
import { ContactRows, IdentifierRows } from '#web/features/identifier/form.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { CustomRows } from '#web/record/custom-rows.tsx'
import { AccessFields } from '#web/ui/form/access-fields.tsx'
import { AliasField } from '#web/ui/form/alias-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { SuggestField, TagsField } from '#web/ui/form/suggest-field.tsx'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { SchemaRows } from '#web/ui/schema/rows.tsx'
import { personFormMessages } from './form-messages.ts'
import { personCalls, personLabels } from './person-calls.ts'
import { personLinkedIds, usePersonFormatters } from './person-formatters.tsx'
import { EducationRows, MembershipRows, RelationRows } from './person-rows.tsx'
import { newPersonValues, personValues } from './person-values.ts'

type Props = {
  /** The person being edited; absent for a new one. */
  person?: Person | undefined
  /** Initial values of a new person. */
  preset?: Partial<NewPerson>
  onClose: () => void
  onSaved?: (person: Person) => void
}

/** Creates and edits persons: one form in a drawer. */
export default function PersonForm({ person, preset, onClose, onSaved }: Props) {
  const t = useT(personFormMessages)
  const go = useGo()
  const provenance = useProvenance()
  const state = useRecordForm<Person>({
    schema: NewPerson,
    fields: personFields,
    record: person,
    valuesOf: personValues,
    initial: { ...newPersonValues, ...preset },
    save: (values, rev) =>
      person
        ? personCalls.save(person.id, { ...(values as PersonPatch), ...provenance.toBody(), rev })
        : personCalls.create({ ...(values as NewPerson), ...provenance.toBody() }),
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
      title={person ? t('editNamed', { name: person.name }) : t('create')}
      state={state}
      formatters={usePersonFormatters(personLinkedIds(shown))}
      onClose={onClose}
      footerExtra={provenance.field}
    >
      <PersonFields id={person?.id} owner={person?.owner} />
    </FormDrawer>
  )
}

function PersonFields({ id, owner }: { id: number | undefined; owner: number | null | undefined }) {
  const t = useT(personFormMessages)
  return (
    <>
      <FormSection title={t('basics')} />
      <SchemaRows
        schema={personSchema}
        section="basics"
        special={{
          aliases: row => <AliasField {...row} />,
          labels: row => <TagsField {...row} suggest={personLabels} />,
          desc_sum: row => <LongTextField {...row} rows={2} />,
        }}
      />
      <FormSection title={t('work')} />
      <SchemaRows
        schema={personSchema}
        section="work"
        special={{
          work_state: row => (
            <>
              <SuggestField {...row} suggestions={t('states').split('|')} />
              <MembershipRows />
            </>
          ),
        }}
      />
      <FormSection title={t('education')} />
      <EducationRows />
      <FormSection title={t('relations')} />
      <RelationRows />
      <FormSection title={t('contact')} />
      <SchemaRows schema={personSchema} section="contact" />
      <ContactRows />
      <IdentifierRows noun="person" id={id} />
      <CustomRows noun="person" />
      <FormSection title={t('access')} />
      <AccessFields owner={owner} />
    </>
  )
}
