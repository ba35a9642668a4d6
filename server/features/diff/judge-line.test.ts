import { expect, test } from 'vitest'
import { compareExtracts } from './compare.ts'
import type { ComparedBlock } from './compare-block.ts'
import { diffDigest } from './digest.ts'
import { judgeRound, type RoundDiff } from './judge.ts'
import { linesOf } from './line.ts'

const block = (text: string, more: Partial<ComparedBlock> = {}): ComparedBlock => ({
  text,
  links: [],
  tag: 'p',
  part: 'main',
  ...more,
})
const body = (page: number) =>
  block(`The text of page ${page} tells of something that no other page tells. `.repeat(10))

function diff(id: number, before: ComparedBlock[], after: ComparedBlock[]): RoundDiff {
  const comparison = compareExtracts({ blocks: [...before, body(id)] }, { blocks: [...after, body(id)] })
  return {
    id,
    lines: linesOf(comparison),
    facts: {
      digest: diffDigest(comparison),
      change: 'changed',
      url: `https://example.org/${id}`,
      isHome: false,
      quality: 'good',
      wordHits: [0, 0, 0],
      mentions: 0,
    },
  }
}
const people = ['Leila Reid, finance', 'Anna Berg, sales', 'Tom Hale, support', 'Mei Lin, law'].map(text => block(text))
const lineOf = (...given: RoundDiff[]) => judgeRound(given).diffs[0]?.line

test('two people who change on one page are both in its line, with their words before and after', () => {
  const after = [...people.slice(1), block('Owen Nowak, research')]
  const line = lineOf(diff(1, people, after))
  expect(line?.text.split(' · ').toSorted()).toEqual(['Leila Reid, finance', 'Owen Nowak, research'])
  expect(line?.runs).toEqual(
    expect.arrayContaining([
      { op: 'removed', text: 'Leila Reid, finance' },
      { op: 'added', text: 'Owen Nowak, research' },
    ]),
  )
})

test('a sentence is followed by the other changes of its page, but not by one that other pages share', () => {
  const sentence =
    'The board has decided to close the plant in the north and to move its work to the port by the end of the year.'
  expect(lineOf(diff(1, people, [...people.slice(1), block(sentence)]))?.text).toBe(`${sentence} · Leila Reid, finance`)
  const shared = [1, 2, 3].map(id =>
    diff(
      id,
      [block('Call us at night'), body(9), ...people],
      [block('Write to the office'), body(9), ...people.slice(0, -1), block(`Person ${'ABC'[id - 1]}, law`)],
    ),
  )
  expect(lineOf(...shared)?.text).not.toContain('office')
})

test('a text that is part of the other is shown once', () => {
  const after = [block('Owen Nowak, research'), ...people, block('Owen Nowak, research')]
  expect(lineOf(diff(1, people, after))?.text).toBe('Owen Nowak, research')
})

test('three places share the line, each with its change, within its length', () => {
  const section = (nth: number, year: number) =>
    block(
      `Section ${nth} of the plan, which the council has discussed with all of its neighbours in the last weeks, ends in ${year}.`,
    )
  const before = [section(1, 2031), section(2, 2032), section(3, 2033), section(4, 2034)]
  const after = [section(1, 2041), section(2, 2042), section(3, 2043), section(4, 2044)]
  const line = lineOf(diff(1, before, after))
  expect(['2041', '2042', '2043', '2044'].map(year => line?.text.includes(year))).toEqual([true, true, true, false])
  expect(line?.text.length).toBeLessThanOrEqual(240)
})

test('a new entry with a date that other pages have is shown before smaller changes', () => {
  const date = block('9 March 2026')
  const text = 'Tender for lot 24: the crane of the northern quay is for sale until the end of the month.'
  const pages = [2, 3].map(id => diff(id, people, [...people, date]))
  expect(lineOf(diff(1, people, [block(text), date, ...people]), ...pages)?.text).toContain(text)
})
