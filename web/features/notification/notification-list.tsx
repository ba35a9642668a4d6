import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select, Skeleton } from 'antd'
import { useEffect } from 'react'
import { type Family, families, listNotifications } from '#contract/notification.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { Message } from '#web/ui/frame/message.tsx'
import { Entry } from './entry.tsx'
import { hrefOfEntry } from './entry-address.ts'
import { useLive } from './live.ts'
import { familyMessages, notificationMessages } from './messages.ts'
import css from './notification.module.css'
import { countOptions, listOptions, markRead } from './notification-calls.ts'
import { useOpen } from './use-open.ts'

export function NotificationList() {
  const t = useT(notificationMessages)
  const familyName = useT(familyMessages)
  const { search, setSearch } = usePage()
  const shown = one(search.show)
  const [isUnread, isBeyond] = [shown === 'unread', shown === 'beyond']
  const family = families.find(each => each === one(search.family))
  const list = useInfiniteQuery(listOptions({ isUnread, isBeyond, family }))
  const { data: counts } = useQuery(countOptions())
  const isLost = useLive(state => state.isLost)
  useOpened()
  const items = list.data?.pages.flatMap(page => page.items) ?? []
  const [newest] = items
  const unread = counts?.unread ?? 0
  const countOf = (each: Family) => counts?.families.find(row => row.family === each)?.count ?? 0
  const kinds = families.map(each => ({
    value: each,
    label: countOf(each) > 0 ? `${familyName(each)} ${countOf(each)}` : familyName(each),
  }))

  async function markAll() {
    try {
      if (newest) notifySuccess(t('marked', { count: await markRead({ all_until: newest.seq }) }))
    } catch (error) {
      showError(error)
    }
  }
  const change = (values: Record<string, string | null>) =>
    setSearch(before => ({ ...before, ...values }), { replace: true })

  return (
    <>
      <div className={css.tools}>
        <Segmented
          aria-label={t('notifications')}
          value={isUnread ? 'unread' : isBeyond ? 'beyond' : 'all'}
          options={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: unread > 0 ? `${t('unread')} ${unread}` : t('unread') },
            ...(isBeyond ? [{ value: 'beyond', label: t('beyond') }] : []),
          ]}
          onChange={value => change({ show: value === 'all' ? null : value })}
        />
        <Select
          style={{ width: 200 }}
          aria-label={t('kinds')}
          value={family ?? ''}
          options={[{ value: '', label: t('anyKind') }, ...kinds]}
          onChange={value => change({ family: value || null })}
        />
        <Button className={css.atEnd} disabled={unread === 0 || !newest} onClick={() => void markAll()}>
          {t('markAll')}
        </Button>
      </div>
      {isLost && (
        <p className={css.lost} role="status">
          {t('lost')}
        </p>
      )}
      {list.isPending && (
        <div className="pad-5 panel" role="status" aria-busy aria-label={t('loading')}>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
      {list.error && !list.data && (
        <Message title={t('failedTitle')} text={errorText(list.error)} role="alert">
          <Button onClick={() => void list.refetch()}>{t('retry')}</Button>
        </Message>
      )}
      {list.data && items.length === 0 && (
        <Message
          title={t(isUnread ? 'noUnreadTitle' : 'emptyTitle')}
          text={t(isUnread ? 'noUnreadText' : 'emptyText')}
          role="status"
        >
          {(isUnread || isBeyond || family) && (
            <Button onClick={() => change({ show: null, family: null })}>{t('showAll')}</Button>
          )}
        </Message>
      )}
      {items.length > 0 && (
        <ul className="panel" aria-label={t('notifications')}>
          {items.map(item => (
            <Entry key={item.id} item={item} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className={css.more} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

/** An address with the id of an entry, from a message, redirects to the entry's target if it still exists. */
function useOpened(): void {
  const { search, setSearch } = usePage()
  const role = useRole()
  const open = useOpen()
  const id = Number(one(search.open))
  const isRequested = Number.isSafeInteger(id) && id > 0
  const { data } = useQuery({
    ...endpointQuery(listNotifications, { query: { pageSize: 100 } }),
    enabled: isRequested,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (!isRequested || !data) return
    setSearch(before => ({ ...before, open: null }), { replace: true })
    const item = data.items.find(each => each.id === id)
    const href = item && hrefOfEntry(item, role)
    if (href) open(undefined, item, href)
  }, [id, data])
}
