import { describe, expect, test } from 'vitest'
import { isTooMany, type PatternCounts, patternLimits, trapOf } from '#server/features/crawl/fetching/trap.ts'
import { hostOf, hostsOf, inScope, isHome, urlKey } from './url.ts'

test.each([
  ['HTTP://Example.ORG:80/a#part', 'http://example.org/a'],
  ['https://example.org:443', 'https://example.org/'],
  ['https://example.org:8443/a', 'https://example.org:8443/a'],
  ['https://example.org./a', 'https://example.org/a'],
  ['https://例子.测试/页', 'https://xn--fsqu00a.xn--0zwm56d/%E9%A1%B5'],
  ['https://a.test/%7euser/%e4%bd%a0', 'https://a.test/~user/%E4%BD%A0'],
  ['https://a.test/a%2fb', 'https://a.test/a%2Fb'],
  ['https://a.test/x?b=2&a=1', 'https://a.test/x?a=1&b=2'],
  ['https://a.test/x?a=2&a=1', 'https://a.test/x?a=2&a=1'],
  ['https://a.test/x?utm_source=z&id=3&gclid=4&fbclid=5', 'https://a.test/x?id=3'],
  ['https://a.test/x?PHPSESSID=0123&id=3', 'https://a.test/x?id=3'],
  ['https://a.test/x;jsessionid=AB12?id=3', 'https://a.test/x?id=3'],
  ['https://a.test/x?sid=0123456789abcdef0123456789abcdef', 'https://a.test/x'],
  ['https://a.test/x?sid=42', 'https://a.test/x?sid=42'],
  ['https://a.test/(S(abcdefghijklmnopqrstuvwx))/x.aspx', 'https://a.test/x.aspx'],
  ['https://a.test/x?', 'https://a.test/x'],
  ['https://a.test/x?flag', 'https://a.test/x?flag'],
  ['https://a.test/x/', 'https://a.test/x/'],
  ['https://a.test/index.html', 'https://a.test/index.html'],
  ['https://a.test/a/./b/../c', 'https://a.test/a/c'],
  ['http://0177.0.0.1/', 'http://127.0.0.1/'],
  ['mailto:a@b.test', null],
  ['javascript:alert(1)', null],
  ['no address', null],
  [`https://a.test/${'x'.repeat(3_000)}`, null],
])('the key of %s is %s, and its own key', (address, key) => {
  expect(urlKey(address)).toBe(key)
  if (key !== null) expect(urlKey(key)).toBe(key)
})

describe('the scope of a site', () => {
  const hosts = hostsOf({
    host: 'Example.org',
    entrances: ['https://news.example.org/x', 'https://例子.测试/', 'http://127.0.0.1:81/'],
  })
  test('is its host and those of its entrances', () => {
    expect(hosts).toEqual(['example.org', 'news.example.org', 'xn--fsqu00a.xn--0zwm56d', '127.0.0.1'])
  })
  test.each([
    ['https://example.org/a', true],
    ['https://www.example.org/a', true],
    ['https://news.example.org/', true],
    ['https://other.example.org/', false],
    ['https://example.org.evil.test/', false],
    ['https://例子.测试/a', true],
    ['http://127.0.0.1:8080/', true],
    ['ftp://example.org/', false],
    ['https://user@example.com/example.org', false],
  ])('%s: %s', (address, is) => {
    expect(inScope(address, hosts)).toBe(is)
  })
  test('counts ports as separate hosts for rate limiting', () => {
    expect([hostOf('http://a.test:81/x'), hostOf('http://a.test./x'), hostOf('x')]).toEqual(['a.test:81', 'a.test', ''])
  })
})

describe('a trap', () => {
  test.each([
    ['https://a.test/a/b/a/b/a/b/', 'repeated_path'],
    ['https://a.test/x/x/x/x', 'repeated_path'],
    [`https://a.test/${'a/b1/c2/d3/'.repeat(5)}`, 'depth'],
    [`https://a.test/x?${Array.from({ length: 14 }, (_, n) => `p${n}=1`).join('&')}`, 'parameters'],
    ['https://a.test/calendar?year=2087&month=3', 'calendar'],
    ['https://a.test/events/1623/05', 'calendar'],
    ['https://a.test/calendar?year=2027&month=3', null],
    ['https://a.test/archive/1995/03', null],
    ['https://a.test/2019/10/10/10', null],
    ['https://a.test/news/2019/08/12345.html', null],
    ['https://a.test/products/2087', null],
  ])('%s: %s', (address, why) => {
    expect(trapOf(new URL(address), 2026)).toBe(why)
  })

  test('that counts days endlessly stops at its limit, while articles continue', () => {
    const counts: PatternCounts = new Map()
    const request = (address: string) => isTooMany(counts, new URL(address))
    let passed = 0
    for (let day = 0; day < 3_000; day++) if (!request(`https://a.test/calendar?day=${day}`)) passed++
    expect(passed).toBe(patternLimits.calendar)
    for (let id = 0; id < 3_000; id++) expect(request(`https://a.test/news/2019/${id}.html`)).toBe(false)
    expect(request('https://a.test/about')).toBe(false)
    expect(counts.size).toBe(2)
  })
})

test.each([
  ['https://a.test/', true],
  ['https://a.test/index.html?from=1', true],
  ['https://a.test/zh/', true],
  ['https://a.test/zh-Hans', true],
  ['https://a.test/en/index.php', true],
  ['https://a.test/?lang=en', true],
  ['https://a.test/about', false],
  ['https://a.test/?p=12', false],
  ['https://a.test/index.php?title=Harbour&action=history', false],
  ['https://a.test/zh/news/', false],
])('the first page of a site or a language: %s %s', (address, is) => {
  expect(isHome(address)).toBe(is)
})
