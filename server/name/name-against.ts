// What speaks against two names that share words: numbers, legal forms, who is whose son.
import type { Aligned } from './align.ts'
import type { Shape } from './shape.ts'
import type { Word } from './word.ts'

/** Numbers that one side has and the other has not, as the share of a number: Fund I is not the Fund. */
export function oddNumbers(a: Shape, b: Shape, { usedA, usedB }: Aligned): number {
  const odd = (shape: Shape, used: Uint8Array) =>
    shape.words.filter((word, n) => word.class === 'number' && !used[n]).length
  const [left, right] = [odd(a, usedA), odd(b, usedB)]
  return left > 0 === right > 0 ? 0 : 1
}

const sonOf = new Set(['bin', 'ibn', 'ben', 'bint', 'binti', 'ould', 'walad', 'بن', 'ابن', 'بنت', 'ولد'])
/** Omar son of Abdullah is not Abdullah son of Omar: who comes first in one comes after `son of` in the other. */
export function isTurned(a: Shape, b: Shape, { links }: Aligned): boolean {
  const isName = (word: Word | undefined) => word?.class === 'name' || word?.class === 'minor'
  const fatherOf = ({ words }: Shape) =>
    words.findIndex((word, n) => sonOf.has(word.text) && isName(words[n - 1]) && isName(words[n + 1])) + 1
  const [fatherA, fatherB] = [a.isPerson ? fatherOf(a) : 0, fatherOf(b)]
  if (fatherA < 2 || fatherB < 2) return false
  return links.some(link => link.a < fatherA - 1 !== link.b < fatherB - 1 && (link.a === 0 || link.b === 0))
}

const apart = new Set(['npo', 'state', 'sole', 'partnership'])
/** A foundation is not the company of its name (1); of two kinds of company one may be written for the other (less). */
export function formsConflict(a: Shape, b: Shape): number {
  const formOf = (shape: Shape) =>
    shape.words.filter(word => word.class === 'form' && word.meaning !== 'company').map(word => word.meaning)
  const [left, right] = [formOf(a), formOf(b)]
  if (a.isPerson || left.length === 0 || right.length === 0 || left.some(form => right.includes(form))) return 0
  return [...left, ...right].some(form => apart.has(form ?? '')) ? 1 : 0.4
}

/** Whether names of organisations are in two scripts: what is left on both sides may be translations of each other. */
export function isAcross(a: Shape, b: Shape): boolean {
  if (a.isPerson) return false
  const isLatin = (shape: Shape) => shape.words.every(word => word.script === 'latin' || word.script === 'digit')
  return isLatin(a) !== isLatin(b)
}
