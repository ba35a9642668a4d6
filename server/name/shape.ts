// A name made ready to be compared.
import { orgWords } from './org-words.ts'
import type { NameStrength, PartyKind } from './party.ts'
import { personWords } from './person-words.ts'
import type { Word } from './word.ts'

export type Shape = {
  /** As it was given. */
  text: string
  strength: NameStrength
  isPerson: boolean
  words: readonly Word[]
}

/** Undefined for a name without a letter or digit. A party that may be anything is read as what its words tell. */
export function shapeOf(text: string, kind: PartyKind, strength: NameStrength = 'primary'): Shape | undefined {
  const isPerson = kind === 'person' || (kind === 'unknown' && !looksLikeOrg(text))
  const words = isPerson ? personWords(text) : orgWords(text, kind === 'vessel')
  return words.length > 0 ? { text, strength, isPerson, words } : undefined
}

function looksLikeOrg(text: string): boolean {
  return orgWords(text, false).some(word => word.class !== 'name' && word.class !== 'initial')
}
