// The words of an entry as PostgreSQL keeps them. Beside words there are lexemes of our own, told by their first letter:
// ^ fragments of names, @ linked records, ~ quarters of years, = numbers and accounts.
import type { Term } from './cut.ts'
import { fragmentsOf, termsOf } from './cut.ts'
import { fold } from './fold.ts'
import { numberKeys } from './names.ts'

/** Places beyond this are not kept: such a word is found, but not in order. */
const lastPlace = 16_383
const mostPlaces = 255
const gap = 10

export type Written = {
  names: readonly string[]
  text: string
  numbers?: readonly string[]
  ogs: readonly number[]
  persons: readonly number[]
  at: Date
}
export type CutEntry = { names: Term[]; text: Term[]; fragments: { text: string; at: number }[]; own: string[] }

export function cutEntry({ names, text, numbers = [], ogs, persons, at }: Written): CutEntry {
  const joined = fold(names.join(' \n '))
  return {
    names: [...termsOf(joined)],
    text: [...termsOf(fold(text))],
    fragments: [...fragmentsOf(joined)],
    own: [
      ...ogs.map(id => `@o${id}`),
      ...persons.map(id => `@p${id}`),
      ...numberKeys(numbers).map(key => `=${key}`),
      quarterOf(at),
    ],
  }
}

/** A quarter of a year: very many finds are narrowed to the newest of them. */
export function quarterOf(at: Date): string {
  return `~${at.getUTCFullYear()}q${Math.floor(at.getUTCMonth() / 3) + 1}`
}

/** The literal of a tsvector; words of names weigh most. */
export function vectorOf(cut: CutEntry, stem: (word: string) => string): string {
  const places = new Map<string, string[]>()
  const add = (lexeme: string, place: number, weight: '' | 'A') => {
    if (lexeme === '') return
    const all = places.get(lexeme)
    if (!all) places.set(lexeme, place <= lastPlace ? [`${place}${weight}`] : [])
    else if (place <= lastPlace && all.length < mostPlaces) all.push(`${place}${weight}`)
  }
  const lexemeOf = (term: Term) => (term.kind === 'word' ? stem(term.text) : term.text)
  for (const term of cut.names) add(lexemeOf(term), term.at, 'A')
  const from = (cut.names.at(-1)?.at ?? 0) + gap
  for (const term of cut.text) add(lexemeOf(term), from + term.at, '')
  for (const { text, at } of cut.fragments) add(`^${text}`, at, '')
  const own = cut.own.map(lexeme => `'${lexeme}'`)
  for (const [lexeme, all] of places) own.push(all.length > 0 ? `'${lexeme}':${all.join(',')}` : `'${lexeme}'`)
  return own.join(' ')
}
