import { describe, expect, it } from 'vitest'
import type { Column } from './list-config.ts'
import { fitWidth, hasNoValue, leastWidth, type TextMeasure } from './use-list.ts'

/** Ten pixels per character, and half as many again in the heading's face. */
const measure: TextMeasure = (text, face) => [...text].length * (face === 'strong' ? 15 : 10)

type Row = { place: string | null }
const column = (over: Partial<Column<Row>>): Column<Row> => ({
  id: 'place',
  title: 'Place',
  cell: row => row.place,
  width: 160,
  ...over,
})
const byText = column({ text: row => row.place })
const head = 5 * 15 + 17

describe('a column’s width', () => {
  it('fits the widest known text, even beyond the given width, so that no date is cut', () => {
    expect(fitWidth(column({ widest: ['2000-00-00 00:00', 'never'] }), [], measure)).toBe(16 * 10 + 17)
  })

  it('fits the widest row, but at most half more than the given width', () => {
    expect(fitWidth(byText, [{ place: 'Hong Kong SAR' }, { place: null }], measure)).toBe(13 * 10 + 17)
    expect(fitWidth(byText, [{ place: '𠮷'.repeat(200) }], measure)).toBe(240)
  })

  it('fits the heading if no row has a value, or if the values are shorter', () => {
    expect(fitWidth(byText, [{ place: null }, { place: '' }], measure)).toBe(head)
    expect(fitWidth(byText, [{ place: 'AA' }], measure)).toBe(head)
    const dates = column({ text: row => row.place, widest: ['2000-00-00 00:00'] })
    expect(fitWidth(dates, [{ place: null }], measure)).toBe(head)
  })

  it('leaves room for the arrow of an order, and never cuts a heading', () => {
    expect(fitWidth({ ...byText, sort: 'place' }, [], measure)).toBe(head + 18)
    expect(fitWidth(column({ title: 'A heading longer than the width', width: 80 }), [], measure)).toBe(31 * 15 + 17)
  })

  it('is the given one before the first rows are loaded, and for columns without texts', () => {
    expect(fitWidth(byText, undefined, measure)).toBe(160)
    expect(fitWidth(column({}), [{ place: 'x' }], measure)).toBe(160)
  })

  it('includes the content next to the text', () => {
    expect(fitWidth({ ...byText, markWidth: 18 }, [{ place: 'Hong Kong' }], measure)).toBe(9 * 10 + 18 + 17)
  })
})

it('has no value if no row has a text', () => {
  expect(hasNoValue(byText, [{ place: null }, { place: '' }])).toBe(true)
  expect(hasNoValue(byText, [{ place: null }, { place: 'x' }])).toBe(false)
  expect(hasNoValue(byText, [])).toBe(false)
  expect(hasNoValue(column({}), [{ place: null }])).toBe(false)
})

describe('a column that shrinks', () => {
  it('keeps its heading and some of its text; columns with known texts and growing ones keep their width', () => {
    expect(leastWidth(byText, 160, measure)).toBe(head)
    expect(leastWidth({ ...byText, title: 'Organisation' }, 240, measure)).toBe(12 * 15 + 17)
    expect(leastWidth(byText, 90, measure)).toBe(90)
    expect(leastWidth({ ...byText, widest: ['2000-00-00 00:00'] }, 185, measure)).toBe(185)
    expect(leastWidth({ ...byText, grows: true }, 220, measure)).toBe(220)
  })
})

it('is a name’s own width before it grows, between minimum and maximum', () => {
  const name = column({ text: row => row.place, grows: true, minWidth: 120, width: 240, markWidth: 40 })
  expect(fitWidth(name, [{ place: '姜𤨒姬' }], measure)).toBe(120)
  expect(fitWidth(name, [{ place: '姜𤨒姬' }, { place: 'Fifteen letters' }], measure)).toBe(15 * 10 + 40 + 17)
  expect(fitWidth(name, [{ place: 'ش'.repeat(200) }], measure)).toBe(640)
  // One long name of twenty does not take the room of other columns.
  const rows = Array.from({ length: 20 }, (_, n) => ({ place: n === 3 ? 'x'.repeat(60) : 'Fifteen letters' }))
  expect(fitWidth(name, rows, measure)).toBe(15 * 10 + 40 + 17)
})
