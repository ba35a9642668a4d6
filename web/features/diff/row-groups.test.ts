import { expect, it } from 'vitest'
import type { DiffRow } from '#contract/diff.ts'
import { countChanges, placeRows, unfold } from './row-groups.ts'

const row = (kind: DiffRow['kind'], count = 0, tag = 'p'): DiffRow => ({
  kind,
  tag,
  part: 'main',
  before: null,
  after: null,
  count,
})

it('neighbours that differ are one change; what only moved is none', () => {
  const rows = [row('changed'), row('added'), row('same'), row('moved'), row('link'), row('skipped', 4), row('removed')]
  expect(countChanges(rows)).toBe(3)
  expect(placeRows(rows).map(({ change }) => change)).toEqual([0, 0, null, null, 1, null, 2])
})

it('opens one stretch and leaves the others closed', () => {
  const all = Array.from({ length: 10 }, (_, index) => row('same', 0, `t${index}`))
  const rows = [row('skipped', 3), all[3], all[4], row('skipped', 5)] as DiffRow[]
  expect(unfold(rows, all, new Set([1])).map(({ tag, count }) => count || tag)).toEqual([
    3,
    't3',
    't4',
    't5',
    't6',
    't7',
    't8',
    't9',
  ])
})

it('shows all of a comparison that has become another one', () => {
  expect(unfold([row('skipped', 3)], [row('same'), row('same')], new Set([0]))).toHaveLength(2)
})
