import { expect, it } from 'vitest'
import { titleInSite } from './site-title.ts'

const site = (titles: (string | null)[], name = 'A company') => titles.map(title => ({ title, og: { id: 1, name } }))
const shorten = (titles: (string | null)[], name?: string) => {
  const rows = site(titles, name)
  return rows.map(row => titleInSite(row, rows))
}

it('leaves out the beginning or end that the titles of a site share', () => {
  expect(shorten(['Apache Flink: Blog', 'Apache Flink: Apache Flink 1.5', 'Apache Flink: Use Cases'])).toEqual([
    'Blog',
    'Apache Flink 1.5',
    'Use Cases',
  ])
  expect(shorten(['董事会 - 港务局', '联系我们 - 港务局', '新闻 - 港务局'])).toEqual(['董事会', '联系我们', '新闻'])
})

it('needs three titles, or the name of the organisation', () => {
  expect(shorten(['Port: Board', 'Port: News'])).toEqual(['Port: Board', 'Port: News'])
  expect(shorten(['Port: Board', 'Other'], 'PORT')).toEqual(['Board', 'Other'])
})

it('keeps a title that is nothing but the shared part, one without it, and none', () => {
  expect(shorten(['Port: A', 'Port: B', 'Port: C', 'Port: D', 'Port', null])).toEqual(['A', 'B', 'C', 'D', 'Port', ''])
  expect(shorten(['Port: ', 'Port: B', 'Port: C'])[0]).toBe('Port: ')
})

it('does not join sites', () => {
  const rows = ['Port: A', 'Port: B', 'Port: C'].map((title, id) => ({ title, og: { id, name: 'X' } }))
  expect(rows.map(row => titleInSite(row, rows))).toEqual(['Port: A', 'Port: B', 'Port: C'])
})
