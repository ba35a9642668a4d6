import { expect, it } from 'vitest'
import type { DiffRow } from '#contract/diff.api.ts'
import { countChanges, groupFrames, placeRows, unfold } from './row-groups.ts'

const row = (kind: DiffRow['kind'], count = 0, tag = 'p'): DiffRow => ({
  kind,
  tag,
  part: 'main',
  before: null,
  after: null,
  count,
})

it('adjacent rows that differ are one change; a row that only moved is none', () => {
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

it('shows a changed comparison in full', () => {
  expect(unfold([row('skipped', 3)], [row('same'), row('same')], new Set([0]))).toHaveLength(2)
})

it('folds the frame of a page if its text has changed, with the rows skipped inside it', () => {
  const frame = { part: 'frame' as const }
  const rows = [
    { ...row('changed'), ...frame },
    row('skipped', 5),
    { ...row('added'), ...frame },
    row('skipped', 7),
    row('changed'),
  ]
  const reported = groupFrames(placeRows(rows)).map(({ kind, rows: inside, changes }) => [kind, inside.length, changes])
  expect(reported).toEqual([
    ['frame', 3, 2],
    ['rows', 2, 1],
  ])
  // Nothing but the frame has changed: it is then shown.
  expect(groupFrames(placeRows(rows.slice(0, 3))).map(({ kind }) => kind)).toEqual(['rows'])
})
