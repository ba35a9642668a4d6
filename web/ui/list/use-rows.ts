import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isSelected, rowsBetween, setRows, toggleRow } from './selection.ts'
import type { ListModel, ListSelection } from './use-list.ts'

type Handlers = {
  onClick: (event: MouseEvent<HTMLElement>) => void
  onDoubleClick: (event: MouseEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onMouseOver: (event: MouseEvent<HTMLElement>) => void
}

export type RowActs = {
  /** The row that has the keyboard focus. */
  active: number | null
  handlers: Handlers
  /** Sets the function that scrolls to a row that is not in the document. */
  setScroller: (scroll: (index: number) => void) => void
  /** Focuses the row that the keyboard moved to, after it is rendered. */
  arrive: () => void
  step: (by: number) => void
  toggle: () => void
  edit: () => void
}

function closestRow(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
}

function indexOf(target: EventTarget): number | null {
  const row = closestRow(target)
  return row ? Number(row.dataset.index) : null
}

const isOwnControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, select, textarea') !== null

/** Mouse and keyboard on rows, for both table and cards: one set of handlers for all rows. */
export function useRows<T>(
  list: ListModel<T>,
  chosen: ListSelection,
  scrollRef: RefObject<HTMLElement | null>,
  isSelectable: boolean,
): RowActs {
  const [active, setActive] = useState<number | null>(null)
  const latest = useRef({ list, chosen })
  const anchor = useRef(0)
  const wanted = useRef<number | null>(null)
  const scroll = useRef<(index: number) => void>(() => undefined)
  const arrive = useCallback(() => {
    if (wanted.current === null) return
    const row = scrollRef.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
    row.scrollIntoView?.({ block: 'nearest' })
  }, [scrollRef])
  useEffect(() => {
    latest.current = { list, chosen }
    arrive()
  })

  const moveTo = (index: number) => {
    const last = list.rows.length - 1
    if (last < 0) return
    const next = Math.max(0, Math.min(last, index))
    wanted.current = next
    scroll.current(next)
    // Also if it is the same row: the focus might have moved elsewhere.
    setActive(next)
    scrollRef.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true })
  }
  const toggle = (index: number | null) => {
    const row = index === null ? undefined : list.rows[index]
    if (!row || !isSelectable) return
    anchor.current = index ?? 0
    chosen.select(toggleRow(chosen.selection, list.config.rowId(row), list.ids))
  }
  const edit = () => {
    const row = active === null ? undefined : list.rows[active]
    if (row) list.config.edit?.(row)
  }
  const moves = useRef({ moveTo, toggle, edit })
  useEffect(() => {
    moves.current = { moveTo, toggle, edit }
  })
  return useMemo(() => {
    const handlers: Handlers = {
      onFocus: event => {
        const index = indexOf(event.target)
        if (index !== null) setActive(index)
      },
      onClick: event => {
        const index = indexOf(event.target)
        const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
        if (index === null || !isBox) return
        selectByMouse(latest.current, index, event.shiftKey ? anchor.current : null)
        anchor.current = index
        closestRow(event.target)?.focus({ preventScroll: true })
      },
      onDoubleClick: event => {
        const index = indexOf(event.target)
        if (index !== null && !isOwnControl(event.target)) openRow(latest.current.list, index)
      },
      onKeyDown: event => {
        const index = indexOf(event.target)
        // Keys of a link or a checkbox inside a row belong to that element.
        if (index === null || !(event.target instanceof HTMLElement) || !event.target.dataset.index) return
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const page = latest.current.list.rows.length
        const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: page - 1 }
        const step = steps[event.key]
        if (step !== undefined) moves.current.moveTo(step)
        else if (event.key === 'Enter') openRow(latest.current.list, index)
        else if (event.key === ' ') moves.current.toggle(index)
        else return
        event.preventDefault()
      },
      onMouseOver: event => {
        const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=gridcell]') : null
        if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : ''
      },
    }
    const setScroller = (next: (index: number) => void) => {
      scroll.current = next
    }
    return {
      active,
      handlers,
      setScroller,
      arrive,
      step: by => moves.current.moveTo(active === null ? 0 : active + by),
      toggle: () => moves.current.toggle(active),
      edit: () => moves.current.edit(),
    }
  }, [active, arrive])
}

function openRow<T>({ rows, config }: ListModel<T>, index: number): void {
  const row = rows[index]
  if (row) config.open?.(row)
}

type RowsInput<T> = { list: ListModel<T>; chosen: ListSelection }

/** Selects one row, or with Shift all from the last one pressed. */
function selectByMouse<T>({ list, chosen }: RowsInput<T>, index: number, from: number | null): void {
  const id = list.ids[index]
  if (id === undefined) return
  const isOn = !isSelected(chosen.selection, id)
  const ids = from === null ? [id] : rowsBetween(list.ids, from, index)
  chosen.select(setRows(chosen.selection, ids, isOn, list.ids))
}
