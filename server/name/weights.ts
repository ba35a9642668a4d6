import type { WordClass } from './word-class.ts'

/** From here on a hit is shown: of 0 to 1. A setting; this is what the figures of docs/names.md are measured with. */
export const defaultThreshold = 0.7

/** What may be set. Shares are of 1; points add up to a score. */
export const weights = {
  /** How much a word of each class counts in a name. */
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
  /** Words less alike than this are two words. */
  likeFloor: 0.5,
  /** How steeply a word's likeness falls from 1. */
  blur: 1.5,
  /** What both sides have and the other has not. */
  conflict: 2,
  /** The same, and what one side has more, of organisations in two scripts. */
  conflictAcross: 0.8,
  extraAcross: 0.7,
  /** What one side has more than the other. */
  extraPerson: 0.36,
  extraOrg: 0.41,
  /** So much more weighs what one side has beyond, where what both have is common. */
  commonExtra: 0.4,
  /** A number that only one side has. */
  oddNumber: 0.7,
  /** A company and a foundation, an authority or a partnership of one name. */
  otherForm: 0.5,
  /** Whole names at least so alike, letter by letter, count as one with slips. */
  wholeFloor: 0.75,
  wholeBlur: 1.9,
  /** A father's name that only one side writes counts this much of another word. */
  patronymic: 0.2,
  /** What one side has beyond, where the other is a title and a surname. */
  addressed: 0.25,
  /** The same, where the longer name tells the forefathers. */
  pedigree: 0.15,
  /** Father and son have changed places. */
  turned: 0.75,
  /** One word against many. */
  single: 0.95,
  /** A common word counts this much of a rare one. */
  common: 0.48,
  /** Points of two names that are the same. */
  name: 0.9,
  /** Taken from names whose words many bear. */
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
