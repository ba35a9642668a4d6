import { cutStart, cutUnits } from '#contract/text.ts'
import type { TextPiece } from './side-text.ts'

/** Characters of a text that are laid out at first: a page can have a megabyte in one line. */
export const initialChars = 20_000
/** Further characters per request. */
export const furtherChars = 100_000
/** Characters retained at either end of an unchanged stretch in a long text. */
const edge = 200
const charsPerPiece = 10

/** A stretch of unchanged text, shown only as its length. */
export type LeftOut = { start: number; leftOut: number }

/**
 * Returns as many pieces as `most` characters allow, and the number of characters left. Unchanged stretches of long
 * texts are folded until the user requests more, so changes are visible wherever they are.
 */
export function boundedPieces(
  pieces: readonly TextPiece[],
  most: number,
): { shown: (TextPiece | LeftOut)[]; left: number } {
  const total = pieces.reduce((sum, { text }) => sum + text.length, 0)
  const mostPieces = most / charsPerPiece
  if (total <= most && pieces.length <= mostPieces) return { shown: [...pieces], left: 0 }
  const shown: (TextPiece | LeftOut)[] = []
  let room = most
  let left = total
  for (const piece of most === initialChars ? pieces.flatMap(foldLong) : pieces) {
    if (room <= 0 || shown.length >= mostPieces) break
    if ('leftOut' in piece) {
      shown.push(piece)
      left -= piece.leftOut
      continue
    }
    const text = cutUnits(piece.text, room)
    shown.push({ ...piece, text })
    room -= Math.max(text.length, 1)
    left -= text.length
    if (text.length < piece.text.length) break
  }
  return { shown, left }
}

function foldLong(piece: TextPiece): (TextPiece | LeftOut)[] {
  const { op, text, start } = piece
  if (op !== 'same' || text.length <= edge * 4) return [piece]
  const head = cutUnits(text, edge)
  const tail = cutStart(text, edge)
  const from = text.length - tail.length
  return [
    { ...piece, text: head },
    { start: start + head.length, leftOut: from - head.length },
    { ...piece, text: tail, start: start + from },
  ]
}
