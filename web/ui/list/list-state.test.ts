import { describe, expect, it } from 'vitest'
import type { FilterConfig } from './list-config.ts'
import { isBlank, isFiltered, nextSort, queryOf, readState, shapeOf, viewSearch, writeState } from './list-state.ts'

const filters: FilterConfig[] = [
  { id: 'region', label: '', kind: 'tree', groups: [] },
  { id: 'weight', label: '', kind: 'range', min: 0, max: 100 },
]
const shape = shapeOf({ filters, columns: [{ sort: 'name' }, { sort: 'weight' }, {}], defaultSort: '-updated_at' })

describe('the address of a list', () => {
  it('keeps two periods separate, each under its own names', () => {
    const periods: FilterConfig[] = [
      { id: 'founded', label: '', kind: 'period' },
      { id: 'period', label: '', kind: 'period', names: ['from', 'to'] },
    ]
    const two = shapeOf({ filters: periods, columns: [], defaultSort: '-updated_at' })
    const search = { founded_from: '1990', founded_to: '1999', from: '2020-01' }
    expect(readState(search, two).values).toEqual(search)
  })

  it('is read and written without loss', () => {
    const search = {
      region: ['CN', 'FR'],
      weight_min: '3',
      keyword: '银行',
      sort: '-name',
      current: '4',
      pageSize: '20',
    }
    expect(writeState(search, {}, shape)).toEqual(search)
    expect(queryOf(readState(search, shape))).toEqual({ ...search, current: 4, pageSize: 20 })
  })

  it('leaves out invalid values', () => {
    const state = readState({ current: '-2', pageSize: '7', sort: 'password', region: '' }, shape)
    expect(state).toEqual({
      values: {},
      keyword: '',
      sort: '-updated_at',
      current: 1,
      pageSize: 50,
      view: undefined,
    })
  })

  it('starts at page one after another filter, keyword, order or page size, and keeps the filter while paging', () => {
    const before = { region: 'CN', current: '4' }
    expect(writeState(before, { keyword: 'x' }, shape)).toEqual({ region: 'CN', keyword: 'x' })
    expect(writeState(before, { values: { region: 'FR' } }, shape)).toEqual({ region: 'FR' })
    expect(writeState(before, { sort: 'name' }, shape)).toEqual({ region: 'CN', sort: 'name' })
    expect(writeState(before, { pageSize: 20 }, shape)).toEqual({ region: 'CN', pageSize: '20' })
    expect(writeState(before, { current: 5 }, shape)).toEqual({ region: 'CN', current: '5' })
  })

  it('leaves values of others unchanged', () => {
    expect(writeState({ tab: 'a', region: 'CN' }, { values: {} }, shape)).toEqual({ tab: 'a' })
    expect(isBlank({ tab: 'a' }, shape)).toBe(true)
    expect(isBlank({ weight_max: '3' }, shape)).toBe(false)
  })

  it('compares as a view regardless of the order of values, and without its page', () => {
    const one = readState({ region: ['FR', 'CN'], current: '3' }, shape)
    const other = readState({ current: '1', region: ['CN', 'FR'] }, shape)
    expect(viewSearch(one, shape)).toBe(viewSearch(other, shape))
    expect(one.values.region).toEqual(['FR', 'CN'])
  })
})

describe('the order when a title is pressed', () => {
  it('sorts up, down, and back to the order of the list', () => {
    const name = { sort: 'name' }
    expect(nextSort('-updated_at', name, '-updated_at')).toBe('name')
    expect(nextSort('name', name, '-updated_at')).toBe('-name')
    expect(nextSort('-name', name, '-updated_at')).toBe('-updated_at')
  })

  it('starts with the greatest for numbers, and reverses the order of the list itself', () => {
    expect(nextSort('name', { sort: 'weight', sortsDownFirst: true }, '-updated_at')).toBe('-weight')
    const updated = { sort: 'updated_at', sortsDownFirst: true }
    expect(nextSort('-updated_at', updated, '-updated_at')).toBe('updated_at')
    expect(nextSort('updated_at', updated, '-updated_at')).toBe('-updated_at')
  })
})

describe('a list with a preset filter', () => {
  const focus = shapeOf({ filters, columns: [], defaultSort: '', preset: { is_focus: 'true' } })

  it('applies it to an address without parameters, and not after it was removed', () => {
    expect(queryOf(readState({}, focus))).toEqual({ is_focus: 'true', current: 1, pageSize: 50 })
    expect(queryOf(readState({ is_focus: 'any' }, focus))).toEqual({ current: 1, pageSize: 50 })
    expect(writeState({}, { values: {} }, focus)).toEqual({ is_focus: 'any' })
    expect(writeState({ is_focus: 'any' }, { values: { is_focus: 'true' } }, focus)).toEqual({})
  })

  it('leaves a saved view as it was saved', () => {
    expect(readState({ view: '3' }, focus).values).toEqual({})
    expect(viewSearch(readState({}, focus), focus)).toBe('is_focus=true')
    expect(writeState({}, { values: { is_focus: 'true' }, view: '3' }, focus)).toEqual({ is_focus: 'true', view: '3' })
  })

  it('is filtered only if it differs from the preset', () => {
    expect(isFiltered(readState({}, focus), focus)).toBe(false)
    expect(isFiltered(readState({ is_focus: 'any' }, focus), focus)).toBe(true)
    expect(isFiltered(readState({ region: 'CN' }, focus), focus)).toBe(true)
  })
})
