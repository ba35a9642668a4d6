// Facts of a party besides its names, and the reasons for and against a match that follow from them.
import type { Feature, Party } from './party.ts'
import type { Weights } from './weights.ts'

/**
 * Dates as numbers, 19710510, with 00 for unknown parts; countries as two capitals in one number; identifiers folded.
 */
export type Facts = {
  dates: ArrayLike<number>
  countries: ArrayLike<number>
  /** 0 unknown, 1 male, 2 female. */
  sex: number
  numbers: readonly string[]
}

export function factsOf(party: Party): Facts {
  return {
    dates: [...new Set((party.dates ?? []).flatMap(dateOf))],
    countries: [...new Set((party.countries ?? []).flatMap(countryOf))],
    sex: party.sex === 'male' ? 1 : party.sex === 'female' ? 2 : 0,
    numbers: [...new Set((party.numbers ?? []).map(({ value }) => foldNumber(value)).filter(Boolean))],
  }
}

function dateOf(text: string): number[] {
  const [, year, month = '0', day = '0'] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?/.exec(text.trim()) ?? []
  return year === undefined ? [] : [Number(year) * 10_000 + Number(month) * 100 + Number(day)]
}

function countryOf(text: string): number[] {
  const code = text.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) ? [code.charCodeAt(0) * 256 + code.charCodeAt(1)] : []
}

const countryText = (code: number) => String.fromCharCode(code >> 8, code & 255)

function dateText(date: number): string {
  const [year, month, day] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100]
  const two = (part: number) => String(part).padStart(2, '0')
  return [String(year), ...(month ? [two(month)] : []), ...(month && day ? [two(day)] : [])].join('-')
}

/** Without blanks, punctuation and case; empty if shorter than five characters, because short numbers prove nothing. */
export function foldNumber(value: string): string {
  const folded = value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return folded.length < 5 || !/\d/.test(folded) ? '' : folded
}

/** Features of facts known on both sides; a fact known on one side only has no effect. */
export function compareFacts(a: Facts, b: Facts, weights: Weights): Feature[] {
  const features: Feature[] = []
  const number = a.numbers.find(value => b.numbers.includes(value))
  if (number !== undefined) features.push({ code: 'same_number', a: number, b: number, points: weights.sameNumber })
  const date = compareDates(a.dates, b.dates, weights)
  if (date) features.push(date)
  const country = compareCountries(a.countries, b.countries, weights)
  if (country) features.push(country)
  if (a.sex !== 0 && b.sex !== 0) {
    const word = (sex: number) => (sex === 1 ? 'male' : 'female')
    const [code, points] =
      a.sex === b.sex ? (['same_sex', weights.sameSex] as const) : (['other_sex', weights.otherSex] as const)
    features.push({ code, a: word(a.sex), b: word(b.sex), points })
  }
  return features
}

function compareDates(a: ArrayLike<number>, b: ArrayLike<number>, weights: Weights): Feature | undefined {
  let best: Feature | undefined
  for (let i = 0; i < a.length; i += 1)
    for (let j = 0; j < b.length; j += 1) {
      const { code, points } = compareDate(a[i]!, b[j]!, weights)
      if (!best || points > best.points) best = { code, a: dateText(a[i]!), b: dateText(b[j]!), points }
    }
  return best
}

/**
 * Compares two dates: the same day; equal as far as both are known, or with day and month swapped; one or two years
 * apart; different.
 */
function compareDate(a: number, b: number, weights: Weights): Pick<Feature, 'code' | 'points'> {
  const [yearA, yearB] = [Math.floor(a / 10_000), Math.floor(b / 10_000)]
  const [restA, restB] = [a % 10_000, b % 10_000]
  if (a === b && restA % 100 !== 0) return { code: 'same_date', points: weights.sameDate }
  if (yearA === yearB) {
    const isPart =
      restA === 0 ||
      restB === 0 ||
      (Math.floor(restA / 100) === Math.floor(restB / 100) && (restA % 100 === 0 || restB % 100 === 0))
    const isTurned = restA % 100 === Math.floor(restB / 100) && restB % 100 === Math.floor(restA / 100)
    if (isPart || isTurned) return { code: 'near_date', points: weights.nearDate }
    // The first of January often means that only the year is known.
    if (restA === 101 || restB === 101) return { code: 'near_date', points: weights.nearDate }
    return { code: 'other_date', points: weights.otherYear }
  }
  if (Math.abs(yearA - yearB) <= 1 && (restA === 0 || restB === 0 || restA === restB))
    return { code: 'near_date', points: 0 }
  return {
    code: 'other_date',
    points: restA === restB && restA !== 0 && restA !== 101 ? weights.otherYear : weights.otherDate,
  }
}

function compareCountries(a: ArrayLike<number>, b: ArrayLike<number>, weights: Weights): Feature | undefined {
  if (a.length === 0 || b.length === 0) return undefined
  const right = Array.from(b)
  const shared = Array.from(a).find(code => right.includes(code))
  if (shared !== undefined)
    return { code: 'same_country', a: countryText(shared), b: countryText(shared), points: weights.sameCountry }
  const text = (codes: ArrayLike<number>) => Array.from(codes, countryText).join(', ')
  return { code: 'other_country', a: text(a), b: text(b), points: weights.otherCountry }
}
