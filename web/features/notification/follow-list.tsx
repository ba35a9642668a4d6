import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Button, Skeleton, Switch } from 'antd'
import { type Follow, listFollows } from '#contract/notification.api.ts'
import { editors } from '#contract/role.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayTitle } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { Message } from '#web/ui/frame/message.tsx'
import { hrefOfRecord } from './entry-address.ts'
import { followMessages } from './messages.ts'
import css from './notification.module.css'
import { setFollow } from './notification-calls.ts'
import { useEntityLabel } from './words.ts'

const pageSize = 50
const levels = [3, 2, 1] as const

const followsOptions = {
  queryKey: ['follow', 'all'] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(listFollows, { query: { current: pageParam, pageSize } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last: { current: number; pageSize: number; total: number }) =>
    last.current * last.pageSize < last.total ? last.current + 1 : undefined,
}

export function FollowList() {
  const t = useT(followMessages)
  const role = useRole()
  const list = useInfiniteQuery(followsOptions)
  const all = list.data?.pages.flatMap(page => page.items) ?? []
  const records = all.filter(item => item.noun !== 'word_level')
  if (list.isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  if (list.error && !list.data)
    return (
      <Message role="alert" title={t('failed')} text={errorText(list.error)}>
        <Button onClick={() => void list.refetch()}>{t('retry')}</Button>
      </Message>
    )
  return (
    <>
      {records.length === 0 ? (
        <Message title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        <>
          <p className={css.total}>{t('total', { count: list.data?.pages[0]?.total ?? 0 })}</p>
          <ul className="panel">
            {records.map(item => (
              <Followed key={`${item.noun} ${item.record_id}`} item={item} />
            ))}
          </ul>
        </>
      )}
      {list.hasNextPage && (
        <Button className={css.more} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('showMore')}
        </Button>
      )}
      {role !== null && editors.includes(role) && (
        <section className={`${css.levels} panel`}>
          <h2 className="below-2">{t('levels')}</h2>
          <p className={css.explain}>{t('levelsText')}</p>
          {levels.map(level => (
            <Level
              key={level}
              level={level}
              isOn={all.some(item => item.noun === 'word_level' && item.record_id === level)}
            />
          ))}
        </section>
      )}
    </>
  )
}

function Followed({ item }: { item: Follow }) {
  const t = useT(followMessages)
  const nounName = useEntityLabel()
  const role = useRole()
  const { history } = useRouter()
  const href = hrefOfRecord(item.noun, item.record_id, role)
  return (
    <li className={css.entry}>
      <div className="grow">
        <span className={css.head}>
          <span className={css.noun}>{nounName(item.noun)}</span>{' '}
          {href ? (
            <a
              href={href}
              onClick={event => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                history.push(href)
              }}
            >
              {displayTitle(item)}
            </a>
          ) : (
            <b>{displayTitle(item)}</b>
          )}
        </span>
        <p className={css.meta}>
          <span>{t('since', { at: formatInstant(item.created_at) })}</span>
          {item.is_auto && <span>{t('auto')}</span>}
        </p>
      </div>
      <Button
        size="small"
        aria-label={`${t('unfollow')}: ${displayTitle(item)}`}
        onClick={() => setFollow({ noun: item.noun, id: item.record_id }, false).catch(error => showError(error))}
      >
        {t('unfollow')}
      </Button>
    </li>
  )
}

function Level({ level, isOn }: { level: 1 | 2 | 3; isOn: boolean }) {
  const t = useT(followMessages)
  const id = `follow-level-${level}`
  return (
    <div className={css.row}>
      <label htmlFor={id}>{t('level', { level: String(level) })}</label>
      <Switch
        id={id}
        size="small"
        checked={isOn}
        onChange={next => setFollow({ noun: 'word_level', id: level }, next).catch(error => showError(error))}
      />
    </div>
  )
}
