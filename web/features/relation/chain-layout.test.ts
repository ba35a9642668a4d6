import { expect, it } from 'vitest'
import type { ChainRow } from '#contract/ownership.api.ts'
import { chainEdges, chainPlaces, effectiveShares } from './chain-layout.ts'

const row = (depth: number, from: string, og: string, share: number | null, over: Partial<ChainRow> = {}): ChainRow => {
  const range = share === null ? null : { min: share, max: share }
  return {
    depth,
    node: from,
    step: { from, og, share: range, is_beneficial: false, links: [] },
    share: range,
    ends: null,
    ...over,
  }
}

/** p1 controls o2, which owns 80 % of o3 and 5 % of o5; o3 owns 65 % of o5; o5 owns 70 % of o6. */
const owners = [
  row(1, 'o3', 'o5', 65),
  row(2, 'o2', 'o3', 80),
  row(3, 'p1', 'o2', null),
  row(1, 'o2', 'o5', 5, { ends: 'shown' }),
  row(1, 'p4', 'o5', 10),
]
const holdings = [{ ...row(1, 'o5', 'o6', 70), node: 'o6' }]

it('places a chain from left to right: owners, the record, its holdings, and none over another', () => {
  const { places, rows } = chainPlaces('o5', owners, holdings)
  const xOf = (key: string) => places[key]?.x ?? Number.NaN
  for (const { step } of [...owners, ...holdings]) expect(xOf(step.from), step.from).toBeLessThan(xOf(step.og))
  expect(new Set(Object.values(places).map(({ x, y }) => `${x} ${y}`)).size).toBe(6)
  expect(rows).toBe(3)
  // The first row is at the top.
  expect(places.o3?.y).toBeGreaterThan(places.p4?.y ?? 1e9)
})

it('ends at a cycle, and places a record without owners', () => {
  const cycle = [row(1, 'o3', 'o5', 60), row(2, 'o5', 'o3', 20, { ends: 'cycle' })]
  const { places } = chainPlaces('o5', cycle, [])
  expect(Object.keys(places).sort()).toEqual(['o3', 'o5'])
  expect(chainEdges(cycle)).toHaveLength(2)
  expect(effectiveShares('o5', cycle, []).get('o3')).toEqual({ min: 60, max: 60 })
  expect(chainPlaces('o5', [], holdings).places.o5).toEqual({ x: 0, y: -0 })
})

it('sums effective shares over all paths, and gives none where a step has no share', () => {
  const shares = effectiveShares('o5', owners, holdings)
  expect(shares.get('o2')).toEqual({ min: 57, max: 57 })
  expect(shares.get('o3')).toEqual({ min: 65, max: 65 })
  expect(shares.get('o6')).toEqual({ min: 70, max: 70 })
  expect(shares.has('p1')).toBe(false)
})

it('has a line for each step, once, with its share if that is known', () => {
  const edges = chainEdges([
    ...owners,
    ...owners,
    row(1, 'o9', 'o5', null, {}),
    { ...row(1, 'o8', 'o5', 0), step: { ...row(1, 'o8', 'o5', 0).step, share: { min: 0, max: 100 } } },
  ])
  expect(edges.map(({ from, to, og_type, share }) => [from, to, og_type, share?.min])).toEqual([
    ['o3', 'o5', 'owns', 65],
    ['o2', 'o3', 'owns', 80],
    ['p1', 'o2', 'controls', undefined],
    ['o2', 'o5', 'owns', 5],
    ['p4', 'o5', 'owns', 10],
    ['o9', 'o5', 'controls', undefined],
    ['o8', 'o5', 'owns', undefined],
  ])
})
