import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChainStep } from '#contract/ownership.api.ts'
import { chainRows, effectiveShares, nearestRows, ultimateOwners } from './chain.ts'
import { blockedOf, sanctionedShare } from './sanctioned.ts'
import { type ChainLink, type PercentRange, stepsOf } from './share.ts'

const nodes = ['o1', 'o2', 'o3', 'o4', 'o5', 'p1', 'p2'] as const
const shares = fc.constantFrom<readonly [number, number] | null>(
  ...([
    [0, 100],
    [100, 100],
    [50, 50],
    [33.3, 33.3],
    [16.7, 16.7],
    [25, 50],
    [10, 60],
    [49.9999, 49.9999],
  ] as const),
  null,
)

/** Any graph of a few nodes, with cycles, repetitions and ranges; no one owns a person, and no node owns itself. */
const graphs = fc
  .array(
    fc.record({
      from: fc.constantFrom(...nodes),
      og: fc.constantFrom('o1', 'o2', 'o3', 'o4', 'o5'),
      type: fc.constantFrom<ChainLink['type']>('owns', 'owns', 'owns', 'controls'),
      is_beneficial: fc.constantFrom(false, false, false, true),
      share: shares,
    }),
    { maxLength: 14 },
  )
  .map(all =>
    all
      .filter(link => link.from !== link.og)
      .map(
        ({ share, ...link }, n): ChainLink => ({
          ...link,
          id: n + 1,
          is_beneficial: link.type === 'owns' && link.is_beneficial,
          share_min: link.type === 'owns' ? (share?.[0] ?? null) : null,
          share_max: link.type === 'owns' ? (share?.[1] ?? null) : null,
        }),
      ),
  )

const owns = (from: string, og: string, min: number, max = min): ChainLink => ({
  ...{ id: Math.round(Math.random() * 1e9), from, og, type: 'owns', is_beneficial: false },
  ...{ share_min: min, share_max: max },
})
const close = (a: PercentRange | undefined, b: PercentRange) => {
  expect(a?.min).toBeCloseTo(b.min, 3)
  expect(a?.max).toBeCloseTo(b.max, 3)
}

/** Every order of every subset of these. */
function orders(all: readonly string[]): string[][] {
  return [[], ...all.flatMap(one => orders(all.filter(each => each !== one)).map(rest => [one, ...rest]))]
}

test('the effective share of a node is the sum, over every simple path, of the products of its steps', () => {
  fc.assert(
    fc.property(graphs, links => {
      const steps = stepsOf(links.map(link => ({ ...link, is_beneficial: false })))
      const { shares } = effectiveShares('o1', steps)
      const at = (from: string, og: string) => steps.find(step => step.from === from && step.og === og)?.share
      const naive = new Map<string, PercentRange>()
      for (const way of orders(nodes.filter(node => node !== 'o1'))) {
        const last = way.at(-1)
        if (last === undefined) continue
        const found = way.map((node, n) => at(node, way[n - 1] ?? 'o1'))
        if (found.some(share => !share)) continue
        const product = (bound: 'min' | 'max') => found.reduce((all, share) => (all * (share?.[bound] ?? 0)) / 100, 100)
        const before = naive.get(last) ?? { min: 0, max: 0 }
        naive.set(last, { min: before.min + product('min'), max: before.max + product('max') })
      }
      expect([...shares.keys()].sort()).toEqual([...naive.keys()].sort())
      for (const [node, { min, max }] of naive)
        close(shares.get(node), { min: Math.min(100, min), max: Math.min(100, max) })
    }),
    { numRuns: 60 },
  )
})

test('the blocked parties are the smallest set that contains the sanctioned and everything that the set owns to half', () => {
  fc.assert(
    fc.property(
      graphs,
      fc.subarray(['o1', 'o2', 'o3', 'o4', 'o5']),
      fc.constantFrom('min', 'max'),
      (links, start, by) => {
        const steps = stepsOf(links)
        const naive = new Set(start)
        for (let grew = true; grew; ) {
          grew = false
          for (const og of ['o1', 'o2', 'o3', 'o4', 'o5']) {
            const held = (isBeneficial: boolean) =>
              Math.min(
                100,
                steps
                  .filter(step => step.og === og && naive.has(step.from) && step.is_beneficial === isBeneficial)
                  .reduce((sum, step) => sum + (step.share?.[by] ?? 0), 0),
              )
            const sum = by === 'min' ? Math.max(held(false), held(true)) : held(false) + held(true)
            if (!naive.has(og) && sum > 50 - 1e-6) {
              naive.add(og)
              grew = true
            }
          }
        }
        expect([...blockedOf(new Set(start), steps, by)].sort()).toEqual([...naive].sort())
      },
    ),
  )
})

test('certain blocking implies possible blocking, ranges contain the right values, and every path begins at a sanctioned party', () => {
  fc.assert(
    fc.property(graphs, fc.subarray(['o2', 'o3', 'o4', 'o5']), (links, start) => {
      const steps = stepsOf(links)
      const sanctioned = new Set(start)
      const perhaps = blockedOf(sanctioned, steps, 'max')
      for (const node of blockedOf(sanctioned, steps, 'min')) expect(perhaps).toContain(node)
      for (const { min, max } of effectiveShares('o1', steps).shares.values()) {
        expect(min).toBeLessThanOrEqual(max + 1e-6)
        expect(max).toBeLessThanOrEqual(100)
      }
      const reported = sanctionedShare('o1', sanctioned, steps)
      expect(reported !== null).toBe(blockedOf(sanctioned, steps, 'max').has('o1'))
      expect(reported?.is_certain ?? false).toBe(blockedOf(sanctioned, steps, 'min').has('o1'))
      for (const { path, node } of reported?.holders ?? []) {
        expect(sanctioned).toContain(path[0])
        expect(path.at(-1)).toBe(node)
      }
    }),
  )
})

test('a tree is finite, lists every reachable step once or refers to it, and never repeats a node on a path', () => {
  fc.assert(
    fc.property(graphs, fc.constantFrom('up', 'down'), (links, direction) => {
      const steps = stepsOf(links)
      const rows = chainRows('o1', steps, direction)
      expect(rows.length).toBeLessThanOrEqual(steps.length * 8)
      const way: string[] = ['o1']
      for (const row of rows) {
        way.length = row.depth
        expect(way.includes(row.node)).toBe(row.ends === 'cycle')
        way.push(row.node)
      }
    }),
  )
})

test('two companies that own each other end in a reported cycle, and the outside owner is the ultimate owner', () => {
  const steps = stepsOf([owns('o2', 'o1', 60), owns('o1', 'o2', 30), owns('p1', 'o2', 70)])
  expect(chainRows('o1', steps, 'up').map(row => [row.depth, row.node, row.share, row.ends])).toEqual([
    [1, 'o2', { min: 60, max: 60 }, null],
    [2, 'p1', { min: 42, max: 42 }, null],
    [2, 'o1', { min: 18, max: 18 }, 'cycle'],
  ])
  expect(ultimateOwners('o1', steps, { threshold: 25, open: new Set() }).owners).toEqual([
    { node: 'p1', share: { min: 42, max: 42 }, is_certain: true },
  ])
})

test('a beneficial holding is not added to its known chain; one without a chain counts', () => {
  const chain = [owns('o2', 'o1', 40), owns('p1', 'o2', 100)]
  const stated = { ...owns('p1', 'o1', 45), is_beneficial: true }
  const owners = (links: ChainLink[]) => ultimateOwners('o1', stepsOf(links), { threshold: 10, open: new Set() }).owners
  expect(owners([...chain, stated])).toEqual([{ node: 'p1', share: { min: 45, max: 45 }, is_certain: true }])
  expect(owners([{ ...stated, from: 'p2' }])).toEqual([{ node: 'p2', share: { min: 45, max: 45 }, is_certain: true }])
})

test('two sanctioned quarters are half; a quarter held through a company that is half-owned counts whole, through one that is owned to a third not at all', () => {
  const share = (links: ChainLink[]) => sanctionedShare('o1', new Set(['o2', 'o3']), stepsOf(links))
  expect(share([owns('o2', 'o1', 25), owns('o3', 'o1', 25)])).toMatchObject({ share: { min: 50 }, is_certain: true })
  expect(share([owns('o2', 'o1', 25), owns('o3', 'o1', 24.9999)])).toBeNull()
  const through = share([owns('o2', 'o4', 50), owns('o4', 'o1', 50)])
  expect(through).toMatchObject({ is_certain: true, holders: [{ node: 'o4', path: ['o2', 'o4'] }] })
  expect(share([owns('o2', 'o4', 49), owns('o4', 'o1', 100)])).toBeNull()
  expect(share([owns('o2', 'o1', 25, 60)])).toMatchObject({ share: { min: 25, max: 60 }, is_certain: false })
})

test('a group of companies that all own one another is cut off, not walked for ever', () => {
  const all = Array.from({ length: 30 }, (_, n) => `o${n + 1}`)
  const steps: ChainStep[] = stepsOf(all.flatMap(from => all.flatMap(og => (from === og ? [] : [owns(from, og, 3)]))))
  expect(effectiveShares('o1', steps).isCut).toBe(true)
  expect(chainRows('o1', steps, 'up').length).toBeLessThanOrEqual(30 * 30)
})

test('in a wide tree the nearest rows are listed, each below its parent', () => {
  const wide = Array.from({ length: 9 }, (_, n) => owns(`o${n + 2}`, 'o1', 10 - n))
  const steps = stepsOf([...wide, owns('o20', 'o2', 50), owns('o21', 'o20', 50)])
  const rows = chainRows('o1', steps, 'up')
  expect(nearestRows(rows, 10).map(row => [row.depth, row.node])).toEqual([
    ...[[1, 'o2'] as const, [2, 'o20'] as const],
    ...wide.slice(1).map(({ from }) => [1, from] as const),
  ])
  expect(nearestRows(rows, 3).map(row => row.node)).toEqual(['o2', 'o3', 'o4'])
})
