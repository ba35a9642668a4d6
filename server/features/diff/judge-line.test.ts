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

test('a sentence is shown alone, as is a change next to one that other pages share', () => {
  const sentence =
    'The board has decided to close the plant in the north and to move its work to the port by the end of the year.'
  expect(lineOf(diff(1, people, [...people.slice(1), block(sentence)]))?.text).toBe(sentence)
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
