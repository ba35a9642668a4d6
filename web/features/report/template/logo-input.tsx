import { Button } from 'antd'
import { useRef, useState } from 'react'
import { createLogo } from '#contract/report-template.api.ts'
import { upload } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import css from './template.module.css'
import { templateMessages } from './template-messages.ts'

const maxBytes = 2 * 1_048_576
const accepted = 'image/png,image/jpeg,image/webp,image/svg+xml'

type Props = {
  id: string
  describedBy: string
  value: string | null
  onChange: (value: string | null) => void
  onFault: (text: string) => void
}

/** The logo: uploaded at once, stored in the template when that is saved. */
export function LogoInput({ id, describedBy, value, onChange, onFault }: Props) {
  const t = useT(templateMessages)
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function send(file: File) {
    onFault('')
    if (file.size > maxBytes) return onFault(t('logoTooLarge'))
    setIsBusy(true)
    try {
      onChange((await upload(createLogo, file, {})).logo)
    } catch (error) {
      onFault(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="row wrap gap-4">
      {value && (
        <span className={css.logo}>
          <img src={value} alt={t('logoAlt')} />
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        tabIndex={-1}
        onChange={event => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
      <Button id={id} aria-describedby={describedBy} loading={isBusy} onClick={() => input.current?.click()}>
        {t(value ? 'logoReplace' : 'logoChoose')}
      </Button>
      {value && (
        <Button type="text" onClick={() => onChange(null)}>
          {t('remove')}
        </Button>
      )}
    </div>
  )
}
