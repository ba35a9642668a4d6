import { expect, test } from 'vitest'
import type { ComparedBlock } from './compare-block.ts'
import { compareCoarse } from './compare-coarse.ts'

const blocks = (...texts: string[]): { blocks: ComparedBlock[] } => ({
  blocks: texts.map(text =>
    text.startsWith('menu')
      ? { text, links: [], tag: 'li', part: 'frame' }
      : { text, links: [], tag: 'p', part: 'main' },
  ),
})
const reportedOf = (before: string[], after: string[]) =>
  compareCoarse(blocks(...before), blocks(...after)).hunks.map(hunk => [
    hunk.kind,
    [...hunk.before, ...hunk.after].map(block => block.text).join(),
    hunk.at,
  ])

test('equal pages, and pages in another order, have no differences; the result is still marked as coarse', () => {
  expect(compareCoarse(blocks('a', 'b'), blocks('b', 'a'))).toMatchObject({ hunks: [], isCoarse: true, totalChars: 2 })
})

test('additions and removals are reported in the order of the page, adjacent ones together', () => {
  expect(reportedOf(['a', 'b', 'c', 'd'], ['a', 'x', 'y', 'd', 'z'])).toEqual([
    ['added', 'x,y', 1],
    ['removed', 'b,c', 1],
    ['added', 'z', 4],
  ])
})

test('a text that occurs once more is added once', () => {
  expect(reportedOf(['a', 'b'], ['a', 'a', 'b'])).toEqual([['added', 'a', 1]])
})

test('content and frame never share a hunk', () => {
  expect(reportedOf([], ['a', 'menu', 'b'])).toEqual([
    ['added', 'a', 0],
    ['added', 'menu', 1],
    ['added', 'b', 2],
  ])
})

test('an added page is all added, a removed page all removed', () => {
  expect(compareCoarse(null, blocks('one', 'two'))).toMatchObject({ addedChars: 6, removedChars: 0, totalChars: 6 })
  expect(compareCoarse(blocks('one', 'two'), null)).toMatchObject({ addedChars: 0, removedChars: 6, totalChars: 6 })
})

test('pages of a hundred thousand blocks that repeat take a moment', () => {
  const many = (shift: number) => blocks(...Array.from({ length: 100_000 }, (_, at) => `${(at * 7 + shift) % 50_021}`))
  const [before, after] = [many(0), many(3)]
  const startedAt = performance.now()
  compareCoarse(before, after)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
