// One engine for names: screening, duplicates, search, mentions and import ask here. It knows no record and no database.

export { compare, type Prepared, prepare } from './compare.ts'
export { engineVersion } from './engine-version.ts'
export { partyOfFtm } from './ftm.ts'
export { buildIndex, type NameIndex, type SearchOptions } from './index-search.ts'
export type {
  Comparison,
  Entry,
  Feature,
  FeatureCode,
  Hit,
  NameStrength,
  Party,
  PartyKind,
  PartyName,
  PartyNumber,
} from './party.ts'
export { type PlainKind, type PlainName, plainName } from './plain.ts'
export type { Script } from './script.ts'
export { romanise, skeleton } from './spelling.ts'
export { defaultThreshold, type Weights, weights } from './weights.ts'
