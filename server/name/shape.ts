// Prepares names for comparison.
import { orgWords } from './org-words.ts'
import type { NameStrength, PartyKind } from './party.ts'
import { personWords } from './person-words.ts'
import type { NameWord } from './word.ts'

export type NameShape = {
  /** The name as given. */
  text: string
  strength: NameStrength
  isPerson: boolean
  /**
   * For unknown kinds: parsed as a person, although a word belongs to organisations. Two such names are compared only
   * as organisations.
   */
  isDoubtful?: boolean
  words: readonly NameWord[]
}

/**
 * The readings of a name; empty for a name without a letter or digit. A name of unknown kind is parsed both ways, and
 * the better reading counts. If a slash separates two names, either of them counts as well.
 */
export function shapesOf(text: string, kind: PartyKind, strength: NameStrength = 'primary'): NameShape[] {
  return alternatives(withoutAcronym(text)).flatMap(name => {
    const asPerson = kind === 'person' || kind === 'unknown' ? personWords(name) : []
    const asOrg = kind === 'person' ? [] : orgWords(name, kind === 'vessel')
    const isDoubtful = asPerson.length > 0 && asOrg.some(({ class: kind }) => !personKinds.has(kind))
    return [
      ...(asPerson.length > 0 ? [{ text, strength, isPerson: true, isDoubtful, words: asPerson }] : []),
      ...(asOrg.length > 0 ? [{ text, strength, isPerson: false, words: asOrg }] : []),
    ]
  })
}

const personKinds = new Set(['name', 'initial', 'particle'])

function alternatives(text: string): string[] {
  const parts = text.split(/\/|;|\ba\.?k\.?a\.?\b/i).map(part => part.trim())
  return parts.length > 1 && parts.length < 5 && parts.every(part => part.replace(/\P{L}/gu, '').length > 3)
    ? [text, ...parts]
    : [text]
}

/** An acronym in brackets after the words that it abbreviates adds nothing. */
function withoutAcronym(text: string): string {
  const bare = text.replace(/\s*\(\p{Lu}{3,8}\)\s*$/u, '')
  return /\S\s+\S/.test(bare) ? bare : text
}
