import { Switch } from 'antd'
import { Field, type FieldProps } from './field.tsx'

export function SwitchField(field: FieldProps) {
  return (
    <Field {...field}>
      {({ value, set, control: { id, ...control } }) => (
        <Switch
          id={id}
          aria-describedby={control['aria-describedby']}
          checked={value === true}
          onChange={set}
          style={{ alignSelf: 'flex-start', margin: '5px 0' }}
        />
      )}
    </Field>
  )
}
