// The similarity of two names, between 0 and 1, and its kind.

import { distance } from 'fastest-levenshtein'
import type { MatchReasonCode } from '#contract/screening.api.ts'
import { type Alignment, align, type WordLink, type WordSimilarity } from './align.ts'
import { addresses } from './data/titles.ts'
import type { NameShape } from './shape.ts'
import type { Weights } from './weights.ts'
import type { NameWord } from './word.ts'

// Evidence against two names that share words: numbers, legal forms, and swapped parent and child.
/** A number that only one side has, as the share of a number: Fund I is not the Fund. */
function oddNumbers(a: NameShape, b: NameShape, { usedA, usedB }: Alignment): number {
  const odd = (shape: NameShape, used: Uint8Array) =>
    shape.words.filter((word, n) => word.class === 'number' && !used[n]).length
  const [left, right] = [odd(a, usedA), odd(b, usedB)]
  return left > 0 === right > 0 ? 0 : 1
}

const sonOf = new Set(['bin', 'ibn', 'ben', 'bint', 'binti', 'ould', 'walad', 'بن', 'ابن', 'بنت', 'ولد'])
/** A name that includes the ancestors, `X bin Y bin Z`; a short form leaves some of them out. */
const isPedigree = ({ words }: NameShape) => words.reduce((count, { text }) => count + (sonOf.has(text) ? 1 : 0), 0) > 1

/** Omar son of Abdullah is not Abdullah son of Omar: child and father of one are father and child of the other. */
function isTurned(a: NameShape, b: NameShape, { links }: Alignment): boolean {
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
function formsConflict(a: NameShape, b: NameShape): number {
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
function isAcross(a: NameShape, b: NameShape): boolean {
  if (a.isPerson) return false
  const isLatin = (shape: NameShape) => shape.words.every(word => word.script === 'latin' || word.script === 'digit')
  return isLatin(a) !== isLatin(b)
}

/** Rarity of each word of a name: 0 if nearly all names have it, 1 if no other name has it. */
type Rarity = ArrayLike<number>

/** Rarity without a list: the table of very common names. */
export const plainRarity = (word: NameWord): number => (word.isCommon ? 0 : 1)

export type NameSide = { shape: NameShape; rarity: Rarity }
export type NameScore = { score: number; code: MatchReasonCode; rarity: number }

export const sideOf = (shape: NameShape): NameSide => ({ shape, rarity: shape.words.map(plainRarity) })

const none: NameScore = { score: 0, code: 'similar_name', rarity: 0 }

export function scoreNames(left: NameSide, right: NameSide, weights: Weights, like: WordSimilarity): NameScore {
  const [a, b] = [left.shape, right.shape]
  if (a.isPerson !== b.isPerson || (a.isDoubtful && b.isDoubtful)) return none
  const aligned = align(a, b, weights.likeFloor, like)
  if (aligned.links.length === 0) return none
  const weighA = weigh(left, weights)
  const weighB = weigh(right, weights)
  let good = 0
  let weight = 0
  let rare = 0
  let strong = 0
  for (const link of aligned.links) {
    const own = (sum(weighA, link.a, link.aEnd) + sum(weighB, link.b, link.bEnd)) / 2
    weight += own
    good += own * Math.max(0, 1 - weights.blur * (1 - link.like))
    if (isInitial(a, link.a) || isInitial(b, link.b)) continue
    rare += own * Math.min(minOf(left.rarity, link.a, link.aEnd), minOf(right.rarity, link.b, link.bEnd))
    if (hasName(a, link.a, link.aEnd) || hasName(b, link.b, link.bEnd)) strong += 1
  }
  const rest = { a: sumUnused(weighA, aligned.usedA), b: sumUnused(weighB, aligned.usedB) }
  if (a.isPerson) {
    const [left, right] = [patronymicBeyond(a, aligned.usedA), patronymicBeyond(b, aligned.usedB)]
    if (left >= 0 && right < 0) rest.a -= weighA[left]! * (1 - weights.patronymic)
    if (right >= 0 && left < 0) rest.b -= weighB[right]! * (1 - weights.patronymic)
  }
  const against = contradictionScore(a, b, aligned, weights)
  const isAddressed = isTitledName(left) || isTitledName(right)
  const share = weight === 0 ? 0 : rare / weight
  const isPedigreed = a.isPerson && isPedigree(rest.a > rest.b ? a : b)
  const lessened = isAddressed ? weights.addressed : isPedigreed ? weights.pedigree : 1
  const extra = Math.abs(rest.a - rest.b) * extraWeight(a, b, share, weights) * lessened
  // One word against many matches only a part, unless that word is the whole name with a title.
  const isPart = Math.max(rest.a, rest.b) > weights.class.form * 2 && !isAddressed
  const isSingle = strong === 0 || (strong === 1 && a.isPerson && countNames(a) !== countNames(b))
  const words = (good / (weight + against.all + extra)) * (isPart && isSingle ? weights.single : 1)
  const alike = against.isOther || words > 0.95 ? words : Math.max(words, wholeNameScore(a, b, weights))
  const score = isTurned(a, b, aligned) ? alike * weights.turned : alike
  return { score, code: codeOf(a, b, aligned), rarity: share }
}

/** Two names in one script that differ by one or two letters over their whole length, regardless of blanks. */
function wholeNameScore(a: NameShape, b: NameShape, weights: Weights): number {
  const [left, right] = [joinedText(a), joinedText(b)]
  const length = Math.max(left.length, right.length)
  if (Math.abs(left.length - right.length) > 2 || length < 6) return 0
  const like = 1 - distance(left, right) / length
  return like < weights.wholeFloor ? 0 : Math.max(0, 1 - weights.wholeBlur * (1 - like))
}

const joinedText = (shape: NameShape) => shape.words.map(word => (word.class === 'form' ? '' : word.text)).join('')

function weigh({ shape, rarity }: NameSide, weights: Weights): number[] {
  return shape.words.map((word, n) => weights.class[word.class] * (weights.common + (1 - weights.common) * rarity[n]!))
}

function sum(values: ArrayLike<number>, from: number, to: number): number {
  let total = 0
  for (let n = from; n < to; n += 1) total += values[n]!
  return total
}

function minOf(values: ArrayLike<number>, from: number, to: number): number {
  let value = 1
  for (let n = from; n < to; n += 1) if (values[n]! < value) value = values[n]!
  return value
}

function sumUnused(values: readonly number[], used: Uint8Array): number {
  let total = 0
  for (let n = 0; n < values.length; n += 1) if (!used[n]) total += values[n]!
  return total
}

/**
 * The position of a patronymic that the other side leaves out, or -1. A patronymic follows a given name that is not a
 * patronymic itself. So Abramovich is the surname of Roman Arkadyevich in any position, and two words alone are given
 * name and surname.
 */
function patronymicBeyond({ words }: NameShape, used: Uint8Array): number {
  if (words.length < 3) return -1
  for (let n = 1; n < words.length; n += 1)
    if (!used[n] && words[n]!.isPatronymic && !words[n - 1]!.isPatronymic) return n
  return -1
}

/**
 * Contradicting words count fully, whether they are common or not. `isOther`: a number or a legal form shows that it is
 * a different party.
 */
function contradictionScore(
  a: NameShape,
  b: NameShape,
  aligned: Alignment,
  weights: Weights,
): { all: number; isOther: boolean } {
  const left = Math.min(plainRest(a, aligned.usedA, weights), plainRest(b, aligned.usedB, weights))
  const odd = oddNumbers(a, b, aligned) * weights.oddNumber
  const forms = formsConflict(a, b) * weights.otherForm
  const words = left * (isAcross(a, b) ? weights.conflictAcross : weights.conflict)
  return { all: words + odd + forms, isOther: odd + forms > 0 }
}

/** Additional words of one side weigh more if the shared words are common. */
function extraWeight(a: NameShape, b: NameShape, rarity: number, weights: Weights): number {
  if (a.isPerson) return weights.extraPerson * (1 + weights.commonExtra * (1 - rarity))
  return isAcross(a, b) ? weights.extraAcross : weights.extraOrg
}

/** A title and one uncommon name, as well-known persons are often called: President Erdoğan. */
function isTitledName({ shape, rarity }: NameSide): boolean {
  const names = shape.words.flatMap((word, n) => (word.class === 'name' ? [n] : []))
  return shape.isPerson && names.length === 1 && rarity[names[0]!]! > 0.5 && addresses.has(shape.words[0]!.text)
}

/** A title or a particle that only one side has contradicts nothing. */
const contradicts = ({ class: kind }: NameWord) => kind !== 'particle' && kind !== 'title'

function plainRest(shape: NameShape, used: Uint8Array, weights: Weights): number {
  return shape.words.reduce(
    (total, word, n) => total + (used[n] || !contradicts(word) ? 0 : weights.class[word.class]),
    0,
  )
}

const isInitial = (shape: NameShape, at: number) => shape.words[at]!.class === 'initial'

function hasName(shape: NameShape, from: number, to: number): boolean {
  for (let n = from; n < to; n += 1) if (shape.words[n]!.class === 'name') return true
  return false
}

const countNames = (shape: NameShape) => shape.words.reduce((count, word) => count + (word.class === 'name' ? 1 : 0), 0)

function codeOf(a: NameShape, b: NameShape, { links, usedA, usedB }: Alignment): MatchReasonCode {
  const isWhole = !usedA.includes(0) && !usedB.includes(0)
  const across = links.filter(link => a.words[link.a]!.script !== b.words[link.b]!.script)
  if (across.some(link => isTranslated(a.words[link.a]!) && link.like === 1)) return 'translated_name'
  if (across.length > 0) return 'other_script'
  const isExact = links.every(link => link.like >= 0.999)
  if (!isExact) return 'similar_name'
  if (!isWhole) return 'partial_name'
  return links.every(link => link.a === link.b) ? 'same_name' : 'same_words'
}

const isTranslated = (word: NameWord) => word.meaning !== undefined && word.class !== 'form' && word.class !== 'number'

export type { WordLink }
