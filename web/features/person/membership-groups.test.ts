import { describe, expect, it } from 'vitest'
import { barsOf, groupByParent } from './membership-groups.ts'

const group = (...names: string[]) =>
  groupByParent(names.map(name => ({ name }))).map(({ parent, items }) => [parent, ...items.map(({ name }) => name)])

describe('memberships by the organisation above them', () => {
  it('puts parts under their parent, the parent first', () => {
    expect(group('Finance: Energy', 'Taxation', 'Finance: Trade', 'Finance')).toEqual([
      [null, 'Taxation'],
      ['Finance', 'Finance', 'Energy', 'Trade'],
    ])
    expect(group('港务局：规划处')).toEqual([['港务局', '规划处']])
  })

  it('takes a colon at an end for a part of the name', () => {
    expect(group('Note:', ': odd')).toEqual([[null, 'Note:', ': odd']])
    expect(group()).toEqual([])
  })
})

describe('bars of time', () => {
  const bars = (...periods: [string | null, string | null][]) =>
    barsOf(
      periods.map(([start_time, end_time]) => ({ start_time, end_time })),
      '2026-01-01',
    )

  it('share one axis until today', () => {
    expect(bars(['2006', '2016'], ['2016', null])).toEqual([
      { from: 0, width: 50, isOpen: false },
      { from: 50, width: 50, isOpen: true },
    ])
  })

  it('begin at the edge without a start, keep a width on one day, and reach into the future', () => {
    expect(bars(['2006', '2026'], [null, '2016'])[1]).toEqual({ from: 0, width: 50, isOpen: false })
    expect(bars(['2006', '2026'], ['2026-01-01', '2026-01-01'])[1]).toEqual({ from: 98, width: 2, isOpen: false })
    expect(bars(['2016', '2036'])[0]).toEqual({ from: 0, width: 100, isOpen: false })
  })
})
