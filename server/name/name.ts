import type { NameStrength, Party, PartyKind } from './party.ts'
import { shapesOf } from './shape.ts'

// Converts a FollowTheMoney entity to a party.
const kinds: Record<string, PartyKind> = {
  Person: 'person',
  Organization: 'organisation',
  Company: 'organisation',
  PublicBody: 'organisation',
  Vessel: 'vessel',
  Airplane: 'vessel',
  Vehicle: 'vessel',
}
const names: [string, NameStrength][] = [
  ['name', 'primary'],
  ['alias', 'alias'],
  ['previousName', 'alias'],
  ['weakAlias', 'weak'],
]
const numbers = [
  'idNumber',
  'passportNumber',
  'registrationNumber',
  'taxNumber',
  'innCode',
  'ogrnCode',
  'vatCode',
  'leiCode',
  'imoNumber',
  'mmsi',
  'swiftBic',
  'dunsCode',
  'uscCode',
  'permId',
  'isinCode',
]
const countries = ['country', 'nationality', 'citizenship', 'jurisdiction', 'mainCountry', 'flag']

/** `properties` as in FollowTheMoney: each a list of texts. Unknown schemas and properties are ignored. */
export function partyOfFtm(schema: string, properties: Readonly<Record<string, readonly string[] | undefined>>): Party {
  const all = (keys: readonly string[]) => keys.flatMap(key => properties[key] ?? [])
  const gender = properties.gender?.[0]?.toLowerCase()
  return {
    kind: kinds[schema] ?? 'unknown',
    names: names.flatMap(([key, strength]) => (properties[key] ?? []).map(text => ({ text, strength }))),
    parts: {
      given: all(['firstName']),
      middle: all(['middleName', 'fatherName', 'secondName']),
      family: all(['lastName']),
    },
    dates: all(['birthDate', 'incorporationDate', 'buildDate']),
    countries: all(countries),
    sex: gender === 'male' || gender === 'female' ? gender : undefined,
    numbers: numbers.flatMap(scheme => (properties[scheme] ?? []).map(value => ({ scheme, value }))),
  }
}

// The engine that compares names, used by screening, duplicates, search, mentions and import. It has no access to
// records or the database.

export { compare, type PreparedParty, prepare } from './compare.ts'
export { engineVersion } from './engine-version.ts'
export { buildIndex, type NameIndex, type SearchOptions } from './index-search.ts'
export type {
  Feature,
  NameStrength,
  Party,
  PartyComparison,
  PartyEntry,
  PartyHit,
  PartyKind,
  PartyName,
  PartyNumber,
} from './party.ts'
export { type PlainKind, type PlainName, plainName } from './plain.ts'
export type { Script } from './script.ts'
export { defaultThreshold, type Weights, weights } from './weights.ts'

/**
 * A name in Latin letters, the likeliest spelling first, at most 8; organisations are translated as far as the tables
 * allow.
 */
export function romanise(text: string, kind: PartyKind = 'person'): string[] {
  const [shape] = shapesOf(text, kind)
  const spelt = (shape?.words ?? []).reduce<string[]>(
    (all, word) => all.flatMap(before => word.spellings.map(spelling => `${before} ${spelling}`.trim())).slice(0, 8),
    [''],
  )
  return [...new Set(spelt)].filter(Boolean)
}

/** The consonants of each word with similar ones merged, as the search for candidates uses them. */
export function skeleton(text: string, kind: PartyKind = 'person'): string[] {
  return (shapesOf(text, kind)[0]?.words ?? []).flatMap(word => word.keys)
}
