import { expect, test } from 'vitest'
import { compareExtracts, compareTokens, type TextComparison } from './compare.ts'
import type { ComparedBlock } from './compare-block.ts'

const block = (text: string, more: Partial<ComparedBlock> = {}): ComparedBlock => ({
  text,
  links: [],
  tag: 'p',
  part: 'main',
  ...more,
})
const compare = (before: (string | ComparedBlock)[], after: (string | ComparedBlock)[]) => {
  const blocks = (list: (string | ComparedBlock)[]) => ({
    blocks: list.map(one => (typeof one === 'string' ? block(one) : one)),
  })
  return compareExtracts(blocks(before), blocks(after))
}
const kinds = (comparison: TextComparison) => comparison.hunks.map(hunk => hunk.kind)

test('equal pages have no differences', () => {
  expect(compare(['a', 'b'], ['a', 'b'])).toMatchObject({ hunks: [], addedChars: 0, removedChars: 0 })
})

test('added, removed and changed blocks are reported in the order of the page', () => {
  const comparison = compare(
    ['The intro', 'We share data with nobody at all', 'Old news', 'The end'],
    ['The intro', 'We share data with partners at all', 'The end', 'Appendix'],
  )
  expect(kinds(comparison)).toEqual(['changed', 'removed', 'added'])
  expect(comparison.hunks[0]?.runs).toEqual([
    { op: 'same', text: 'We share data with ' },
    { op: 'removed', text: 'nobody' },
    { op: 'added', text: 'partners' },
    { op: 'same', text: ' at all' },
  ])
  expect(comparison).toMatchObject({
    addedChars: 'partners'.length + 'Appendix'.length,
    removedChars: 'nobody'.length + 'Old news'.length,
  })
})

test('a moved block is no change, as often as it moved', () => {
  const comparison = compare(['a', 'b', 'c', 'x'], ['x', 'a', 'b', 'c', 'x'])
  expect(kinds(compare(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c']))).toEqual(['moved'])
  expect(comparison.addedChars).toBe(1)
})

test('a split paragraph is no change, a removed blank is one', () => {
  expect(compare(['one two. three four.'], ['one two.', 'three four.'])).toMatchObject({
    addedChars: 0,
    removedChars: 0,
  })
  expect(kinds(compare(['Uptime Robot is a company'], ['UptimeRobot is a company']))).toEqual(['changed'])
})

test('other quotes and dashes are no change, other words with them are one', () => {
  expect(kinds(compare(["The State's “policy” - 2024"], ['The State’s "policy" – 2024']))).toEqual(['moved'])
  expect(kinds(compare(["The State's policy", 'b'], ['b', 'The State’s policy']))).toEqual(['moved'])
  expect(kinds(compare(["The State's policy"], ['The State’s rules']))).toEqual(['changed'])
})

test('a split paragraph in which a written address becomes a link is no change, another target is one', () => {
  const [first, second] = ['Write to desk@a.test.', 'We keep it at a list (https://list.test).']
  const split = (target: string) => [
    block(first, { links: ['mailto:desk@a.test'] }),
    block(second, { links: [target] }),
  ]
  const whole = `${first} ${second}`
  expect(kinds(compare([whole], split('https://list.test/')))).toEqual(['moved'])
  expect(kinds(compare([whole], split('https://lists.test/')))).not.toContain('moved')
  expect(kinds(compare([whole], [block(whole, { links: ['mailto:desk@a.test'] })]))).toEqual(['link'])
})

test('several written addresses that become links at once are no change, a single one is', () => {
  const texts = ['Write to desk@a.test.', 'See https://list.test and the rules.']
  const links = [['mailto:desk@a.test'], ['https://list.test/']]
  const linked = (more: string[][]) => texts.map((text, at) => block(text, { links: more[at] ?? [] }))
  expect(kinds(compare(texts, linked(links)))).toEqual([])
  expect(kinds(compare(texts, linked([links[0] as string[]])))).toEqual(['link'])
  expect(kinds(compare(texts, linked([links[0] as string[], ['https://list.test/', 'https://other.test/']])))).toEqual([
    'link',
  ])
})

test('other targets, pictures or heading levels with the same text have their own kinds', () => {
  const link = compare([block('x', { links: ['https://a/'] })], [block('x', { links: ['https://b/'] })])
  expect(kinds(link)).toEqual(['link'])
  expect(link).toMatchObject({ addedLinks: ['https://b/'], removedLinks: ['https://a/'], addedChars: 0 })
  expect(kinds(compare([block('x', { pictures: ['1'] })], [block('x', { pictures: ['2'] })]))).toEqual(['picture'])
  expect(kinds(compare([block('x', { tag: 'h2' })], [block('x', { tag: 'h3' })]))).toEqual(['heading'])
})

test('content and frame never share a hunk', () => {
  const comparison = compare(['a'], ['a', 'new text', block('new menu', { part: 'frame' })])
  expect(comparison.hunks.map(hunk => hunk.after[0]?.part)).toEqual(['main', 'frame'])
})

test('an added page is all added, a removed page all removed', () => {
  const page = { blocks: [block('one'), block('two')] }
  expect(compareExtracts(null, page)).toMatchObject({ addedChars: 6, removedChars: 0, totalChars: 6 })
  expect(compareExtracts(page, null)).toMatchObject({ addedChars: 0, removedChars: 6, totalChars: 6 })
})

test('Chinese is compared by words', () => {
  expect(compareTokens('我们不会分享您的数据', '我们可能分享您的数据').filter(run => run.op !== 'same')).toEqual([
    { op: 'removed', text: '不会' },
    { op: 'added', text: '可能' },
  ])
})

test('joined runs restore both texts', () => {
  const before = 'Version 1.7.1 of 2018-12-21, 路口交通 free'
  const after = 'Version 1.7.2 of 2019-02-15, 路口没有交通 free!'
  const runs = compareTokens(before, after)
  const joined = (without: string) =>
    runs
      .filter(run => run.op !== without)
      .map(run => run.text)
      .join('')
  expect([joined('added'), joined('removed')]).toEqual([before, after])
})

test('unrelated texts end soon and are marked as coarse', () => {
  const words = 'the of and to in is that for it as was with be by on not he his but at'.split(' ')
  const text = (seed: number) => {
    let state = seed
    return Array.from({ length: 60_000 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return words[(state >>> 16) % words.length]
    }).join(' ')
  }
  const startedAt = performance.now()
  const comparison = compare([text(1)], [text(2)])
  expect(performance.now() - startedAt).toBeLessThan(15_000)
  expect(comparison.isCoarse).toBe(true)
})

test('a block of millions of characters is compared by its beginning and its end, at character boundaries', () => {
  const [head, tail] = ['开'.repeat(600_000), '完'.repeat(600_000)]
  const startedAt = performance.now()
  const comparison = compare([`${head}😀${tail}`], [`${head}😁${tail}`])
  expect(performance.now() - startedAt).toBeLessThan(15_000)
  expect(comparison.isCoarse).toBe(true)
  expect(compareTokens(`${head}😀${tail}`, `${head}😁${tail}`).filter(run => run.op !== 'same')).toEqual([
    { op: 'removed', text: '😀' },
    { op: 'added', text: '😁' },
  ])
})

test('for any texts, their runs restore both', () => {
  const signs = ['路', '口', '交通', '，', '。', ' ', 'a', 'bc', '1.7', '😀', 'é', 'x-y', '2019/01/02']
  let state = 3
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let turn = 0; turn < 1000; turn += 1) {
    const before = Array.from({ length: random(90) }, () => signs[random(signs.length)] as string)
    const after = before.toSpliced(random(before.length), random(3), signs[random(signs.length)] as string)
    const runs = compareTokens(before.join(''), after.join(''))
    const without = (op: string) => runs.flatMap(run => (run.op === op ? [] : [run.text])).join('')
    expect([without('added'), without('removed')]).toEqual([before.join(''), after.join('')])
  }
})
