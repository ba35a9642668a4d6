import type { WordClass } from './word-class.ts'

/** Minimum score of a hit, 0 to 1. A setting; the figures of docs/names.md are measured with this value. */
export const defaultThreshold = 0.7

/** Adjustable weights. Shares are fractions of 1; points add up to a score. */
export const weights = {
  /** Weight of a word of each class within a name. */
  class: {
    name: 1,
    initial: 0.5,
    particle: 0.1,
    minor: 0.4,
    title: 0.12,
    form: 0.1,
    generic: 0.48,
    trade: 0.58,
    place: 0.58,
    number: 0.68,
  } satisfies Record<WordClass, number>,
  /** Less similar words count as different. */
  likeFloor: 0.5,
  /** How steeply the value of a word falls with its similarity. */
  blur: 1.5,
  /** Unmatched words on both sides. */
  conflict: 2,
  /** The same, and additional words of one side, for organisation names in two scripts. */
  conflictAcross: 0.8,
  extraAcross: 0.7,
  /** Additional words of one side. */
  extraPerson: 0.36,
  extraOrg: 0.41,
  /** Extra weight of additional words if the shared words are common. */
  commonExtra: 0.4,
  /** A number that only one side has. */
  oddNumber: 0.7,
  /** A company and a foundation, an authority or a partnership of the same name. */
  otherForm: 0.5,
  /** Whole names with at least this similarity, letter by letter, count as one name with typing errors. */
  wholeFloor: 0.75,
  wholeBlur: 1.9,
  /** Weight of a patronymic that only one side has, relative to another word. */
  patronymic: 0.2,
  /** Weight of additional words of one side if the other is a title and a surname. */
  addressed: 0.25,
  /** The same, if the longer name includes the ancestors. */
  pedigree: 0.15,
  /** Father and son are swapped. */
  turned: 0.75,
  /** One word against many. */
  single: 0.95,
  /** Weight of a common word relative to a rare one. */
  common: 0.48,
  /** Points of two names that are the same. */
  name: 0.9,
  /** Deduction for names of common words. */
  commonName: 0.05,
  weakAlias: 0.06,
  sameNumber: 0.5,
  sameDate: 0.08,
  nearDate: 0.03,
  otherDate: -0.3,
  otherYear: -0.12,
  sameCountry: 0.03,
  otherCountry: -0.04,
  sameSex: 0.01,
  otherSex: -0.12,
  /** A person on one side, an organisation on the other: one of them is wrong. */
  otherKind: -0.08,
}
export type Weights = typeof weights
