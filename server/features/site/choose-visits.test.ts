import { expect, test } from 'vitest'
import { chooseVisits, longestWait, planVisits, type VisitablePage } from './choose-visits.ts'
import { folderOf, siblingOf } from './page-groups.ts'

const now = new Date('2026-06-01T00:00:00Z')
const page = (url_key: string, more: Partial<VisitablePage> = {}): VisitablePage => ({
  url_key,
  is_required: false,
  first_seen_at: '2026-01-01T00:00:00.000Z',
  last_fetched_at: '2026-05-30T00:00:00.000Z',
  last_round: 99,
  worth: 0,
  ...more,
})
const planned = (share: number) => ({ now, round: 100, share, roundDays: 1 })
const choose = (pages: VisitablePage[], share: number) => [...chooseVisits(pages, planned(share))].sort()

test('a page whose changes were worth more is visited first, one that waited longer before its like', () => {
  const pages = [
    page('a'),
    page('b', { worth: 3 }),
    page('c', { last_fetched_at: '2026-05-28T00:00:00.000Z' }),
    page('d'),
  ]
  expect(choose(pages, 0.25)).toEqual(['b'])
  expect(choose(pages, 0.5)).toEqual(['b', 'c'])
  expect(choose(pages, 1)).toEqual(['a', 'b', 'c', 'd'])
})

test('required pages, pages never read and pages that waited five times their turn are always visited', () => {
  const pages = [
    page('late', { last_round: 100 - longestWait(0.3) }),
    page('never', { last_fetched_at: null }),
    page('required', { is_required: true }),
    page('busy', { worth: 9 }),
  ]
  expect(choose(pages, 0.3)).toEqual(['late', 'never', 'required'])
})

test('pages without changes are visited in turn, none is left out', () => {
  let pages = Array.from({ length: 20 }, (_, at) => page(`p${at}`, { worth: at < 4 ? 2 : 0 }))
  const visited = new Set<string>()
  for (let day = 0; day < 15; day += 1) {
    const at = new Date(now.getTime() + day * 86_400_000)
    const chosen = chooseVisits(pages, { now: at, round: 100 + day, share: 0.3, roundDays: 1 })
    for (const key of chosen) visited.add(key)
    pages = pages.map(each =>
      chosen.has(each.url_key) ? { ...each, last_fetched_at: at.toISOString(), last_round: 100 + day } : each,
    )
  }
  expect(visited.size).toBe(20)
})

test('a clock that was set back and a site without pages do no harm', () => {
  expect(choose([page('a', { last_fetched_at: '2027-01-01T00:00:00.000Z' })], 0.5)).toEqual(['a'])
  expect(choose([], 0.5)).toEqual([])
})

test('changes of a page in another language and in its folder count, those of other pages do not', () => {
  const pages = ['https://a.example/x', 'https://a.example/zh/x', 'https://a.example/y', 'https://a.example/zh/z']
  const changed = pages.map(key => page(key, { worth: key === 'https://a.example/x' ? 2 : 0 }))
  expect(choose(changed, 0.5)).toEqual(['https://a.example/x', 'https://a.example/zh/x'])
  const folders = ['https://a.example/news/2025/a', 'https://a.example/news/2026/b', 'https://a.example/about/c']
  const busy = folders.map(key => page(key, { worth: key.endsWith('/a') ? 2 : 0 }))
  expect(choose(busy, 0.6)).toEqual(folders.slice(0, 2))
})

test('a wait counts in rounds: a weekly site visits as a daily one does', () => {
  const ages = [1, 2, 3, 5, 8, 13]
  const pages = (days: number) =>
    ages.map((age, at) =>
      page(`p${at}`, {
        worth: at % 3,
        first_seen_at: new Date(now.getTime() - 60 * days * 86_400_000).toISOString(),
        last_fetched_at: new Date(now.getTime() - age * days * 86_400_000).toISOString(),
      }),
    )
  const daily = chooseVisits(pages(1), planned(0.5))
  expect(chooseVisits(pages(7), { ...planned(0.5), roundDays: 7 })).toEqual(daily)
})

test('the usual wait of a page and the rounds until its visit follow from the same choice', () => {
  const pages = Array.from({ length: 40 }, (_, at) =>
    page(`p${String(at).padStart(2, '0')}`, {
      worth: at < 4 ? 3 : 0,
      last_round: 99 - (at % 5),
      last_fetched_at: new Date(now.getTime() - (1 + (at % 5)) * 86_400_000).toISOString(),
    }),
  )
  const { chosen, usualWait, roundsUntil } = planVisits(pages, planned(0.2))
  expect(chosen.size).toBe(8)
  expect(usualWait('p00')).toBeLessThan(usualWait('p20'))
  for (const { url_key: key } of pages) {
    expect(roundsUntil(key) === 1).toBe(chosen.has(key))
    expect(roundsUntil(key)).toBeLessThanOrEqual(longestWait(0.2))
    expect(usualWait(key)).toBeGreaterThanOrEqual(1)
  }
})

test('addresses of one page in several languages are found, and hostile ones do no harm', () => {
  const same = [
    'https://a.example/x',
    'http://a.example/zh-CN/x',
    'https://de.a.example/x',
    'https://a.example/x?lang=fr',
  ]
  expect(new Set(same.map(siblingOf)).size).toBe(1)
  expect(siblingOf('https://a.example/zh')).toBe(siblingOf('https://a.example/'))
  expect(siblingOf('https://a.example/x?id=2&hl=en')).toBe('a.example/x?id=2')
  expect(folderOf('a.example/news/2026/03/x')).toBe('a.example/news/#/#')
  for (const odd of [
    '',
    '/',
    '?',
    'https://',
    `https://a.example/${'zh/'.repeat(600)}x`,
    'https://a.example/?lang=&lang=',
  ])
    expect(typeof folderOf(siblingOf(odd))).toBe('string')
  const many = Array.from({ length: 20_000 }, (_, at) =>
    page(
      `https://a.example/${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + (Math.floor(at / 26) % 26))}/x?n=${at}`,
    ),
  )
  const start = performance.now()
  expect(chooseVisits(many, planned(0.1)).size).toBe(2_000)
  expect(performance.now() - start).toBeLessThan(3_000)
})
