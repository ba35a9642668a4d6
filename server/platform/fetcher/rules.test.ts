import { describe, expect, test } from 'vitest'
import { checkRules, compileRules } from './rules.ts'

const forbids = (rule: string, url: string) => compileRules([rule]).match(new URL(url)) === rule

describe('a rule', () => {
  test.each([
    ['/private/*', 'https://a.test/private/', true],
    ['/private/*', 'https://a.test/private/x/y?z=1', true],
    ['/private/*', 'https://a.test/private', false],
    ['/private/*', 'https://a.test/my/private/x', false],
    ['/private/', 'https://a.test/private/x', true],
    ['/private', 'https://a.test/private', true],
    ['/private', 'https://a.test/private?page=2', true],
    ['/private', 'https://a.test/privately', false],
    ['/private/*', 'https://a.test/%70rivate/x', true],
    ['/private/*', 'https://a.test//private//x', true],
    ['/private/*', 'https://a.test/a/../private/x', true],
    ['/private/*', 'https://a.test/PRIVATE/x', true],
    ['/私密/*', 'https://a.test/%E7%A7%81%E5%AF%86/x', true],
    ['/%E7%A7%81%E5%AF%86/*', 'https://a.test/私密/x', true],
    ['*.zip', 'https://a.test/files/a.zip', true],
    ['*.zip', 'https://a.test/files/a.ZIP?download=1', true],
    ['*.zip', 'https://a.test/files/a.zip.html', false],
    ['*.zip', 'https://a.zip/files/', false],
    ['*print=1*', 'https://a.test/x?a=2&print=1', true],
    ['/search?*', 'https://a.test/search?q=1', true],
    ['/search?*', 'https://a.test/search', false],
    ['/a*b*c', 'https://a.test/a-x-b-y-c', true],
    ['/a*b*c', 'https://a.test/a-c-b', false],
    ['/ab*ba', 'https://a.test/aba', false],
    ['b.test/*', 'https://b.test/x', true],
    ['b.test/*', 'https://a.test/b.test/x', false],
    ['http://b.test/*', 'http://b.test/x', true],
    ['http://b.test/*', 'https://b.test/x', false],
    ['*', 'https://b.test/x', true],
    ['re:/\\d{4}/\\d{2}/', 'https://a.test/2019/08/x', true],
    ['re:^https://a\\.test/x$', 'https://a.test/x', true],
    ['re:^https://a\\.test/x$', 'https://a.test/xy', false],
    ['re:\\u79c1', 'https://a.test/%E7%A7%81', true],
    ['re:(?i)/Secret', 'https://a.test/SECRET', true],
  ])('%s on %s: %s', (rule, url, is) => {
    expect(forbids(rule, url)).toBe(is)
  })

  test.each([
    ['re:(?=a)b', /look|unsupported/],
    ['re:(?!a)b', /unsupported/],
    ['re:(?<=a)b', /./],
    ['re:(a)\\1', /escape/],
    ['re:(', /missing/],
    ['re:', /empty/],
    ['re:.{1000}.{1000}.{1000}', /too large/],
    ['re:(a{1000}){1000}', /repeat/],
  ])('%s cannot be saved, and does not stop the others', async (rule, why) => {
    expect((await checkRules([rule]))[0]).toMatch(why)
    expect(compileRules([rule, '/x']).match(new URL('https://a.test/x'))).toBe('/x')
  })

  test.each(['/a', '*.zip', 're:/a/\\d+', 're:(a+)+$', 're:\\cA'])('%s can be saved', async rule => {
    expect(await checkRules([rule])).toEqual([null])
  })
})

test('catastrophic patterns cost no more than others', () => {
  const bad = ['re:^(a+)+$', 're:(a|aa)+$', 're:(.*a){20}$', 're:(x+x+)+y', `${'*a'.repeat(200)}b`]
  const rules = compileRules(bad)
  const url = new URL(`https://a.test/${'a'.repeat(1_900)}!`)
  const startedAt = performance.now()
  for (let count = 0; count < 5; count++) expect(rules.match(url)).toBeNull()
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
