import { expect, test } from 'vitest'
import { compareExtracts } from './compare.ts'
import type { Block } from './compare-block.ts'
import { digestOf } from './digest.ts'
import { judgeRound, type RoundDiff } from './judge.ts'
import { worthATime } from './score.ts'

const block = (text: string, more: Partial<Block> = {}): Block => ({ text, links: [], tag: 'p', part: 'main', ...more })
const link = (text: string, to: string) => block(text, { links: [`https://example.org/${to}`] })
const body = (page: number) =>
  block(`The text of page ${page} tells of something that no other page tells. `.repeat(10))

function diff(id: number, before: Block[] | null, after: Block[] | null, source?: [string, string]): RoundDiff {
  const side = (blocks: Block[] | null, at: number) =>
    blocks && { blocks: [body(id), ...blocks], source: source?.[at] ?? '' }
  return {
    id,
    facts: {
      digest: digestOf(compareExtracts(side(before, 0), side(after, 1))),
      change: before === null ? 'added' : after === null ? 'removed' : 'changed',
      url: `https://example.org/${id}`,
      isHome: false,
      quality: 'good',
      wordHits: [0, 0, 0],
      mentions: 0,
    },
  }
}
const template = (id: number, ...own: Block[]) =>
  diff(id, [block('Call us: 555 1234 day or night')], [block('Write to us: post@example.org'), ...own])
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('the same edit on many pages is one cluster', () => {
  const judged = judgeRound(ids(20).map(id => template(id)))
  expect(new Set(judged.map(one => one.cluster)).size).toBe(1)
  expect(judged[0]?.cluster).not.toBeNull()
  expect(judged[0]?.score).toBeGreaterThanOrEqual(worthATime)
})

test('a page with a change of its own beside the template’s stands alone, for its own change', () => {
  const judged = judgeRound([
    ...ids(20).map(id => template(id)),
    template(21, block('We were bought by another company.')),
  ])
  const own = judged.at(-1)
  expect(own).toMatchObject({ id: 21, cluster: null })
  expect(own?.score).toBeGreaterThanOrEqual(worthATime)
  expect(own?.reasons.map(reason => reason.code)).toContain('template_damped')
})

test('a page and its translation are two rows', () => {
  const judged = judgeRound([1, 2].map(id => template(id)))
  expect(judged.map(one => one.cluster)).toEqual([null, null])
})

test('a setting of the site that its menus show too is one cluster already on few pages', () => {
  const page = (id: number, version: string) => [
    block('Docs', { links: [`https://docs.example.org/${version}/start`], part: 'frame' }),
    ...(id < 4
      ? [block('Read more in the documentation', { links: [`https://docs.example.org/${version}/${id}`] })]
      : []),
  ]
  const judged = judgeRound(
    ids(9).map(id => diff(id, page(id, '1.7'), page(id, '1.8'))),
    { pages: 200 },
  )
  expect(new Set(judged.slice(0, 3).map(one => one.cluster)).size).toBe(1)
  expect(judged[0]?.cluster).not.toBeNull()
})

test('a list that gains a new page and passes its last entry on is no news', () => {
  const entry = (id: number) => [
    link(`News number ${id} in a few words`, `${id}`),
    block(`Summary of ${id}, which the page itself does not have.`),
  ]
  const judged = judgeRound([
    diff(9, null, [block('News number 9 in a few words'), block('All about it.')]),
    diff(101, [...entry(8), ...entry(7)], [...entry(9), ...entry(8)]),
    diff(102, [...entry(6), ...entry(5)], [...entry(7), ...entry(6)]),
  ])
  expect(judged.map(one => one.score >= worthATime)).toEqual([true, false, false])
  expect(judged[1]?.reasons.map(reason => reason.code)).toContain('listing')
})

test('source that was touched on few pages beside the menu makes a row; on all pages it says nothing', () => {
  const menu = (id: number, isTouched: boolean) =>
    diff(id, [], [block('New entry', { part: 'frame' })], ['a', isTouched ? 'b' : 'a'])
  const few = judgeRound(ids(10).map(id => menu(id, id === 3)))
  expect(few.filter(one => one.score >= worthATime).map(one => one.id)).toEqual([3])
  const all = judgeRound(ids(10).map(id => menu(id, true)))
  expect(all.filter(one => one.score >= worthATime)).toEqual([])
})

test('5,000 differences are judged within seconds and their facts are a few megabytes', () => {
  const diffs = ids(5000).map(id => template(id))
  expect(JSON.stringify(diffs).length).toBeLessThan(5_000_000)
  const startedAt = performance.now()
  expect(judgeRound(diffs)).toHaveLength(5000)
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})
