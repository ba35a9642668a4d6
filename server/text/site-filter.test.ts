import { expect, test } from 'vitest'
import { extractHtml } from './extract.ts'
import { checkSiteFilter, filterHash, noFilter } from './site-filter.ts'

const url = 'https://example.org/'
const page = '<div id="a"><p class="x">one</p><p>two</p></div><div id="b"><p>three 12:30</p></div>'
const texts = (filter: Partial<typeof noFilter>, html = page) =>
  extractHtml(html, url, { ...noFilter, ...filter }).blocks.map(block => block.text)

test('selectors choose the included and excluded parts', () => {
  expect(texts({ include: ['#a'] })).toEqual(['one', 'two'])
  expect(texts({ exclude: ['.x', '#b p'] })).toEqual(['two'])
  expect(texts({ include: ['div'], exclude: ['p:not(.x)'] })).toEqual(['one'])
  expect(texts({ include: ['#nowhere'] })).toEqual([])
})

test('ignored texts are removed, and so are blocks that become empty', () => {
  expect(texts({ ignore: ['two', 're:\\d+:\\d+'] })).toEqual(['one', 'three'])
})

test('a catastrophic pattern costs as much as a plain one', () => {
  const startedAt = performance.now()
  texts({ ignore: ['re:(a+)+$', 're:(x|x)*y'] }, `<p>${'a'.repeat(20_000)}b</p><p>${'x'.repeat(20_000)}</p>`)
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

test('a filter with selectors also works on deeply nested pages', () => {
  expect(texts({ exclude: ['.no'] }, `${'<div>'.repeat(50_000)}<p class="no">x</p><p>core</p>`)).toContain('core')
})

test('faults are reported by field and position', async () => {
  const faults = await checkSiteFilter({ include: ['p', 'p['], exclude: [''], ignore: ['re:(', 're:(?=x)', 'fine'] })
  expect(faults.map(({ field, index }) => `${field} ${index}`)).toEqual([
    'include 1',
    'exclude 0',
    'ignore 0',
    'ignore 1',
  ])
})

test('the hash depends on the effect of a filter, not on its order; empty without a filter', () => {
  const hash = (ignore: string[]) => filterHash({ ...noFilter, ignore })
  expect(hash(['a', 'b'])).toBe(hash(['b', 'a']))
  expect(hash(['a'])).not.toBe(hash(['b']))
  expect(filterHash(noFilter)).toBe('')
})
