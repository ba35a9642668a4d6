import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { type ColumnState, columnMaxWidth, columnMinWidth, foldedWidth } from './columns.ts'
import type { Column } from './list-config.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
})

/** A column with its position on the screen. */
export type GridColumn<T> = {
  column: Column<T>
  width: number
  /** For a pinned column, its distance from the left edge. */
  left: number | undefined
  /** True for the actions, which stay at the right edge. */
  isAtEnd: boolean
  isLastPinned: boolean
  /** No value on this page: a mark replaces the heading. */
  isFolded: boolean
}

/** Widths, order and pinning, computed by the table library; the grid only renders them. */
export function useGridTable<T extends object>(
  columns: readonly Column<T>[],
  state: ColumnState,
  rows: readonly T[],
  rowId: (row: T) => number,
) {
  const defs = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, T> => ({
          id: column.id,
          accessorFn: row => row,
          header: column.title,
          size: column.width,
          minSize: state.folded.includes(column.id) ? foldedWidth : (column.minWidth ?? columnMinWidth),
          maxSize: columnMaxWidth,
        }),
      ),
    [columns, state.folded],
  )
  const slices = useMemo(
    () => ({
      columnOrder: state.order,
      columnPinning: {
        start: state.shown.filter(id => state.pinned.includes(id)),
        end: state.shown.filter(id => columns.some(column => column.isActs && column.id === id)),
      },
      columnSizing: state.widths,
      columnVisibility: Object.fromEntries(state.order.map(id => [id, state.shown.includes(id)])),
    }),
    [state, columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({ features, columns: defs, data, state: slices, getRowId: row => String(rowId(row)) })
  const gridColumns = useMemo(() => {
    // The slices are read through the table; naming them here makes the memo depend on them.
    void slices
    const pinned = table.getStartVisibleLeafColumns()
    const atEnd = table.getEndVisibleLeafColumns()
    return [...pinned, ...table.getCenterVisibleLeafColumns(), ...atEnd].flatMap((each, index): GridColumn<T>[] => {
      const column = columns.find(({ id }) => id === each.id)
      const isPinned = index < pinned.length
      return column
        ? [
            {
              column,
              width: each.getSize(),
              left: isPinned ? each.getStart('start') : undefined,
              isAtEnd: atEnd.includes(each),
              isLastPinned: index === pinned.length - 1,
              isFolded: state.folded.includes(column.id),
            },
          ]
        : []
    })
  }, [table, slices, columns, state.folded])
  return { gridColumns, rows: table.getRowModel().rows }
}
