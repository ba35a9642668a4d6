// Normalises a value to its scheme's form and compares values. The SQL function `identifier_keys` gives identical
// results; a test compares both.
import { type Scheme, schemeOf } from './identifier-scheme.ts'

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९'
const small = new Map([...capitals].map(letter => [letter, letter.toLowerCase()]))
const plain = new Map([...digits].map((digit, place) => [digit, String(place % 10)]))
/**
 * Characters between the letters and digits of a number that carry no meaning, including bidirectional control
 * characters.
 */
const separators =
  /[\p{Cc} -/:-@[-`{-~\u00a0\u00ad\u00b7\u1680\u2000-\u2015\u2028-\u202f\u205f-\u206f\u2212\u3000-\u3002\u30fb\ufeff]/gu

const plainDigits = (text: string) => [...text].map(char => plain.get(char) ?? char).join('')

/** The comparison form of a number: letters and digits alone, in lower case and their basic forms. */
export function foldIdentifier(text: string): string {
  return [...plainDigits(text.normalize('NFKC')).replace(separators, '')].map(char => small.get(char) ?? char).join('')
}

const turning = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const inCapitals = (folded: string) => folded.replace(/[a-z]/g, letter => letter.toUpperCase())

/** Removes the prefixes that people write before a value, however often they are repeated. */
function withoutPrefix(text: string, prefix: RegExp | undefined): string {
  const rest = prefix ? text.replace(prefix, '').trim() : text
  return rest === text ? text : withoutPrefix(rest, prefix)
}

/** The value as it is stored: in its scheme's form if it matches, otherwise as typed with single blanks. Idempotent. */
export function tidyValue(scheme: string, text: string): string {
  const { form, prefix, group }: Partial<Scheme> = schemeOf(scheme) ?? {}
  const typed = text.replace(turning, '').replace(/\s+/g, ' ').trim()
  const bare = withoutPrefix(typed, prefix)
  if (form) {
    const whole = inCapitals(foldIdentifier(typed))
    const forms = [inCapitals(foldIdentifier(bare)), whole, withoutPrefix(whole, prefix)]
    return forms.find(each => form.test(each)) ?? typed
  }
  // Path and query after an account name are not part of it.
  if (group === 'account' && bare !== typed) return bare.replace(/[/?#].*$/, '').trim() || typed
  return typed
}

/** Two values of one scheme with the same key are equal. */
export function valueKey(scheme: string, value: string): string {
  const group = schemeOf(scheme)?.group
  if (scheme === 'phone' || scheme === 'fax' || group === 'identifier') return foldIdentifier(value)
  // In addresses and accounts every character is significant.
  return value.normalize('NFKC').trim().toLowerCase().replace(/\/+$/, '')
}

type IdentifierInput = {
  scheme: string
  value: string
  country?: string | null | undefined
  label?: string | null | undefined
}

/** The key of a number within its scheme and, if it has one, its country. */
export function identifierKey({ scheme, value, country, label }: IdentifierInput): string {
  const own = scheme === 'other' ? `${foldIdentifier(label ?? '')}:` : ''
  return `${scheme}:${country ?? ''}:${own}${foldIdentifier(value)}`
}

/**
 * Whether the number alone proves that two records are one: its scheme is unique, within a country if the scheme
 * requires one.
 */
export function isUniqueNumber({ scheme, country }: Pick<IdentifierInput, 'scheme' | 'country'>): boolean {
  const { isUnique = false, asksCountry = false }: Partial<Scheme> = schemeOf(scheme) ?? {}
  return isUnique && (!asksCountry || (country ?? '') !== '')
}

const leastToFind = 4

/** The forms in which a typed number may occur in a record; empty if it is no number. */
export function typedForms(text: string, schemes: readonly string[]): string[] {
  const whole = foldIdentifier(text)
  if (whole.length < leastToFind || whole.length > 200 || !/\d/.test(whole)) return []
  return [...new Set([whole, ...schemes.map(scheme => foldIdentifier(tidyValue(scheme, text)))])].filter(Boolean)
}
