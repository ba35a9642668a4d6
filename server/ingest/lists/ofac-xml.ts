import { readCountry } from '#server/ingest/columns/country-column.ts'
import { childrenOf, elementsIn, textsAt, type XmlElement } from '../formats/xml.ts'
import type { ListedEntry } from './listed.ts'
import { countryOf, joinProperties, readRemark, readRemarks, reorderName } from './ofac-remarks.ts'

const schemas: Readonly<Record<string, string>> = {
  individual: 'Person',
  entity: 'Organization',
  vessel: 'Vessel',
  aircraft: 'Airplane',
}

/**
 * The lists of the US Office of Foreign Assets Control in their plain XML (sdn.xml, consolidated.xml) as FollowTheMoney
 * entities, with the same ids as its tables. Elements follow the published schema of the file.
 */
export async function* ofacXmlEntities(chunks: AsyncIterable<string>, strict: boolean): AsyncGenerator<ListedEntry> {
  for await (const { element } of elementsIn(chunks, ['sdnEntry'], { refusesEntities: strict }))
    yield element ? entry(element) : { fault: 'long_entry', detail: { count: 1 } }
}

const first = (element: XmlElement, ...path: string[]): string | undefined => textsAt(element, ...path)[0]

const nameOf = (element: XmlElement): string =>
  [...textsAt(element, 'firstName'), ...textsAt(element, 'lastName')].join(' ').trim()

function entry(element: XmlElement): ListedEntry {
  const id = first(element, 'uid')
  const type = (first(element, 'sdnType') ?? '').toLowerCase()
  const schema = Object.hasOwn(schemas, type) ? schemas[type]! : 'LegalEntity'
  const isPerson = schema === 'Person'
  const programs = textsAt(element, 'programList', 'program')
  const aliases = childrenOf(element, 'akaList', 'aka').map(each => ({
    name: reorderName(nameOf(each), isPerson),
    kind: first(each, 'type') ?? '',
    isWeak: first(each, 'category') === 'weak',
  }))
  const former = (kind: string) => /^f\.?k\.?a/i.test(kind)
  const named = (isWanted: (alias: (typeof aliases)[number]) => boolean) =>
    aliases.filter(each => each.name !== '' && isWanted(each)).map(({ name }) => name)
  const addresses = childrenOf(element, 'addressList', 'address')
  const countries = [
    ...['nationality', 'citizenship'].flatMap(what => textsAt(element, `${what}List`, what, 'country')),
  ].flatMap(text => countryOf(text) ?? [])
  const remarks = readRemarks(first(element, 'remarks') ?? '', isPerson)
  const ids = childrenOf(element, 'idList', 'id').map(each =>
    readRemark(`${first(each, 'idType') ?? ''} ${first(each, 'idNumber') ?? ''}`, isPerson),
  )
  const born = textsAt(element, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth').map(text =>
    readRemark(`DOB ${text}`, true),
  )
  const joined = joinProperties([remarks.properties, ...ids, ...born])
  const vessel = childrenOf(element, 'vesselInfo')[0]
  const properties: Record<string, string[]> = {
    ...joined,
    name: [nameOf(element)].filter(Boolean),
    alias: named(({ kind, isWeak }) => !isWeak && !former(kind)),
    weakAlias: [...(joined.weakAlias ?? []), ...named(({ kind, isWeak }) => isWeak && !former(kind))],
    previousName: named(({ kind }) => former(kind)),
    nationality: isPerson ? [...(joined.nationality ?? []), ...countries] : [],
    birthPlace: [
      ...(joined.birthPlace ?? []),
      ...textsAt(element, 'placeOfBirthList', 'placeOfBirthItem', 'placeOfBirth'),
    ],
    position: isPerson ? textsAt(element, 'title') : [],
    country: [...new Set(addresses.flatMap(each => textsAt(each, 'country')).flatMap(text => readCountry(text) ?? []))],
    address: addresses.map(each => textsOf(each).join(', ')).filter(Boolean),
    keywords: isPerson ? programs.map(each => `OFAC ${each}`) : [],
    summary: programs.length > 0 ? [`OFAC ${id ?? ''} · ${programs.join(', ')}`] : [],
    notes: remarks.rest.length > 0 ? [remarks.rest.join('; ')] : [],
    ...(vessel && {
      callSign: textsAt(vessel, 'callSign'),
      flag: textsAt(vessel, 'vesselFlag').flatMap(text => readCountry(text) ?? []),
    }),
  }
  const unique = Object.entries(properties).map(([key, values]) => [key, [...new Set(values)]] as const)
  return { id: id ? `ofac-sdn:${id}` : '', external: id, schema, properties: Object.fromEntries(unique) }
}

const textsOf = (address: XmlElement) =>
  ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode', 'country'].flatMap(name =>
    textsAt(address, name),
  )
