import { expect, test } from 'vitest'
import { numberedOf, plainAddress } from './numbered.ts'

const site = 'https://example.org'

test.each([
  ['/blog/page2/index.html', '/blog/page7/', '/blog/'],
  ['/blog/page/2/', '/blog/page/10', '/blog/'],
  ['/news?page=4', '/news?page=2', '/news'],
  ['/news/?tag=a&paged=3', '/news/?tag=a&paged=2', '/news/?tag=a'],
  ['/zwgk/list_2.html', '/zwgk/list_13.html', '/zwgk/list.html'],
  ['/zwgk/index_3.shtml', '/zwgk/index_2.shtml', '/zwgk/index.shtml'],
  ['/tag/钢铁/page-2.html', '/tag/钢铁/page-3.html', '/tag/钢铁/'],
])('%s is a page of the archive of %s, whose first is %s', (one, other, first) => {
  const [here, there] = [numberedOf(site + one), numberedOf(site + other)]
  expect(here?.key).toBe(there?.key)
  expect(here?.isNamed).toBe(true)
  expect(here?.first).toContain(plainAddress(site + first))
})

test('a bare number may belong to an article', () => {
  expect(numberedOf(`${site}/news/123.html`)).toMatchObject({ isNamed: false })
  expect(numberedOf(`${site}/tag/steel/3/`)).toMatchObject({ isNamed: false })
})

test.each(['/', '/about.html', '/2019/05/01/title.html', '/item/20190501.html', '/?s=2', 'no address'])(
  '%s has no page number',
  path => {
    expect(numberedOf(path.startsWith('/') ? site + path : path)).toBeNull()
  },
)

test('archives of two places, and of two tags, are two', () => {
  const keys = ['/a/page/2', '/b/page/2', '/c?tag=x&page=2', '/c?tag=y&page=2'].map(
    path => numberedOf(site + path)?.key,
  )
  expect(new Set(keys).size).toBe(4)
})
