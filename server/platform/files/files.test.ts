import { expect, test } from 'vitest'
import { attachmentHeader } from './files.ts'

test.each([
  ['组织-2026-11-22.csv', 'ZuZhi-2026-11-22.csv'],
  ['Отчёт.pdf', 'Otchet.pdf'],
  ['plain name.txt', 'plain name.txt'],
])('%s has a fallback name that old clients can read', (name, latin) => {
  const header = attachmentHeader(name)
  expect(header).toContain(`filename="${latin}"`)
  expect(decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(header)?.[1] ?? '')).toBe(name)
})

test('no name can break out of its header', () => {
  for (const name of ['a"; x="b.txt', "it's (1)*.txt", '𠮷"\\.txt', '\ud842.txt', 'a/b.txt']) {
    const header = attachmentHeader(name)
    expect(header).toMatch(/^attachment; filename="[^"\\/]*"; filename\*=UTF-8''[A-Za-z0-9%!._~-]+$/)
  }
})
