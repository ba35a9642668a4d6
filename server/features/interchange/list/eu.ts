import { yearsOf } from './dates.ts'
import type { Listed } from './listed.ts'
import { childrenOf, type Element, elementsIn, textsAt } from './xml.ts'

/**
 * The consolidated list of financial sanctions of the European Union (xmlFullSanctionsList 1.1) as FollowTheMoney
 * entities, by their numbers in the list. Its data is in attributes, with one alias including title and function for
 * each language.
 */
export async function* euEntities(chunks: AsyncIterable<string>, strict: boolean): AsyncGenerator<Listed> {
  for await (const { element } of elementsIn(chunks, ['sanctionEntity'], { refusesEntities: strict }))
    yield element ? entry(element) : { fault: 'long_entry', detail: { count: 1 } }
}

const of = ({ attributes }: Element, name: string): string =>
  Object.hasOwn(attributes, name) ? (attributes[name] ?? '').trim() : ''

/** Distinct values of an attribute, without empty ones and `00`, the list’s code for an unknown country. */
const all = (elements: readonly Element[], name: string): string[] => [
  ...new Set(elements.map(each => of(each, name)).filter(text => text !== '' && text !== '00')),
]

const genders: Readonly<Record<string, string>> = { M: 'male', F: 'female' }

function entry(element: Element): Listed {
  const id = of(element, 'euReferenceNumber') || of(element, 'logicalId')
  const [type] = childrenOf(element, 'subjectType')
  const isPerson = type !== undefined && (of(type, 'code') === 'person' || of(type, 'classificationCode') === 'P')
  const names = childrenOf(element, 'nameAlias')
  const strong = names.filter(each => of(each, 'strong') !== 'false')
  const [main = names[0]] = strong
  const name = main ? nameOf(main) : ''
  const others = (elements: readonly Element[]) => [
    ...new Set(elements.map(nameOf).filter(text => text !== '' && text !== name)),
  ]
  const numbers = childrenOf(element, 'identification').filter(each => of(each, 'knownFalse') !== 'true')
  const isPassport = (each: Element) => of(each, 'identificationTypeCode') === 'passport'
  const numbersOf = (elements: readonly Element[]) => [
    ...new Set(elements.map(each => of(each, 'number') || of(each, 'latinNumber')).filter(Boolean)),
  ]
  const [passports, papers] = [numbers.filter(isPassport), numbers.filter(each => !isPassport(each))]
  const births = childrenOf(element, 'birthdate')
  const places = childrenOf(element, 'address')
  const countries = all(places, 'countryIso2Code')
  const regulations = childrenOf(element, 'regulation')
  const programmes = all(regulations, 'programme')
  const listed = [`EU ${[...programmes, of(element, 'euReferenceNumber')].filter(Boolean).join(' ')}`]
  const designated = of(element, 'designationDate')
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
    birthPlace: [...new Set(births.map(placeOf).filter(Boolean))],
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
      : type && /^(enterprise|entity)$/.test(of(type, 'code'))
        ? 'Organization'
        : 'LegalEntity',
    properties: { ...shared, ...(isPerson ? person : organisation) },
  }
}

function nameOf(alias: Element): string {
  const parts = ['firstName', 'middleName', 'lastName'].map(name => of(alias, name)).filter(Boolean)
  return (of(alias, 'wholeName') || parts.join(' ')).replace(/\s+/g, ' ')
}

/** A day, a year, or each year of a range. */
function birthsOf(birth: Element): string[] {
  const [day, from, to] = [of(birth, 'birthdate'), of(birth, 'yearRangeFrom'), of(birth, 'yearRangeTo')]
  if (day) return [day]
  if (from && to) return yearsOf(Number(from), Number(to))
  const [year, month] = [of(birth, 'year') || from || to, of(birth, 'monthOfYear')]
  if (!year) return []
  return [month ? `${year}-${month.padStart(2, '0')}` : year]
}

const placeOf = (birth: Element) => said(birth, ['city', 'place', 'region', 'countryDescription'])
const addressOf = (address: Element) =>
  said(address, ['street', 'poBox', 'zipCode', 'city', 'region', 'place', 'countryDescription'])
const said = (element: Element, names: readonly string[]) =>
  names
    .map(name => of(element, name))
    .filter(text => text !== '' && text !== 'UNKNOWN')
    .join(', ')
