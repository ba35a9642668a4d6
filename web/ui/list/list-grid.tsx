import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react'
import css from './grid.module.css'
import { GridHead } from './grid-head.tsx'
import { GridRow, SkeletonRow } from './grid-row.tsx'
import { isSelected, pageState, setRows } from './selection.ts'
import { headHeight, rowHeights, selectWidth } from './sizes.ts'
import { type GridColumn, useGridTable } from './use-grid-columns.ts'
import type { Chosen, ListModel } from './use-list.ts'
import type { RowActs } from './use-rows.ts'

type Props<T> = {
  list: ListModel<T>
  chosen: Chosen
  acts: RowActs
  scrollRef: RefObject<HTMLDivElement | null>
  isSelectable: boolean
}

/** Rows beyond the edges that are drawn before they are seen. */
const overscan = 8
const noWidths = {}

/** The table: a real grid with row counts, of which only the rows in sight are in the document. */
export function ListGrid<T extends object>({ list, chosen, acts, scrollRef, isSelectable }: Props<T>) {
  const { config, state, columns } = list
  const { selection, select } = chosen
  const { gridColumns, rows } = useGridTable(config.columns, columns, list.rows, config.rowId)
  const height = rowHeights[list.setting.density ?? 'middle']
  const isFirstLoad = list.page === undefined
  const count = isFirstLoad ? Math.min(state.pageSize, 20) : rows.length
  const gridRef = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => height,
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height needs another measure.
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  useEffect(() => acts.setScroller(index => virtualizer.scrollToIndex(index)), [acts, virtualizer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, order or filter begins at its top.
  useEffect(() => {
    scrollRef.current?.scrollTo({ top: 0 })
  }, [state, scrollRef])

  const first = (state.current - 1) * state.pageSize
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold rows that are placed by hand.
    <div
      ref={gridRef}
      role="grid"
      aria-label={config.title}
      aria-rowcount={list.isEstimated || isFirstLoad ? -1 : list.total + 1}
      aria-colcount={gridColumns.length + (isSelectable ? 1 : 0)}
      aria-multiselectable={isSelectable || undefined}
      aria-busy={list.isLoading}
      className={css.grid}
      style={gridStyle(gridColumns, list.setting.widths ?? noWidths, isSelectable, height)}
      {...(isFirstLoad ? {} : acts.handlers)}
    >
      <GridHead
        list={list}
        columns={gridColumns}
        gridRef={gridRef}
        page={isSelectable ? pageState(selection, list.ids) : undefined}
        onPage={isOn => select(setRows(selection, list.ids, isOn, list.ids))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]?.original
          const top = start - headHeight
          if (!row) return <SkeletonRow key={key} columns={gridColumns} top={top} isSelectable={isSelectable} />
          return (
            <GridRow
              key={config.rowId(row)}
              row={row}
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
  )
}

/** One track per column, as custom properties, so that dragging a border draws no row again. */
function gridStyle<T>(columns: GridColumn<T>[], chosen: Record<string, number>, isSelectable: boolean, height: number) {
  const total = columns.reduce((sum, { width }) => sum + width, isSelectable ? selectWidth : 0)
  const track = ({ column }: GridColumn<T>) => `var(--w-${column.id})`
  const acts = columns.filter(({ isAtEnd }) => isAtEnd)
  // What is left over, where no column grows into it, stands before the acts.
  const tracks = [...columns.filter(({ isAtEnd }) => !isAtEnd).map(track), 'minmax(0, auto)', ...acts.map(track)]
  const properties = columns.map(({ column, width, left, isLastPinned }) => {
    const mayGrow = column.grows && chosen[column.id] === undefined && (left === undefined || isLastPinned)
    return [`--w-${column.id}`, mayGrow ? `minmax(${width}px, 1fr)` : `${width}px`]
  })
  return {
    ...Object.fromEntries(properties),
    '--tracks': [...(isSelectable ? [`${selectWidth}px`] : []), ...tracks].join(' '),
    '--row-height': `${height}px`,
    minWidth: total,
  } as CSSProperties
}
