import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Skeleton } from 'antd'
import { Copy } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { createEventFeed, deleteEventFeed, type EventFeed, listEventFeeds } from '#contract/event-feed.api.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText, refresh, showError } from '#web/platform/query.ts'
import { stringifySearch } from '#web/platform/url.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import type { FilterConfig } from '#web/ui/list/list-config.ts'
import { filterOf, readState, shapeOf } from '#web/ui/list/list-state.ts'
import css from './feed.module.css'
import { feedMessages } from './feed-messages.ts'

type Props = { filters: readonly FilterConfig[]; onClose: () => void }
type CreatedFeed = { name: string; address: string }

/** Creates a private address of the present filter, shown once, and lists the user's feeds, which can be revoked. */
export default function FeedDialog({ filters, onClose }: Props) {
  const t = useT(feedMessages)
  const [made, setMade] = useState<CreatedFeed | null>(null)
  return (
    <Modal open title={t('title')} onCancel={onClose} closable={{ 'aria-label': t('close') }} footer={null}>
      <p className="below-5 quiet">{t('text')}</p>
      {made ? <Address {...made} /> : <NewFeed filters={filters} onMade={setMade} />}
      <Feeds />
    </Modal>
  )
}

function NewFeed({ filters, onMade }: { filters: readonly FilterConfig[]; onMade: (made: CreatedFeed) => void }) {
  const t = useT(feedMessages)
  const { search } = usePage()
  const id = useId()
  const [name, setName] = useState(t('defaultName'))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const { trash: _trash, ...filter } = filterOf(readState(search, shapeOf({ filters, columns: [], defaultSort: '' })))
  const isFiltered = Object.keys(filter).length > 0
  async function make(event: FormEvent) {
    event.preventDefault()
    if (isBusy || name.trim() === '') return
    setIsBusy(true)
    setFailure('')
    try {
      const body = { name: name.trim(), search: stringifySearch(filter).replace(/^\?/, '') }
      const { feed, path } = await call(createEventFeed, { body })
      onMade({ name: feed.name, address: new URL(path, window.location.origin).href })
      await refresh('event')
    } catch (error) {
      setFailure(error instanceof ApiError && error.status === 409 ? t('tooMany') : errorText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form className={css.form} onSubmit={event => void make(event)}>
      <label htmlFor={id}>{t('name')}</label>
      <div className="flex gap-3 above-2">
        <Input id={id} value={name} maxLength={60} autoFocus onChange={event => setName(event.target.value)} />
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={name.trim() === ''}>
          {t('create')}
        </Button>
      </div>
      <p className="small faint">{isFiltered ? `${t('filtered')} ${t('filteredText')}` : t('all')}</p>
      <Failure>{failure}</Failure>
    </form>
  )
}

function Address({ name, address }: CreatedFeed) {
  const t = useT(feedMessages)
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      notifySuccess(t('copied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
  return (
    <div className={css.form} role="status">
      <p>{t('made', { name })}</p>
      <div className="flex gap-3 above-2">
        <Input
          readOnly
          className={css.address}
          aria-label={t('made', { name })}
          value={address}
          onFocus={event => event.target.select()}
        />
        <Button type="primary" autoFocus icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
    </div>
  )
}

function Feeds() {
  const t = useT(feedMessages)
  const modal = useModal()
  const { data, error, refetch } = useQuery({ ...endpointQuery(listEventFeeds, {}) })
  async function revoke(feed: EventFeed) {
    const isSure = await modal.confirm({
      title: t('revokeTitle', { name: feed.name }),
      content: t('revokeText'),
      okText: t('revoke'),
      okButtonProps: { danger: true },
      cancelText: t('keep'),
      focusable: { autoFocusButton: 'cancel' },
    })
    if (!isSure) return
    try {
      await call(deleteEventFeed, { params: { id: feed.id } })
      notifySuccess(t('revoked', { name: feed.name }))
    } catch (failure) {
      showError(failure)
    }
    await refresh('event')
  }
  return (
    <section className={css.feeds}>
      <h3>{t('yours')}</h3>
      {error && <Failure onRetry={() => void refetch()}>{t('failed')}</Failure>}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data?.items.length === 0 && <p className="small faint">{t('none')}</p>}
      <ul>
        {data?.items.map(feed => (
          <li key={feed.id}>
            <div className="stack shrink">
              <span className="ellipsis" title={feed.name}>
                {feed.name}
              </span>
              <span className="small faint">
                {t('created', { at: formatInstant(feed.created_at) })} ·{' '}
                {feed.last_used_at ? t('used', { at: formatInstant(feed.last_used_at) }) : t('unused')}
              </span>
            </div>
            <Button
              size="small"
              danger
              aria-label={t('revokeNamed', { name: feed.name })}
              onClick={() => void revoke(feed)}
            >
              {t('revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
