import { useWatch } from 'react-hook-form'
import {
  contactSchemeNames,
  contactSchemes,
  identifierSchemeNames,
  identifierSchemes,
  type Scheme,
  schemeOf,
} from '#contract/identifier-scheme.ts'
import { ogSchema } from '#contract/og.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { RegionField, SelectField } from '#web/ui/form/choice-field.tsx'
import { RowsField } from '#web/ui/form/rows-field.tsx'
import { PartialDateField, TextField } from '#web/ui/form/text-field.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { identifierMessages } from './messages.ts'
import { Others } from './state.tsx'
import { type CheckedRecord, useCheck } from './use-check.ts'

const most = 100

/**
 * Inputs for identifiers. An implausible one, or one that another record has, is reported next to its field and does
 * not prevent saving.
 */
export function IdentifierRows({ noun, id }: CheckedRecord) {
  const t = useT(identifierMessages)
  const locale = useLocale()
  const [first = 'other'] = schemesOf(noun)
  const options = schemesOf(noun).map(name => ({ value: name, label: identifierSchemes[name].label[locale] }))
  return (
    <RowsField
      name="identifiers"
      label={ogSchema.identifiers.label[locale]}
      addLabel={t('addIdentifier')}
      empty={{ scheme: first, value: '', country: null, label: null, start_time: null, end_time: null }}
      atMost={most}
    >
      {row => <IdentifierRow row={row} options={options} noun={noun} id={id} />}
    </RowsField>
  )
}

const schemesOf = (noun: CheckedRecord['noun']) =>
  identifierSchemeNames.filter(name => identifierSchemes[name].nouns.includes(noun))

type RowProps = CheckedRecord & { row: string; options: { value: string; label: string }[] }

function IdentifierRow({ row, options, noun, id }: RowProps) {
  const t = useT(identifierMessages)
  const { scheme } = (useWatch({ name: row }) ?? {}) as { scheme?: string }
  const { asksCountry = false }: Partial<Scheme> = schemeOf(scheme ?? '') ?? {}
  const isOwn = scheme === 'other'
  return (
    <>
      <SelectField name={`${row}.scheme`} label={t('scheme')} options={options} isSearchable />
      <TextField
        name={`${row}.value`}
        label={t('value')}
        isRequired
        isNullable={false}
        hint={<Doubt row={row} noun={noun} id={id} />}
      />
      {(asksCountry || isOwn) && <RegionField name={`${row}.country`} label={t('country')} />}
      {isOwn && <TextField name={`${row}.label`} label={t('ownScheme')} hint={t('ownSchemeHint')} isRequired />}
      {!isOwn && asksCountry && <TextField name={`${row}.label`} label={t('label')} />}
      <PartialDateField name={`${row}.start_time`} label={t('from')} hint={null} />
      <PartialDateField name={`${row}.end_time`} label={t('to')} hint={null} />
    </>
  )
}

const settledMs = 400

/** Checked after a pause in typing. */
function Doubt({ row, noun, id }: CheckedRecord & { row: string }) {
  const t = useT(identifierMessages)
  const locale = useLocale()
  const item = useDebounced(JSON.stringify(useWatch({ name: row }) ?? {}), settledMs)
  const given = JSON.parse(item) as { scheme?: string; value?: string }
  const [message] = useCheck({ noun, id }, given.value ? [given] : []) ?? []
  if (!message) return null
  const scheme = schemeOf(given.scheme ?? '')?.label[locale] ?? ''
  return (
    <>
      {(message.state === 'wrong_form' || message.state === 'wrong_check') && (
        <div className="warning">{t(message.state, { scheme })}</div>
      )}
      <Others records={message.records} noun={noun} isApart />
    </>
  )
}

/** Inputs for further accounts and contact details; the first of each kind has its own field above. */
export function ContactRows() {
  const t = useT(identifierMessages)
  const locale = useLocale()
  const options = contactSchemeNames.map(name => ({ value: name, label: contactSchemes[name].label[locale] }))
  return (
    <RowsField
      name="contacts"
      label={ogSchema.contacts.label[locale]}
      addLabel={t('addContact')}
      empty={{ scheme: 'phone', value: '', label: null, start_time: null, end_time: null }}
      atMost={most}
    >
      {row => (
        <>
          <SelectField name={`${row}.scheme`} label={t('scheme')} options={options} isSearchable />
          <TextField name={`${row}.value`} label={t('contactValue')} isRequired isNullable={false} />
          <TextField name={`${row}.label`} label={t('label')} hint={t('labelHint')} />
          <PartialDateField name={`${row}.start_time`} label={t('from')} hint={null} />
          <PartialDateField name={`${row}.end_time`} label={t('to')} hint={null} />
        </>
      )}
    </RowsField>
  )
}
