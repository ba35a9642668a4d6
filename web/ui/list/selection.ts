import type { Search } from '#web/platform/url.ts'
import type { BulkTarget } from './list-config.ts'

/** Rows that were chosen one by one, or all that match the filter, seen or not. */
export type Selection = { kind: 'some'; ids: ReadonlySet<number> } | { kind: 'all' }

export const noSelection: Selection = { kind: 'some', ids: new Set() }

export function isSelected(selection: Selection, id: number): boolean {
  return selection.kind === 'all' || selection.ids.has(id)
}

export function isEmpty(selection: Selection): boolean {
  return selection.kind === 'some' && selection.ids.size === 0
}

/** How many rows are chosen; `total` counts when all that match are. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : selection.ids.size
}

/** Turns rows on or off. Taking a row out of "all that match" leaves the others of this page. */
export function setRows(
  selection: Selection,
  ids: readonly number[],
  isOn: boolean,
  page: readonly number[],
): Selection {
  const next = new Set(selection.kind === 'all' ? page : selection.ids)
  for (const id of ids) {
    if (isOn) next.add(id)
    else next.delete(id)
  }
  return { kind: 'some', ids: next }
}

export function toggleRow(selection: Selection, id: number, page: readonly number[]): Selection {
  return setRows(selection, [id], !isSelected(selection, id), page)
}

/** The rows between two places of a page, both included, in either direction. */
export function between(page: readonly number[], from: number, to: number): number[] {
  return page.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Of the rows shown: none, some or all are chosen. */
export function pageState(selection: Selection, page: readonly number[]): 'none' | 'some' | 'all' {
  const chosen = page.filter(id => isSelected(selection, id)).length
  if (chosen === 0) return 'none'
  return chosen === page.length ? 'all' : 'some'
}

export function targetOf(selection: Selection, filter: Search, total: number): BulkTarget {
  return selection.kind === 'all' ? { filter, expected: total } : { ids: [...selection.ids] }
}
