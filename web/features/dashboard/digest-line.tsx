import { Check, EyeOff, Star } from 'lucide-react'
import { Suspense } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.api.ts'
import { DiffLine, DiffScore, MakeEvent } from '#web/features/diff/diff.ts'
import { EventLevelMark, judgedLevel, timeText } from '#web/features/event/event.ts'
import { FamilyIcon, NotificationLine } from '#web/features/notification/notification.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import css from './digest.module.css'
import type { DigestItem } from './digest-items.ts'
import { digestMessages } from './digest-messages.ts'

type Props = {
  item: DigestItem
  isCurrent: boolean
  isFresh: boolean
  onChoose: () => void
  onClear: (status: DiffStatus, isCluster: boolean) => void
}

const acts = [
  { status: 'important', key: 'i', Icon: Star },
  { status: 'ignored', key: 'x', Icon: EyeOff },
] as const

/** One item of the digest: its gravity, its text and, for the current item, its actions. */
export function DigestLine({ item, isCurrent, isFresh, onChoose, onClear }: Props) {
  const t = useT(digestMessages)
  return (
    <li
      className={css.line}
      data-key={item.key}
      aria-current={isCurrent || undefined}
      onFocus={onChoose}
      onPointerDown={onChoose}
    >
      <span className={css.mark}>
        {isFresh && <i className={css.fresh} role="img" aria-label={t('fresh')} title={t('fresh')} />}
        <Mark item={item} />
      </span>
      <Suspense fallback={<span className="grow" />}>
        <Body item={item} />
      </Suspense>
      <span className={css.acts}>
        {item.kind === 'diff' && isCurrent && (
          <>
            <DiffActs diff={item.diff} />
            {acts.map(({ status, key, Icon }) => (
              <button
                key={status}
                type="button"
                className="icon-button"
                aria-label={t(status)}
                title={`${t(status)} ${key}`}
                onClick={event => onClear(status, event.shiftKey)}
              >
                <Icon size={16} aria-hidden />
              </button>
            ))}
          </>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={t('doneNamed', { name: nameOf(item) })}
          title={`${t('done')} d`}
          onClick={event => onClear('done', event.shiftKey)}
        >
          <Check size={16} aria-hidden />
        </button>
      </span>
    </li>
  )
}

const DiffActs = ({ diff }: { diff: Diff }) => (
  <span className={css.event}>
    <MakeEvent key={diff.id} diff={diff} />
  </span>
)

function nameOf(item: DigestItem): string {
  if (item.kind === 'diff') return item.diff.page.title ?? item.diff.page.url
  return item.kind === 'news' ? item.news.title : item.event.title
}

function Mark({ item }: { item: DigestItem }) {
  if (item.kind === 'diff') return <DiffScore score={item.diff.score} />
  if (item.kind === 'event') return <EventLevelMark level={judgedLevel(item.event)} />
  return (
    <Suspense>
      <FamilyIcon family={item.news.family} />
    </Suspense>
  )
}

function Body({ item }: { item: DigestItem }) {
  if (item.kind === 'diff') return <DiffLine diff={item.diff} />
  if (item.kind === 'news') return <NotificationLine item={item.news} />
  const { event } = item
  const parties = [...event.ogs, ...event.persons].map(each => each.name)
  return (
    <span className="grow">
      <PageLink to="event_detail" params={{ id: event.id }} className="block ellipsis" title={event.title}>
        {event.title}
      </PageLink>
      <span className="block small quiet ellipsis">
        {[timeText(event), event.address, ...parties].filter(Boolean).join(' · ')}
      </span>
    </span>
  )
}
