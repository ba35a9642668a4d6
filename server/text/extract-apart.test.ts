import { expect, test } from 'vitest'
import { extractHtml } from './extract.ts'
import { extractInThread, runInThread, showInThread } from './extract-apart.ts'
import { type PageSource, roughExtract } from './source.ts'

const url = 'https://example.org/'
const html = `<!doctype html><title>A page</title><nav>Menu</nav><main>${Array.from(
  { length: 3_000 },
  (_, at) => `<p class="k${at % 2}">Paragraph ${at}, 第${at}段 <a href="/${at}">more</a></p><script>no text</script>`,
).join('\n')}</main>`
const source: PageSource = { html, text: html, url }
const filter = { include: [], exclude: ['.k1', '.nowhere'], ignore: ['re:第\\d+段'] }
const apart = { spotChars: 0 }
/** Too little time for any work. */
const noTime = { spotChars: 0, timeoutMs: 0 }

test.each([undefined, filter])('a thread extracts the same as the main thread (filter: %j)', async filter => {
  const extract = await extractInThread(source, filter, apart)
  expect(extract).toEqual(extractHtml(html, url, filter))
  expect(extract.blocks.length).toBeGreaterThan(1_000)
})

test('a page to display is shortened, and made harmless', async () => {
  const shown = await showInThread(source, 100, apart)
  expect(shown).toEqual(await showInThread(source, 100))
  expect([shown.blocks.length, shown.cut]).toEqual([100, 2_902])
  expect(shown.html).not.toContain('script')
})

test('a filter is tried in a thread as on the main thread', async () => {
  const tried = await runInThread(source, filter, 50, apart)
  expect(tried).toEqual(await runInThread(source, filter, 50))
  expect([tried.blocks.length, tried.idle]).toEqual([50, ['.nowhere']])
})

test('a page that takes too long is read roughly and flagged as cut; a filter is not tried on it', async () => {
  const extract = await extractInThread(source, filter, noTime)
  expect(extract).toMatchObject({ isCut: true, links: [] })
  expect(extract.blocks.slice(1, 4).map(({ text }) => text)).toEqual(['Menu', 'Paragraph 0, 第0段', 'more'])
  const shown = await showInThread(source, 10, noTime)
  expect([shown.blocks.length, shown.html]).toEqual([10, null])
  await expect(runInThread(source, filter, 10, noTime)).rejects.toMatchObject({ code: 'too_large' })
})

test('rough reading is limited, whatever the page', () => {
  const hostile = ['<'.repeat(20_000_000), '<p>x'.repeat(5_000_000), 'a '.repeat(10_000_000), '<!--'.repeat(5_000_000)]
  for (const html of hostile) {
    const startedAt = performance.now()
    const { blocks } = roughExtract({ html, text: html, url })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(blocks.length).toBeLessThanOrEqual(50_000)
  }
})
