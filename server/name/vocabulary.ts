// The distinct words of an index, and the search for those that a word may mean.
import { nearMeaningsOf } from './lexicon.ts'
import { PairBuilder, type SortedPairs } from './sorted-pairs.ts'
import { anagramOf, likeness, type NameWord } from './word.ts'

const mostLooked = 1_500
const mostNear = 400
const mostRemembered = 3_000

const wordKey = (word: NameWord) => `${word.class}|${word.script}|${word.text}|${word.spellings[0] ?? ''}`

/**
 * The key, and its variants without one consonant, so that a typing error in one consonant is found; short keys have no
 * variants.
 */
export function nearKeys(key: string): string[] {
  if (key.length < 3 || key.startsWith('~')) return [key]
  return [key, ...Array.from(key, (_, n) => key.slice(0, n) + key.slice(n + 1))]
}

export class VocabularyBuilder {
  readonly words: NameWord[] = []
  readonly #ids = new Map<string, number>()
  readonly #near = new PairBuilder()

  /** The number of a word; the same word always has the same number. */
  add(word: NameWord): number {
    const key = wordKey(word)
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = this.words.length
    this.words.push(word)
    this.#ids.set(key, id)
    this.#near.add(`=${word.meaning ?? word.text}`, id)
    const anagram = anagramOf(word)
    if (anagram !== '') this.#near.add(`@${anagram}`, id)
    for (const key of word.keys) for (const pairs of nearKeys(key)) this.#near.add(pairs, id)
    return id
  }

  build(): Vocabulary {
    return new Vocabulary(this.words, this.#near.build())
  }
}

/** `ids` with the most similar first; `likes` by id, including words queried later. */
type SimilarWords = { ids: number[]; likes: Map<number, number> }

export class Vocabulary {
  readonly words: readonly NameWord[]
  readonly #near: SortedPairs
  readonly #remembered = new Map<string, SimilarWords>()

  constructor(words: readonly NameWord[], pairs: SortedPairs) {
    this.words = words
    this.#near = pairs
  }

  /** Whether a word has these consonants, or these and one more. */
  hasKey(key: string): boolean {
    let isKnown = false
    this.#near.each(key, 1, () => {
      isKnown = true
    })
    return isKnown
  }

  /**
   * At most 200 words with at least the similarity `floor`, the most similar first. Examines at most 1,500 words, 400
   * of them one consonant away.
   */
  alike(word: NameWord, floor: number): SimilarWords {
    const key = `${floor}|${wordKey(word)}`
    const known = this.#remembered.get(key)
    if (known) return known
    const looked = new Set<number>()
    const take = (id: number) => void looked.add(id)
    this.#near.each(`=${word.meaning ?? word.text}`, mostLooked, take)
    // In another script it may be translated by a word of similar meaning.
    if (word.meaning !== undefined)
      for (const meaning of nearMeaningsOf(word.meaning)) this.#near.each(`=${meaning}`, mostNear, take)
    const anagram = anagramOf(word)
    if (anagram !== '') this.#near.each(`@${anagram}`, mostNear, take)
    for (const own of word.keys) this.#near.each(own, mostLooked - looked.size, take)
    // Short words have many neighbours one consonant away, and those are rarely meant.
    const most = Math.min(mostLooked, looked.size + mostNear)
    for (const own of word.keys) for (const pairs of nearKeys(own)) this.#near.each(pairs, most - looked.size, take)
    const found: [id: number, like: number][] = []
    for (const id of looked) {
      const like = likeness(word, this.words[id]!)
      if (like >= floor) found.push([id, like])
    }
    found.sort((a, b) => b[1] - a[1] || a[0] - b[0])
    const best = found.slice(0, 200)
    const alike = { ids: best.map(([id]) => id), likes: new Map(found) }
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear()
    this.#remembered.set(key, alike)
    return alike
  }
}
