import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { OnceShown } from '#web/ui/secret/once-shown.tsx'
import css from './info.module.css'
import { reconcileMessages } from './reconcile-messages.ts'
import { makeReconcileAddress } from './user.ts'

/** Creates an address and shows it once: the server stores only its hash. */
export function NewReconcileAddress() {
  const t = useT(reconcileMessages)
  const id = useId()
  const [made, setMade] = useState<{ name: string; url: string } | null>(null)
  const [name, setName] = useState(t('defaultName'))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  async function make(event: FormEvent) {
    event.preventDefault()
    if (isBusy || name.trim() === '') return
    setIsBusy(true)
    setFailure('')
    try {
      const { address, path } = await makeReconcileAddress(name.trim())
      setMade({ name: address.name, url: new URL(path, window.location.origin).href })
    } catch (error) {
      setFailure(error instanceof ApiError && error.status === 409 ? t('tooMany') : errorText(error))
    } finally {
      setIsBusy(false)
    }
  }
  if (made)
    return (
      <OnceShown
        title={t('made', { name: made.name })}
        secret={made.url}
        howTo={t('howTo')}
        onAnother={() => setMade(null)}
      />
    )
  return (
    <form className="below-4" onSubmit={event => void make(event)}>
      <label htmlFor={id}>{t('name')}</label>
      <div className="row wrap gap-3 above-2">
        <Input
          id={id}
          className={css.shortInput}
          value={name}
          maxLength={60}
          onChange={event => setName(event.target.value)}
        />
        <Button htmlType="submit" loading={isBusy} disabled={name.trim() === ''}>
          {t('create')}
        </Button>
      </div>
      {failure && <Failure>{failure}</Failure>}
    </form>
  )
}
