import type { MatchReasonCode } from '#contract/screening.api.ts'

// Input and output of the engine.

/**
 * The kind of party. Persons are never compared with vessels, `unknown` is compared with any kind. A person and an
 * organisation are compared only if their names have the same sounds, because data often contains the wrong kind.
 */
export type PartyKind = 'person' | 'organisation' | 'vessel' | 'unknown'

/**
 * `primary`: as the source writes it; `alias`: another full name; `weak`: a nickname or a part, which proves little.
 */
export type NameStrength = 'primary' | 'alias' | 'weak'
export type PartyName = { text: string; strength?: NameStrength | undefined }

/** A number issued by a register or a state; `scheme` is any word and is compared folded. */
export type PartyNumber = { scheme: string; value: string }

/** A party as a query or as an entry of a list. Everything but `kind` and `names` may be unknown. */
export type Party = {
  kind: PartyKind
  /** At most 200 are read, 300 characters each. */
  names: readonly PartyName[]
  /**
   * Name parts as the source gives them; a given name that equals the other's family name is evidence against a match.
   */
  parts?: { given?: readonly string[]; middle?: readonly string[]; family?: readonly string[] } | undefined
  /** Dates of birth or founding: `1971`, `1971-05` or `1971-05-10`, any number of them. */
  dates?: readonly string[] | undefined
  /** ISO 3166-1 alpha-2, any case: nationality, residence, place of registration. */
  countries?: readonly string[] | undefined
  sex?: 'male' | 'female' | undefined
  numbers?: readonly PartyNumber[] | undefined
}

/** An entry of a list: an id and the party; ids may repeat, and each entry is found separately. */
export type PartyEntry = { id: string; party: Party }

/**
 * One reason for a score: the compared values of both sides, and the points that it adds or subtracts (between -1 and
 * 1). The points of all features of a hit add up to its score, before that is limited to 0 to 1.
 */
export type Feature = { code: MatchReasonCode; a: string; b: string; points: number }

/** `score` is between 0 and 1. */
export type PartyComparison = { score: number; features: Feature[] }

/** `at` is the entry's position in the input of the index. */
export type PartyHit = PartyComparison & { id: string; at: number }
