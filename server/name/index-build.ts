// Builds an index over entries: words, names as lists of words, and other facts, in typed arrays, so that a million
// names fit into memory.

import { prepare } from './compare.ts'
import { factsOf, foldNumber } from './facts.ts'
import { soundKey } from './other-kind.ts'
import type { NameStrength, PartyEntry, PartyKind } from './party.ts'
import { invert, NumberPool, TextPool } from './pool.ts'
import { PairBuilder } from './sorted-pairs.ts'
import { VocabularyBuilder } from './vocabulary.ts'
import { joinableRuns, joinedKeys } from './word.ts'

export const strengths: readonly NameStrength[] = ['primary', 'alias', 'weak']
export const kinds: readonly PartyKind[] = ['person', 'organisation', 'vessel', 'unknown']

/** The data of an index; `index-search.ts` reads it. */
export type IndexData = ReturnType<typeof collect>

/** Reads entries one at a time, so that a list need not be in memory. At most 2,097,152 names. */
export function collect(entries: Iterable<PartyEntry>) {
  const vocabulary = new VocabularyBuilder()
  const joined = new PairBuilder()
  const nameWords = new NumberPool()
  const nameTexts = new TextPool()
  const nameOf: number[] = []
  const nameLooks: number[] = []
  const ids = new TextPool()
  const entryLooks: number[] = []
  const dates = new NumberPool()
  const countries = new NumberPool()
  const numbers = new Map<string, number[]>()
  let count = 0
  for (const { id, party } of entries) {
    const { shapes } = prepare(party)
    const facts = factsOf(party)
    ids.add(id)
    entryLooks.push(kinds.indexOf(party.kind) * 4 + facts.sex)
    dates.add(facts.dates)
    countries.add(facts.countries)
    for (const { value } of party.numbers ?? []) {
      const folded = foldNumber(value)
      if (folded !== '') numbers.set(folded, [...(numbers.get(folded) ?? []), count])
    }
    for (const shape of shapes) {
      const at = nameOf.length
      nameOf.push(count)
      nameLooks.push((shape.isDoubtful ? 8 : 0) + (shape.isPerson ? 4 : 0) + strengths.indexOf(shape.strength))
      nameTexts.add(shape.text)
      nameWords.add(shape.words.map(word => vocabulary.add(word)))
      // The sound key alone finds a name whose kind is wrong, or whose words are all common.
      joined.add(`!${soundKey(shape.text)}`, at)
      for (const run of joinableRuns(shape.words)) for (const key of joinedKeys(run)) joined.add(key, at)
    }
    count += 1
  }
  return {
    count,
    vocabulary: vocabulary.build(),
    joined: joined.build(),
    nameWords: nameWords.trim(),
    nameTexts,
    nameOf: Uint32Array.from(nameOf),
    nameLooks: Uint8Array.from(nameLooks),
    ids,
    entryLooks: Uint8Array.from(entryLooks),
    dates: dates.trim(),
    countries: countries.trim(),
    numbers,
    postings: invert(nameWords, vocabulary.words.length),
  }
}
