// Meanings of words in organisation names, in English for every language, because names of organisations are
// translated.

import { forms } from './data/legal-forms.ts'
import { numberWords } from './data/numbers.ts'
import { emptyWords, formWords, genericWords } from './data/org-classes.ts'
import { nearMeanings as nearGroups } from './data/org-near.ts'
import { arabicWords } from './data/org-words-arabic.ts'
import { arabicBodyWords } from './data/org-words-arabic-body.ts'
import { cyrillicWords } from './data/org-words-cyrillic.ts'
import { hanBodyWords } from './data/org-words-han-body.ts'
import { hanGoodsWords } from './data/org-words-han-goods.ts'
import { hanTradeWords } from './data/org-words-han-trade.ts'
import { japaneseWords, koreanWords } from './data/org-words-korean.ts'
import { latinWords } from './data/org-words-latin.ts'
import { latinBodyWords } from './data/org-words-latin-body.ts'
import { places } from './data/places.ts'
import { hanPlaces } from './data/places-han.ts'
import { foldWords } from './fold.ts'
import { tableRows, wordsOf } from './table.ts'
import type { WordClass } from './word-class.ts'

/** The English word (`hong kong` is one) and its class; `empty` has no meaning. */
export type Meaning = { text: string; class: WordClass | 'empty' }

const longestPhrase = 6
const exact = new Map<string, Meaning>()
const stems = new Map<string, Meaning>()
let isReady = false

function add(phrase: string, meaning: Meaning): void {
  const isStem = phrase.endsWith('*')
  const key = foldWords(phrase.replace(/\*$/, '')).map(withoutArticle).join(' ')
  const table = isStem ? stems : exact
  if (key !== '' && !table.has(key)) table.set(key, meaning)
}

function addTable(text: string, kind: (word: string) => Meaning['class']): void {
  for (const [english, words] of tableRows(text)) {
    // If an earlier table gives a word another meaning, as forestry is wood, that meaning is used.
    const known = exact.get(english)
    const meaning = known ?? { text: english, class: kind(english) }
    for (const word of words.split(',')) add(word.trim(), meaning)
    for (const word of english.split('+')) parts.add(word)
  }
}

/** English words of the tables, which mean themselves unless a table defines otherwise. */
const parts = new Set<string>()

const languages = ['en', 'zh', 'ar', 'fa', 'ru', 'uk', 'ko', 'ja', 'es', 'fr', 'de', 'he', 'el', 'hi', 'tr', 'pt', 'it']

/** Countries in seventeen languages, as the runtime names them. */
function addCountries(): void {
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const others = languages.map(language => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }))
  for (let n = 0; n < 676; n += 1) {
    const code = String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))
    const name = english.of(code)
    if (name === undefined || code === 'ZZ' || code === 'XA' || code === 'XB') continue
    const meaning: Meaning = { text: foldWords(name.replace(/&.*/, '')).join(' '), class: 'place' }
    for (const other of others) {
      const local = other.of(code)
      if (local !== undefined) add(local, meaning)
    }
  }
}

function classOf(english: string): Meaning['class'] {
  if (emptyWords.has(english)) return 'empty'
  if (formWords.has(english)) return 'form'
  return genericWords.has(english) ? 'generic' : 'trade'
}

function ready(): void {
  if (isReady) return
  isReady = true
  for (const [phrase, form] of forms) {
    const meaning: Meaning = { text: form, class: 'form' }
    add(phrase, meaning)
    // Letters with full stops are folded to one word: `Sp. z o.o.`, `S. de R.L.`
    add(
      phrase.replace(/\b\p{L}(?: \p{L}\b)+/gu, letters => letters.replaceAll(' ', '')),
      meaning,
    )
    add(
      phrase.replace(/\b\p{L} \p{L}$/u, letters => letters.replace(' ', '')),
      meaning,
    )
  }
  addTable(latinWords, classOf)
  addTable(latinBodyWords, classOf)
  for (const words of [hanBodyWords, hanTradeWords, hanGoodsWords]) addTable(words, classOf)
  addTable(arabicWords, classOf)
  addTable(arabicBodyWords, classOf)
  addTable(cyrillicWords, classOf)
  addTable(koreanWords, classOf)
  addTable(japaneseWords, classOf)
  addTable(hanPlaces, () => 'place')
  addTable(places, () => 'place')
  for (const text of [hanPlaces, places])
    for (const [english] of tableRows(text)) add(english, { text: english, class: 'place' })
  addCountries()
  for (const [word, digits] of numberWords) add(word, { text: digits, class: 'number' })
  for (const word of parts) add(word, { text: word, class: classOf(word) })
}

/** The meaning of an English word of a table on its own: in `agricultural+bank` the first is agriculture. */
export function meaningOf(english: string): Meaning {
  ready()
  return exact.get(english) ?? { text: english, class: classOf(english) }
}

const article = /^(?:وال|بال|لل|ال)(?=\p{L}{2})/u
/** Arabic words are stored in the tables, and looked up, without the article. */
export const withoutArticle = (word: string): string => (word === 'الله' ? word : word.replace(article, ''))

/** The meaning of the words from `at` on, with the longest phrase first, and the number of words that it covers. */
export function meaningAt(words: readonly string[], at: number): { meaning: Meaning; taken: number } | undefined {
  ready()
  for (let taken = Math.min(longestPhrase, words.length - at); taken > 0; taken -= 1) {
    const meaning = exact.get(taken === 1 ? words[at]! : words.slice(at, at + taken).join(' '))
    if (meaning) return { meaning, taken }
  }
  const word = words[at]!
  for (let length = word.length; length >= 3; length -= 1) {
    const meaning = stems.get(word.slice(0, length))
    if (meaning) return { meaning, taken: 1 }
  }
  const country = countryOf(word)
  if (country) return { meaning: country, taken: 1 }
  // Prefixes that Arabic joins to the word: for, and, with.
  const bare = /^[لوب](\p{Script=Arabic}{3,})$/u.exec(word)?.[1]
  const meaning = bare === undefined ? undefined : exact.get(withoutArticle(bare))
  const found = meaning ?? arabicCountry(word)
  return found && { meaning: found, taken: 1 }
}

const peoples: [RegExp, string][] = [
  [/n$/, ''],
  [/ian$/, ''],
  [/ian$/, 'y'],
  [/i$/, ''],
  [/ese$/, ''],
  [/ese$/, 'a'],
  [/ish$/, 'ey'],
]
/** `Tunisian`, `Yemeni`, `Sudanese`: the country. */
function countryOf(word: string): Meaning | undefined {
  if (!/^[a-z]{5,}(?:n|i|ese|ish)$/.test(word)) return undefined
  for (const [ending, instead] of peoples) {
    if (!ending.test(word)) continue
    const meaning = exact.get(word.replace(ending, instead))
    if (meaning?.class === 'place') return meaning
  }
  return undefined
}

/** `سوري`, `ليبية`: adjectives of a country. */
function arabicCountry(word: string): Meaning | undefined {
  const stem = /^(\p{Script=Arabic}{3,}?)(?:ي|ية|يه)$/u.exec(word)?.[1]
  if (stem === undefined) return undefined
  const all = [stem, `${stem}ا`, `${stem}يا`, `${stem}ة`].map(name => exact.get(name))
  return all.find(meaning => meaning?.class === 'place')
}

let nearForms: Map<string, Set<string>> | undefined

/** Meanings that a translation may use instead; empty for most. */
export function nearMeaningsOf(meaning: string): ReadonlySet<string> {
  if (!nearForms) {
    nearForms = new Map()
    for (const group of nearGroups.trim().split('\n')) {
      const all = wordsOf(group).map(word => meaningOf(word).text)
      for (const one of all)
        nearForms.set(one, new Set([...(nearForms.get(one) ?? []), ...all.filter(other => other !== one)]))
    }
  }
  return nearForms.get(meaning) ?? none
}
const none: ReadonlySet<string> = new Set()

type NamePiece = { text: string; meaning: Meaning | undefined }

/** Province, city, county: the last character of a place name. */
const divisions = new Set('省市县区')

/**
 * Splits text without blanks into words: with as few unknown characters as possible, then as few words as possible. A
 * single character is a separate word only at the end (`厂`, `院`) and after a place (`广东省`), because within names it is
 * part of one.
 */
export function cutRun(run: string): NamePiece[] {
  ready()
  const letters = [...run]
  const best: { cost: number; from: number; meaning: Meaning | undefined }[] = [
    { cost: 0, from: 0, meaning: undefined },
  ]
  for (let end = 1; end <= letters.length; end += 1) {
    let choice = { cost: best[end - 1]!.cost + 10, from: end - 1, meaning: undefined as Meaning | undefined }
    for (let from = Math.max(0, end - 14); from < end; from += 1) {
      const isSingle = end - from === 1
      const isInside = isSingle && end < letters.length
      if (isSingle && (from === 0 || (isInside && (from < 2 || !divisions.has(letters[from]!))))) continue
      const meaning = exact.get(letters.slice(from, end).join(''))
      const cost = best[from]!.cost + (isInside ? 3 : 1)
      if (meaning && cost <= choice.cost) choice = { cost, from, meaning }
    }
    best.push(choice)
  }
  const pieces: NamePiece[] = []
  for (let end = letters.length; end > 0; ) {
    const { from, meaning } = best[end]!
    const text = letters.slice(from, end).join('')
    const next = pieces[0]
    if (!meaning && next && !next.meaning) next.text = text + next.text
    else pieces.unshift({ text, meaning })
    end = from
  }
  return pieces
}
