// Searches an index: candidates by words, joined words and numbers, then a full comparison of each.
import { nameFeatures, type PreparedParty, prepare, total, worth } from './compare.ts'
import { compareFacts, type Facts } from './facts.ts'
import { gather } from './gather.ts'
import { collect, type IndexData, kinds, strengths } from './index-build.ts'
import { type NameScore, type NameSide, plainRarity, scoreNames, sideOf } from './name-score.ts'
import { isOtherKind, otherKindFeature, otherKindOf, soundKey } from './other-kind.ts'
import type { Party, PartyEntry, PartyHit } from './party.ts'
import type { Script } from './script.ts'
import type { NameShape } from './shape.ts'
import { weights as defaultWeights, type Weights } from './weights.ts'
import { likeness, type NameWord } from './word.ts'

/**
 * `limit`: maximum number of hits (20); `threshold`: minimum score (0); `weights`: instead of the default ones;
 * `without`: words of the query in this script are not romanised, which proves in tests that the examiner detects such
 * a loss.
 */
export type SearchOptions = { limit?: number; threshold?: number; weights?: Weights; without?: Script }
/** `isPlain`: the rarity of words comes from the table of common words instead of their frequency in the index. */
type IndexOptions = { isPlain?: boolean }

/** Names of the same sounds that are looked at; no published list has so many. */
const mostOfOneSound = 2_000

type Best = { name: NameScore; left: NameShape; right: NameShape; worth: number }

/** Reads entries one at a time, so that a list need not be in memory. Throws a RangeError over 2,097,152 names. */
export const buildIndex = (entries: Iterable<PartyEntry>, options?: IndexOptions): NameIndex =>
  new NameIndex(collect(entries), options)

export class NameIndex {
  readonly #held: IndexData
  /** Word weights for collecting candidates, and for scoring them. */
  readonly #telling: Float32Array
  readonly #rarity: Float32Array

  constructor(index: IndexData, { isPlain = false }: IndexOptions = {}) {
    this.#held = index
    this.#telling = raritiesOf(index)
    this.#rarity = isPlain
      ? Float32Array.from(index.vocabulary.words, word => (plainRarity(word) === 0 ? 0.3 : 1))
      : this.#telling
  }

  /** Number of entries in the index. */
  get size(): number {
    return this.#held.count
  }

  /** Number of names in the index, including aliases. */
  get names(): number {
    return this.#held.nameOf.length
  }

  /** Hits, the best first; equal ones in the order of the list. */
  search(query: Party | PreparedParty, options: SearchOptions = {}): PartyHit[] {
    return this.searchAmong(query, options).hits
  }

  /**
   * The same with at most `candidates` candidates for each name. `left`: the number of hits beyond the limit;
   * `uncompared`: upper bound of names of the index that share enough with the query but were not compared, because
   * others share more; a hit may be among them.
   */
  searchAmong(
    query: Party | PreparedParty,
    options: SearchOptions & { candidates?: number } = {},
  ): { hits: PartyHit[]; uncompared: number; left: number } {
    const { limit = 20, threshold = 0, weights = defaultWeights, candidates, without } = options
    const prepared = 'shapes' in query ? query : prepare(query)
    const party = without === undefined ? prepared : withoutScript(prepared, without)
    const best = new Map<number, Best>()
    let uncompared = 0
    for (const shape of party.shapes) uncompared += this.#compareNames(shape, best, weights, candidates)
    uncompared += this.#compareOtherKind(party, best, weights)
    const hits = [...best].map(([entry, { name, left, right }]) =>
      this.#hit(entry, party, nameFeatures(name, left, right, weights), weights),
    )
    for (const entry of this.#byNumber(party.facts, best)) hits.push(this.#hit(entry, party, [], weights))
    const likely = hits
      .filter(hit => hit.score >= threshold && hit.score > 0)
      .sort((a, b) => b.score - a.score || a.at - b.at)
    const left = Math.max(0, likely.length - limit)
    return { hits: likely.slice(0, limit), uncompared, left }
  }

  /** Returns the number of candidates that were not compared. */
  #compareNames(shape: NameShape, best: Map<number, Best>, weights: Weights, candidates: number | undefined): number {
    const { nameLooks, nameOf, vocabulary } = this.#held
    const { names: gathered, likes, uncompared } = gather(this.#held, shape, this.#telling, weights, candidates)
    const names = new Set(gathered)
    // Names of the same sound are added, because a name of common words shares less than names with a rare word that
    // is similar to one of them.
    const sameSound = this.#ofSameSound(shape.text)
    for (const at of sameSound.places) if ((nameLooks[at]! & 4) > 0 === shape.isPerson) names.add(at)
    const left: NameSide = { shape, rarity: shape.words.map((word, n) => this.#rarityOf(word, likes[n]!)) }
    for (const at of names) {
      const ids = this.#held.nameWords.at(at)
      const right = this.#shapeAt(at, ids)
      const like = (i: number, j: number) => {
        const id = ids[j]!
        const known = likes[i]!.get(id)
        if (known !== undefined) return known
        const [own, other] = [shape.words[i]!, vocabulary.words[id]!]
        if (!mayBeAlike(own, other)) return 0
        const value = likeness(own, other)
        likes[i]!.set(id, value)
        return value
      }
      const name = scoreNames(left, { shape: right, rarity: Array.from(ids, id => this.#rarity[id]!) }, weights, like)
      const value = worth(name, shape, right, weights)
      const entry = nameOf[at]!
      const known = best.get(entry)
      if (name.score > 0 && (!known || value > known.worth)) best.set(entry, { name, left: shape, right, worth: value })
    }
    return uncompared + sameSound.more
  }

  /** Names of the same sounds, in whatever order and however parted. */
  #ofSameSound(text: string): { places: number[]; more: number } {
    const places: number[] = []
    const more = this.#held.joined.each(`!${soundKey(text)}`, mostOfOneSound, at => places.push(at))
    return { places, more }
  }

  /**
   * Entries of the other kind are compared only if their names have the same sounds: a wrong kind then costs points,
   * but not the hit. Returns the number of those that were not compared.
   */
  #compareOtherKind(party: PreparedParty, best: Map<number, Best>, weights: Weights): number {
    if (otherKindOf(party.kind) === undefined) return 0
    let uncompared = 0
    const { nameOf, nameWords } = this.#held
    for (const text of new Set(party.shapes.map(shape => shape.text))) {
      const { places, more } = this.#ofSameSound(text)
      for (const at of places) {
        const entry = nameOf[at]!
        if (!isOtherKind(party.kind, this.kindOf(entry)!)) continue
        const ids = nameWords.at(at)
        const right = this.#shapeAt(at, ids)
        const rarity = Array.from(ids, id => this.#rarity[id]!)
        for (const left of party.otherShapes()) {
          if (left.text !== text) continue
          const like = (i: number, j: number) => likeness(left.words[i]!, right.words[j]!)
          const name = scoreNames(sideOf(left), { shape: right, rarity }, weights, like)
          const value = worth(name, left, right, weights)
          const known = best.get(entry)
          if (name.score > 0 && (!known || value > known.worth)) best.set(entry, { name, left, right, worth: value })
        }
      }
      uncompared += more
    }
    return uncompared
  }

  /** The rarity of the most common word of the index that is nearly the same. */
  #rarityOf(word: NameWord, likes: ReadonlyMap<number, number>): number {
    let rarity = plainRarity(word) === 0 ? 0.3 : 1
    for (const [id, like] of likes) if (like >= 0.95 && this.#rarity[id]! < rarity) rarity = this.#rarity[id]!
    return rarity
  }

  #shapeAt(at: number, ids: Uint32Array): NameShape {
    const looks = this.#held.nameLooks[at]!
    const words = Array.from(ids, id => this.#held.vocabulary.words[id]!)
    const { nameTexts } = this.#held
    return {
      get text() {
        return nameTexts.at(at)
      },
      strength: strengths[looks & 3]!,
      isPerson: (looks & 4) > 0,
      isDoubtful: (looks & 8) > 0,
      words,
    }
  }

  *#byNumber(facts: Facts, known: ReadonlyMap<number, Best>): Generator<number> {
    const seen = new Set<number>()
    for (const number of facts.numbers)
      for (const entry of this.#held.numbers.get(number) ?? [])
        if (!known.has(entry) && !seen.has(entry)) {
          seen.add(entry)
          yield entry
        }
  }

  #hit(entry: number, party: PreparedParty, features: PartyHit['features'], weights: Weights): PartyHit {
    const { dates, countries, entryLooks, numbers, ids } = this.#held
    const shared = party.facts.numbers.filter(number => numbers.get(number)?.includes(entry))
    const facts: Facts = {
      dates: dates.at(entry),
      countries: countries.at(entry),
      sex: entryLooks[entry]! & 3,
      numbers: shared,
    }
    const kind = this.kindOf(entry)!
    const kinds =
      features.length > 0 && isOtherKind(party.kind, kind) ? [otherKindFeature(party.kind, kind, weights)] : []
    const all = total([...features, ...kinds, ...compareFacts(party.facts, facts, weights)])
    return { ...all, id: ids.at(entry), at: entry }
  }

  /** The kind of party of an entry. */
  kindOf(entry: number) {
    return kinds[this.#held.entryLooks[entry]! >> 2]
  }
}

function withoutScript(party: PreparedParty, script: Script): PreparedParty {
  const mute = (word: NameWord): NameWord =>
    word.script === script ? { ...word, spellings: [''], phones: [], keys: [] } : word
  const shapes = party.shapes.map(shape => ({ ...shape, words: shape.words.map(mute) }))
  return { ...party, shapes, otherShapes: () => [] }
}

/**
 * Two words that share neither the first nor the last consonant cannot be the same. Initials are always compared; for
 * numbers the first and last digits count.
 */
function mayBeAlike(a: NameWord, b: NameWord): boolean {
  if (a.class === 'initial' || b.class === 'initial') return true
  for (const own of a.keys)
    for (const other of b.keys)
      if (Math.abs(own.length - other.length) < 3 && (own[0] === other[0] || own.at(-1) === other.at(-1))) return true
  return false
}

/**
 * 1 for a word that occurs in one name, falling to 0 for a word in one of fifty names; at most 0.3 for words of the
 * table of common words.
 */
function raritiesOf({ postings, vocabulary, nameOf }: IndexData): Float32Array {
  const most = Math.log(Math.max(50, nameOf.length / 50))
  return Float32Array.from(vocabulary.words, (word, id) => {
    const often = postings.starts[id + 1]! - postings.starts[id]!
    const rarity = 1 - Math.log(Math.max(1, often)) / most
    return Math.max(0, Math.min(plainRarity(word) === 0 ? 0.3 : 1, rarity))
  })
}
