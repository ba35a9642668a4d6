import { expect, test } from 'vitest'
import type { PageSource } from '#server/text/source.ts'
import type { CrawlTarget } from './host.queries.ts'
import type { SiteContext } from './site-context.ts'
import { compareCapture, readAlone } from './take-capture.ts'

const url = 'https://example.org/'
const page = (count: number, last: string): PageSource => {
  const texts = Array.from({ length: count }, (_, at) => `<p>Paragraph ${at} of a page that is as long as it is</p>`)
  return { html: `<title>x</title>${texts.join('')}<p>${last}</p><p class="visits">${last}</p>`, text: '', url }
}
const site = (exclude: string[] = []) =>
  ({ hasFilter: exclude.length > 0, filter: { include: [], exclude, ignore: [] } }) as unknown as SiteContext
const target = (values: { text_hash?: string; new_version?: number; page_status?: string } = {}) =>
  ({
    page_status: values.page_status ?? 'active',
    new_version: values.new_version ?? 1,
    version: values.text_hash === undefined ? null : { text_hash: values.text_hash },
  }) as unknown as CrawlTarget
const never = () => Promise.reject(new Error('the version before is not needed'))

// Ten paragraphs are compared in this thread, ten thousand in a worker thread.
test.each([10, 10_000])('%i paragraphs: unchanged, changed and new text', async count => {
  const [before, after] = [page(count, 'old'), page(count, 'new')]
  const { hash } = await readAlone(before)
  const known = target({ text_hash: hash })
  expect(await compareCapture(known, before, site(), async () => before)).toMatchObject({ isKnown: true })
  const changed = await compareCapture(known, after, site(), async () => before)
  expect(changed).toMatchObject({ isKnown: false, isNew: false, comparison: { isCoarse: false, addedChars: 6 } })
  const filtered = await compareCapture(known, after, site(['.visits']), async () => before)
  expect(filtered).toMatchObject({ comparison: { addedChars: 3, removedChars: 3 }, whole: changed.whole })
  expect(await compareCapture(target(), after, site(), never)).toMatchObject({
    isNew: true,
    comparison: { removedChars: 0 },
  })
})

test('a page that returns after it was gone is reported as new, although its text is known', async () => {
  const source = page(3, 'old')
  const { hash } = await readAlone(source)
  const back = await compareCapture(target({ text_hash: hash, page_status: 'gone' }), source, site(), never)
  expect(back).toMatchObject({ isKnown: false, isNew: true, comparison: { hunks: [{ kind: 'added' }] } })
})

test('a small page with known text does not load the version before it', async () => {
  const source = page(3, 'old')
  const { hash } = await readAlone(source)
  expect(await compareCapture(target({ text_hash: hash }), source, site(), never)).toMatchObject({ isKnown: true })
})

test('the first round of a site compares with nothing', async () => {
  const first = await compareCapture(target({ new_version: 0 }), page(10_000, 'x'), site(['.visits']), never)
  expect(first).toMatchObject({ isNew: true, comparison: { hunks: [] } })
})
