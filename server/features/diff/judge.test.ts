import { expect, test } from 'vitest'
import { reviewThreshold } from '#contract/diff.api.ts'
import { compareExtracts } from './compare.ts'
import type { ComparedBlock } from './compare-block.ts'
import { diffDigest, placedEditsOf } from './digest.ts'
import { judgeRound, type RoundDiff } from './judge.ts'

const block = (text: string, more: Partial<ComparedBlock> = {}): ComparedBlock => ({
  text,
  links: [],
  tag: 'p',
  part: 'main',
  ...more,
})
const link = (text: string, to: string) => block(text, { links: [`https://example.org/${to}`] })
const body = (page: number) =>
  block(`The text of page ${page} tells of something that no other page tells. `.repeat(10))

function diff(
  id: number,
  before: ComparedBlock[] | null,
  after: ComparedBlock[] | null,
  source?: [string, string],
): RoundDiff {
  const side = (blocks: ComparedBlock[] | null, at: number) =>
    blocks && { blocks: [body(id), ...blocks], source: source?.[at] ?? '' }
  return {
    id,
    facts: {
      digest: diffDigest(compareExtracts(side(before, 0), side(after, 1))),
      change: before === null ? 'added' : after === null ? 'removed' : 'changed',
      url: `https://example.org/${id}`,
      isHome: false,
      quality: 'good',
      wordHits: [0, 0, 0],
      mentions: 0,
    },
  }
}
const template = (id: number, ...own: ComparedBlock[]) =>
  diff(id, [block('Call us: 555 1234 day or night')], [block('Write to us: post@example.org'), ...own])
const judge = (...given: Parameters<typeof judgeRound>) => judgeRound(...given).diffs
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('the same edit on many pages is one cluster', () => {
  const judged = judge(ids(20).map(id => template(id)))
  expect(new Set(judged.map(one => one.cluster)).size).toBe(1)
  expect(judged[0]?.cluster).not.toBeNull()
  expect(judged[0]?.score).toBeGreaterThanOrEqual(reviewThreshold)
})

test('a page with its own change besides that of the template is not clustered, and is reported for its own change', () => {
  const judged = judge([...ids(20).map(id => template(id)), template(21, block('We were bought by another company.'))])
  const own = judged.at(-1)
  expect(own).toMatchObject({ id: 21, cluster: null })
  expect(own?.score).toBeGreaterThanOrEqual(reviewThreshold)
  expect(own?.reasons.map(reason => reason.code)).toContain('template_damped')
})

test('an edit that other pages had in the same place in the rounds before is one of the template', () => {
  const placed = (id: number, from: string, to: string, ...own: ComparedBlock[]) =>
    diff(id, [block(from, { place: 77 })], [block(to, { place: 77 }), ...own])
  const write = (id: number, ...own: ComparedBlock[]) =>
    placed(id, 'Call us: day or night', 'Write to us in the office', ...own)
  const diffs = [write(1), write(2), write(3), write(4, block('We were bought by another company.'))]
  const [place, edit] = placedEditsOf(write(9).facts.digest)[0]!
  const known = (site: { round: number; place: number; edit: string }[]) => ({
    pages: 300,
    history: { rounds: 2, site: site.map(each => ({ ...each, pages: 3, with_edit: 3 })), pages: [] },
  })
  const rowsOf = (site: Parameters<typeof known>[0]) => {
    const judged = judge(diffs, known(site))
    return new Set(judged.map(({ id, cluster }) => cluster ?? id)).size
  }
  const before = [1, 2].map(round => ({ round, place, edit }))
  expect(rowsOf([])).toBe(4)
  expect(rowsOf(before)).toBe(2)
  const [first, , , own] = judge(diffs, known(before))
  expect(first?.score).toBeGreaterThanOrEqual(reviewThreshold)
  expect(own).toMatchObject({ id: 4, cluster: null })
  expect(own?.reasons.map(reason => reason.code)).toContain('template_damped')
  // Another place, or another edit there.
  expect(rowsOf(before.map(each => ({ ...each, place: 78 })))).toBe(4)
  expect(rowsOf(before.map(each => ({ ...each, edit: 'other' })))).toBe(4)
  // Alone it is still reported.
  expect(judge([write(1)], known(before))[0]).toMatchObject({ cluster: null, score: first?.score })
})

test('prices that differ are no edit of the template, however many pages had one before', () => {
  const price = (id: number) =>
    diff(id, [block(`Price ${id}00 euro`, { place: 77 })], [block(`Price ${id}50 euro`, { place: 77 })])
  const [place, edit] = placedEditsOf(price(1).facts.digest)[0]!
  const site = [1, 2, 3].map(round => ({ round, place, edit, pages: 5, with_edit: 5 }))
  const judged = judge([price(1)], { pages: 300, history: { rounds: 3, site, pages: [] } })
  expect(judged[0]?.reasons.map(reason => reason.code)).not.toContain('template_damped')
})

test('a page and its translation are two rows', () => {
  const judged = judge([1, 2].map(id => template(id)))
  expect(judged.map(one => one.cluster)).toEqual([null, null])
})

test('a setting of the site that its menus show too is a cluster even on few pages', () => {
  const page = (id: number, version: string) => [
    block('Docs', { links: [`https://docs.example.org/${version}/start`], part: 'frame' }),
    ...(id < 4
      ? [block('Read more in the documentation', { links: [`https://docs.example.org/${version}/${id}`] })]
      : []),
  ]
  const judged = judge(
    ids(9).map(id => diff(id, page(id, '1.7'), page(id, '1.8'))),
    { pages: 200 },
  )
  expect(new Set(judged.slice(0, 3).map(one => one.cluster)).size).toBe(1)
  expect(judged[0]?.cluster).not.toBeNull()
})

test('a list that gains a new page and moves its last entry to the next page is no change', () => {
  const entry = (id: number) => [
    link(`News number ${id} in a few words`, `${id}`),
    block(`Summary of ${id}, which the page itself does not have.`),
  ]
  const judged = judge([
    diff(9, null, [block('News number 9 in a few words'), block('All about it.')]),
    diff(101, [...entry(8), ...entry(7)], [...entry(9), ...entry(8)]),
    diff(102, [...entry(6), ...entry(5)], [...entry(7), ...entry(6)]),
  ])
  expect(judged.map(one => one.score >= reviewThreshold)).toEqual([true, false, false])
  expect(judged[1]?.reasons.map(reason => reason.code)).toContain('listing')
})

test('a corrected value on a page with a list of new pages is its own change', () => {
  const related = (id: number) => link(`News number ${id} in a few words`, `${id}`)
  const judged = judge([
    diff(9, null, [block('News number 9 in a few words'), block('All about it.')]),
    diff(
      101,
      [related(8), block('We counted 1,204 animals at the weir.')],
      [related(9), block('We counted 1,381 animals at the weir.')],
    ),
  ])
  expect(judged[1]?.score).toBeGreaterThanOrEqual(reviewThreshold)
})

test('a new entry in the sidebars of all pages is no edit of their bodies, though one page lists it', () => {
  const entry = (id: number, part: 'main' | 'frame') =>
    block(`News number ${id} in a few words`, { links: [`https://example.org/${id}`], part, place: part.length })
  const pages = ids(20).map(id => diff(100 + id, [entry(7, 'frame')], [entry(8, 'frame')]))
  const judged = judge([...pages, diff(200, [entry(7, 'main')], [entry(8, 'main')])])
  expect(judged.filter(one => one.score >= reviewThreshold).map(one => one.id)).toEqual([200])
})

test('a changed source on few pages besides a menu change makes a row; on all pages it means nothing', () => {
  const menu = (id: number, isTouched: boolean) =>
    diff(id, [], [block('New entry', { part: 'frame' })], ['a', isTouched ? 'b' : 'a'])
  const few = judge(ids(10).map(id => menu(id, id === 3)))
  expect(few.filter(one => one.score >= reviewThreshold).map(one => one.id)).toEqual([3])
  const all = judge(ids(10).map(id => menu(id, true)))
  expect(all.filter(one => one.score >= reviewThreshold)).toEqual([])
})

test('5,000 differences are judged within seconds and their facts take a few megabytes', () => {
  const diffs = ids(5000).map(id => template(id))
  expect(JSON.stringify(diffs).length).toBeLessThan(5_000_000)
  const startedAt = performance.now()
  expect(judge(diffs)).toHaveLength(5000)
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

const counter = (at: number) => block(`Visitors: ${at}`, { part: 'frame' })
const counted = (id: number, before: ComparedBlock[] = [], after: ComparedBlock[] = [], by = 1) =>
  diff(id, [...before, counter(1200)], [...after, counter(1200 + by)])

test('a share that changed along with the counter of 23 footers is a row of its own', () => {
  const judged = judge([
    ...ids(23).map(id => counted(id)),
    counted(24, [block('Recycled steel: 47 %')], [block('Recycled steel: 52 %')]),
  ])
  expect(judged.at(-1)).toMatchObject({ cluster: null, cluster_kind: null })
  expect(judged.at(-1)?.score).toBeGreaterThanOrEqual(reviewThreshold)
  expect(judged.at(-1)?.reasons).toContainEqual({ code: 'frame_damped', value: 1 })
  expect(judged[0]).toMatchObject({ cluster_kind: 'same_edit' })
  expect(judged[0]?.reasons[0]).toEqual({ code: 'same_edit', value: 23 })
})

test.each([
  ['a date', 'Deadline: 2019-05-01', 'Deadline: 2019-06-01'],
  ['a plain number', 'Employees: 1200', 'Employees: 1201'],
  ['the same number as in the footer', 'Seats 1200', 'Seats 1201'],
])('%s that only one page has is never cleared with its neighbours', (_what, before, after) => {
  const judged = judge([...ids(23).map(id => counted(id)), counted(24, [block(before)], [block(after)])])
  expect(judged.at(-1)).toMatchObject({ cluster: null })
  expect(judged[0]?.cluster).not.toBeNull()
})

test('a number in a sentence is not mistaken for the same number in the footers', () => {
  const sentence = (seats: number) =>
    block(`The council was enlarged to ${seats} seats by the vote of its general assembly in spring.`)
  const judged = judge([...ids(23).map(id => counted(id)), counted(24, [sentence(1200)], [sentence(1201)])])
  expect(judged.at(-1)?.score).toBeGreaterThanOrEqual(reviewThreshold)
})

test('counters with different values on every page are one row', () => {
  const judged = judge(
    ids(30).map(id => diff(id, [block(`浏览次数：${id * 7}`)], [block(`浏览次数：${id * 7 + (id % 5) + 1}`)])),
  )
  expect(new Set(judged.map(one => one.cluster)).size).toBe(1)
  expect(judged[0]?.cluster).not.toBeNull()
  expect(judged[0]?.score).toBeLessThan(reviewThreshold)
})

test('if every page has its own stamp besides the same edit, the edit is still reported, in one row', () => {
  const judged = judge(
    ids(20).map(id =>
      diff(
        id,
        [block('Call us: 555 1234 day or night'), block(`Office ${'abcdefghijklmnopqrst'[id - 1]} 2019-05-01`)],
        [block('Write to us: post@example.org'), block(`Office ${'abcdefghijklmnopqrst'[id - 1]} 2019-05-02`)],
      ),
    ),
  )
  expect(new Set(judged.map(one => one.cluster)).size).toBe(1)
  expect(judged[0]?.cluster).not.toBeNull()
  expect(judged[0]?.score).toBeGreaterThanOrEqual(reviewThreshold)
})

test('a row of the same edit reports how many pages it represents, and nothing about template or frame', () => {
  const judged = judge(ids(20).map(id => template(id)))
  expect(judged[0]?.reasons[0]).toEqual({ code: 'same_edit', value: 20 })
  expect(judged[0]?.reasons.map(({ code }) => code)).not.toContain('template_damped')
})

const list = (address: string, before: number[], after: number[]): RoundDiff => {
  const entries = (of: number[]) => of.map(at => link(`Notice number ${at} of the office`, `notice/${at}.html`))
  const one = diff(900, entries(before), entries(after))
  return { id: 0, facts: { ...one.facts, url: `https://example.org${address}` } }
}

test.each([
  ['/blog/', '/blog/page/2/', '/blog/page/3/'],
  ['/zwgk/index.shtml', '/zwgk/index_1.shtml', '/zwgk/index_2.shtml'],
  ['/news?tag=a', '/news?tag=a&paged=2', '/news?tag=a&paged=3'],
])('pages of one archive are one row: %s', (...places) => {
  const judged = judge([
    list(places[0] as string, [5, 6, 7], [4, 5, 6]),
    list(places[1] as string, [8, 9, 10], [7, 8, 9]),
    list(places[2] as string, [11, 12, 13], [10, 11, 12]),
    ...ids(2).map(id => diff(id, [], [block('Something of its own.')])),
  ])
  expect(judged.slice(1, 3).map(({ cluster_kind }) => cluster_kind)).toEqual(['series', 'series'])
  expect(judged[1]?.cluster).toBe(judged[2]?.cluster)
  expect(judged[1]?.reasons[0]?.code).toBe('series')
  expect(judged.slice(3).map(({ cluster }) => cluster)).toEqual([null, null])
})

test('articles with numbers in their addresses are no archive', () => {
  const article = (id: number) => {
    const one = diff(id, [block('Before this it said so.')], [block(`Now it says something else: ${'x'.repeat(id)}`)])
    return { ...one, facts: { ...one.facts, url: `https://example.org/news/${id}.html` } }
  }
  const split = (id: number) => ({
    ...article(id),
    facts: { ...article(id).facts, url: `https://example.org/a?page=${id}` },
  })
  expect(judge(ids(5).map(article)).map(({ cluster }) => cluster)).toEqual([null, null, null, null, null])
  expect(judge(ids(3).map(split)).map(({ cluster }) => cluster)).toEqual([null, null, null])
})

test('pages that now all redirect to one place are one row, and separate rows if they redirect to different places', () => {
  const moved = (id: number, to: string) => {
    const one = diff(id, [block('It was here.')], [])
    return { ...one, facts: { ...one.facts, digest: { ...one.facts.digest, moved: { to, isNew: true } } } }
  }
  const judged = judge([
    ...ids(12).map(id => moved(id, 'https://example.org/')),
    moved(13, 'https://example.org/new/13'),
  ])
  expect(new Set(judged.slice(0, 12).map(({ cluster }) => cluster)).size).toBe(1)
  expect(judged[0]).toMatchObject({ cluster_kind: 'same_edit' })
  expect(judged[12]).toMatchObject({ cluster: null })
  expect(judged[12]?.score).toBeGreaterThanOrEqual(reviewThreshold)
})

test('an edit in the body of some pages and in the frame of others is one cluster, as an edit of the body', () => {
  const framed = (id: number) =>
    diff(
      id,
      [block('Call us: 555 1234 day or night', { part: 'frame' })],
      [block('Write to us: post@example.org', { part: 'frame' })],
    )
  const judged = judge([...ids(5).map(id => template(id)), ...ids(15).map(id => framed(id + 5))])
  expect(new Set(judged.map(one => one.cluster)).size).toBe(1)
  expect(judged.at(-1)?.cluster).not.toBeNull()
  expect(judged.at(-1)?.score).toBeGreaterThanOrEqual(reviewThreshold)
})

test('a changed number in the body of one page is reported though the frames of other pages changed alike', () => {
  const judged = judge([
    template(1),
    ...ids(4).map(id =>
      diff(
        id + 1,
        [block('Call us: 555 1234 day or night', { part: 'frame' })],
        [block('Write to us: post@example.org', { part: 'frame' })],
      ),
    ),
  ])
  expect(judged[0]?.score).toBeGreaterThanOrEqual(reviewThreshold)
})
