// Converts a FollowTheMoney entity to a party.
import type { NameStrength, Party, PartyKind } from './party.ts'

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
