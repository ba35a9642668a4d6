import { useQuery } from '@tanstack/react-query'
import { Button, Select, Skeleton } from 'antd'
import { useState } from 'react'
import {
  type DeliveryState,
  deliveryStates,
  listWebhookDeliveries,
  type Webhook,
  type WebhookDelivery,
  type WebhookEventKind,
} from '#contract/webhook.api.ts'
import { hrefOfRecord } from '#web/features/notification/notification.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import { deliveryMessages, kindKey, kindMessages, webhookMessages } from './messages.ts'
import css from './webhook.module.css'
import { sendAgain } from './webhook.ts'

const pageSize = 20

/** The log of a webhook: each event with its last attempt. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const t = useT(webhookMessages)
  const stateName = useT(deliveryMessages)
  const kindName = useT(kindMessages)
  const role = useRole()
  const { isActive } = usePage()
  const isNarrow = useIsNarrow()
  const [state, setState] = useState<DeliveryState | 'all'>('all')
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listWebhookDeliveries, {
      params: { id: webhook.id },
      query: { current, pageSize, ...(state !== 'all' && { state: [state] }) },
    }),
    refetchInterval: isActive ? 3_000 : false,
    placeholderData: before => before,
    meta: { quiet: true },
  })
  async function resend(delivery: WebhookDelivery) {
    try {
      await sendAgain(webhook.id, delivery.id)
      notifySuccess(t('sentAgain'))
    } catch (failure) {
      showError(failure)
    }
  }
  const columns: RowColumn<WebhookDelivery>[] = [
    { id: 'at', title: t('time'), cell: row => formatInstant(row.at), width: 148 },
    {
      id: 'event',
      title: t('event'),
      cell: row => {
        const href = hrefOfRecord(row.noun, row.record_id, role)
        return (
          <div>
            <div>{kindName(kindKey(row.kind as WebhookEventKind))}</div>
            <div className="lines" title={row.title ?? undefined}>
              {row.title && href ? <a href={href}>{row.title}</a> : <span className="faint">{row.title}</span>}
            </div>
          </div>
        )
      },
    },
    {
      id: 'result',
      title: t('result'),
      cell: row => <Outcome delivery={row} stateName={stateName(row.state)} />,
      width: 200,
    },
    {
      id: 'latency',
      title: t('latency'),
      cell: row => <span className={css.fixed}>{row.latency_ms === null ? '–' : `${row.latency_ms} ms`}</span>,
      isNumber: true,
      width: 96,
      from: 'md',
    },
    {
      id: 'response',
      title: <span className={css.fixed}>{t('response')}</span>,
      cell: row => <span className={css.response}>{row.response?.slice(0, 120) ?? ''}</span>,
      from: 'md',
    },
    {
      id: 'acts',
      title: '',
      cell: row => (
        <Button size="small" aria-label={t('againNamed', { id: row.message_id })} onClick={() => void resend(row)}>
          {t('again')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <div className="row wrap spread gap-3 below-2">
        <h3>{t('log')}</h3>
        <Select
          size="small"
          className={css.states}
          aria-label={t('logFilter')}
          value={state}
          options={[
            { value: 'all' as const, label: t('all') },
            ...deliveryStates.map(value => ({ value, label: stateName(value) })),
          ]}
          onChange={next => {
            setState(next)
            setCurrent(1)
          }}
        />
      </div>
      {error && !data && <Failure onRetry={() => void refetch()}>{errorText(error)}</Failure>}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {data && (
        <RowTable
          columns={columns}
          rows={data.items}
          rowId={row => row.id}
          pages={{ current, pageSize, total: data.total, onChange: setCurrent }}
          empty={t('logEmpty')}
          isWide={isNarrow}
        />
      )}
    </>
  )
}

function Outcome({ delivery, stateName }: { delivery: WebhookDelivery; stateName: string }) {
  const t = useT(webhookMessages)
  const { state, http_status: status, fault, attempts, next_at: next } = delivery
  const details = [
    status !== null && String(status),
    fault === 'secret' || fault === 'reply' ? t(`fault_${fault}`) : fault,
    attempts > 1 && t('attempts', { count: String(attempts) }),
    state === 'waiting' && attempts > 0 && next && t('next', { at: formatInstant(next) }),
  ].filter(text => typeof text === 'string')
  return (
    <div>
      <div>{stateName}</div>
      {details.length > 0 && <div className="small faint break">{details.join(' · ')}</div>}
    </div>
  )
}
