import { expect, it } from 'vitest'
import {
  clampWidth,
  dropColumn,
  exportFields,
  moveColumn,
  narrowColumns,
  pinColumn,
  readColumns,
  showColumn,
} from './columns.ts'

const columns = [
  { id: 'name', width: 240, isPinned: true, isAlwaysShown: true },
  { id: 'region', width: 100 },
  { id: 'access', width: 100, fields: ['read_user', 'write_user'] },
  { id: 'owner', width: 100, defaultHidden: true },
  { id: 'acts', width: 60, fields: [] },
]

it('shows the suggested columns until the user chooses', () => {
  const state = readColumns(columns, {})
  expect(state.shown).toEqual(['name', 'region', 'access', 'acts'])
  expect(state.order).toEqual(['name', 'region', 'access', 'acts', 'owner'])
  expect(state.pinned).toEqual(['name'])
})

it('forgets removed columns, keeps the one that cannot be hidden, limits widths', () => {
  const state = readColumns(columns, {
    columns: ['owner', 'gone', 'owner', 'region'],
    widths: { owner: 5, region: 9999 },
    pinned: ['access', 'owner'],
  })
  expect(state.shown).toEqual(['name', 'owner', 'region'])
  expect(state.pinned).toEqual(['owner'])
  expect(state.widths).toMatchObject({ owner: 60, region: 1200, name: 240 })
  expect(clampWidth(10.4, 8)).toBe(10)
})

it('shrinks columns without values to a mark, except a chosen width and the column of the order', () => {
  const empty = [
    { id: 'name', width: 240 },
    { id: 'host', width: 200, isEmpty: true, sort: 'host' },
  ]
  expect(readColumns(empty, {})).toMatchObject({ folded: ['host'], widths: { host: 32 } })
  expect(readColumns(empty, { widths: { host: 90 } })).toMatchObject({ folded: [], widths: { host: 90 } })
  expect(readColumns(empty, {}, '-host').folded).toEqual([])
  expect(readColumns(empty, {}, '-name', 'host').folded).toEqual([])
})

it('moves, drops, shows and pins', () => {
  const state = readColumns(columns, {})
  expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moveColumn(['a', 'b'], 'b', 1)).toEqual(['a', 'b'])
  expect(dropColumn(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a'])
  expect(dropColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
  expect(dropColumn(['a', 'b'], 'x', 'a')).toEqual(['a', 'b'])
  expect(showColumn(state, 'owner', true)).toEqual(['name', 'region', 'access', 'acts', 'owner'])
  expect(showColumn(state, 'region', false)).toEqual(['name', 'access', 'acts'])
  expect(pinColumn(['name'], 'name', false)).toEqual([])
})

it('exports the fields of the shown columns in their order on the screen', () => {
  const state = readColumns(columns, { columns: ['region', 'access', 'name', 'acts'] })
  expect(exportFields(columns, state)).toEqual(['name', 'region', 'read_user', 'write_user'])
})

it('leaves room next to one pinned column on a phone', () => {
  const state = narrowColumns(readColumns(columns, { pinned: ['name', 'region'] }))
  expect(state.pinned).toEqual(['name'])
  expect(state.widths.name).toBeLessThanOrEqual(168)
})

it('keeps the actions last and at the right edge, whatever the user chose', () => {
  const withActs = columns.map(column => (column.id === 'acts' ? { ...column, isActs: true } : column))
  const state = readColumns(withActs, { columns: ['acts', 'region', 'name'], pinned: ['acts', 'name'] })
  expect(state.shown).toEqual(['region', 'name', 'acts'])
  expect(state.pinned).toEqual(['name'])
})

it('shows the column a list is ordered by until the user chooses, so that its arrow is visible', () => {
  const withSort = columns.map(column => (column.id === 'owner' ? { ...column, sort: 'owner' } : column))
  expect(readColumns(withSort, {}, '-owner').shown).toContain('owner')
  expect(readColumns(withSort, {}, '-name').shown).not.toContain('owner')
  expect(readColumns(withSort, { columns: ['name'] }, '-owner').shown).toEqual(['name'])
})
