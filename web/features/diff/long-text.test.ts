import { expect, it } from 'vitest'
import { boundedPieces, initialChars, type LeftOut } from './marked-text.tsx'
import type { Op, TextPiece } from './side-text.ts'

function piecesOf(...parts: [Op, string][]): TextPiece[] {
  let start = 0
  return parts.map(([op, text]) => {
    const piece = { op, text, mark: null, start }
    start += text.length
    return piece
  })
}
const charsOf = (shown: readonly (TextPiece | LeftOut)[]) =>
  shown.reduce((sum, each) => sum + ('leftOut' in each ? each.leftOut : each.text.length), 0)

it('shows a text of usual length in full', () => {
  const pieces = piecesOf(['same', 'a'.repeat(5_000)], ['added', 'b'])
  expect(boundedPieces(pieces, initialChars)).toEqual({ shown: pieces, left: 0 })
})

it('shows the change in a line of a megabyte wherever it is, and accounts for every character', () => {
  const pieces = piecesOf(
    ['same', '𠮷'.repeat(300_000)],
    ['removed', 'was'],
    ['added', 'is'],
    ['same', 'x'.repeat(400_000)],
  )
  const { shown, left } = boundedPieces(pieces, initialChars)
  expect(shown.map(each => ('leftOut' in each ? 'left' : each.op))).toEqual([
    'same',
    'left',
    'same',
    'removed',
    'added',
    'same',
    'left',
    'same',
  ])
  for (const each of shown) if ('text' in each) expect(each.text.isWellFormed()).toBe(true)
  expect(left).toBe(0)
  expect(charsOf(shown)).toBe(1_000_005)
})

it('lays out a megabyte that is all new, or in a hundred thousand pieces, bit by bit', () => {
  for (const pieces of [
    piecesOf(['added', '😀'.repeat(500_000)]),
    piecesOf(...Array.from({ length: 100_000 }, (_, at): [Op, string] => [at % 2 ? 'added' : 'removed', 'word '])),
  ]) {
    const first = boundedPieces(pieces, initialChars)
    const more = boundedPieces(pieces, initialChars * 2)
    const total = charsOf(pieces)
    expect(charsOf(first.shown)).toBeLessThanOrEqual(initialChars)
    expect(first.shown.length).toBeLessThanOrEqual(initialChars / 10)
    expect(charsOf(more.shown)).toBeGreaterThan(charsOf(first.shown))
    expect(charsOf(first.shown) + first.left).toBe(total)
    expect(charsOf(more.shown) + more.left).toBe(total)
  }
})
