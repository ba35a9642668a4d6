// Evidence against two names that share words: numbers, legal forms, and swapped parent and child.
import type { Alignment } from './align.ts'
import type { NameShape } from './shape.ts'
import type { NameWord } from './word.ts'

/** A number that only one side has, as the share of a number: Fund I is not the Fund. */
export function oddNumbers(a: NameShape, b: NameShape, { usedA, usedB }: Alignment): number {
  const odd = (shape: NameShape, used: Uint8Array) =>
    shape.words.filter((word, n) => word.class === 'number' && !used[n]).length
  const [left, right] = [odd(a, usedA), odd(b, usedB)]
  return left > 0 === right > 0 ? 0 : 1
}

const sonOf = new Set(['bin', 'ibn', 'ben', 'bint', 'binti', 'ould', 'walad', 'بن', 'ابن', 'بنت', 'ولد'])
/** A name that includes the ancestors, `X bin Y bin Z`; a short form leaves some of them out. */
export const isPedigree = ({ words }: NameShape) =>
  words.reduce((count, { text }) => count + (sonOf.has(text) ? 1 : 0), 0) > 1

/** Omar son of Abdullah is not Abdullah son of Omar: child and father of one are father and child of the other. */
export function isTurned(a: NameShape, b: NameShape, { links }: Alignment): boolean {
  const [left, right] = [a.isPerson ? descent(a) : undefined, descent(b)]
  if (!left || !right) return false
  const partner = (at: number) => links.find(link => at >= link.a && at < link.aEnd)?.b
  const [child, father] = [partner(left.child), partner(left.father)]
  return child !== undefined && father !== undefined && child > right.of && father < right.of
}

/** Positions of the child, of `son of` and of the father, if a name has them. */
function descent({ words }: NameShape): { child: number; of: number; father: number } | undefined {
  const isName = (word: NameWord) => word.class === 'name' || word.class === 'minor'
  const of = words.findIndex((word, n) => n > 0 && sonOf.has(word.text) && isName(words[n - 1]!))
  const father = of < 0 ? -1 : words.findIndex((word, n) => n > of && isName(word))
  return father < 0 ? undefined : { child: of - 1, of, father }
}

const distinctForms = new Set(['npo', 'state', 'sole', 'partnership'])
/**
 * 1 for a foundation and a company of the same name; less for two kinds of company, because one is sometimes written
 * for the other.
 */
export function formsConflict(a: NameShape, b: NameShape): number {
  const formOf = (shape: NameShape) =>
    shape.words.filter(word => word.class === 'form' && word.meaning !== 'company').map(word => word.meaning)
  const [left, right] = [formOf(a), formOf(b)]
  if (a.isPerson || left.length === 0 || right.length === 0 || left.some(form => right.includes(form))) return 0
  return [...left, ...right].some(form => distinctForms.has(form ?? '')) ? 1 : 0.4
}

/**
 * Whether two names of organisations are in different scripts, so that unmatched words on both sides may be
 * translations of each other.
 */
export function isAcross(a: NameShape, b: NameShape): boolean {
  if (a.isPerson) return false
  const isLatin = (shape: NameShape) => shape.words.every(word => word.script === 'latin' || word.script === 'digit')
  return isLatin(a) !== isLatin(b)
}
