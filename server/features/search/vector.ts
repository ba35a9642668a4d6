// Builds the tsvector of an entry. Besides words it contains special lexemes, marked by their first character: ^
// fragments of names, @ linked records, ~ quarters of years, = numbers and accounts.
import { fragmentsOf, termsOf } from './cut.ts'
import { fold } from './fold.ts'
import { numberKeys } from './names.ts'

/** Highest position that a tsvector stores: a word beyond it is found, but not in phrases. */
const lastPlace = 16_383
const mostPlaces = 255
const gap = 10

export type IndexedText = {
  names: readonly string[]
  text: string
  numbers?: readonly string[]
  ogs: readonly number[]
  persons: readonly number[]
  at: Date
}
/**
 * Words of an entry before their stems are known: each word once, with its positions (below zero for names). A long
 * text has thousands of words, and a batch of texts needs only one query.
 */
export type CutEntry = { words: Map<string, number[]>; own: string[] }

export function cutEntry({ names, text, numbers = [], ogs, persons, at }: IndexedText): CutEntry {
  const words = new Map<string, number[]>()
  const add = (word: string, place: number) => {
    const places = words.get(word)
    if (places) places.push(place)
    else words.set(word, [place])
  }
  const joined = fold(names.join(' \n '))
  let last = 0
  for (const term of termsOf(joined)) {
    last = term.at
    add(term.text, -last)
  }
  const from = last + gap
  for (const term of termsOf(fold(text))) add(term.text, from + term.at)
  for (const fragment of fragmentsOf(joined)) add(`^${fragment.text}`, fragment.at)
  return {
    words,
    own: [
      ...ogs.map(id => `@o${id}`),
      ...persons.map(id => `@p${id}`),
      ...numberKeys(numbers).map(key => `=${key}`),
      quarterOf(at),
    ],
  }
}

/** Lexeme of the quarter of a year, which limits very many matches to the newest. */
export function quarterOf(at: Date): string {
  return `~${at.getUTCFullYear()}q${Math.floor(at.getUTCMonth() / 3) + 1}`
}

/** The literal of a tsvector; words of names have the highest weight. */
export function vectorOf(cut: CutEntry, stem: (word: string) => string): string {
  const lexemes = new Map<string, number[]>()
  for (const [word, places] of cut.words) {
    const lexeme = stem(word)
    if (lexeme === '') continue
    const known = lexemes.get(lexeme)
    lexemes.set(lexeme, known ? [...known, ...places] : places)
  }
  let vector = cut.own.map(lexeme => `'${lexeme}'`).join(' ')
  for (const [lexeme, all] of lexemes) {
    const places = all.filter(place => place <= lastPlace && -place <= lastPlace)
    if (places.length > mostPlaces) places.sort((a, b) => Math.abs(a) - Math.abs(b)).length = mostPlaces
    vector += ` '${lexeme}'`
    for (const [n, place] of places.entries()) vector += `${n === 0 ? ':' : ','}${place < 0 ? `${-place}A` : place}`
  }
  return vector
}
