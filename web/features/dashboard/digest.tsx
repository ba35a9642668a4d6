import { Button, Skeleton } from 'antd'
import { CircleCheck } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.api.ts'
import { ClashDialog, NoteDialog, undoLast, useReviewKeys, useStepKeys } from '#web/features/diff/diff.ts'
import { formatDay, formatInstant, now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import css from './digest.module.css'
import type { DigestItem } from './digest-items.ts'
import { DigestLine } from './digest-line.tsx'
import { digestMessages } from './digest-messages.ts'
import { dashboardMessages } from './messages.ts'
import { digestLines, useDailyDigest } from './use-digest.ts'

const dayMs = 86_400_000

/** The user's digest since the last visit: gravest first, cleared with the keys of the queue. */
export function DailyDigest() {
  const t = useT(digestMessages)
  const words = useT(dashboardMessages)
  const brief = useDailyDigest()
  const when = useWhen()
  const list = useRef<HTMLOListElement>(null)
  const shown = brief.items.slice(0, digestLines)
  const { at, current, choose, step } = usePlace(shown)
  const [noted, setNoted] = useState<Diff | null>(null)
  useFollow(list, current?.key)
  const open = useCallback(() => void rowOf(list, current?.key)?.querySelector('a')?.click(), [current?.key])
  const onClear = (status: DiffStatus, isCluster: boolean) => {
    if (current) void brief.clear(current, status, isCluster)
  }
  useStepKeys({ onStep: step, onOpen: open })
  useShortcut('o', t('openKey'), open)
  return (
    <section className={css.brief} aria-label={t('brief')} aria-busy={!brief.isReady}>
      {brief.isReviewer ? (
        <ReviewerKeys onReview={onClear} onNote={() => setNoted(current?.kind === 'diff' ? current.diff : null)} />
      ) : (
        <ReaderKeys onDone={() => onClear('done', false)} />
      )}
      <header className="flex wrap baseline gap-x-4 pad-x-5 pad-y-4">
        <h2>{t('brief')}</h2>
        {brief.isReady && (
          <span className="small quiet">
            {brief.since === null ? t('first') : t('since', { at: when(brief.since) })}
          </span>
        )}
        {shown.length > 0 && <Keys isReviewer={brief.isReviewer} />}
      </header>
      {brief.failed ? (
        <p role="alert" className="pad-x-5 below-5">
          {words('failedText')} {errorText(brief.failed.error)}
          <Button type="link" onClick={brief.retry}>
            {words('retry')}
          </Button>
        </p>
      ) : !brief.isReady ? (
        <div className="pad-x-5" role="status" aria-label={`${words('loading')}: ${t('brief')}`}>
          <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
        </div>
      ) : (
        <>
          <ol ref={list} aria-label={t('brief')}>
            {shown.map((item, index) => (
              <DigestLine
                key={item.key}
                item={item}
                isCurrent={index === at}
                isFresh={item.kind !== 'event' && brief.since !== null && item.at > brief.since}
                onChoose={() => choose(item.key)}
                onClear={(status, isCluster) => void brief.clear(item, status, isCluster)}
              />
            ))}
          </ol>
          <Foot brief={brief} hidden={brief.items.slice(digestLines)} when={when} />
        </>
      )}
      {brief.isReviewer && (
        <Suspense>
          {noted && <NoteDialog diff={noted} onClose={() => setNoted(null)} />}
          <ClashDialog />
        </Suspense>
      )}
    </section>
  )
}

type FootProps = {
  brief: ReturnType<typeof useDailyDigest>
  hidden: readonly DigestItem[]
  when: (at: string) => string
}

/** Links to the items that are not shown. Without any item, it reports that all is clear. */
function Foot({ brief, hidden, when }: FootProps) {
  const t = useT(digestMessages)
  const diffs = hidden.filter(item => item.kind === 'diff').length + brief.beyond.diffs
  const news = hidden.filter(item => item.kind !== 'diff').length + brief.beyond.news
  const isClear = brief.items.length + diffs + news === 0
  const looked = brief.lookedAt && t('looked', { at: when(brief.lookedAt) })
  if (isClear)
    return (
      <p className={css.clear} role="status">
        <CircleCheck size={20} aria-hidden className="success" />
        <b className="section strong">{t('clear')}</b>
        <span className="quiet">
          {t('nothing')} {looked}
        </span>
      </p>
    )
  return (
    <p className={css.foot}>
      {diffs > 0 && <PageLink to="admin_diff">{t('moreDiffs', { count: diffs })}</PageLink>}
      {news > 0 && (
        <PageLink to="notification" search={{ show: 'unread' }}>
          {t('moreNews', { count: news })}
        </PageLink>
      )}
      {diffs + news === 0 && <span>{t('lastLine')}</span>}
      <span>{looked}</span>
    </p>
  )
}

/** `today 06:10`, `yesterday 18:04`, else the day and the hour. */
function useWhen(): (at: string) => string {
  const t = useT(digestMessages)
  return at => {
    const time = formatInstant(at).slice(11)
    const day = formatDay(at)
    if (day === formatDay(now())) return t('today', { time })
    if (day === formatDay(new Date(now().getTime() - dayMs))) return t('yesterday', { time })
    return formatInstant(at)
  }
}

type ReviewerKeysProps = { onReview: (status: DiffStatus, isCluster: boolean) => void; onNote: () => void }

function ReviewerKeys(props: ReviewerKeysProps) {
  useReviewKeys(props)
  return null
}

function ReaderKeys({ onDone }: { onDone: () => void }) {
  const t = useT(digestMessages)
  useShortcut('d', t('doneKey'), onDone)
  useShortcut('u', t('undoKey'), () => void undoLast())
  useShortcut('z', t('undoKey'), () => void undoLast())
  return null
}

function Keys({ isReviewer }: { isReviewer: boolean }) {
  const keys = isReviewer ? ['j', 'k', 'i', 'x', 'd', 'e', 'u', '⏎'] : ['j', 'k', 'd', 'u', '⏎']
  return (
    <span className={css.keys} aria-hidden>
      {keys.map(key => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}

/** The current item is remembered by its key. After it is removed, the item at the same index becomes current. */
function usePlace(items: readonly DigestItem[]) {
  const [kept, setKept] = useState<{ key: string | null; at: number }>({ key: null, at: 0 })
  const found = items.findIndex(({ key }) => key === kept.key)
  const at = found >= 0 ? found : Math.min(kept.at, items.length - 1)
  const key = items[at]?.key ?? null
  if (key !== null && (key !== kept.key || at !== kept.at)) setKept({ key, at })
  const choose = useCallback((next: string) => setKept(before => ({ ...before, key: next })), [])
  const step = (by: number) => {
    const next = items[Math.max(0, Math.min(items.length - 1, at + by))]
    if (next) choose(next.key)
  }
  return { at, current: items[at], choose, step }
}

function rowOf(list: RefObject<HTMLElement | null>, key: string | undefined): HTMLElement | undefined {
  return [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].find(row => row.dataset.key === key)
}

/**
 * Scrolls the current item into view. Moves the focus with it if the list had the focus, or if the focus was lost with
 * a removed item.
 */
function useFollow(list: RefObject<HTMLElement | null>, key: string | undefined): void {
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    const isFirst = before.current === undefined
    before.current = key
    const row = rowOf(list, key)
    const focused = document.activeElement
    if (isFirst || !row || row.contains(focused)) return
    if (focused === document.body || list.current?.contains(focused))
      row.querySelector('a')?.focus({ preventScroll: true })
    row.scrollIntoView?.({ block: 'nearest' })
  }, [list, key])
}
