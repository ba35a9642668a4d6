import { expect, test } from 'vitest'
import { readSitemap } from './sitemap.ts'

test('deep nesting costs no more than its bytes', () => {
  const deep = `<urlset><url><loc>https://port.example/a</loc></url>${'<x>'.repeat(300_000)}`
  const startedAt = performance.now()
  const { entries } = readSitemap(Buffer.from(deep), 'https://port.example/sitemap.xml')
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  expect(entries.map(({ url }) => url)).toEqual(['https://port.example/a'])
})
