import { ArrowDown, ArrowUp, ChevronsLeftRight } from 'lucide-react'
import { type PointerEvent, type RefObject, type UIEvent, useRef } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { clampWidth } from './columns.ts'
import css from './grid.module.css'
import { cellClass, cellStyle } from './grid-row.tsx'
import type { Column } from './list-config.ts'
import { nextSort } from './list-state.ts'
import { listMessages } from './messages.ts'
import type { GridColumn } from './use-grid-columns.ts'
import type { ListModel } from './use-list.ts'

type Props<T> = {
  list: ListModel<T>
  columns: readonly GridColumn<T>[]
  gridRef: RefObject<HTMLDivElement | null>
  headRef: RefObject<HTMLDivElement | null>
  onScroll: (event: UIEvent<HTMLElement>) => void
  /** How much of the page is selected; absent if rows cannot be selected. */
  page: 'none' | 'some' | 'all' | undefined
  onPage: (isOn: boolean) => void
}

export function GridHead<T>({ list, columns, gridRef, headRef, onScroll, page, onPage }: Props<T>) {
  const t = useT(listMessages)
  const isSelectable = page !== undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot contain absolutely positioned rows.
    <div ref={headRef} role="rowgroup" className={css.head} onScroll={onScroll}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: its buttons have the focus. */}
      <div role="row" aria-rowindex={1} className={css.headRow}>
        {isSelectable && (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: its box has the focus.
          <div
            role="columnheader"
            aria-colindex={1}
            aria-label={t('select')}
            className={`${css.cell} ${css.pinned} ${css.select}`}
            style={{ left: 0 }}
          >
            <input
              type="checkbox"
              aria-label={t('selectPage')}
              checked={page === 'all'}
              ref={box => {
                if (box) box.indeterminate = page === 'some'
              }}
              onChange={event => onPage(event.target.checked)}
            />
          </div>
        )}
        {columns.map((each, place) => (
          <HeadCell
            key={each.column.id}
            list={list}
            each={each}
            index={place + (isSelectable ? 2 : 1)}
            gridRef={gridRef}
            isSelectable={isSelectable}
          />
        ))}
      </div>
    </div>
  )
}

type HeadCellProps<T> = {
  list: ListModel<T>
  each: GridColumn<T>
  index: number
  gridRef: RefObject<HTMLDivElement | null>
  isSelectable: boolean
}

function HeadCell<T>({ list, each, index, gridRef, isSelectable }: HeadCellProps<T>) {
  const { config, state, change } = list
  const { column } = each
  const field = column.sort
  const own = config.defaultSort || config.ownSort || ''
  const sort = state.sort || own
  const order = field && sort.replace(/^-/, '') === field ? (sort[0] === '-' ? 'descending' : 'ascending') : undefined
  if (each.isFolded)
    return (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: its button has the focus.
      <div
        role="columnheader"
        aria-colindex={index}
        aria-label={column.title}
        className={cellClass(each)}
        style={cellStyle(each, isSelectable)}
      >
        <UnfoldButton list={list} column={column} />
      </div>
    )
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: its button has the focus.
    <div
      role="columnheader"
      aria-colindex={index}
      aria-sort={field ? (order ?? 'none') : undefined}
      className={cellClass(each)}
      style={cellStyle(each, isSelectable)}
    >
      {field ? (
        <button
          type="button"
          className={css.sort}
          onClick={() => {
            const next = nextSort(sort, { ...column, sort: field }, own)
            change({ sort: next === own ? config.defaultSort : next })
          }}
        >
          <span className="strong ellipsis">{column.title}</span>
          <Arrow size={14} aria-hidden className={order ? css.arrow : css.arrowIdle} />
        </button>
      ) : (
        <span className={column.isActs ? 'visually-hidden' : 'strong ellipsis'}>{column.title}</span>
      )}
      {!each.isAtEnd && <ResizeHandle list={list} each={each} gridRef={gridRef} />}
    </div>
  )
}

/** Replaces the heading of a column without values on this page; opens it for this user. */
function UnfoldButton<T>({ list, column }: { list: ListModel<T>; column: Column<T> }) {
  const text = useT(listMessages)('unfoldColumn', { name: column.title })
  return (
    <button
      type="button"
      className={css.unfold}
      title={text}
      aria-label={text}
      onClick={() => list.changeSetting({ widths: { ...list.setting.widths, [column.id]: column.width } })}
    >
      <ChevronsLeftRight size={12} aria-hidden />
    </button>
  )
}

/** A border to drag; for the keyboard, widths are set under "columns". */
function ResizeHandle<T>({ list, each, gridRef }: Pick<HeadCellProps<T>, 'list' | 'each' | 'gridRef'>) {
  const t = useT(listMessages)
  const { id, minWidth } = each.column
  const drag = useRef<{ x: number; width: number } | null>(null)
  const widthAt = (event: PointerEvent) =>
    clampWidth((drag.current?.width ?? 0) + event.clientX - (drag.current?.x ?? 0), minWidth)
  return (
    <span
      className={css.resize}
      title={t('resizeColumn')}
      aria-hidden
      onPointerDown={event => {
        const width = event.currentTarget.parentElement?.offsetWidth ?? each.width
        drag.current = { x: event.clientX, width }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={event => {
        if (drag.current) gridRef.current?.style.setProperty(`--w-${id}`, `${widthAt(event)}px`)
      }}
      onPointerUp={event => {
        if (!drag.current) return
        const width = widthAt(event)
        if (width !== drag.current.width) list.changeSetting({ widths: { ...list.setting.widths, [id]: width } })
        drag.current = null
      }}
      onDoubleClick={() => {
        const { [id]: _, ...widths } = list.setting.widths ?? {}
        list.changeSetting({ widths })
      }}
    />
  )
}
