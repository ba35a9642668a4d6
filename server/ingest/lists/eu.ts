import { childrenOf, elementsIn, textsAt, type XmlElement } from '../formats/xml.ts'
import { yearsOf } from './dates.ts'
import type { ListedEntry } from './listed.ts'

/**
 * The consolidated list of financial sanctions of the European Union (xmlFullSanctionsList 1.1) as FollowTheMoney
 * entities, by their numbers in the list. Its data is in attributes, with one alias including title and function for
 * each language.
 */
export async function* euEntities(chunks: AsyncIterable<string>, strict: boolean): AsyncGenerator<ListedEntry> {
  for await (const { element } of elementsIn(chunks, ['sanctionEntity'], { refusesEntities: strict }))
    yield element ? entry(element) : { fault: 'long_entry', detail: { count: 1 } }
}

const attributeOf = ({ attributes }: XmlElement, name: string): string =>
  Object.hasOwn(attributes, name) ? (attributes[name] ?? '').trim() : ''

/** Distinct values of an attribute, without empty ones and `00`, the list’s code for an unknown country. */
const all = (elements: readonly XmlElement[], name: string): string[] => [
  ...new Set(elements.map(each => attributeOf(each, name)).filter(text => text !== '' && text !== '00')),
]

const genders: Readonly<Record<string, string>> = { M: 'male', F: 'female' }

function entry(element: XmlElement): ListedEntry {
  const id = attributeOf(element, 'euReferenceNumber') || attributeOf(element, 'logicalId')
  const [type] = childrenOf(element, 'subjectType')
  const isPerson =
    type !== undefined && (attributeOf(type, 'code') === 'person' || attributeOf(type, 'classificationCode') === 'P')
  const names = childrenOf(element, 'nameAlias')
  const strong = names.filter(each => attributeOf(each, 'strong') !== 'false')
  const [main = names[0]] = strong
  const name = main ? nameOf(main) : ''
  const others = (elements: readonly XmlElement[]) => [
    ...new Set(elements.map(nameOf).filter(text => text !== '' && text !== name)),
  ]
  const numbers = childrenOf(element, 'identification').filter(each => attributeOf(each, 'knownFalse') !== 'true')
  const isPassport = (each: XmlElement) => attributeOf(each, 'identificationTypeCode') === 'passport'
  const numbersOf = (elements: readonly XmlElement[]) => [
    ...new Set(elements.map(each => attributeOf(each, 'number') || attributeOf(each, 'latinNumber')).filter(Boolean)),
  ]
  const [passports, papers] = [numbers.filter(isPassport), numbers.filter(each => !isPassport(each))]
  const births = childrenOf(element, 'birthdate')
  const places = childrenOf(element, 'address')
  const countries = all(places, 'countryIso2Code')
  const regulations = childrenOf(element, 'regulation')
  const programmes = all(regulations, 'programme')
  const listed = [`EU ${[...programmes, attributeOf(element, 'euReferenceNumber')].filter(Boolean).join(' ')}`]
  const designated = attributeOf(element, 'designationDate')
  const shared = {
    name: name === '' ? [] : [name],
    alias: others(strong),
    weakAlias: others(names.filter(each => !strong.includes(each))),
    address: places.map(addressOf).filter(Boolean),
    summary: [[...listed, ...(designated ? [`Listed on ${designated}`] : [])].join(' · ')],
    notes: [...new Set([...textsAt(element, 'remark'), ...all([element], 'designationDetails')])],
    sourceUrl: [...new Set(regulations.flatMap(each => textsAt(each, 'publicationUrl')))],
  }
  const person = {
    title: all(names, 'title'),
    position: all(names, 'function'),
    gender: all(names, 'gender').flatMap(text => (Object.hasOwn(genders, text) ? genders[text]! : [])),
    nationality: all(childrenOf(element, 'citizenship'), 'countryIso2Code'),
    birthDate: [...new Set(births.flatMap(birthsOf))],
    birthPlace: [...new Set(births.map(placeOfBirth).filter(Boolean))],
    country: countries,
    passportNumber: numbersOf(passports),
    idNumber: numbersOf(papers),
    keywords: programmes.map(each => `EU ${each}`),
  }
  const organisation = { country: countries, registrationNumber: numbersOf(numbers) }
  return {
    id: id === '' ? '' : `eu-fsf:${id}`,
    external: id,
    schema: isPerson
      ? 'Person'
      : type && /^(enterprise|entity)$/.test(attributeOf(type, 'code'))
        ? 'Organization'
        : 'LegalEntity',
    properties: { ...shared, ...(isPerson ? person : organisation) },
  }
}

function nameOf(alias: XmlElement): string {
  const parts = ['firstName', 'middleName', 'lastName'].map(name => attributeOf(alias, name)).filter(Boolean)
  return (attributeOf(alias, 'wholeName') || parts.join(' ')).replace(/\s+/g, ' ')
}

/** A day, a year, or each year of a range. */
function birthsOf(birth: XmlElement): string[] {
  const [day, from, to] = [
    attributeOf(birth, 'birthdate'),
    attributeOf(birth, 'yearRangeFrom'),
    attributeOf(birth, 'yearRangeTo'),
  ]
  if (day) return [day]
  if (from && to) return yearsOf(Number(from), Number(to))
  const [year, month] = [attributeOf(birth, 'year') || from || to, attributeOf(birth, 'monthOfYear')]
  if (!year) return []
  return [month ? `${year}-${month.padStart(2, '0')}` : year]
}

const placeOfBirth = (birth: XmlElement) => joinAttributes(birth, ['city', 'place', 'region', 'countryDescription'])
const addressOf = (address: XmlElement) =>
  joinAttributes(address, ['street', 'poBox', 'zipCode', 'city', 'region', 'place', 'countryDescription'])
const joinAttributes = (element: XmlElement, names: readonly string[]) =>
  names
    .map(name => attributeOf(element, name))
    .filter(text => text !== '' && text !== 'UNKNOWN')
    .join(', ')
