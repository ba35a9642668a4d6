import { Check, CircleHelp, Star, X } from 'lucide-react'
import { Suspense } from 'react'
import type { InboxItem } from '#contract/inbox.api.ts'
import { useFieldLabels } from '#web/features/claim/claim.ts'
import { DiffLine, DiffScore } from '#web/features/diff/diff.ts'
import { EventLevelMark, timeText } from '#web/features/event/event.ts'
import { NotificationLine } from '#web/features/notification/notification.ts'
import { useFeatureSummary } from '#web/features/screening/screening.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import css from './inbox.module.css'
import { actKeys, actsOf, type InboxAct } from './inbox-acts.ts'
import { type InboxTool, ItemTools } from './item-tools.tsx'
import { inboxMessages } from './messages.ts'
import { useWhen } from './use-when.ts'

type Props = {
  item: InboxItem
  isCurrent: boolean
  isFresh: boolean
  onChoose: () => void
  onAct: (act: InboxAct, isCluster: boolean) => void
  onUse: (tool: InboxTool) => void
}

const actIcons = { yes: Check, no: X, unsure: CircleHelp, important: Star } as const

/** One item: its gravity, kind and text, its time, and the acts of the current item. */
export function InboxLine({ item, isCurrent, isFresh, onChoose, onAct, onUse }: Props) {
  const t = useT(inboxMessages)
  const when = useWhen()
  const labelOf = (act: InboxAct) => t(`${act}_${item.kind}` as 'yes_diff')
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
        {item.kind === 'event' ? <EventLevelMark level={item.event.level} /> : <DiffScore score={item.gravity} />}
      </span>
      <span className={css.kind}>{t(`one_${item.kind}`)}</span>
      <Suspense fallback={<span className="grow" />}>
        <Body item={item} />
      </Suspense>
      <span className={css.side}>
        {item.kind !== 'event' && (
          <time className={css.when} dateTime={item.at}>
            {item.kind === 'diff' && item.diffs.length > 1 && (
              <span>{t('changes', { count: item.diffs.length })} · </span>
            )}
            {when(item.at)}
          </time>
        )}
        {isCurrent && (
          <span className={css.acts}>
            <ItemTools item={item} onUse={onUse} />
            {actsOf[item.kind].map(act => {
              const Icon = actIcons[act]
              return (
                <button
                  key={act}
                  type="button"
                  className="icon-button"
                  aria-label={labelOf(act)}
                  title={`${labelOf(act)} (${actKeys[act]})`}
                  onClick={event => onAct(act, event.shiftKey)}
                >
                  <Icon size={16} aria-hidden />
                </button>
              )
            })}
          </span>
        )}
      </span>
    </li>
  )
}

function Body({ item }: { item: InboxItem }) {
  const t = useT(inboxMessages)
  switch (item.kind) {
    case 'diff': {
      const [first] = item.diffs
      if (!first) return null
      return <DiffLine diff={first} />
    }
    case 'screening':
      return <ScreeningBody item={item} />
    case 'fact_check':
      return <CheckBody item={item} />
    case 'duplicate': {
      const { noun, a, b, score } = item.duplicate
      const detail = [t('likely', { score: String(score) }), a.detail, b.detail].filter(Boolean).join(' · ')
      return (
        <TwoLines detail={detail}>
          <PageLink to="admin_duplicate" search={{ noun, record: String(a.id) }} className="block ellipsis">
            {t('pair', { a: displayName(a), b: displayName(b) })}
          </PageLink>
        </TwoLines>
      )
    }
    case 'upload': {
      const { id, title, file_name: name, uploader, ogs, persons } = item.upload
      const names = [...ogs.map(og => displayName(og)), ...persons.map(person => person.name)]
      return (
        <TwoLines detail={[t('file', { name, uploader: uploader?.name ?? '—' }), ...names].join(' · ')}>
          <PageLink to="upload" search={{ id, status: 'ready' }} className="block ellipsis" title={title}>
            {title}
          </PageLink>
        </TwoLines>
      )
    }
    case 'report': {
      const { id, title, number, author, summary } = item.report
      return (
        <TwoLines
          detail={[t('reportBy', { number, author: author?.name ?? '—' }), summary].filter(Boolean).join(' · ')}
        >
          <PageLink to="report_detail" params={{ id }} className="block ellipsis" title={title}>
            {title}
          </PageLink>
        </TwoLines>
      )
    }
    case 'notification':
      return <NotificationLine item={item.notification} />
    case 'event': {
      const { event } = item
      const parties = [...event.ogs, ...event.persons].map(({ name }) => name)
      return (
        <TwoLines detail={[timeText(event), event.address, ...parties].filter(Boolean).join(' · ')}>
          <PageLink to="event_detail" params={{ id: event.id }} className="block ellipsis" title={event.title}>
            {event.title}
          </PageLink>
        </TwoLines>
      )
    }
  }
}

function TwoLines({ children, detail }: { children: React.ReactNode; detail: React.ReactNode }) {
  return (
    <span className="grow">
      {children}
      <span className="block small quiet ellipsis">{detail}</span>
    </span>
  )
}

function ScreeningBody({ item: { screening } }: { item: Extract<InboxItem, { kind: 'screening' }> }) {
  const t = useT(inboxMessages)
  const summary = useFeatureSummary()
  const { noun, record, caption, list, more = 0, features } = screening
  const words = [list.name, summary(features), more > 0 && t('moreHits', { count: more })]
  return (
    <TwoLines detail={words.filter(Boolean).join(' · ')}>
      <PageLink
        to="admin_screening"
        search={{ noun, record_id: String(record.id) }}
        className="block ellipsis"
        title={`${displayName(record)} – ${caption}`}
      >
        {displayName(record)} <span className="quiet">–</span> {caption}
      </PageLink>
    </TwoLines>
  )
}

function CheckBody({ item: { checks } }: { item: Extract<InboxItem, { kind: 'fact_check' }> }) {
  const t = useT(inboxMessages)
  const labelOf = useFieldLabels()
  const [first] = checks
  if (!first) return null
  const more = checks.length - 1
  const field = first.kind === 'over_owned' ? '' : labelOf(first.noun, first.field)
  const words = [t(first.kind), field, more > 0 && t('moreChecks', { count: more })]
  return (
    <TwoLines detail={words.filter(Boolean).join(' · ')}>
      <PageLink
        to="admin_fact_check"
        search={{ noun: first.noun, record_id: String(first.record_id) }}
        className="block ellipsis"
        title={first.title}
      >
        {first.title}
      </PageLink>
    </TwoLines>
  )
}
