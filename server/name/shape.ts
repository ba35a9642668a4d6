// Names made ready to be compared.
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

/**
 * None for a name without a letter or digit. A name of which nobody says whether it is a person's is read both ways; where a slash
 * parts two names, either counts as well.
 */
export function shapesOf(text: string, kind: PartyKind, strength: NameStrength = 'primary'): Shape[] {
  const ways = kind === 'unknown' ? [true, false] : [kind === 'person']
  return alternatives(withoutAcronym(text)).flatMap(name =>
    ways.flatMap(isPerson => {
      const words = isPerson ? personWords(name) : orgWords(name, kind === 'vessel')
      return words.length > 0 ? [{ text, strength, isPerson, words }] : []
    }),
  )
}

function alternatives(text: string): string[] {
  const parts = text.split(/\/|;|\ba\.?k\.?a\.?\b/i).map(part => part.trim())
  return parts.length > 1 && parts.length < 5 && parts.every(part => /\p{L}{4}/u.test(part)) ? [text, ...parts] : [text]
}

/** An acronym in brackets after the words that it stands for says nothing more. */
function withoutAcronym(text: string): string {
  const bare = text.replace(/\s*\(\p{Lu}{3,8}\)\s*$/u, '')
  return /\S\s+\S/.test(bare) ? bare : text
}
