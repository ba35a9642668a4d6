import { Button, Checkbox, Input, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { type TokenScope, tokenScopes } from '#contract/token.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { OnceShown } from '#web/ui/secret/once-shown.tsx'
import { AssistantSettings } from './assistant-settings.tsx'
import css from './info.module.css'
import { tokenMessages } from './token-messages.ts'
import { makeToken } from './user.ts'

const lives = [60, 1_440, 43_200, 129_600, 527_040] as const

/** Creates a token and shows it once. */
export function NewToken({ userId }: { userId: number }) {
  const t = useT(tokenMessages)
  const id = useId()
  const [made, setMade] = useState<{ name: string; secret: string; isAssistant: boolean } | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<TokenScope[]>(['read'])
  const [minutes, setMinutes] = useState<(typeof lives)[number]>(129_600)
  const [addresses, setAddresses] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function make(event: FormEvent) {
    event.preventDefault()
    if (isBusy || name.trim() === '' || scopes.length === 0) return
    setIsBusy(true)
    setFailure('')
    try {
      const networks = addresses.split(/[\s,;]+/).filter(Boolean)
      const { secret } = await makeToken(userId, { name: name.trim(), scopes, minutes, addresses: networks })
      setMade({ name: name.trim(), secret, isAssistant: scopes.includes('assistant') })
      setName('')
      setAddresses('')
      setIsOpen(false)
    } catch (error) {
      const detail = error instanceof ApiError ? error.errors[0]?.message : undefined
      setFailure(error instanceof ApiError && error.status === 409 ? t('tooMany') : (detail ?? errorText(error)))
    } finally {
      setIsBusy(false)
    }
  }

  if (made)
    return (
      <>
        <OnceShown
          title={t('made', { name: made.name })}
          secret={made.secret}
          howTo={made.isAssistant ? t('assistantHowTo') : t('howTo')}
          onAnother={() => {
            setMade(null)
            setIsOpen(true)
          }}
        />
        {made.isAssistant && <AssistantSettings secret={made.secret} />}
      </>
    )
  if (!isOpen)
    return (
      <Button className="below-4" onClick={() => setIsOpen(true)}>
        {t('add')}
      </Button>
    )
  return (
    <form className={css.tokenForm} onSubmit={event => void make(event)}>
      <div className="stack gap-2">
        <label htmlFor={`${id}n`}>{t('name')}</label>
        <Input
          id={`${id}n`}
          autoFocus
          value={name}
          maxLength={60}
          placeholder={t('nameHint')}
          onChange={event => setName(event.target.value)}
        />
      </div>
      <div className="stack gap-2">
        <label htmlFor={`${id}l`}>{t('life')}</label>
        <Select
          id={`${id}l`}
          value={minutes}
          onChange={setMinutes}
          options={lives.map(value => ({ value, label: t(`minutes_${value}`) }))}
        />
      </div>
      <fieldset className="stack gap-2">
        <legend>{t('scopes')}</legend>
        <Checkbox.Group
          value={scopes}
          onChange={setScopes}
          options={tokenScopes.map(scope => ({ value: scope, label: t(scope) }))}
        />
        {scopes.includes('assistant') && <span className="small faint">{t('assistantHint')}</span>}
      </fieldset>
      <div className="stack gap-2">
        <label htmlFor={`${id}a`}>{t('addresses')}</label>
        <Input.TextArea
          id={`${id}a`}
          className="mono"
          autoSize={{ minRows: 1, maxRows: 5 }}
          value={addresses}
          aria-describedby={`${id}h`}
          onChange={event => setAddresses(event.target.value)}
        />
        <span id={`${id}h`} className="small faint">
          {t('addressesHint')}
        </span>
      </div>
      {failure && <Failure>{failure}</Failure>}
      <div className="row gap-3">
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={name.trim() === '' || scopes.length === 0}>
          {t('create')}
        </Button>
        <Button onClick={() => setIsOpen(false)}>{t('cancel')}</Button>
      </div>
    </form>
  )
}
