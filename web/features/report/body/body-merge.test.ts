import { expect, test } from 'vitest'
import type { ReportBlock } from '#contract/report-body.ts'
import { blockKey, compareParts, isResolved, type MergeChoice, mergedBlocks, mergeParts } from './body-merge.ts'

const p = (text: string): ReportBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const list = (text: string) => [...text].map(p)
const textOf = (blocks: readonly ReportBlock[]) =>
  blocks
    .map(block => (block.type === 'paragraph' && block.content?.[0]?.type === 'text' ? block.content[0].text : ''))
    .join('')
const merge = (base: string, mine: string, theirs: string) =>
  mergeParts({ base: list(base), mine: list(mine), theirs: list(theirs) })
const chosen = (parts: ReturnType<typeof merge>, choice: MergeChoice) =>
  textOf(
    mergedBlocks(parts.map(part => (part.kind === 'differs' && part.choice === null ? { ...part, choice } : part))),
  )

test('merges changes of one side without a question', () => {
  const parts = merge('abcdef', 'aXcdef', 'abcdYf')
  expect(isResolved(parts)).toBe(true)
  expect(textOf(mergedBlocks(parts))).toBe('aXcdYf')
})

test('keeps the places of one side’s additions and removals', () => {
  expect(textOf(mergedBlocks(merge('abc', 'abcd', 'xabc')))).toBe('xabcd')
  expect(textOf(mergedBlocks(merge('abc', 'ac', 'abc')))).toBe('ac')
  expect(textOf(mergedBlocks(merge('', 'a', '')))).toBe('a')
})

test('leaves a choice where both sides changed: mine, theirs or both', () => {
  const parts = merge('abc', 'aXc', 'aYc')
  expect(isResolved(parts)).toBe(false)
  expect(chosen(parts, 'mine')).toBe('aXc')
  expect(chosen(parts, 'theirs')).toBe('aYc')
  expect(chosen(parts, 'both')).toBe('aYXc')
  // Before a choice, nothing of mine is lost.
  expect(textOf(mergedBlocks(parts))).toBe('aXc')
})

test('merges the same change on both sides without a question', () => {
  const parts = merge('abc', 'aZc', 'aZc')
  expect(parts.every(part => part.kind === 'same')).toBe(true)
  expect(textOf(mergedBlocks(parts))).toBe('aZc')
})

test('gives one side’s text for every merge in which that side is chosen everywhere', () => {
  const letters = 'abcdefgh'
  for (let seed = 1; seed < 200; seed += 1) {
    const random = (n: number) => Math.abs(Math.sin(seed * 31 + n) * 10_000) | 0
    const change = (salt: number) =>
      [...letters].flatMap((letter, at) => {
        const dice = random(at + salt) % 6
        return dice === 0
          ? []
          : dice === 1
            ? [letter, 'xyz'[random(at * 7 + salt) % 3] ?? 'x']
            : dice === 2
              ? ['w']
              : [letter]
      })
    const [mine, theirs] = [change(0).join(''), change(50).join('')]
    const parts = merge(letters, mine, theirs)
    const all = (choice: MergeChoice) =>
      textOf(mergedBlocks(parts.map(part => (part.kind === 'differs' ? { ...part, choice } : part))))
    expect(all('mine')).toBe(mine)
    expect(all('theirs')).toBe(theirs)
  }
})

test('leaves a choice for every difference without a known base', () => {
  const parts = compareParts({ mine: list('abXd'), theirs: list('abd') })
  expect(parts.filter(part => part.kind === 'differs')).toMatchObject([{ choice: null }])
  expect(isResolved(parts)).toBe(false)
})

test('ignores refreshed names, the order of keys, and explicit defaults', () => {
  const mention = (label: string) => ({ type: 'mention', attrs: { key: 'aaaaaaaa', noun: 'og', id: 3, label } })
  expect(blockKey(mention('old'))).toBe(blockKey(mention('new')))
  expect(blockKey({ type: 'paragraph', content: [] })).toBe(blockKey({ type: 'paragraph' }))
  expect(blockKey({ attrs: { start: 1 }, type: 'orderedList' })).toBe(blockKey({ type: 'orderedList' }))
  expect(blockKey(p('a'))).not.toBe(blockKey(p('b')))
  expect(blockKey({ type: 'heading', attrs: { level: 1 } })).not.toBe(
    blockKey({ type: 'heading', attrs: { level: 2 } }),
  )
})
