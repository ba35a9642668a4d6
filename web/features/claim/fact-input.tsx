import { Input, Select } from 'antd'
import type { FieldDefinition } from '#contract/field.ts'
import type { Entity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import { factMessages } from './fact-messages.ts'
import { NumberInput, type NumberItem } from './number-input.tsx'

/** The entered value: text, or an identifier with its scheme. */
export type FactInputValue = string | NumberItem

type Props = {
  control: string
  noun: Entity
  field: FieldDefinition
  entry: FactInputValue
  onChange: (entry: FactInputValue) => void
  isWrong: boolean
  onEnter: () => void
}

/** The input for a value of a field, chosen by the field's kind. */
export function FactInput({ control, noun, field, entry, onChange, isWrong, onEnter }: Props) {
  const t = useT(factMessages)
  const locale = useLocale()
  if (typeof entry !== 'string') return <NumberInput id={control} noun={noun} value={entry} onChange={onChange} />
  if (field.kind === 'region')
    return <RegionPicker id={control} value={entry || null} onChange={next => onChange(next ?? '')} />
  if (field.kind === 'choice' || field.kind === 'boolean') {
    const options =
      field.kind === 'boolean'
        ? ['true', 'false'].map(value => ({ value, label: t(value === 'true' ? 'yes' : 'no') }))
        : Object.entries(field.choices ?? {}).map(([value, word]) => ({ value, label: word[locale] }))
    return <Select<string> id={control} value={entry || null} onChange={onChange} options={options} />
  }
  return (
    <Input.TextArea
      id={control}
      value={entry}
      status={isWrong ? 'error' : ''}
      autoSize={{ minRows: 1, maxRows: 6 }}
      {...(field.kind === 'number' && { inputMode: 'decimal' as const })}
      onChange={event => onChange(event.target.value)}
      onPressEnter={event => {
        if (field.kind === 'long_text' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
