import { cutUnits } from '#contract/text.ts'
import type { CarryNotes } from '#server/ingest/carry-notes.ts'
import { readCountry } from '#server/ingest/columns/country-column.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import { elementsIn, textsAt, type XmlElement } from '../formats/xml.ts'
import { yearsOf } from './dates.ts'
import type { ListedEntry } from './listed.ts'

/**
 * The consolidated list of the UN Security Council as FollowTheMoney entities, by their permanent reference numbers.
 * Fields follow the list’s published schema, sc-sanctions.xsd.
 */
export async function* unEntities(
  chunks: AsyncIterable<string>,
  note: CarryNotes,
  strict: boolean,
): AsyncGenerator<ListedEntry> {
  for await (const { name, element } of elementsIn(chunks, ['INDIVIDUAL', 'ENTITY'], { refusesEntities: strict }))
    if (!element) yield { fault: 'long_entry', detail: { count: 1 } }
    else yield name === 'INDIVIDUAL' ? person(element, note) : organisation(element)
}

const first = (element: XmlElement, ...path: string[]): string | undefined => textsAt(element, ...path)[0]

function commonUnProperties(element: XmlElement, kind: 'INDIVIDUAL' | 'ENTITY') {
  const aliases = (element.children.get(`${kind}_ALIAS`) ?? []).flatMap(alias => {
    const quality = first(alias, 'QUALITY') ?? ''
    // One element may contain several names.
    const names = textsAt(alias, 'ALIAS_NAME')
      .flatMap(text => text.split(';').map(each => each.trim()))
      .filter(Boolean)
    return names.map(name => ({ name, quality }))
  })
  const named = (...qualities: string[]) =>
    aliases.filter(each => qualities.includes(each.quality)).map(each => each.name)
  const known = ['Low', 'f.k.a.']
  const addresses = (element.children.get(`${kind}_ADDRESS`) ?? []).flatMap(each => {
    const parts = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY'].flatMap(name => textsAt(each, name))
    return parts.length > 0 ? [parts.join(', ')] : []
  })
  const notes = [
    `UN ${first(element, 'UN_LIST_TYPE') ?? ''} ${first(element, 'REFERENCE_NUMBER') ?? ''}`.trim(),
    ...textsAt(element, 'LISTED_ON').map(day => `Listed on ${day}`),
  ]
  return {
    alias: aliases.filter(({ quality }) => !known.includes(quality)).map(({ name }) => name),
    weakAlias: named('Low'),
    previousName: named('f.k.a.'),
    address: addresses,
    summary: [notes.join(' · ')],
    notes: textsAt(element, 'COMMENTS1'),
  }
}

/** The name parts in their order, and the name in its original script. */
function namesOf(element: XmlElement): string[] {
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].flatMap(name => textsAt(element, name))
  return [parts.join(' ').replace(/\s+/g, ' '), ...textsAt(element, 'NAME_ORIGINAL_SCRIPT')].filter(Boolean)
}

function person(element: XmlElement, note: CarryNotes): RawEntity {
  const documents = element.children.get('INDIVIDUAL_DOCUMENT') ?? []
  const numbers = (isWanted: (type: string) => boolean) =>
    documents
      .filter(each => isWanted(`${first(each, 'TYPE_OF_DOCUMENT') ?? ''} ${first(each, 'TYPE_OF_DOCUMENT2') ?? ''}`))
      .flatMap(each => textsAt(each, 'NUMBER'))
  const isPassport = (type: string) => /passe?port|pasaporte/i.test(type)
  const places = (element.children.get('INDIVIDUAL_PLACE_OF_BIRTH') ?? []).flatMap(each => {
    const parts = ['CITY', 'STATE_PROVINCE', 'COUNTRY'].flatMap(name => textsAt(each, name))
    return parts.length > 0 ? [parts.join(', ')] : []
  })
  return entity(element, 'Person', {
    ...commonUnProperties(element, 'INDIVIDUAL'),
    name: namesOf(element),
    title: textsAt(element, 'TITLE', 'VALUE'),
    position: textsAt(element, 'DESIGNATION', 'VALUE'),
    keywords: textsAt(element, 'UN_LIST_TYPE').map(type => `UN ${type}`),
    nationality: countries(textsAt(element, 'NATIONALITY', 'VALUE'), note),
    gender: textsAt(element, 'GENDER').map(text => text.toLowerCase()),
    birthDate: (element.children.get('INDIVIDUAL_DATE_OF_BIRTH') ?? []).flatMap(each => [
      ...textsAt(each, 'DATE').map(text => cutUnits(text, 10)),
      ...textsAt(each, 'YEAR'),
      ...rangeOf(each),
    ]),
    birthPlace: places,
    passportNumber: numbers(isPassport),
    idNumber: numbers(type => !isPassport(type)),
  })
}

function rangeOf(birth: XmlElement): string[] {
  const [from, to] = [first(birth, 'FROM_YEAR'), first(birth, 'TO_YEAR')]
  return from && to ? yearsOf(Number(from), Number(to)) : [from ?? to].flatMap(year => year ?? [])
}

function organisation(element: XmlElement): RawEntity {
  const countriesOf = (element.children.get('ENTITY_ADDRESS') ?? []).flatMap(each => textsAt(each, 'COUNTRY'))
  return entity(element, 'Organization', {
    ...commonUnProperties(element, 'ENTITY'),
    name: namesOf(element),
    country: [...new Set(countriesOf.flatMap(name => readCountry(name) ?? []))].slice(0, 1),
  })
}

/** Country codes of names; unknown names are reported. */
function countries(names: readonly string[], note: CarryNotes): string[] {
  const codes = names.map(name => ({ name, code: readCountry(name) }))
  note(
    'Person',
    'nationality',
    'unfit',
    codes.filter(({ code }) => !code).map(({ name }) => name),
  )
  return codes.flatMap(({ code }) => code ?? [])
}

function entity(element: XmlElement, schema: string, properties: Record<string, string[]>): RawEntity {
  const reference = first(element, 'REFERENCE_NUMBER') ?? first(element, 'DATAID') ?? ''
  return { id: reference === '' ? '' : `un-sc:${reference}`, schema, properties, external: reference }
}
