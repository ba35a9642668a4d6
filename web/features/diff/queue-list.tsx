import { Skeleton } from 'antd'
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import type { Diff } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { isSelected, rowsBetween, setRows, toggleRow } from '#web/ui/list/selection.ts'
import type { ListSelection } from '#web/ui/list/use-list.ts'
import frames from '#web/ui/queue/queue.module.css'
import { diffMessages } from './messages.ts'
import css from './queue.module.css'
import { QueueRow } from './queue-row.tsx'
import type { ReviewQueue } from './use-queue.ts'

const bones = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

/** The rows: a grid with one column, moved through with arrows or j and k; the focus follows the current row. */
export function QueueList({ queue, chosen }: { queue: ReviewQueue; chosen: ListSelection }) {
  const t = useT(diffMessages)
  const { list, rows, at, current, choose, step, open, review } = queue
  const grid = useRef<HTMLDivElement>(null)
  const anchor = useRef<number | null>(null)
  const latest = useRef({ chosen, rows })
  useEffect(() => {
    latest.current = { chosen, rows }
  })
  useFollow(grid, current?.id)

  const onChoose = useCallback((diff: Diff) => choose(diff.id), [choose])
  const onToggle = useCallback((diff: Diff, isRange: boolean) => {
    const { chosen: now, rows: shown } = latest.current
    const ids = shown.map(({ id }) => id)
    const place = ids.indexOf(diff.id)
    const from = isRange && anchor.current !== null ? ids.indexOf(anchor.current) : -1
    anchor.current = diff.id
    now.select(
      from >= 0
        ? setRows(now.selection, rowsBetween(ids, from, place), !isSelected(now.selection, diff.id), ids)
        : toggleRow(now.selection, diff.id, ids),
    )
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const isRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined
    if (!isRow || event.ctrlKey || event.metaKey || event.altKey || !current) return
    const last = rows.length
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -last, End: last }
    const by = steps[event.key]
    if (by !== undefined) step(by)
    else if (event.key === 'Enter') open(current)
    else if (event.key === ' ') onToggle(current, event.shiftKey)
    else return
    event.preventDefault()
  }

  if (!list.page)
    return (
      <div className={frames.list} aria-busy role="status" aria-label={t('loading')}>
        {bones.map(each => (
          <div key={each} className={css.bone}>
            <Skeleton active title={false} paragraph={{ rows: 1, width: '80%' }} />
          </div>
        ))}
      </div>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows are cards, which table rows cannot be.
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      className={frames.list}
      aria-label={t('queue')}
      aria-rowcount={list.isEstimated ? -1 : list.total}
      aria-multiselectable
      aria-busy={list.isLoading}
      onKeyDown={onKeyDown}
    >
      {rows.map((diff, index) => (
        <QueueRow
          key={diff.id}
          diff={diff}
          index={index}
          isCurrent={index === at}
          isSelected={isSelected(chosen.selection, diff.id)}
          onChoose={onChoose}
          onOpen={open}
          onToggle={onToggle}
          onReview={review}
        />
      ))}
    </div>
  )
}

/**
 * Scrolls the current row into view. Moves the focus with it if a row had the focus, or if the focus was lost with a
 * removed row.
 */
function useFollow(grid: React.RefObject<HTMLDivElement | null>, id: number | undefined): void {
  const before = useRef(id)
  useEffect(() => {
    if (before.current === id || id === undefined) return
    before.current = id
    const row = grid.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)
    const focused = document.activeElement
    const isOurs = focused === document.body || (focused?.closest('[role=row]') ?? null) !== null
    if (isOurs) row?.focus({ preventScroll: true })
    row?.scrollIntoView?.({ block: 'nearest' })
  }, [grid, id])
}
