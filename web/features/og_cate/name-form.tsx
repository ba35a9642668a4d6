import { Button, Input } from 'antd'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { errorText } from '#web/platform/query.ts'
import css from './og-cate.module.css'

const nameLength = 60

type Props = {
  initial?: string
  label: string
  submitLabel: string
  cancelLabel?: string
  isPrimary?: boolean
  save: (name: string) => Promise<void>
  onCancel?: () => void
}

/** A field for one name: sent once at a time, with errors below. Escape discards the change. */
export function NameForm({ initial = '', label, submitLabel, cancelLabel, isPrimary, save, onCancel }: Props) {
  const [name, setName] = useState(initial)
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const id = useId()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || name.trim() === '') return
    setIsBusy(true)
    setFault('')
    try {
      await save(name.trim())
      setName('')
    } catch (error) {
      const detail = error instanceof ApiError ? error.errors[0]?.message : undefined
      setFault(detail ?? errorText(error))
    } finally {
      setIsBusy(false)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !onCancel) return
    event.stopPropagation()
    onCancel()
  }

  return (
    <form className={css.form} onSubmit={event => void submit(event)} onKeyDown={onKeyDown}>
      <div className="flex gap-3">
        <Input
          value={name}
          aria-label={label}
          aria-invalid={fault !== ''}
          aria-describedby={`${id}f`}
          status={fault ? 'error' : ''}
          placeholder={label}
          maxLength={nameLength}
          autoComplete="off"
          autoFocus={onCancel !== undefined}
          onChange={event => {
            setName(event.target.value)
            setFault('')
          }}
        />
        <Button
          type={isPrimary ? 'primary' : 'default'}
          htmlType="submit"
          loading={isBusy}
          disabled={name.trim() === ''}
        >
          {submitLabel}
        </Button>
        {onCancel && (
          <Button type="text" onClick={onCancel}>
            {cancelLabel}
          </Button>
        )}
      </div>
      <div id={`${id}f`} className={css.fault} role="alert">
        {fault}
      </div>
    </form>
  )
}
