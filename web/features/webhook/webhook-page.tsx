import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { listWebhooks, type Webhook } from '#contract/webhook.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { Message } from '#web/ui/frame/message.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { formatMessages, webhookMessages } from './messages.ts'
import css from './webhook.module.css'
import { endWebhook } from './webhook.ts'
import { WebhookDetail } from './webhook-detail.tsx'

const WebhookForm = lazy(() => import('./webhook-form.tsx'))

/** `/user/webhook`: the user's webhooks with their logs; for administrators, those of all users too. */
export default function WebhookPage() {
  const t = useT(webhookMessages)
  const role = useRole()
  const { search, setSearch } = usePage()
  const [isFormOpen, setFormOpen] = useState(false)
  const isAll = role === 'admin' && one(search.show) === 'all'
  return (
    <PageFrame
      title={t('title')}
      text={isAll ? t('allText') : t('text')}
      isWide
      acts={
        <>
          {role === 'admin' && (
            <Segmented
              value={isAll ? 'all' : 'mine'}
              options={[
                { value: 'mine', label: t('mine') },
                { value: 'all', label: t('everyone') },
              ]}
              onChange={show => setSearch({ show: show === 'all' ? 'all' : '' })}
            />
          )}
          <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setFormOpen(true)}>
            {t('add')}
          </Button>
        </>
      }
    >
      {isAll ? <AllWebhooks /> : <OwnWebhooks />}
      <LazyDialog>{isFormOpen && <WebhookForm onClose={() => setFormOpen(false)} />}</LazyDialog>
    </PageFrame>
  )
}

function OwnWebhooks() {
  const t = useT(webhookMessages)
  const { search, setSearch, isActive } = usePage()
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listWebhooks, {}),
    refetchInterval: isActive ? 5_000 : false,
    meta: { quiet: true },
  })
  if (error && !data)
    return (
      <Failure isWhole onRetry={() => void refetch()}>
        {errorText(error)}
      </Failure>
    )
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />
  if (data.items.length === 0) return <Message title={t('emptyTitle')} text={t('emptyText')} />
  const id = Number(one(search.id))
  const chosen = data.items.find(each => each.id === id) ?? data.items[0]!
  return (
    <div className={css.split}>
      <ul className="stack gap-3">
        {data.items.map(webhook => (
          <li key={webhook.id}>
            <button
              type="button"
              className={css.item}
              aria-current={webhook.id === chosen.id}
              onClick={() => setSearch(before => ({ ...before, id: webhook.id }), { replace: true })}
            >
              <Summary webhook={webhook} />
            </button>
          </li>
        ))}
      </ul>
      <WebhookDetail key={chosen.id} webhook={chosen} />
    </div>
  )
}

/** Name, host and state in two lines. */
export function Summary({ webhook }: { webhook: Webhook }) {
  const formatName = useT(formatMessages)
  return (
    <>
      <span className="row spread gap-3">
        <span className="ellipsis strong" title={webhook.name}>
          {webhook.name}
        </span>
        <StateTag webhook={webhook} />
      </span>
      <span className="block ellipsis small faint" title={webhook.host}>
        {webhook.host} · {formatName(webhook.format)}
      </span>
    </>
  )
}

export function StateTag({ webhook: { state, failing_since: failing } }: { webhook: Webhook }) {
  const t = useT(webhookMessages)
  const isFailing = state === 'on' && failing !== null
  return (
    <span className={css.state} data-bad={isFailing || state === 'stopped' || undefined}>
      {isFailing ? t('failing') : state === 'stopped' ? t('stopped') : t(`state_${state}`)}
    </span>
  )
}

/** For administrators: whose webhook it is, where it leads, and a button to stop it. */
function AllWebhooks() {
  const t = useT(webhookMessages)
  const modal = useModal()
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listWebhooks, { query: { all: true } }),
    meta: { quiet: true },
  })
  async function stop({ id, name }: Webhook) {
    const isSure = await modal.confirm({
      title: t('stopTitle', { name }),
      content: t('stopText'),
      okText: t('stop'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      focusable: { autoFocusButton: 'cancel' },
    })
    if (!isSure) return
    try {
      await endWebhook(id)
      notifySuccess(t('wasStopped', { name }))
    } catch (failure) {
      showError(failure)
    }
  }
  if (error && !data)
    return (
      <Failure isWhole onRetry={() => void refetch()}>
        {errorText(error)}
      </Failure>
    )
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />
  if (data.items.length === 0) return <Message title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <ul className="stack gap-3">
      {data.items.map(webhook => (
        <li key={webhook.id} className="panel pad-4 row wrap gap-4">
          <div className="grow break">
            <Summary webhook={webhook} />
            <span className="flex wrap gap-x-5 small faint">
              <span>{t('owner', { name: webhook.user.name })}</span>
              <span>
                {webhook.delivered_at
                  ? t('lastDelivered', { at: formatInstant(webhook.delivered_at) })
                  : t('neverDelivered')}
              </span>
              {webhook.waiting > 0 && <span>{t('waitingCount', { count: String(webhook.waiting) })}</span>}
            </span>
          </div>
          {webhook.state !== 'stopped' && (
            <Button
              size="small"
              danger
              aria-label={t('stopNamed', { name: webhook.name })}
              onClick={() => void stop(webhook)}
            >
              {t('stop')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
