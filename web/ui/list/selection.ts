import type { Search } from '#web/platform/url.ts'
import type { BulkTarget } from './list-config.ts'

/** Rows selected one by one, or all that match the filter, loaded or not. */
export type RowSelection = { kind: 'some'; ids: ReadonlySet<number> } | { kind: 'all' }

export const noSelection: RowSelection = { kind: 'some', ids: new Set() }

export function isSelected(selection: RowSelection, id: number): boolean {
  return selection.kind === 'all' || selection.ids.has(id)
}

export function isEmpty(selection: RowSelection): boolean {
  return selection.kind === 'some' && selection.ids.size === 0
}

/** The number of selected rows; `total` if all that match are selected. */
export function countSelected(selection: RowSelection, total: number): number {
  return selection.kind === 'all' ? total : selection.ids.size
}

/** Selects or deselects rows. Removing a row from "all that match" leaves only the others of this page selected. */
export function setRows(
  selection: RowSelection,
  ids: readonly number[],
  isOn: boolean,
  page: readonly number[],
): RowSelection {
  const next = new Set(selection.kind === 'all' ? page : selection.ids)
  for (const id of ids) {
    if (isOn) next.add(id)
    else next.delete(id)
  }
  return { kind: 'some', ids: next }
}

export function toggleRow(selection: RowSelection, id: number, page: readonly number[]): RowSelection {
  return setRows(selection, [id], !isSelected(selection, id), page)
}

/** The rows between two indexes of a page, both included, in either direction. */
export function rowsBetween(page: readonly number[], from: number, to: number): number[] {
  return page.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Whether none, some or all of the shown rows are selected. */
export function pageState(selection: RowSelection, page: readonly number[]): 'none' | 'some' | 'all' {
  const chosen = page.filter(id => isSelected(selection, id)).length
  if (chosen === 0) return 'none'
  return chosen === page.length ? 'all' : 'some'
}

export function targetOf(selection: RowSelection, filter: Search, total: number): BulkTarget {
  return selection.kind === 'all' ? { filter, expected: total } : { ids: [...selection.ids] }
}
