import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { Field, type FieldProps } from './field.tsx'
import { formMessages } from './messages.ts'
import { normaliseDate, splitLines } from './text.ts'

type TextProps = FieldProps & {
  placeholder?: string
  autoComplete?: string
  /** True if an emptied text becomes `null`; false if the contract requires text. */
  isNullable?: boolean
  hasFocus?: boolean
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

export function TextField({ placeholder, autoComplete = 'off', isNullable = true, hasFocus, ...field }: TextProps) {
  return (
    <Field {...field}>
      {({ value, set, blur, control }) => (
        <Input
          {...control}
          value={asText(value)}
          placeholder={placeholder}
          autoComplete={autoComplete}
          autoFocus={hasFocus}
          onChange={event => set(event.target.value === '' && isNullable ? null : event.target.value)}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

export function LongTextField({ rows = 4, ...field }: FieldProps & { rows?: number }) {
  return (
    <Field isWide {...field}>
      {({ value, set, blur, control }) => (
        <Input.TextArea
          {...control}
          value={asText(value)}
          autoSize={{ minRows: rows, maxRows: 16 }}
          onChange={event => set(event.target.value === '' ? null : event.target.value)}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

export function NumberField({ min, max, ...field }: FieldProps & { min: number; max: number }) {
  const t = useT(formMessages)
  return (
    <Field hint={t('numberRange', { min: String(min), max: String(max) })} {...field}>
      {({ value, set, blur, control }) => (
        <InputNumber<number>
          {...control}
          value={typeof value === 'number' ? value : null}
          // No min and max here: silently changing a number is worse than showing an error.
          precision={0}
          onChange={set}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

/** Any number, including fractions. */
export function DecimalField(field: FieldProps) {
  return (
    <Field {...field}>
      {({ value, set, blur, control }) => (
        <InputNumber<number>
          {...control}
          value={typeof value === 'number' ? value : null}
          style={{ width: '100%' }}
          onChange={set}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

/** During input, the field shows the typed text and the form already holds its value. */
function useDraft(shown: string) {
  const [draft, setDraft] = useState<string | null>(null)
  return { text: draft ?? shown, type: setDraft, leave: () => setDraft(null) }
}

type InnerProps = Parameters<Parameters<typeof Field>[0]['children']>[0] & { placeholder?: string | undefined }

/** A date as precise as it is known; other notations are converted. */
export function PartialDateField(field: FieldProps) {
  const t = useT(formMessages)
  return (
    <Field hint={t('dateHint')} {...field}>
      {binding => <DateInput {...binding} />}
    </Field>
  )
}

function DateInput({ value, set, blur, control }: InnerProps) {
  const { text, type, leave } = useDraft(asText(value))
  return (
    <Input
      {...control}
      value={text}
      placeholder="1958-10-13"
      autoComplete="off"
      onChange={event => {
        type(event.target.value)
        set(normaliseDate(event.target.value))
      }}
      onBlur={() => {
        leave()
        blur()
      }}
    />
  )
}

type LinesProps = FieldProps & { placeholder?: string; isMono?: boolean }

/** A list of short texts, one per line. */
export function LinesField({ placeholder, isMono = false, ...field }: LinesProps) {
  const t = useT(formMessages)
  return (
    <Field isWide hint={t('linesHint')} {...field}>
      {binding => <LinesInput {...binding} placeholder={placeholder} isMono={isMono} />}
    </Field>
  )
}

function LinesInput({ value, set, blur, control, placeholder, isMono }: InnerProps & { isMono: boolean }) {
  const { text, type, leave } = useDraft(Array.isArray(value) ? value.join('\n') : '')
  return (
    <Input.TextArea
      {...control}
      value={text}
      placeholder={placeholder}
      autoSize={{ minRows: 2, maxRows: 10 }}
      spellCheck={!isMono}
      style={isMono ? { fontFamily: 'var(--mono)' } : undefined}
      onChange={event => {
        type(event.target.value)
        set(splitLines(event.target.value))
      }}
      onBlur={() => {
        leave()
        blur()
      }}
    />
  )
}
