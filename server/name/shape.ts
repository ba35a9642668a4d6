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
  return alternatives(withoutAcronym(text)).flatMap(name => {
    const asOrg = kind === 'person' ? [] : orgWords(name, kind === 'vessel')
    const isAny =
      kind === 'unknown' &&
      asOrg.every(({ class: kind }) => kind === 'name' || kind === 'initial' || kind === 'particle')
    const asPerson = kind === 'person' || isAny ? personWords(name) : []
    return [
      ...(asPerson.length > 0 ? [{ text, strength, isPerson: true, words: asPerson }] : []),
      ...(asOrg.length > 0 ? [{ text, strength, isPerson: false, words: asOrg }] : []),
    ]
  })
}

function alternatives(text: string): string[] {
  const parts = text.split(/\/|;|\ba\.?k\.?a\.?\b/i).map(part => part.trim())
  return parts.length > 1 && parts.length < 5 && parts.every(part => part.replace(/\P{L}/gu, '').length > 3)
    ? [text, ...parts]
    : [text]
}

/** An acronym in brackets after the words that it stands for says nothing more. */
function withoutAcronym(text: string): string {
  const bare = text.replace(/\s*\(\p{Lu}{3,8}\)\s*$/u, '')
  return /\S\s+\S/.test(bare) ? bare : text
}
