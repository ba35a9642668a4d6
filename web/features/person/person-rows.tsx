import { Button } from 'antd'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { personLinkWords, personSchema } from '#contract/person.api.ts'
import { relationTypes } from '#contract/relation.api.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { RecordField, SelectField } from '#web/ui/form/choice-field.tsx'
import { RowsField } from '#web/ui/form/rows-field.tsx'
import { PartialDateField, TextField } from '#web/ui/form/text-field.tsx'
import { personFormMessages } from './form-messages.ts'
import css from './person-rows.module.css'
import { relationWords } from './relation-words.ts'
import { personOrNewSource } from './source.ts'

export function EducationRows() {
  const t = useT(personFormMessages)
  const locale = useLocale()
  return (
    <RowsField
      name="education"
      label={personSchema.education.label[locale]}
      isLabelHidden
      addLabel={t('addSchool')}
      empty={{ school: '', degree: null, from: null, to: null }}
      atMost={50}
    >
      {row => (
        <>
          <TextField name={`${row}.school`} label={t('school')} isRequired isNullable={false} />
          <TextField name={`${row}.degree`} label={t('degree')} />
          <PartialDateField name={`${row}.from`} label={t('from')} hint={null} />
          <PartialDateField name={`${row}.to`} label={t('to')} hint={null} />
        </>
      )}
    </RowsField>
  )
}

export function MembershipRows() {
  const t = useT(personFormMessages)
  const locale = useLocale()
  return (
    <RowsField
      name="memberships"
      label={personLinkWords.memberships[locale]}
      addLabel={t('addOg')}
      empty={{ og_id: null, role: null, start_time: null, end_time: null }}
    >
      {row => (
        <>
          <RecordField name={`${row}.og_id`} label={t('og')} source={ogOrNewSource} isRequired />
          <TextField name={`${row}.role`} label={t('role')} />
          <PartialDateField name={`${row}.start_time`} label={t('from')} hint={null} />
          <PartialDateField name={`${row}.end_time`} label={t('to')} hint={null} />
          <Seldom row={row} />
        </>
      )}
    </RowsField>
  )
}

/** Fields that are rarely known (on behalf of whom, place, term): shown if they have a value or on request. */
function Seldom({ row }: { row: string }) {
  const t = useT(personFormMessages)
  const values = useWatch({ name: row }) as Partial<Record<'on_behalf_of' | 'area' | 'term', unknown>> | undefined
  const [isOpen, setIsOpen] = useState(() => !!(values?.on_behalf_of || values?.area || values?.term))
  if (!isOpen)
    return (
      <Button type="link" size="small" className={css.more} onClick={() => setIsOpen(true)}>
        {t('addSeat')}
      </Button>
    )
  return (
    <>
      <RecordField name={`${row}.on_behalf_of`} label={t('onBehalfOf')} source={ogOrNewSource} />
      <TextField name={`${row}.area`} label={t('area')} />
      <TextField name={`${row}.term`} label={t('term')} />
    </>
  )
}

/** Each relation as a sentence about this person and the other. */
export function RelationRows() {
  const t = useT(personFormMessages)
  const locale = useLocale()
  const words = useT(relationWords)
  const types = relationTypes.map(type => ({ value: type, label: words(type, { name: '…' }) }))
  return (
    <RowsField
      name="relations"
      label={personLinkWords.relations[locale]}
      isLabelHidden
      addLabel={t('addRelation')}
      empty={{ person_id: null, type: 'associate', desc: null, start_time: null, end_time: null }}
    >
      {row => (
        <>
          <SelectField name={`${row}.type`} label={t('relationType')} options={types} isSearchable />
          <RecordField name={`${row}.person_id`} label={t('person')} source={personOrNewSource} isRequired />
          <PartialDateField name={`${row}.start_time`} label={t('from')} hint={null} />
          <PartialDateField name={`${row}.end_time`} label={t('to')} hint={null} />
          <TextField name={`${row}.desc`} label={t('description')} isWide />
        </>
      )}
    </RowsField>
  )
}
