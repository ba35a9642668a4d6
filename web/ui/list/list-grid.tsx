import { useRef } from 'react'
import css from './grid.module.css'
import { GridHead } from './grid-head.tsx'
import { GridRow, SkeletonRow } from './grid-row.tsx'
import { gridStyle } from './grid-style.ts'
import { isSelected, pageState, setRows } from './selection.ts'
import { rowHeights } from './sizes.ts'
import { useGridTable } from './use-grid-columns.ts'
import type { ListModel, ListSelection } from './use-list.ts'
import { useRowWindow } from './use-row-window.ts'
import type { RowActs } from './use-rows.ts'
import { useSideScroll } from './use-side-scroll.ts'

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
  const height = rowHeights[list.setting.density ?? 'middle']
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
