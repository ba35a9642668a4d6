import type { WordClass } from './word.ts'

/** From here on a hit is shown: of 0 to 1. A setting; this is what the figures of docs/names.md are measured with. */
export const defaultThreshold = 0.7

/** What may be set. Shares are of 1; points add up to a score. */
export const weights = {
  /** How much a word of each class counts in a name. */
  class: {
    name: 1,
    initial: 0.5,
    particle: 0.1,
    minor: 0.45,
    title: 0.05,
    form: 0.1,
    generic: 0.4,
    trade: 0.6,
    place: 0.6,
    number: 0.8,
  } satisfies Record<WordClass, number>,
  /** Words less alike than this are two words. */
  likeFloor: 0.6,
  /** How steeply a word's likeness falls from 1. */
  blur: 1.3,
  /** What both sides have and the other has not. */
  conflict: 1.6,
  /** What one side has more than the other. */
  extraPerson: 0.22,
  extraOrg: 0.35,
  /** One word against many. */
  single: 0.75,
  /** A common word counts this much of a rare one. */
  common: 0.75,
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
}
export type Weights = typeof weights
