import { describe, expect, it } from 'vitest'
import { changedValues, conflictRows, isSame, mergeValues } from './compare.ts'

const fields = ['name', 'scale', 'aliases', 'desc']
const base = { name: 'A', scale: null, aliases: ['a'], desc: 'text' }

describe('values of a form', () => {
  it('takes null, an empty text and an empty list for the same nothing', () => {
    expect(isSame(null, '')).toBe(true)
    expect(isSame([], null)).toBe(true)
    expect(isSame(0, null)).toBe(false)
    expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false)
    expect(isSame([{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toBe(true)
  })

  it('sends only what differs, and sends what was cleared', () => {
    expect(changedValues(base, { ...base, scale: '', desc: null, name: 'B' })).toEqual({ name: 'B', desc: null })
  })
})

describe('a stale save', () => {
  it('keeps mine where only I changed, theirs where only they did, and leaves the rest to the reader', () => {
    const mine = { ...base, name: 'Mine', scale: 'big' }
    const theirs = { ...base, name: 'Theirs', desc: null }
    const rows = conflictRows(fields, base, mine, theirs)
    expect(rows.map(row => [row.field, row.choice])).toEqual([
      ['name', undefined],
      ['scale', 'mine'],
      ['desc', 'theirs'],
    ])
  })

  it('does not ask about a field that both changed alike', () => {
    expect(conflictRows(fields, base, { ...base, name: 'X' }, { ...base, name: 'X' })).toEqual([])
  })

  it('builds on the present record, with my values only where they were chosen', () => {
    const theirs = { ...base, name: 'Theirs', aliases: ['a', 'b'] }
    const rows = conflictRows(fields, base, { ...base, name: 'Mine', desc: 'mine' }, theirs)
    const chosen = rows.map(row => (row.field === 'name' ? { ...row, choice: 'theirs' as const } : row))
    expect(mergeValues(theirs, chosen)).toEqual({ name: 'Theirs', scale: null, aliases: ['a', 'b'], desc: 'mine' })
  })
})
