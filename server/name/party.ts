// What the engine is asked with and what it answers.

/**
 * What kind of party. Persons are never compared with vessels, `unknown` is compared with anything; a person and an organisation only
 * where their names have the same sounds, for a kind is often wrong in the data.
 */
export type PartyKind = 'person' | 'organisation' | 'vessel' | 'unknown'

/** `primary`: as the source writes it; `alias`: another full name; `weak`: a nickname or a part, which proves little. */
export type NameStrength = 'primary' | 'alias' | 'weak'
export type PartyName = { text: string; strength?: NameStrength | undefined }

/** A number that a register or a state gave: `scheme` any word, compared folded. */
export type PartyNumber = { scheme: string; value: string }

/** One party as it is asked about or as a list has it. Everything but `kind` and `names` may be unknown. */
export type Party = {
  kind: PartyKind
  /** At most 200 are read, 300 characters each. */
  names: readonly PartyName[]
  /** Parts as the source parts them; a given name that is another's family name speaks against. */
  parts?: { given?: readonly string[]; middle?: readonly string[]; family?: readonly string[] } | undefined
  /** Births or foundings: `1971`, `1971-05` or `1971-05-10`, any number of them. */
  dates?: readonly string[] | undefined
  /** ISO 3166-1 alpha-2, any case: nationality, residence, place of registration. */
  countries?: readonly string[] | undefined
  sex?: 'male' | 'female' | undefined
  numbers?: readonly PartyNumber[] | undefined
}

/** An entry of a list: an id and the party; ids may come twice, each is then found by itself. */
export type Entry = { id: string; party: Party }

export type FeatureCode =
  | 'same_name'
  | 'same_words'
  | 'other_script'
  | 'similar_name'
  | 'partial_name'
  | 'translated_name'
  | 'weak_alias'
  | 'common_name'
  | 'same_number'
  | 'same_date'
  | 'near_date'
  | 'other_date'
  | 'same_country'
  | 'other_country'
  | 'same_sex'
  | 'other_sex'
  | 'other_kind'

/**
 * One reason for a score: what of each side was compared, and how much it adds or takes away (points between -1 and 1).
 * The points of all features of a hit add up to its score, before it is bounded by 0 and 1.
 */
export type Feature = { code: FeatureCode; a: string; b: string; points: number }

/** `score` is between 0 and 1. */
export type Comparison = { score: number; features: Feature[] }

/** `at` is the entry's place in what the index was built from. */
export type Hit = Comparison & { id: string; at: number }
