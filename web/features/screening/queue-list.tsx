import { Skeleton } from 'antd'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import type { Screening } from '#contract/screening.api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import frames from '#web/ui/queue/queue.module.css'
import { useFeatureSummary } from './feature-words.ts'
import { screeningMessages } from './messages.ts'
import css from './queue.module.css'
import { MatchScore } from './score.tsx'
import type { ScreeningQueue } from './use-queue.ts'

const bones = [0, 1, 2, 3, 4, 5, 6, 7]

type Props = { queue: ScreeningQueue; onOpen: (id: number) => void }

/** The rows, moved through with arrows or j and k; the focus follows the current row. */
export function QueueList({ queue, onOpen }: Props) {
  const t = useT(screeningMessages)
  const { list, rows, at, step } = queue
  const box = useRef<HTMLDivElement>(null)
  useFollow(box, rows[at]?.id)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const isRow = event.target instanceof HTMLElement && event.target.dataset.id !== undefined
    if (!isRow || event.ctrlKey || event.metaKey || event.altKey) return
    const last = rows.length
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -last, End: last }
    const by = steps[event.key]
    if (by === undefined) return
    step(by)
    event.preventDefault()
  }

  if (!list.page)
    return (
      <div className={frames.list} aria-busy role="status" aria-label={t('loading')}>
        {bones.map(each => (
          <div key={each} className={css.bone}>
            <Skeleton active title={false} paragraph={{ rows: 2, width: ['80%', '60%'] }} />
          </div>
        ))}
      </div>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside.
    <div ref={box} className={frames.list} aria-busy={list.isLoading} onKeyDown={onKeyDown}>
      <ol aria-label={t('hits')}>
        {rows.map((hit, index) => (
          <Row key={hit.id} hit={hit} isCurrent={index === at} onOpen={onOpen} />
        ))}
      </ol>
    </div>
  )
}

/** A possible match: the record, the list entry, and the evidence in one line. */
const Row = memo(function Row({
  hit,
  isCurrent,
  onOpen,
}: {
  hit: Screening
  isCurrent: boolean
  onOpen: Props['onOpen']
}) {
  const t = useT(screeningMessages)
  const brief = useFeatureSummary()
  const { record, caption, list, noun, features } = hit
  return (
    <li>
      <button
        type="button"
        className={css.row}
        data-id={hit.id}
        aria-current={isCurrent || undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => onOpen(hit.id)}
      >
        <MatchScore score={hit.score} />
        <span className={css.lines}>
          <span className={css.line}>
            <span className={css.name} title={displayName(record)}>
              {displayName(record)}
            </span>
            <span className={css.meta}>{t(noun)}</span>
          </span>
          <span className={css.line}>
            <span className={css.caption} title={caption}>
              {caption}
            </span>
            <span className={css.meta} title={list.name}>
              {list.name}
            </span>
          </span>
          <span className={css.why}>
            {hit.reopened.length > 0 && <span className="warning">{t('again')} · </span>}
            {hit.is_gone && <span>{t(hit.is_in_force ? 'notNear' : 'gone')} · </span>}
            {hit.restriction === 'partial' && <span>{t('partialShort')} · </span>}
            {(hit.more ?? 0) > 0 && <span className="strong">{t('moreHits', { count: hit.more ?? 0 })} · </span>}
            {brief(features)}
          </span>
        </span>
      </button>
    </li>
  )
})

/**
 * Scrolls the current row into view. Moves the focus with it if a row had the focus, or if the focus was lost with a
 * removed row.
 */
function useFollow(box: React.RefObject<HTMLDivElement | null>, id: number | undefined): void {
  const before = useRef(id)
  useEffect(() => {
    if (before.current === id || id === undefined) return
    before.current = id
    const row = box.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)
    const focused = document.activeElement
    const isOurs = focused === document.body || (box.current?.contains(focused) ?? false)
    if (isOurs) row?.focus({ preventScroll: true })
    row?.scrollIntoView?.({ block: 'nearest' })
  }, [box, id])
}
