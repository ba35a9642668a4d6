import { describe, expect, it } from 'vitest'
import { changedValues, conflictRows, isSameValue, mergeValues } from './compare.ts'

const fields = ['name', 'scale', 'aliases', 'desc']
const base = { name: 'A', scale: null, aliases: ['a'], desc: 'text' }

describe('values of a form', () => {
  it('treats null, an empty text and an empty list as equal', () => {
    expect(isSameValue(null, '')).toBe(true)
    expect(isSameValue([], null)).toBe(true)
    expect(isSameValue(0, null)).toBe(false)
    expect(isSameValue(['a', 'b'], ['b', 'a'])).toBe(false)
    expect(isSameValue([{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toBe(true)
  })

  it('sends only changed values, and sends cleared ones', () => {
    expect(changedValues(base, { ...base, scale: '', desc: null, name: 'B' })).toEqual({ name: 'B', desc: null })
  })
})

describe('a stale save', () => {
  it('keeps mine where only I changed, theirs where only they did, and leaves the rest to the user', () => {
    const mine = { ...base, name: 'Mine', scale: 'big' }
    const theirs = { ...base, name: 'Theirs', desc: null }
    const rows = conflictRows(fields, base, mine, theirs)
    expect(rows.map(row => [row.field, row.choice])).toEqual([
      ['name', undefined],
      ['scale', 'mine'],
      ['desc', 'theirs'],
    ])
  })

  it('leaves no choice for a field that both changed to the same value', () => {
    expect(conflictRows(fields, base, { ...base, name: 'X' }, { ...base, name: 'X' })).toEqual([])
  })

  it('builds on the present record, with my values only where they were chosen', () => {
    const theirs = { ...base, name: 'Theirs', aliases: ['a', 'b'] }
    const rows = conflictRows(fields, base, { ...base, name: 'Mine', desc: 'mine' }, theirs)
    const chosen = rows.map(row => (row.field === 'name' ? { ...row, choice: 'theirs' as const } : row))
    expect(mergeValues(theirs, chosen)).toEqual({ name: 'Theirs', scale: null, aliases: ['a', 'b'], desc: 'mine' })
  })
})
