import { Select } from 'antd'
import type { ReactNode } from 'react'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import type { RecordSource } from '#web/ui/picker/record-source.ts'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import { Field, type FieldProps } from './field.tsx'

type Option = { value: string; label: ReactNode }

type SelectProps = FieldProps & {
  options: Option[]
  hasNone?: boolean
  /** For many options: typing filters them, so their labels must be text. */
  isSearchable?: boolean
}

export function SelectField({ options, hasNone, isSearchable = false, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {({ value, set, blur, control }) => (
        <Select<string | null>
          {...control}
          value={typeof value === 'string' ? value : undefined}
          options={options}
          allowClear={hasNone}
          showSearch={isSearchable && { optionFilterProp: 'label' }}
          onChange={next => set(next ?? null)}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

export function RegionField(field: FieldProps) {
  return (
    <Field {...field}>
      {({ value, set, blur, control }) => (
        <RegionPicker {...control} value={typeof value === 'string' ? value : null} onChange={set} onBlur={blur} />
      )}
    </Field>
  )
}

export function RecordField({
  source,
  placeholder,
  ...field
}: FieldProps & { source: RecordSource; placeholder?: string }) {
  return (
    <Field {...field}>
      {({ value, set, blur, control }) => (
        <RecordPicker
          {...control}
          source={source}
          placeholder={placeholder}
          value={typeof value === 'number' ? value : null}
          onChange={set}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

/** Chooses several records of one entity, e.g. the persons of an event. */
export function RecordsField({
  source,
  placeholder,
  ...field
}: FieldProps & { source: RecordSource; placeholder?: string }) {
  return (
    <Field isWide {...field}>
      {({ value, set, blur, control }) => (
        <RecordPicker
          {...control}
          isMultiple
          source={source}
          placeholder={placeholder}
          value={Array.isArray(value) ? (value as number[]) : []}
          onChange={set}
          onBlur={blur}
        />
      )}
    </Field>
  )
}
