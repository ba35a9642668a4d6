import type { ListSetting } from '#contract/setting.api.ts'
import type { Column } from './list-config.ts'

type AnyColumn = Pick<
  Column<never>,
  'id' | 'width' | 'minWidth' | 'defaultHidden' | 'isPinned' | 'isAlwaysShown' | 'isActs' | 'fields' | 'sort'
> & { least?: number; isEmpty?: boolean }

/** The state of a list's columns: the user's choice, adapted to the present columns. */
export type ColumnState = {
  /** All columns: the visible ones first, in order, then the hidden ones. */
  order: string[]
  shown: string[]
  pinned: string[]
  widths: Record<string, number>
  /** Widths down to which columns shrink if there is less space; columns without one keep their width. */
  least: Record<string, number>
  /** Columns without a value on this page: they shrink to a mark. */
  folded: string[]
}

export const columnMinWidth = 60
export const columnMaxWidth = 1200
/** Pixels of a column that has shrunk to a mark. */
export const foldedWidth = 32

/**
 * `defaultSort`: the order of the list. Its column is shown until the user chooses columns, so that its arrow is
 * visible. `sort`: the order in use, if the user chose one.
 */
export function readColumns(
  columns: readonly AnyColumn[],
  setting: ListSetting,
  defaultSort = '',
  sort = '',
): ColumnState {
  const ordering = defaultSort.replace(/^-/, '')
  const usedSort = sort.replace(/^-/, '') || ordering
  const isShownFirst = ({ defaultHidden, sort }: AnyColumn) =>
    !defaultHidden || (sort !== undefined && sort === ordering)
  const ids = columns.map(column => column.id)
  const chosen = setting.columns?.filter(id => ids.includes(id))
  const missing = columns
    .filter(column => column.isAlwaysShown && !chosen?.includes(column.id))
    .map(column => column.id)
  const wanted = chosen ? [...missing, ...new Set(chosen)] : columns.filter(isShownFirst).map(column => column.id)
  const acts = new Set(columns.filter(column => column.isActs).map(column => column.id))
  const shown = [...wanted.filter(id => !acts.has(id)), ...wanted.filter(id => acts.has(id))]
  const pinned = setting.pinned ?? columns.filter(column => column.isPinned).map(column => column.id)
  const widths = Object.fromEntries(
    columns.map(column => [column.id, clampWidth(setting.widths?.[column.id] ?? column.width, column.minWidth)]),
  )
  const isFree = ({ id }: AnyColumn) => setting.widths?.[id] === undefined && !pinned.includes(id)
  const least = columns.filter(isFree).flatMap(({ id, least }) => (least === undefined ? [] : [[id, least] as const]))
  // A width that the user set, and the column of the order, stay.
  const folded = columns
    .filter(({ id, isEmpty, sort }) => isEmpty === true && setting.widths?.[id] === undefined && sort !== usedSort)
    .map(({ id }) => id)
  for (const id of folded) widths[id] = foldedWidth
  return {
    folded,
    least: Object.fromEntries(least),
    order: [...shown, ...ids.filter(id => !shown.includes(id))],
    shown,
    pinned: pinned.filter(id => shown.includes(id) && !acts.has(id)),
    widths,
  }
}

const narrowPinnedWidth = 168

/** A phone has space for one pinned column only. */
export function narrowColumns(state: ColumnState): ColumnState {
  const pinned = state.shown.filter(id => state.pinned.includes(id)).slice(0, 1)
  const widths = pinned.map(id => [id, Math.min(narrowPinnedWidth, state.widths[id] ?? narrowPinnedWidth)])
  return { ...state, pinned, widths: { ...state.widths, ...Object.fromEntries(widths) } }
}

export function clampWidth(width: number, min: number = columnMinWidth): number {
  return Math.round(Math.min(columnMaxWidth, Math.max(min, width)))
}

export function showColumn(state: ColumnState, id: string, isShown: boolean): string[] {
  const others = state.shown.filter(each => each !== id)
  return isShown ? [...others, id] : others
}

/** Moves a column one place up (-1) or down (+1) among the visible ones. */
export function moveColumn(shown: readonly string[], id: string, step: -1 | 1): string[] {
  const from = shown.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= shown.length) return [...shown]
  const next = [...shown]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** Moves a dragged column to the place of another one. */
export function dropColumn(shown: readonly string[], id: string, at: string): string[] {
  const to = shown.indexOf(at)
  if (id === at || to < 0 || !shown.includes(id)) return [...shown]
  const next = shown.filter(each => each !== id)
  next.splice(to, 0, id)
  return next
}

export function pinColumn(pinned: readonly string[], id: string, isPinned: boolean): string[] {
  const others = pinned.filter(each => each !== id)
  return isPinned ? [...others, id] : others
}

/** The fields of an export of the visible columns, pinned ones first as on the screen, without duplicates. */
export function exportFields(columns: readonly AnyColumn[], state: ColumnState): string[] {
  const first = state.shown.filter(id => state.pinned.includes(id))
  const ordered = [...first, ...state.shown.filter(id => !first.includes(id))]
  return [...new Set(ordered.flatMap(id => columns.find(column => column.id === id)?.fields ?? [id]))]
}
