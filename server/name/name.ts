// The engine that compares names, used by screening, duplicates, search, mentions and import. It has no access to
// records or the database.

export { compare, type PreparedParty, prepare } from './compare.ts'
export { engineVersion } from './engine-version.ts'
export { partyOfFtm } from './ftm.ts'
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
export { romanise, skeleton } from './spelling.ts'
export { defaultThreshold, type Weights, weights } from './weights.ts'
