import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { listUserFeeds, type UserFeed } from '#contract/user.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { ask, errorText, showError } from '#web/platform/query.ts'
import css from './info.module.css'
import { accessMessages, userInfoMessages } from './messages.ts'
import { stopFeed } from './user.ts'

/** The calendar feeds of a user, each to be revoked; `isHiddenEmpty` where there may well be none. */
export function FeedList({ userId, isHiddenEmpty = false }: { userId: number; isHiddenEmpty?: boolean }) {
  const t = useT(accessMessages)
  const retry = useT(userInfoMessages)
  const { data, error, isFetching, refetch } = useQuery({
    ...ask(listUserFeeds, { params: { id: userId } }),
    meta: { quiet: true },
  })
  const [ending, setEnding] = useState<number | null>(null)
  if (isHiddenEmpty && (data === undefined || data.length === 0)) return null

  async function end(feed: UserFeed) {
    if (ending !== null) return
    setEnding(feed.id)
    try {
      await stopFeed(userId, feed.id)
      notifySuccess(t('feedEnded', { name: feed.name }))
    } catch (failure) {
      showError(failure)
    } finally {
      setEnding(null)
    }
  }

  return (
    <section className={css.panel}>
      <h2>{t('feeds')}</h2>
      <p className={css.explain}>{data?.length === 0 ? t('noFeeds') : t('feedsText')}</p>
      {error && !data && (
        <p className={css.fault} role="alert">
          {errorText(error)}{' '}
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            {retry('retry')}
          </Button>
        </p>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      <ul className={css.sessions}>
        {data?.map(feed => (
          <li key={feed.id} className={css.session}>
            <CalendarDays size={18} aria-hidden className={css.device} />
            <div className={css.sessionText}>
              <div>{feed.name}</div>
              <div className={css.meta}>
                <span>
                  {feed.last_used_at === null
                    ? t('feedNeverUsed')
                    : t('feedUsed', { at: formatInstant(feed.last_used_at) })}
                </span>
                <span>{t('feedSince', { at: formatInstant(feed.created_at) })}</span>
              </div>
            </div>
            <Button
              size="small"
              loading={ending === feed.id}
              aria-label={t('endFeedNamed', { name: feed.name })}
              onClick={() => void end(feed)}
            >
              {t('endFeed')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
