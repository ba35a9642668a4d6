import { expect, test } from 'vitest'
import { extractHtml } from '#server/text/extract.ts'
import { countedTexts } from '#server/text/shared-texts.ts'
import type { PageSource } from '#server/text/source.ts'
import { compareExtracts } from './compare.ts'
import { compareInThread, diffRowsInThread, isInThread } from './compare-apart.ts'

const url = 'https://example.org/'
const page = (paragraphs: string[]): PageSource => {
  const html = `<!doctype html><title>A page</title><main>${paragraphs
    .map((text, at) => `<p>${text} <a href="/to/${at % 50}">more</a></p>`)
    .join('\n')}</main>`
  return { html, text: html, url }
}
const paragraphs = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `${word} 第${at}段，路口交通没有变化 ${at * 7}`)
const edited = (list: string[]) => list.with(3, 'written anew').toSpliced(20, 2).concat('the last')
const filter = { include: [], exclude: ['p:first-child'], ignore: [] }
const apart = { spotChars: 0 }
/** Limits that leave no time for any work. */
const noTime = { spotChars: 0, timeoutMs: 0 }
const limits = { around: 2, most: 3_000 }

test('small pages are compared in the main thread, large ones in a worker thread', () => {
  const [small, large] = [page(paragraphs(100, 'a')), page(paragraphs(10_000, 'a'))]
  expect([
    isInThread(small, small),
    isInThread(null, small),
    isInThread(small, large),
    isInThread(large, null),
  ]).toEqual([false, false, true, true])
})

test.each([undefined, filter])('a worker thread finds the same as the main thread (filter: %j)', async filter => {
  const list = paragraphs(300, 'a')
  const [before, after] = [page(list), page(edited(list))]
  const read = ({ html }: PageSource) => extractHtml(html ?? '', url, filter)
  const there = await compareInThread({ before, after, filter }, apart)
  expect(there.comparison).toEqual(compareExtracts(read(before), read(after)))
  expect(there).toEqual(await compareInThread({ before, after, filter }))
  expect(there.comparison.hunks.length).toBeGreaterThan(2)
  const given = { filter: filter ?? { include: [], exclude: [], ignore: [] } }
  expect(await diffRowsInThread(before, after, given, limits, apart)).toEqual(
    await diffRowsInThread(before, after, given, limits),
  )
})

test('a page that was added, removed, or is known already', async () => {
  const source = page(paragraphs(30, 'a'))
  const { hash, whole, isKnown } = await compareInThread({ before: null, after: source }, apart)
  expect(isKnown).toBe(false)
  expect(await compareInThread({ before: null, after: source, known: hash }, apart)).toEqual({
    whole,
    hash,
    after: whole,
    isKnown: true,
    comparison: compareExtracts(null, null),
  })
  const gone = await compareInThread({ before: source, after: null }, apart)
  expect(gone).toMatchObject({ whole: null, hash: '', comparison: { addedChars: 0, isCoarse: false } })
  expect(gone.comparison.removedChars).toBeGreaterThan(500)
})

test('lines of a text that is not HTML are compared as lines', async () => {
  const text = (lines: string[]): PageSource => ({ html: null, text: lines.join('\n'), url })
  const { comparison } = await compareInThread({ before: text(['a', 'b']), after: text(['a', 'c', 'b']) }, apart)
  expect(comparison.hunks).toMatchObject([{ kind: 'added', after: [{ text: 'c' }] }])
})

test('a comparison that exceeds its time is cut short, and marked as coarse', async () => {
  const list = paragraphs(2_000, 'a')
  const { comparison, whole } = await compareInThread({ before: page(list), after: page(edited(list)) }, noTime)
  expect(whole).toMatchObject({ isCut: true, links: [] })
  expect(comparison).toMatchObject({ isCoarse: true })
  const reportedOf = (kind: string, side: 'before' | 'after') =>
    comparison.hunks.filter(hunk => hunk.kind === kind).flatMap(hunk => hunk[side].map(block => block.text))
  expect(reportedOf('added', 'after')).toEqual(['written anew', 'the last'])
  expect(reportedOf('removed', 'before')).toEqual([list[3], list[20], list[21], 'more'])
})

test('a thread and the main thread have the same parts for texts that pages share', async () => {
  const before = page(paragraphs(20, 'a'))
  const after = page([...paragraphs(20, 'a'), 'A slogan of the site without any number'])
  const { blocks } = extractHtml(after.html ?? '', url)
  const shared = Int32Array.from(countedTexts(blocks)).sort()
  expect(shared.length).toBeGreaterThan(0)
  const there = await compareInThread({ before, after, shared }, apart)
  expect(there).toEqual(await compareInThread({ before, after, shared }))
  expect(there.comparison.hunks.map(hunk => hunk.after.map(({ part }) => part))).toEqual([['frame']])
  expect(there.whole.blocks).toEqual(blocks)
  // The size of the change is the same for every list.
  const { addedChars, removedChars } = (await compareInThread({ before, after })).comparison
  expect(there.comparison).toMatchObject({ addedChars, removedChars })
})

test('rows of a comparison that was cut short are returned too', async () => {
  const list = paragraphs(2_000, 'a')
  const view = await diffRowsInThread(
    page(list),
    page(edited(list)),
    { filter: { include: [], exclude: [], ignore: [] } },
    limits,
    noTime,
  )
  expect(view.is_coarse).toBe(true)
  const reportedOf = (kind: string) => view.rows.filter(row => row.kind === kind).length
  expect([reportedOf('added') >= 2, reportedOf('removed') >= 3, reportedOf('skipped') > 0]).toEqual([true, true, true])
})

test('unrelated pages of megabytes end within the limit, and leave the event loop free', async () => {
  const noise = (seed: number) => {
    let state = seed
    return page(
      Array.from({ length: 20_000 }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        return `${state} of ${(state >>> 8) % 97} things ${(state >>> 3) % 1013}`
      }),
    )
  }
  const [before, after] = [noise(1), noise(2)]
  let beats = 0
  const beat = setInterval(() => {
    beats += 1
  }, 20)
  const startedAt = performance.now()
  const { comparison } = await compareInThread({ before, after })
  clearInterval(beat)
  expect(comparison.hunks.length).toBeGreaterThan(0)
  // In the main thread there would be none.
  expect(beats).toBeGreaterThan(3)
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

test('two hundred concurrent comparisons all return, each with its own result', async () => {
  const list = paragraphs(20, 'a')
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, nth) =>
      compareInThread({ before: page(list), after: page([...list, `only here ${nth}`]) }, apart),
    ),
  )
  expect(results.map(({ comparison }) => comparison.hunks[0]?.after[0]?.text)).toEqual(
    Array.from({ length: 200 }, (_, nth) => `only here ${nth} more`),
  )
})
