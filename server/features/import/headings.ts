import { type HeadingTopic, headingsOf } from '#server/ingest/columns/heading-words.ts'
import { headerKey } from '../../ingest/columns/header-key.ts'

/** Topics of the table of headings, by field; fields of the same name have the same meaning in all entities. */
const topics: Readonly<Record<string, readonly HeadingTopic[]>> = {
  name: ['company', 'name'],
  first_name: ['first_name'],
  middle_name: ['middle_name'],
  title: ['title'],
  eng_name: ['english_name'],
  aliases: ['alias', 'short_name', 'former_name'],
  region: ['country'],
  danger_level: ['danger'],
  category_id: ['category'],
  category: ['category', 'kind'],
  legal_form: ['legal_form'],
  register_time: ['founded'],
  scale: ['size'],
  desc: ['note'],
  website: ['website'],
  external_id: ['id'],
  weight: ['score'],
  score: ['score'],
  birth_time: ['birth_date'],
  death_time: ['death_date'],
  gender: ['gender'],
  labels: ['labels'],
  position: ['position'],
  phone_number: ['phone'],
  mail: ['mail'],
  status: ['status'],
  level: ['danger'],
  time_from: ['start'],
  time_to: ['end'],
  address: ['place', 'address'],
  source_url: ['source'],
  'number.address': ['address'],
  'number.phone': ['phone'],
  'number.mail': ['mail'],
  'number.passport': ['passport'],
  'number.vat': ['tax'],
}

/** Headings of the family name, which serves as the name if no column has the whole name. */
export const familyHeadings = ['Last name', 'Family name', 'Surname', '姓', '姓氏', ...headingsOf('last_name')]

const headingCache = new Map<string, string[]>()

/** Column names in languages other than Chinese and English that mean a field. */
export function otherHeadings(name: string): string[] {
  const known =
    headingCache.get(name) ??
    [...headingsOf(...(topics[name] ?? [])), ...(name === 'name' ? familyHeadings : [])].map(headerKey).filter(Boolean)
  headingCache.set(name, known)
  return known
}
