// Handles a party that is a person on one side and an organisation on the other.
import { foldWords } from './fold.ts'
import type { Feature, PartyKind } from './party.ts'
import { phoneKeys, phonesOf } from './phones.ts'
import { spell } from './romanise.ts'
import { runsOf } from './script.ts'
import type { Weights } from './weights.ts'

/**
 * The other kind as which a party is also read; undefined for vessels, and for `unknown`, which is already read both
 * ways.
 */
export function otherKindOf(kind: PartyKind): PartyKind | undefined {
  if (kind === 'person') return 'organisation'
  return kind === 'organisation' ? 'person' : undefined
}

export const isOtherKind = (a: PartyKind, b: PartyKind) => otherKindOf(a) === b

export const otherKindFeature = (a: PartyKind, b: PartyKind, weights: Weights): Feature => ({
  code: 'other_kind',
  a,
  b,
  points: weights.otherKind,
})

const mostRemembered = 50_000
const otherKindCache = new Map<string, string>()

/**
 * All consonants of a name in alphabetical order. It does not depend on the kind, the order of the words or their
 * boundaries, so that both sides have the same key whichever is the query. Empty for a name without sounds.
 */
export function soundKey(name: string): string {
  const letters = foldWords(name).flatMap(word => [...consonantsOf(word)])
  return letters.sort().join('')
}

function consonantsOf(word: string): string {
  let key = otherKindCache.get(word)
  if (key === undefined) {
    const phones = runsOf(word).flatMap(({ script, text }) => [
      ...phonesOf((spell(text, script)[0] ?? '').replaceAll("'", '')),
    ])
    // One sound at a time, so that sounds at the boundary of two words count as within a word.
    key = phones.map(phone => phoneKeys(phone, phone)[0]?.replace('~', '') ?? '').join('')
    if (otherKindCache.size >= mostRemembered) otherKindCache.clear()
    otherKindCache.set(word, key)
  }
  return key
}
