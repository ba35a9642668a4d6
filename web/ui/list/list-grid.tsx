import { type CSSProperties, type RefObject, type UIEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ColumnState } from './columns.ts'
import css from './grid.module.css'
import { GridHead } from './grid-head.tsx'
import { GridRow, SkeletonRow } from './grid-row.tsx'
import { isSelected, pageState, setRows } from './selection.ts'
import { rowHeights, secondLineHeight, selectWidth } from './sizes.ts'
import { type GridColumn, useGridTable } from './use-grid-columns.ts'
import type { ListModel, ListSelection } from './use-list.ts'
import { useRowWindow } from './use-row-window.ts'
import type { RowActs } from './use-rows.ts'

type Props<T> = {
  list: ListModel<T>
  chosen: ListSelection
  acts: RowActs
  isSelectable: boolean
}

const noWidths = {}

/** The table: an ARIA grid with row counts; only visible rows are in the document. */
export function ListGrid<T extends object>({ list, chosen, acts, isSelectable }: Props<T>) {
  const { config, state, columns } = list
  const { selection, select } = chosen
  const { gridColumns, rows } = useGridTable(config.columns, columns, list.rows, config.rowId)
  const height = rowHeights[list.setting.density ?? 'middle'] + (config.hasSecondLine ? secondLineHeight : 0)
  const isFirstLoad = list.page === undefined
  const count = isFirstLoad ? Math.min(state.pageSize, 20) : rows.length
  const gridRef = useRef<HTMLDivElement>(null)
  const headRef = useRef<HTMLDivElement>(null)
  const bodyRef = useRef<HTMLDivElement>(null)
  const barRef = useRef<HTMLDivElement>(null)
  const virtualizer = useRowWindow(bodyRef, { count, height, acts, state })
  const { room, onScroll } = useSideScroll(headRef, bodyRef, barRef)
  const chosenWidths = list.setting.widths ?? noWidths
  const { style, total } = gridStyle(gridColumns, { state: columns, chosen: chosenWidths, isSelectable, height, room })

  const first = (state.current - 1) * state.pageSize
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot contain absolutely positioned rows.
    <div
      ref={gridRef}
      role="grid"
      aria-label={config.title}
      aria-rowcount={list.isEstimated || isFirstLoad ? -1 : list.total + 1}
      aria-colcount={gridColumns.length + (isSelectable ? 1 : 0)}
      aria-multiselectable={isSelectable || undefined}
      aria-busy={list.isLoading}
      className={css.grid}
      style={style}
      {...(isFirstLoad ? {} : acts.handlers)}
    >
      <GridHead
        list={list}
        columns={gridColumns}
        gridRef={gridRef}
        headRef={headRef}
        onScroll={onScroll}
        page={isSelectable ? pageState(selection, list.ids) : undefined}
        onPage={isOn => select(setRows(selection, list.ids, isOn, list.ids))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div ref={bodyRef} role="rowgroup" className={css.body} onScroll={onScroll}>
        <div role="presentation" className={css.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index]?.original
            const top = start - virtualizer.options.scrollMargin
            if (!row) return <SkeletonRow key={key} columns={gridColumns} top={top} isSelectable={isSelectable} />
            return (
              <GridRow
                key={config.rowId(row)}
                row={row}
                rows={list.rows}
                name={config.rowName(row)}
                columns={gridColumns}
                index={index}
                rowIndex={first + index + 2}
                top={top}
                isSelectable={isSelectable}
                isSelected={isSelected(selection, config.rowId(row))}
                isActive={index === (acts.active ?? 0)}
              />
            )
          })}
        </div>
      </div>
      {room !== null && total > room && (
        <div ref={barRef} className={css.bar} aria-hidden onScroll={onScroll}>
          <div style={{ width: total }} />
        </div>
      )}
    </div>
  )
}

/** The part of the available width that a long name keeps. */
const nameShare = 0.4

type GridRoom = {
  state: ColumnState
  /** Widths that the user set. */
  chosen: Record<string, number>
  isSelectable: boolean
  /** Height of a row in pixels. */
  height: number
  /** Width available to rows in pixels; null before it is measured. */
  room: number | null
}

/**
 * One track per column, as custom properties, so that dragging a border renders no rows. If space is scarce, columns of
 * texts shrink first, then the name, but not below its share. `total` is the minimum width of the rows; beyond the available width they scroll.
 */
export function gridStyle<T>(columns: readonly GridColumn<T>[], given: GridRoom) {
  const { state, chosen, isSelectable, height, room } = given
  const least = ({ column, width }: GridColumn<T>) => Math.min(width, state.least[column.id] ?? width)
  const mayGrow = ({ column, left, isLastPinned }: GridColumn<T>) =>
    column.grows === true && chosen[column.id] === undefined && (left === undefined || isLastPinned)
  const needed = columns.reduce((sum, each) => sum + least(each), isSelectable ? selectWidth : 0)
  const growing = columns.find(mayGrow)
  const floor = room === null ? 0 : Math.floor(room * nameShare)
  const spare = growing ? Math.max(0, growing.width - Math.max(growing.column.minWidth ?? growing.width, floor)) : 0
  const yielded = room === null ? 0 : Math.min(spare, Math.max(0, needed - room))
  const trackOf = (each: GridColumn<T>) => {
    if (mayGrow(each)) return `minmax(${each.width - (each === growing ? yielded : 0)}px, 1fr)`
    return `minmax(${least(each)}px, ${each.width}px)`
  }
  const nameOf = ({ column }: GridColumn<T>) => `var(--w-${column.id})`
  const tracks = [
    ...(isSelectable ? [`${selectWidth}px`] : []),
    ...columns.filter(({ isAtEnd }) => !isAtEnd).map(nameOf),
    // Remaining width that no column takes is before the actions.
    'minmax(0, auto)',
    ...columns.filter(({ isAtEnd }) => isAtEnd).map(nameOf),
  ]
  const total = needed - yielded
  const style = {
    ...Object.fromEntries(columns.map(each => [`--w-${each.column.id}`, trackOf(each)])),
    '--tracks': tracks.join(' '),
    '--row-height': `${height}px`,
    '--least-width': `${total}px`,
  } as CSSProperties & Record<`--${string}`, string>
  return { style, total }
}

type Box = RefObject<HTMLElement | null>

/**
 * Scrolls head, rows and the bar at the window's lower edge sideways together. They are separate scrollers: the page
 * scrolls vertically, and a container that scrolls sideways could not have a head that sticks to the window. `room` is
 * the width available to a row, null before it is known.
 */
function useSideScroll(head: Box, body: Box, bar: Box) {
  const [room, setRoom] = useState<number | null>(null)
  useLayoutEffect(() => {
    const box = body.current
    if (!box) return
    const measure = () => setRoom(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [body])
  const onScroll = useCallback(
    (event: UIEvent<HTMLElement>) => {
      const left = event.currentTarget.scrollLeft
      for (const { current } of [head, body, bar])
        if (current && current !== event.currentTarget && Math.abs(current.scrollLeft - left) > 1)
          current.scrollLeft = left
    },
    [head, body, bar],
  )
  return { room, onScroll }
}
