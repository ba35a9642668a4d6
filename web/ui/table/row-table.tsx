import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { Pagination } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import css from './row-table.module.css'

const features = tableFeatures({
  rowPaginationFeature,
  rowSortingFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
})

export type RowColumn<T> = {
  id: string
  title: ReactNode
  cell: (row: T) => ReactNode
  /** The comparator of two rows; `given`: the caller sorts the rows. */
  sort?: ((a: T, b: T) => number) | 'given'
  isNumber?: boolean
  width?: number
  /** Hidden in narrower windows. */
  from?: 'sm' | 'md'
}

type Props<T> = {
  columns: readonly RowColumn<T>[]
  rows: readonly T[]
  rowId: (row: T) => string | number
  /** Rows per page, if all rows are given. */
  pageSize?: number
  /** Set if rows are given page by page. */
  pages?: { current: number; pageSize: number; total: number; onChange: (current: number) => void }
  /** Set if rows are given sorted: a column's id, with `-` before it for descending order; undefined: unsorted. */
  order?: { sort: string; onChange: (sort: string | undefined) => void }
  /** Shown if there are no rows. */
  empty?: string
  isBusy?: boolean
  /** Cells have one line, and the table scrolls in its frame; on a phone each row is a card of titles and cells. */
  isWide?: boolean
}

/** A table of rows that are not records of a list: sorted by its heads, a page at a time. */
export function RowTable<T extends object>(props: Props<T>) {
  const { columns, rows, rowId, pageSize, pages, order, empty, isBusy, isWide } = props
  const defs = useMemo(
    () =>
      columns.map(
        ({ id, sort }): ColumnDef<typeof features, T> => ({
          id,
          accessorFn: row => row,
          enableSorting: sort !== undefined,
          sortDescFirst: false,
          ...(typeof sort === 'function' && { sortFn: (a, b) => sort(a.original, b.original) }),
        }),
      ),
    [columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const sorting = order && [{ id: order.sort.replace(/^-/, ''), desc: order.sort.startsWith('-') }]
  const table = useTable({
    features,
    columns: defs,
    data,
    getRowId: row => String(rowId(row)),
    enableMultiSort: false,
    manualSorting: order !== undefined,
    manualPagination: pageSize === undefined,
    initialState: { pagination: { pageIndex: 0, pageSize: pageSize ?? data.length } },
    ...(order && {
      state: { sorting },
      onSortingChange: change => {
        const [next] = typeof change === 'function' ? change(sorting ?? []) : change
        order.onChange(next && `${next.desc ? '-' : ''}${next.id}`)
      },
    }),
  })
  const classOf = ({ isNumber, from }: RowColumn<T>) =>
    [isNumber && css.number, from && css[from]].filter(Boolean).join(' ') || undefined
  return (
    <div className={`${css.frame} shrink`}>
      <div className={css.scroll}>
        <table className={isWide ? `${css.wide} table` : 'table'} aria-busy={isBusy}>
          <thead>
            <tr>
              {columns.map(column => {
                const sorted = table.getColumn(column.id)?.getIsSorted()
                return (
                  <th
                    key={column.id}
                    scope="col"
                    className={classOf(column)}
                    style={{ width: column.width }}
                    aria-sort={column.sort && (sorted ? `${sorted}ending` : 'none')}
                  >
                    {column.sort ? (
                      <button
                        type="button"
                        className={css.sort}
                        onClick={() => table.getColumn(column.id)?.toggleSorting()}
                      >
                        {column.title}
                        {sorted === 'desc' ? (
                          <ArrowDown size={14} aria-hidden />
                        ) : (
                          <ArrowUp size={14} aria-hidden className={sorted ? undefined : css.idle} />
                        )}
                      </button>
                    ) : (
                      column.title
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map(({ id, original }) => (
              <tr key={id}>
                {columns.map(column => (
                  <td
                    key={column.id}
                    className={classOf(column)}
                    data-title={typeof column.title === 'string' ? column.title : undefined}
                  >
                    {column.cell(original)}
                  </td>
                ))}
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns.length} className={css.empty}>
                  {empty}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {pages && pages.total > pages.pageSize && <Pager {...pages} />}
      {pageSize !== undefined && rows.length > pageSize && (
        <Pager
          current={table.state.pagination.pageIndex + 1}
          pageSize={pageSize}
          total={rows.length}
          onChange={current => table.setPageIndex(current - 1)}
        />
      )}
    </div>
  )
}

function Pager(pages: NonNullable<Props<object>['pages']>) {
  return <Pagination {...pages} className="above-4" size="small" align="end" showSizeChanger={false} />
}
