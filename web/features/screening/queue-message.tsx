import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { listLists } from '#contract/list.api.ts'
import { ScreeningCoverageLine } from '#web/features/coverage/coverage.tsx'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { filterOf } from '#web/ui/list/list-state.ts'
import { screeningMessages } from './messages.ts'
import type { ScreeningQueue } from './use-queue.ts'

/** Shown instead of rows: the server did not answer, nothing matches, nothing waits, or there is no list yet. */
export function QueueMessage({ queue: { list, tab }, onReset }: { queue: ScreeningQueue; onReset: () => void }) {
  const t = useT(screeningMessages)
  if (list.error)
    return (
      <Message role="alert" title={t('failed')} text={errorText(list.error)}>
        <Button onClick={list.reload}>{t('retry')}</Button>
      </Message>
    )
  if (Object.keys(filterOf(list.state)).length > 0)
    return (
      <Message role="status" title={t('filteredTitle')} text={t('filteredText')}>
        <Button onClick={onReset}>{t('reset')}</Button>
        <ScreeningCoverageLine />
      </Message>
    )
  if (tab !== 'open') return <Message role="status" title={t('emptyOther')} />
  return <NothingWaits />
}

function NothingWaits() {
  const t = useT(screeningMessages)
  const { data } = useQuery(endpointQuery(listLists, {}))
  if (data?.items.length === 0)
    return (
      <Message role="status" title={t('noListTitle')} text={t('noListText')}>
        <PageLink to="admin_list">{t('toLists')}</PageLink>
      </Message>
    )
  return (
    <Message role="status" title={t('emptyTitle')} text={t('emptyText')}>
      <ScreeningCoverageLine />
    </Message>
  )
}

type MessageProps = { role: 'alert' | 'status'; title: string; text?: string; children?: ReactNode }

function Message({ role, title, text, children }: MessageProps) {
  return (
    <div className="message" role={role}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
