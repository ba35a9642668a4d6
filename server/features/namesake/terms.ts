// Turns the known data of a record into words that a text may contain.

import countries from 'i18n-iso-countries'
import type { NameReason } from '#contract/mention.api.ts'
import { cutText } from '#contract/text.ts'
import { wordKey } from '#server/features/word/word.service.ts'
import type { NameFact } from './evidence.ts'
import type { MembershipTie, OgFacts, PersonFacts } from './fact.queries.ts'

/** A word to search for, in its compared form, with its points near the name and anywhere in the text. */
export type ContextTerm = {
  key: string
  code: NameReason['code']
  value: string
  near: number
  page: number
  of?: NameFact['of']
}

type Points = Pick<ContextTerm, 'code' | 'near' | 'page'>
const points = {
  identifier: { code: 'identifier', near: 5, page: 5 },
  date: { code: 'birth_date', near: 4, page: 3 },
  year: { code: 'birth_year', near: 2, page: 0 },
  position: { code: 'position', near: 2, page: 0 },
  place: { code: 'place', near: 1, page: 0 },
  school: { code: 'school', near: 1.5, page: 0 },
  organisation: { code: 'with_og', near: 3, page: 1 },
  name: { code: 'other_name', near: 1.5, page: 1 },
} as const satisfies Record<string, Points>

export function termsOfPerson(person: PersonFacts, ties: readonly MembershipTie[]): ContextTerm[] {
  const { birth_time, position, region, handles, og_names, schools, name, aliases } = person
  return [
    ...handles.flatMap(handle => handleTerms(handle)),
    ...dateTerms(birth_time),
    ...titlesOf(position).flatMap(title => term(points.position, title)),
    // A role is visible only to users who may read its organisation.
    ...ties.flatMap(({ og_id, role }) =>
      titlesOf(role).flatMap(title => term(points.position, title, { of: { noun: 'og', id: og_id } })),
    ),
    ...placeTerms(region),
    ...schools.flatMap(school => term(points.school, school)),
    ...og_names.flatMap(each => term(points.organisation, each)),
    ...otherNames([name, ...aliases]),
  ]
}

export function termsOfOg(og: OgFacts): ContextTerm[] {
  return [
    ...[...og.handles, ...og.hosts].flatMap(handle => handleTerms(handle)),
    ...dateTerms(og.register_time),
    ...placeTerms(og.region),
    ...otherNames([og.name, ...og.aliases]),
  ]
}

function term(how: Points, text: string, more: { of?: NameFact['of'] } = {}): ContextTerm[] {
  const key = wordKey(text)
  return isSignificant(key) ? [{ ...how, key, value: text.trim(), ...more }] : []
}

/** At least two characters, or three letters: shorter words are not significant. */
const isSignificant = (key: string) => [...key].length >= (/[^\p{ASCII}]/u.test(key) ? 2 : 3)

const otherNames = (names: readonly string[]) => names.flatMap(name => term(points.name, name))

/** “Director; member of the board” is two titles. */
function titlesOf(text: string | null): string[] {
  return (text ?? '').split(/[,，;；、/|\n]+/u).flatMap(title => title.trim() || [])
}

/** An address, a number or an id unchanged, and the last part of an address as a handle. */
function handleTerms(handle: string): ContextTerm[] {
  const plain = handle
    .trim()
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
  const [account] = /^(?:twitter|x|facebook)\.com\/([\w.]{3,})$/i.exec(plain)?.slice(1) ?? []
  return [plain, ...(account ? [`@${account}`] : [])]
    .filter(each => [...each].length >= 5)
    .flatMap(each => term(points.identifier, each))
}

const months = 'january february march april may june july august september october november december'.split(' ')

/** A date of birth in Chinese and English formats; the year alone has fewer points. */
export function dateTerms(date: string | null): ContextTerm[] {
  const [year, month, day] = date?.split('T')[0]?.split('-') ?? []
  if (!year || !/^\d{4}$/.test(year)) return []
  const written = (how: Points, texts: readonly string[]) =>
    texts.flatMap(text => term(how, text).map(each => ({ ...each, value: date ?? year })))
  const terms = term(points.year, year)
  if (!month) return terms
  const [m, name] = [Number(month), months[Number(month) - 1] ?? '']
  if (!day)
    return [
      ...written(points.date, [`${year}年${m}月`, `${year}年${month}月`, `${year}-${month}`, `${name} ${year}`]),
      ...terms,
    ]
  const d = Number(day)
  const short = cutText(name, 3)
  return [
    ...written(points.date, [
      `${year}年${m}月${d}日`,
      `${year}年${month}月${day}日`,
      ...['-', '/', '.'].flatMap(sign => [`${year}${sign}${month}${sign}${day}`, `${year}${sign}${m}${sign}${d}`]),
      ...[name, short].flatMap(each => [`${d} ${each} ${year}`, `${each} ${d}, ${year}`]),
      `${day}.${month}.${year}`,
      `${d}.${m}.${year}`,
    ]),
    ...terms,
  ]
}

function placeTerms(region: string | null): ContextTerm[] {
  if (!region) return []
  const names = [countries.getName(region, 'zh'), ...(countries.getName(region, 'en', { select: 'all' }) ?? [])]
  return names.flatMap(name => (name ? term(points.place, name) : []))
}
