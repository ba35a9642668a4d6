import { Button, Progress, Segmented, Skeleton } from 'antd'
import { type InboxCount, type InboxKind, inboxKinds } from '#contract/inbox.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { ClosedToday } from './closed-today.tsx'
import css from './inbox.module.css'
import { InboxClear } from './inbox-clear.tsx'
import { InboxFailures } from './inbox-failures.tsx'
import { InboxList } from './inbox-list.tsx'
import { inboxMessages } from './messages.ts'
import { NewSince } from './new-since.tsx'
import { useInbox } from './use-inbox.ts'

const shownAtMost = 50
const minuteMs = 60_000

/** Everything that waits for the user in one list, gravest first, cleared with one set of keys. */
export default function InboxPage() {
  const t = useT(inboxMessages)
  const { search, setSearch } = usePage()
  const kind = inboxKinds.find(each => each === one(search.kind))
  const model = useInbox({ kind, limit: shownAtMost })
  const { inbox, items } = model
  const show = (next: InboxKind | undefined) => setSearch(before => ({ ...before, kind: next }))
  return (
    <div className="stack shrink">
      <header className={css.head}>
        <h1>{t('title')}</h1>
        <NewSince items={items} left={model.left} since={inbox.data?.since} />
        <InboxProgress {...model} />
      </header>
      <KindTabs kind={kind} counts={inbox.data?.counts} onChange={show} />
      <section className={css.frame} aria-label={t('title')} aria-busy={inbox.isFetching}>
        {!inbox.data && inbox.error ? (
          <Failure isWhole onRetry={() => void inbox.refetch()}>
            {t('failed')} {errorText(inbox.error)}
          </Failure>
        ) : !inbox.data ? (
          <div className="pad-x-5 pad-y-5" role="status" aria-label={t('loading')}>
            <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />
          </div>
        ) : (
          <>
            <InboxFailures failed={inbox.data.failed} isBusy={inbox.isFetching} onRetry={() => void inbox.refetch()} />
            {items.length === 0 && inbox.data.failed.length === 0 && (
              <InboxClear lookedAt={inbox.data.looked_at} isAtLeast={model.isAtLeast} isOfKind={kind !== undefined}>
                {kind && (
                  <Button size="small" onClick={() => show(undefined)}>
                    {t('showAll')}
                  </Button>
                )}
              </InboxClear>
            )}
            <InboxList label={t('title')} items={items} since={inbox.data.since} hasPreview onDecide={model.decide} />
            {model.left > items.length && <p className={css.foot}>{t('moreLeft', { count: items.length })}</p>}
          </>
        )}
      </section>
      {inbox.data && <ClosedToday />}
    </div>
  )
}

type ProgressProps = Pick<ReturnType<typeof useInbox>, 'left' | 'isAtLeast' | 'cleared' | 'msPerItem' | 'inbox'>

/** The number of items left, the time that they take at the speed of this visit, and the number done in it. */
function InboxProgress({ left, isAtLeast, cleared, msPerItem, inbox }: ProgressProps) {
  const t = useT(inboxMessages)
  if (!inbox.data || left + cleared === 0) return null
  const minutes = Math.max(1, Math.round((left * msPerItem) / minuteMs))
  return (
    <span className={css.progress} role="status">
      {cleared > 0 && <span>{t('cleared', { count: cleared })}</span>}
      {left > 0 && (
        <span>
          {t(isAtLeast ? 'leftAtLeast' : 'left', { count: left })} · {t('minutes', { minutes: String(minutes) })}
        </span>
      )}
      <Progress
        type="circle"
        size={20}
        strokeWidth={14}
        showInfo={false}
        percent={(100 * cleared) / (left + cleared)}
        aria-hidden
      />
    </span>
  )
}

type TabsProps = {
  kind: InboxKind | undefined
  counts: readonly InboxCount[] | undefined
  onChange: (kind: InboxKind | undefined) => void
}
const all = 'all'

/** One tab for each kind that the role decides; kinds without an item are left out unless chosen. */
function KindTabs({ kind, counts = [], onChange }: TabsProps) {
  const t = useT(inboxMessages)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const isCut = counts.some(({ at_least }) => at_least)
  const label = (text: string, count: number, isMore: boolean) => (
    <span className={css.tab}>
      {text}
      <span className="small quiet">
        {count.toLocaleString('en-US')}
        {isMore && '+'}
      </span>
    </span>
  )
  if (counts.length === 0) return null
  return (
    <Segmented<string>
      className={css.tabs}
      aria-label={t('kinds')}
      value={kind ?? all}
      options={[
        { value: all, label: label(t('all'), total, isCut) },
        ...counts
          .filter(each => each.count > 0 || each.kind === kind)
          .map(each => ({ value: each.kind, label: label(t(each.kind), each.count, each.at_least) })),
      ]}
      onChange={value => onChange(inboxKinds.find(each => each === value))}
    />
  )
}
