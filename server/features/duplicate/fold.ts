import type { MergeEntity } from '#contract/registry.ts'
import { type PlainKind, plainName } from '#server/name/name.ts'

const han = /\p{Script=Han}/u
const foreign = /(?!\p{Script=Latin})\p{L}/u

/**
 * A name in its normalised form for comparison: `text` in its own script, the rest in Latin letters. `others`:
 * alternative spellings.
 */
export type FoldedName = {
  text: string
  words: string[]
  sorted: string
  joined: string
  others: Spelt[]
  isHan: boolean
  isLatin: boolean
}
/** Words in alphabetical order joined by spaces, and words in their own order without spaces. */
type Spelt = { sorted: string; joined: string }
type NameKind = MergeEntity

const kinds: Record<MergeEntity, PlainKind> = { person: 'person', og: 'organisation', event: 'other' }

export function foldName(name: string, kind: NameKind): FoldedName {
  const { text, words, spellings } = plainName(name, kinds[kind])
  return {
    text,
    words,
    ...spelt(words),
    others: spellings.map(spelt),
    isHan: han.test(text),
    isLatin: !foreign.test(text),
  }
}

const spelt = (words: readonly string[]): Spelt => ({ sorted: words.toSorted().join(' '), joined: words.join('') })

/** Whether two names have a spelling in common, regardless of the order of their words. */
export function soundsLike(a: FoldedName, b: FoldedName): boolean {
  if (a.sorted === b.sorted || a.joined === b.joined) return true
  if (a.others.length === 0 && b.others.length === 0) return false
  return [a, ...a.others].some(left =>
    [b, ...b.others].some(right => left.sorted === right.sorted || left.joined === right.joined),
  )
}

/** The host of an address without `www.`, and its path without tracking parameters. */
export function foldAddress(address: string): { host: string; path: string } | undefined {
  try {
    const { hostname, pathname } = new URL(address.includes('://') ? address : `https://${address}`)
    return { host: hostname.toLowerCase().replace(/^www\d?\./, ''), path: pathname.toLowerCase().replace(/\/+$/, '') }
  } catch {
    return undefined
  }
}

/** The account name in the forms that people write: `@Name`, `https://x.com/name`, `name`. */
export function foldAccount(text: string): string {
  const last =
    text
      .trim()
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? ''
  return last.replace(/^@/, '').normalize('NFKC').toLowerCase().replaceAll('_', ' ').trim()
}

/** The last digits of a telephone number; empty if there are too few to identify it. */
export function foldPhone(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  return digits.length < 6 ? '' : digits.slice(-10)
}
