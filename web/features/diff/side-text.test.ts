import { expect, it } from 'vitest'
import type { TextMark } from '#contract/page.api.ts'
import { type DiffSide, mergedPieces, type Op, sidePieces } from './side-text.ts'

const side = (text: string, runs: [Op, string][] = [], marks: TextMark[] = []): DiffSide => ({
  text,
  runs: runs.map(([op, part]) => ({ op, text: part })),
  marks,
  links: [],
})
const word = (start: number, end: number, level: number, name = 'w'): TextMark => ({
  start,
  end,
  kind: 'word',
  id: level,
  name,
  level,
})
const reportedOf = (pieces: ReturnType<typeof mergedPieces>) =>
  pieces?.map(({ op, text }) => `${op[0]}:${text}`).join(' ')

it('puts removed text before added text in one text', () => {
  const before = side('by Li for 3 years', [
    ['same', 'by '],
    ['removed', 'Li'],
    ['same', ' for 3 years'],
  ])
  const after = side('by Zhang for 3 years', [
    ['same', 'by '],
    ['added', 'Zhang'],
    ['same', ' for 3 years'],
  ])
  expect(reportedOf(mergedPieces(before, after))).toBe('s:by  r:Li a:Zhang s: for 3 years')
})

it('keeps a removal in its place if the new side has joined the unchanged text', () => {
  const before = side('abcXdefg', [
    ['same', 'abc'],
    ['removed', 'X'],
    ['same', 'defg'],
  ])
  const after = side('abcdefg!', [
    ['same', 'abcdefg'],
    ['added', '!'],
  ])
  expect(reportedOf(mergedPieces(before, after))).toBe('s:abc r:X s:defg a:!')
})

it('keeps texts separate that have little in common, or differ in their unchanged parts', () => {
  const runs: [Op, string][] = [
    ['same', 'a'],
    ['removed', 'bcdefghij'],
  ]
  expect(mergedPieces(side('abcdefghij', runs), side('a!', [['same', 'a']]))).toBeNull()
  expect(mergedPieces(side('abc', [['same', 'abc']]), side('abd', [['same', 'abd']]))).toBeNull()
})

it('cuts the text at words and at changes; the gravest word wins', () => {
  const pieces = sidePieces(
    side(
      'export ban now',
      [
        ['same', 'export '],
        ['added', 'ban now'],
      ],
      [word(0, 10, 2), word(7, 10, 3)],
    ),
    'added',
  )
  expect(pieces.map(({ op, text, mark }) => [op, text, mark?.level ?? 0])).toEqual([
    ['same', 'export ', 2],
    ['added', 'ban', 3],
    ['added', ' now', 0],
  ])
})

it('shows a side without cuts as all of its kind', () => {
  expect(sidePieces(side('new'), 'added')).toEqual([{ op: 'added', text: 'new', mark: null, start: 0 }])
})
