import { Button } from 'antd'
import { lazy, useState } from 'react'
import type { Webhook } from '#contract/webhook.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { OnceShown } from '#web/ui/secret/once-shown.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { kindKey, kindMessages, webhookMessages } from './messages.ts'
import css from './webhook.module.css'
import { makeSecret, removeWebhook, saveWebhook, sendTest } from './webhook.ts'

const WebhookForm = lazy(() => import('./webhook-form.tsx'))

/** One webhook: its state, its acts and its log. */
export function WebhookDetail({ webhook }: { webhook: Webhook }) {
  const t = useT(webhookMessages)
  const kindName = useT(kindMessages)
  const modal = useModal()
  const [isEditing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const { id, name, state } = webhook

  async function run(act: string, work: () => Promise<string>) {
    if (busy !== null) return
    setBusy(act)
    try {
      notifySuccess(await work())
    } catch (failure) {
      showError(failure)
    } finally {
      setBusy(null)
    }
  }
  const confirm = (title: string, content: string, okText: string) =>
    modal.confirm({
      title,
      content,
      okText,
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      focusable: { autoFocusButton: 'cancel' },
    })
  const change = (next: 'on' | 'paused') =>
    run('state', async () => {
      await saveWebhook(id, { state: next })
      return t(next === 'on' ? 'resumed' : 'paused', { name })
    })
  async function renew() {
    if (!(await confirm(t('renewTitle', { name }), t('renewText'), t('renew')))) return
    await run('renew', async () => {
      setSecret((await makeSecret(id)).secret)
      return t('saved', { name })
    })
  }
  async function remove() {
    if (!(await confirm(t('removeTitle', { name }), t('removeText'), t('delete')))) return
    await run('remove', async () => {
      await removeWebhook(id)
      return t('removed', { name })
    })
  }

  return (
    <section className={css.detail} aria-label={name}>
      <div className="row wrap spread gap-3 below-4">
        <h2 className="break">{name}</h2>
        <div className="row wrap gap-2">
          {state === 'on' && (
            <Button
              type="primary"
              loading={busy === 'test'}
              onClick={() =>
                void run('test', async () => {
                  await sendTest(id)
                  return t('testSent')
                })
              }
            >
              {t('test')}
            </Button>
          )}
          <Button
            type={state === 'on' ? 'default' : 'primary'}
            loading={busy === 'state'}
            onClick={() => void change(state === 'on' ? 'paused' : 'on')}
          >
            {state === 'on' ? t('pause') : t('resume')}
          </Button>
          <Button onClick={() => setEditing(true)}>{t('edit')}</Button>
          <Button loading={busy === 'renew'} onClick={() => void renew()}>
            {t('renew')}
          </Button>
          <Button danger loading={busy === 'remove'} onClick={() => void remove()}>
            {t('delete')}
          </Button>
        </div>
      </div>
      {secret && (
        <OnceShown title={t('made', { name })} secret={secret} howTo={t('howTo')} onAnother={() => setSecret(null)} />
      )}
      {webhook.stop_reason && <p className="below-4">{t(`reason_${webhook.stop_reason}`)}</p>}
      <p className="small quiet break mono">{webhook.url ?? webhook.host}</p>
      <p className="flex wrap gap-x-5 small faint above-2 below-4">
        <span>{webhook.kinds.map(kind => kindName(kindKey(kind))).join(' · ')}</span>
        <span>
          {webhook.delivered_at ? t('lastDelivered', { at: formatInstant(webhook.delivered_at) }) : t('neverDelivered')}
        </span>
        {webhook.failing_since && <span>{t('failingSince', { at: formatInstant(webhook.failing_since) })}</span>}
        {webhook.waiting > 0 && <span>{t('waitingCount', { count: String(webhook.waiting) })}</span>}
        {webhook.dead > 0 && <span>{t('deadCount', { count: String(webhook.dead) })}</span>}
        {webhook.former_until && <span>{t('formerUntil', { at: formatInstant(webhook.former_until) })}</span>}
      </p>
      <DeliveryList webhook={webhook} />
      <LazyDialog>{isEditing && <WebhookForm webhook={webhook} onClose={() => setEditing(false)} />}</LazyDialog>
    </section>
  )
}
