import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Modal, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { listSavedSearches } from '#contract/search.api.ts'
import {
  signedFormats,
  type Webhook,
  type WebhookFormat,
  type WebhookKind,
  webhookFormats,
  webhookKinds,
} from '#contract/webhook.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { OnceShown } from '#web/ui/secret/once-shown.tsx'
import { formatMessages, kindKey, kindMessages, webhookMessages } from './messages.ts'
import css from './webhook.module.css'
import { saveNewWebhook, saveWebhook } from './webhook.ts'

type FilterKind = 'none' | 'og' | 'search'
type Props = { webhook?: Webhook | undefined; onClose: () => void }

const usualKinds: WebhookKind[] = ['difference.found', 'word.found', 'screening.hit']

/** Creates a webhook and shows its secret once, or changes one. */
export default function WebhookForm({ webhook, onClose }: Props) {
  const t = useT(webhookMessages)
  const kindName = useT(kindMessages)
  const formatName = useT(formatMessages)
  const id = useId()
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'standard')
  const [kinds, setKinds] = useState<WebhookKind[]>(webhook?.kinds ?? usualKinds)
  const [signSecret, setSignSecret] = useState('')
  const [filter, setFilter] = useState<FilterKind>(webhook?.og_id ? 'og' : webhook?.saved_search ? 'search' : 'none')
  const [ogId, setOgId] = useState<number | null>(webhook?.og_id ?? null)
  const [savedSearch, setSavedSearch] = useState<number | null>(webhook?.saved_search ?? null)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const isReady =
    name.trim() !== '' &&
    url.trim() !== '' &&
    kinds.length > 0 &&
    (filter !== 'og' || ogId !== null) &&
    (filter !== 'search' || savedSearch !== null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    setFailure('')
    const body = {
      name: name.trim(),
      url: url.trim(),
      format,
      kinds,
      og_id: filter === 'og' ? ogId : null,
      saved_search: filter === 'search' ? savedSearch : null,
      ...(signSecret.trim() !== '' && { sign_secret: signSecret.trim() }),
    }
    try {
      if (webhook) {
        await saveWebhook(webhook.id, body)
        notifySuccess(t('saved', { name: body.name }))
        onClose()
      } else setMade({ name: body.name, secret: (await saveNewWebhook(body)).secret })
    } catch (error) {
      const detail = error instanceof ApiError ? error.errors[0]?.message : undefined
      setFailure(error instanceof ApiError && error.status === 409 ? t('tooMany') : (detail ?? errorText(error)))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Modal
      open
      width={640}
      title={webhook ? t('editNamed', { name: webhook.name }) : t('add')}
      onCancel={onClose}
      closable={{ 'aria-label': t('close') }}
      mask={{ closable: false }}
      footer={null}
    >
      {made ? (
        <OnceShown title={t('made', { name: made.name })} secret={made.secret} howTo={t('howTo')} onAnother={onClose} />
      ) : (
        <form className={css.form} onSubmit={event => void submit(event)}>
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
            <label htmlFor={`${id}f`}>{t('format')}</label>
            <Select
              id={`${id}f`}
              value={format}
              onChange={setFormat}
              options={webhookFormats.map(value => ({ value, label: formatName(value) }))}
            />
          </div>
          <div className="stack gap-2">
            <label htmlFor={`${id}u`}>{t('url')}</label>
            <Input
              id={`${id}u`}
              type="url"
              className="mono"
              value={url}
              maxLength={2000}
              autoComplete="off"
              aria-describedby={`${id}h`}
              onChange={event => setUrl(event.target.value)}
            />
            <span id={`${id}h`} className="small faint">
              {t('urlHint')}
            </span>
          </div>
          {signedFormats.includes(format) && (
            <div className="stack gap-2">
              <label htmlFor={`${id}s`}>{t(format === 'ntfy' ? 'signSecret_ntfy' : 'signSecret')}</label>
              <Input.Password
                id={`${id}s`}
                value={signSecret}
                maxLength={200}
                autoComplete="new-password"
                placeholder={webhook?.has_sign_secret ? t('signSecretKept') : ''}
                aria-describedby={`${id}i`}
                onChange={event => setSignSecret(event.target.value)}
              />
              <span id={`${id}i`} className="small faint">
                {t(format === 'ntfy' ? 'signSecretHint_ntfy' : 'signSecretHint')}
              </span>
            </div>
          )}
          <fieldset className="stack gap-2">
            <legend>{t('events')}</legend>
            <Checkbox.Group
              className={css.kinds}
              value={kinds}
              onChange={setKinds}
              options={webhookKinds.map(value => ({ value, label: kindName(kindKey(value)) }))}
            />
          </fieldset>
          <div className="stack gap-2">
            <label htmlFor={`${id}o`}>{t('filter')}</label>
            <Select
              id={`${id}o`}
              value={filter}
              onChange={setFilter}
              options={(['none', 'og', 'search'] as const).map(value => ({ value, label: t(`filter_${value}`) }))}
            />
          </div>
          {filter === 'og' && <RecordPicker aria-label={t('og')} source={ogSource} value={ogId} onChange={setOgId} />}
          {filter === 'search' && <SearchChoice value={savedSearch} onChange={setSavedSearch} />}
          {failure && <Failure>{failure}</Failure>}
          <div className="row gap-3">
            <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isReady}>
              {webhook ? t('save') : t('create')}
            </Button>
            <Button onClick={onClose}>{t('cancel')}</Button>
          </div>
        </form>
      )}
    </Modal>
  )
}

function SearchChoice({ value, onChange }: { value: number | null; onChange: (value: number) => void }) {
  const t = useT(webhookMessages)
  const { data } = useQuery({ ...endpointQuery(listSavedSearches, {}), meta: { quiet: true } })
  if (data?.items.length === 0) return <p className="small faint">{t('noSearches')}</p>
  return (
    <Select
      aria-label={t('search')}
      placeholder={t('search')}
      value={value}
      loading={!data}
      onChange={onChange}
      options={(data?.items ?? []).map(search => ({ value: search.id, label: search.name }))}
    />
  )
}
