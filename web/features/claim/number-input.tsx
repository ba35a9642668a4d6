import { Input, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import {
  contactSchemeNames,
  contactSchemes,
  identifierSchemeNames,
  identifierSchemes,
  schemeOf,
} from '#contract/identifier-scheme.ts'
import { type Entity, partyEntities } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { normaliseDate } from '#web/ui/form/text.ts'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import { factMessages } from './fact-messages.ts'

/** An identifier, an account or a contact detail while it is entered. Only identifiers have a country. */
export type NumberItem = {
  scheme: string
  value: string
  label: string | null
  start_time: string | null
  end_time: string | null
  country?: string | null
}

const blank = { value: '', label: null, start_time: null, end_time: null }

/** Schemes of the identifiers that a record of the entity can have; of contact details if `isContact`. */
const schemesOf = (noun: Entity, isContact: boolean): string[] =>
  isContact
    ? [...contactSchemeNames]
    : identifierSchemeNames.filter(name =>
        partyEntities.some(each => each === noun && identifierSchemes[name].nouns.includes(each)),
      )

export function noNumber(noun: Entity, isContact: boolean, value = ''): NumberItem {
  const scheme = isContact ? 'phone' : (schemesOf(noun, false)[0] ?? 'other')
  return { ...blank, scheme, value, ...(!isContact && { country: null }) }
}

type Props = { id: string; noun: Entity; value: NumberItem; onChange: (value: NumberItem) => void }

/** Input for one identifier or contact detail: scheme, value, issuer, and first and last day of validity. */
export function NumberInput({ id, noun, value: item, onChange }: Props) {
  const t = useT(factMessages)
  const locale = useLocale()
  const isContact = !('country' in item)
  const { scheme, value, country = null, label, start_time, end_time } = item
  const set = (changed: Partial<NumberItem>) => onChange({ ...item, ...changed })
  const labels: Record<string, { label: { [locale]: string } }> = isContact ? contactSchemes : identifierSchemes
  const options = schemesOf(noun, isContact).map(name => ({ value: name, label: labels[name]?.label[locale] ?? name }))
  const isOwn = scheme === 'other' && !isContact
  return (
    <div className="stack gap-3">
      <Select<string>
        aria-label={t('scheme')}
        showSearch={{ optionFilterProp: 'label' }}
        value={scheme}
        options={options}
        onChange={next => set({ scheme: next })}
      />
      <Input id={id} value={value} onChange={event => set({ value: event.target.value })} />
      {!isContact && (isOwn || schemeOf(scheme)?.asksCountry) && (
        <Row label={t('country')}>
          {control => <RegionPicker id={control} value={country} onChange={next => set({ country: next })} />}
        </Row>
      )}
      <Row label={t(isOwn ? 'ownScheme' : 'note')}>
        {control => (
          <Input id={control} value={label ?? ''} onChange={event => set({ label: event.target.value || null })} />
        )}
      </Row>
      <div className="flex gap-3">
        {(['start_time', 'end_time'] as const).map(name => (
          <Row key={name} label={t(name)}>
            {control => (
              <Input
                id={control}
                value={{ start_time, end_time }[name] ?? ''}
                placeholder="2026-11-21"
                onChange={event => set({ [name]: event.target.value || null })}
                onBlur={event => set({ [name]: normaliseDate(event.target.value) })}
              />
            )}
          </Row>
        ))}
      </div>
    </div>
  )
}

function Row({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="stack gap-2">
      <label htmlFor={id} className="small quiet">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
