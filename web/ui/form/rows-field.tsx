import { Button } from 'antd'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useFieldArray, useFormState } from 'react-hook-form'
import { useT } from '#web/platform/i18n.ts'
import css from './form.module.css'
import { formMessages } from './messages.ts'

type Props = {
  name: string
  label: string
  /** True if a heading directly above has the same text. */
  isLabelHidden?: boolean
  /** The button's label: "Add a school". */
  addLabel: string
  /** Initial values of a new row. */
  empty: Record<string, unknown>
  atMost?: number
  /** The fields of one row, named after `row`: `<TextField name={`${row}.school`} … />`. */
  children: (row: string) => ReactNode
}

/** A list of small records: rows are added, removed and moved; errors are shown at the fields of their row. */
export function RowsField({ name, label, isLabelHidden = false, addLabel, empty, atMost = 1000, children }: Props) {
  const t = useT(formMessages)
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const { fields, append, remove, move } = useFieldArray({ name, keyName: 'row_key' })
  const { errors } = useFormState({ name })
  const fault = listFault(errors, name)

  /** The moved row, or the row in place of a removed one, receives the focus. */
  function focus(selector: string) {
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())
  }
  function moveTo(from: number, to: number, act: 'up' | 'down') {
    move(from, to)
    const isAtEdge = act === 'up' ? to === 0 : to === fields.length - 1
    focus(`[data-row="${to}"] [data-act=${isAtEdge ? (act === 'up' ? 'down' : 'up') : act}]`)
  }
  function removeAt(index: number) {
    remove(index)
    const next = Math.min(index, fields.length - 2)
    focus(next < 0 ? '[data-act=add]' : `[data-row="${next}"] [data-act=remove]`)
  }

  return (
    <fieldset ref={box} className={css.rows} data-fault={fault !== ''} data-field={name} aria-describedby={`${id}f`}>
      <legend className={isLabelHidden ? 'visually-hidden' : css.label}>{label}</legend>
      {fields.length > 0 && (
        <ol className="grid gap-3 below-3">
          {fields.map((field, index) => {
            const place = { label, line: String(index + 1) }
            return (
              <li key={field.row_key} className={css.row} data-row={index} aria-label={t('rowAt', place)}>
                <div className={css.rowFields}>{children(`${name}.${index}`)}</div>
                <div className="stack rigid">
                  <Button
                    type="text"
                    size="small"
                    data-act="up"
                    icon={<ArrowUp size={14} aria-hidden />}
                    aria-label={t('rowUp', place)}
                    disabled={index === 0}
                    onClick={() => moveTo(index, index - 1, 'up')}
                  />
                  <Button
                    type="text"
                    size="small"
                    data-act="down"
                    icon={<ArrowDown size={14} aria-hidden />}
                    aria-label={t('rowDown', place)}
                    disabled={index === fields.length - 1}
                    onClick={() => moveTo(index, index + 1, 'down')}
                  />
                  <Button
                    type="text"
                    size="small"
                    data-act="remove"
                    icon={<X size={14} aria-hidden />}
                    aria-label={t('rowRemove', place)}
                    onClick={() => removeAt(index)}
                  />
                </div>
              </li>
            )
          })}
        </ol>
      )}
      <Button
        size="small"
        data-act="add"
        icon={<Plus size={14} aria-hidden />}
        disabled={fields.length >= atMost}
        onClick={() => append({ ...empty }, { shouldFocus: false })}
      >
        {addLabel}
      </Button>
      <div id={`${id}f`} className={css.fault} aria-live="polite">
        {fault}
      </div>
    </fieldset>
  )
}

/** An error of the list as a whole; errors of its rows are shown at their fields. */
function listFault(errors: Record<string, unknown>, name: string): string {
  const error = errors[name] as { message?: string; root?: { message?: string } } | undefined
  return error?.root?.message ?? error?.message ?? ''
}
