import { type ReactNode, useId } from 'react'
import { type FieldError, useController } from 'react-hook-form'
import { useT } from '#web/platform/i18n.ts'
import css from './form.module.css'
import { formMessages } from './messages.ts'

export type FieldProps = {
  name: string
  label: string
  hint?: ReactNode
  isRequired?: boolean
  /** True if it takes the whole width of the form. */
  isWide?: boolean
}

/** Props of every control, so that screen readers announce label, hint and error with it. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
  'aria-required': boolean
  status: 'error' | ''
}

type Binding = {
  value: unknown
  set: (value: unknown) => void
  blur: () => void
  control: ControlProps
}

/** Errors of a list belong to its entries; the first is shown with its line. */
function faultText(error: unknown, atLine: (line: number, message: string) => string): string {
  if (!error) return ''
  if (Array.isArray(error)) {
    const index = error.findIndex(each => each)
    const first = error[index] as FieldError | undefined
    return first ? atLine(index + 1, first.message ?? '') : ''
  }
  return (error as FieldError).message ?? (error as { root?: FieldError }).root?.message ?? ''
}

type Props = FieldProps & { children: (binding: Binding) => ReactNode }

/** Label above, control, then the error or a hint. */
export function Field({ name, label, hint, isRequired = false, isWide = false, children }: Props) {
  const t = useT(formMessages)
  const id = useId()
  const { field, fieldState, formState } = useController({ name })
  // A row that was just added is validated at once, but its errors are hidden until one of its fields has been touched.
  const isJudged = fieldState.isTouched || formState.isSubmitted || fieldState.error?.type === 'server'
  const error = isJudged ? fieldState.error : undefined
  const fault = faultText(error, (line, message) => t('line', { line: String(line), message }))
  const note = fault || hint
  const control: ControlProps = {
    id,
    'aria-describedby': note ? `${id}n` : undefined,
    'aria-invalid': fault !== '',
    'aria-required': isRequired,
    status: fault ? 'error' : '',
  }
  return (
    <div className={isWide ? css.wide : css.field} data-fault={fault !== ''} data-field={name}>
      <label htmlFor={id} className={css.label}>
        {label}
        {isRequired && (
          <span className={css.star} aria-hidden>
            *
          </span>
        )}
      </label>
      {children({ value: field.value, set: field.onChange, blur: field.onBlur, control })}
      <div id={`${id}n`} className={fault ? css.fault : css.hint} aria-live="polite">
        {note}
      </div>
    </div>
  )
}
