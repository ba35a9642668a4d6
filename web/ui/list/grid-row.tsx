import { type CSSProperties, memo, type ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import css from './grid.module.css'
import { listMessages } from './messages.ts'
import { selectWidth } from './sizes.ts'
import type { GridColumn } from './use-grid-columns.ts'

type Props<T> = {
  row: T
  /** All rows of the page. */
  rows: readonly T[]
  name: string
  columns: readonly GridColumn<T>[]
  /** Index on the page, from 0. */
  index: number
  /** Index in the whole grid, including the head, from 1. */
  rowIndex: number
  top: number
  isSelectable: boolean
  isSelected: boolean
  isActive: boolean
}

type CellPosition = Pick<GridColumn<unknown>, 'left' | 'isAtEnd'>

export function cellStyle({ left, isAtEnd }: CellPosition, isSelectable: boolean): CSSProperties | undefined {
  if (isAtEnd) return { right: 0, gridColumnEnd: -1 }
  return left === undefined ? undefined : { left: left + (isSelectable ? selectWidth : 0) }
}

export function cellClass<T>({ column, left, isAtEnd, isLastPinned, isFolded }: GridColumn<T>): string {
  const names = [css.cell]
  if (isFolded) names.push(css.folded)
  if (column.align === 'end' || column.isNumber) names.push(css.end)
  if (left !== undefined || isAtEnd) names.push(css.pinned)
  if (isAtEnd) names.push(css.atEnd)
  if (isLastPinned) names.push(css.lastPinned)
  return names.join(' ')
}

function Row<T>({ row, rows, name, columns, index, rowIndex, top, isSelectable, isSelected, isActive }: Props<T>) {
  const t = useT(listMessages)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table row cannot be positioned absolutely.
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isSelectable ? isSelected : undefined}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      className={css.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isSelectable && (
        <Cell className={`${css.cell} ${css.pinned} ${css.select}`} index={1} style={{ left: 0 }}>
          <input type="checkbox" tabIndex={-1} checked={isSelected} readOnly aria-label={t('selectNamed', { name })} />
        </Cell>
      )}
      <RowCells row={row} rows={rows} columns={columns} isSelectable={isSelectable} />
    </div>
  )
}

/** Memoized: rendered again only if its own props change. */
export const GridRow = memo(Row) as typeof Row

/** Separate from the row, so that selecting it or moving to it does not render its cells again. */
const RowCells = memo(function Cells<T>({
  row,
  rows,
  columns,
  isSelectable,
}: Pick<Props<T>, 'row' | 'rows' | 'columns' | 'isSelectable'>) {
  return columns.map((each, place) => (
    <Cell
      key={each.column.id}
      className={cellClass(each)}
      index={place + (isSelectable ? 2 : 1)}
      style={cellStyle(each, isSelectable)}
    >
      {!each.isFolded && each.column.cell(row, rows)}
    </Cell>
  ))
})

type CellProps = { className: string; index: number; style: CSSProperties | undefined; children: ReactNode }

function Cell({ className, index, style, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cell needs a table.
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus.
    <div role="gridcell" aria-colindex={index} className={className} style={style}>
      {children}
    </div>
  )
}

/** A row that is still loading: same height, same tracks. */
export function SkeletonRow<T>({
  columns,
  top,
  isSelectable,
}: {
  columns: readonly GridColumn<T>[]
  top: number
  isSelectable: boolean
}) {
  return (
    <div className={css.row} aria-hidden style={{ transform: `translateY(${top}px)` }}>
      {isSelectable && <div className={`${css.cell} ${css.pinned} ${css.select}`} style={{ left: 0 }} />}
      {columns.map(each => (
        <div key={each.column.id} className={cellClass(each)} style={cellStyle(each, isSelectable)}>
          <span className={css.bone} />
        </div>
      ))}
    </div>
  )
}
