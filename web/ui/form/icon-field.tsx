import { Button } from 'antd'
import { ImageIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { createIcon } from '#contract/icon.api.ts'
import { upload } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Field, type FieldProps } from './field.tsx'
import css from './form.module.css'
import { formMessages } from './messages.ts'
import { usePending } from './pending.ts'

const maxBytes = 5 * 1024 * 1024
const accepted = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** A small picture: uploaded at once, linked to the record when the form is saved. */
export function IconField(field: FieldProps) {
  const t = useT(formMessages)
  return (
    <Field isWide hint={t('iconHint')} {...field}>
      {({ value, set, control }) => (
        <IconInput name={field.name} value={typeof value === 'string' ? value : null} set={set} control={control} />
      )}
    </Field>
  )
}

type InputProps = {
  name: string
  value: string | null
  set: (value: string | null) => void
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }
}

function IconInput({ name, value, set, control }: InputProps) {
  const t = useT(formMessages)
  const { setError, clearErrors } = useFormContext()
  const wait = usePending()
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  const [share, setShare] = useState<number | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File) {
    if (file.size > maxBytes) return setError(name, { type: 'server', message: t('iconTooLarge') })
    clearErrors(name)
    const abort = new AbortController()
    running.current = abort
    setShare(0)
    try {
      const { icon } = await upload(createIcon, file, {}, { signal: abort.signal, onProgress: setShare })
      set(icon)
    } catch (error) {
      if (!abort.signal.aborted) setError(name, { type: 'server', message: errorText(error) })
    } finally {
      setShare(null)
    }
  }

  return (
    <div className="row gap-4">
      <span className={css.preview}>
        {value ? <img src={value} alt={t('iconAlt')} /> : <ImageIcon size={20} aria-hidden />}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        tabIndex={-1}
        onChange={event => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) wait(send(file))
        }}
      />
      <Button
        id={control.id}
        aria-describedby={control['aria-describedby']}
        loading={share !== null}
        onClick={() => input.current?.click()}
      >
        {share !== null
          ? t('uploading', { percent: String(Math.round(share * 100)) })
          : value
            ? t('iconReplace')
            : t('iconUpload')}
      </Button>
      {value && share === null && (
        <Button
          type="text"
          onClick={() => {
            clearErrors(name)
            set(null)
          }}
        >
          {t('iconRemove')}
        </Button>
      )}
    </div>
  )
}
