import { expect, test } from 'vitest'
import { chooseVisits, type VisitablePage } from './choose-visits.ts'

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
const choose = (pages: VisitablePage[], share: number) => [...chooseVisits(pages, { now, round: 100, share })].sort()

test('a page whose changes were worth more is visited first, one that waited longer before its like', () => {
  const pages = [
    page('a'),
    page('b', { worth: 3 }),
    page('c', { last_fetched_at: '2026-05-25T00:00:00.000Z' }),
    page('d'),
  ]
  expect(choose(pages, 0.25)).toEqual(['b'])
  expect(choose(pages, 0.5)).toEqual(['b', 'c'])
  expect(choose(pages, 1)).toEqual(['a', 'b', 'c', 'd'])
})

test('required pages, pages never read and pages that waited ten rounds are always visited', () => {
  const pages = [
    page('late', { last_round: 90 }),
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
    const chosen = chooseVisits(pages, { now: at, round: 100 + day, share: 0.3 })
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
