import type { CSSProperties } from 'react'
import type { ColumnState } from './columns.ts'
import { selectWidth } from './sizes.ts'
import type { GridColumn } from './use-grid-columns.ts'

export type GridRoom = {
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
 * texts shrink first, then the name. `total` is the minimum width of the rows; beyond the available width they scroll.
 */
export function gridStyle<T>(columns: readonly GridColumn<T>[], given: GridRoom) {
  const { state, chosen, isSelectable, height, room } = given
  const least = ({ column, width }: GridColumn<T>) => Math.min(width, state.least[column.id] ?? width)
  const mayGrow = ({ column, left, isLastPinned }: GridColumn<T>) =>
    column.grows === true && chosen[column.id] === undefined && (left === undefined || isLastPinned)
  const needed = columns.reduce((sum, each) => sum + least(each), isSelectable ? selectWidth : 0)
  const growing = columns.find(mayGrow)
  const spare = growing ? Math.max(0, growing.width - (growing.column.minWidth ?? growing.width)) : 0
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
