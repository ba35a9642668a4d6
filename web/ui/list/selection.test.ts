import { expect, it } from 'vitest'
import { countSelected, noSelection, pageState, rowsBetween, setRows, targetOf, toggleRow } from './selection.ts'

const page = [11, 12, 13, 14]
const ids = (selection: ReturnType<typeof toggleRow>) => (selection.kind === 'some' ? [...selection.ids] : 'all')

it('takes rows in and out, and keeps those of other pages', () => {
  const one = toggleRow(noSelection, 12, page)
  const two = toggleRow(one, 21, [21, 22])
  expect(ids(two)).toEqual([12, 21])
  expect(ids(toggleRow(two, 12, page))).toEqual([21])
  expect(noSelection).toEqual({ kind: 'some', ids: new Set() })
})

it('selects a range in either direction', () => {
  expect(rowsBetween(page, 2, 0)).toEqual([11, 12, 13])
  expect(ids(setRows(noSelection, rowsBetween(page, 1, 3), true, page))).toEqual([12, 13, 14])
})

it('reports how much of a page is selected', () => {
  expect(pageState(noSelection, page)).toBe('none')
  expect(pageState(toggleRow(noSelection, 11, page), page)).toBe('some')
  expect(pageState(setRows(noSelection, page, true, page), page)).toBe('all')
  expect(pageState({ kind: 'all' }, page)).toBe('all')
  expect(pageState(noSelection, [])).toBe('none')
})

it('keeps the rest of the page selected when a row is removed from all that match', () => {
  expect(ids(toggleRow({ kind: 'all' }, 12, page))).toEqual([11, 13, 14])
})

it('sends the filter and the number seen for all that match, ids otherwise', () => {
  expect(countSelected({ kind: 'all' }, 1734)).toBe(1734)
  expect(targetOf({ kind: 'all' }, { region: 'CN' }, 1734)).toEqual({ filter: { region: 'CN' }, expected: 1734 })
  expect(targetOf(toggleRow(noSelection, 12, page), { region: 'CN' }, 9)).toEqual({ ids: [12] })
})
