// Identifiers, accounts and contact details in FollowTheMoney: one property each, without country and dates.
import type { ContactRead, IdentifierRead } from '#contract/identifier.api.ts'
import { tidyValue } from '#contract/identifier-key.ts'
import { type ContactScheme, identifierSchemeNames, identifierSchemes, schemeOf } from '#contract/identifier-scheme.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { CarryNotes } from '#server/ingest/carry-notes.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import { hasProperty } from './ftm-model.ts'
import { openPropertyReader, type PropertyReader } from './property-reader.ts'

type Properties = Record<string, string[]>
const none = { country: null, label: null, start_time: null, end_time: null }

/** Numbers that the model has a property for and this product no scheme, with their common names. */
const others: Readonly<Record<string, string>> = {
  okpoCode: 'ОКПО',
  kppCode: 'КПП',
  npiCode: 'NPI',
  uniqueEntityId: 'UEI',
  permId: 'PermID',
  bvdId: 'BvD ID',
  giiNumber: 'GIIN',
  cageCode: 'CAGE',
  icijId: 'ICIJ',
  licenseNumber: 'License',
  ricCode: 'RIC',
}

/** Schemes of persons that cannot use `idNumber`, because own exports store the id of another source there. */
const ownProperty: Readonly<Record<string, string>> = { national_id: 'socialSecurityNumber' }

function propertyOf({ scheme, label }: IdentifierRead): string | undefined {
  if (scheme === 'other') return Object.keys(others).find(name => others[name] === label)
  return ownProperty[scheme] ?? schemeOf(scheme)?.ftm
}

/** Exports numbers for which the schema has a property; the others are reported. */
export function identifiersOut(
  note: CarryNotes,
  noun: PartyEntity,
  schema: string,
  identifiers: readonly IdentifierRead[],
): Properties {
  const properties: Properties = {}
  for (const each of identifiers) {
    const property = propertyOf(each)
    if (property && hasProperty(schema, property)) properties[property] = [...(properties[property] ?? []), each.value]
    else note(noun, 'identifiers', 'no_home', [`${each.label ?? each.scheme}: ${each.value}`])
  }
  return properties
}

/** Numbers of an entity for which there is a scheme; `isOurs`: the file was exported by this product. */
export function identifiersIn(reader: PropertyReader, noun: PartyEntity, isOurs: boolean): IdentifierRead[] {
  const ofSchemes = identifierSchemeNames.flatMap(scheme => {
    const { ftm, nouns } = identifierSchemes[scheme]
    // In own exports this property contains the id of another source.
    const names = [ownProperty[scheme], isOurs && ownThere.has(ftm ?? '') ? undefined : ftm]
    if (!nouns.includes(noun)) return []
    return names.flatMap(name => (name ? reader.all(name).map(value => placeNumber(scheme, value)) : []))
  })
  const rest = Object.entries(others).flatMap(([name, label]) =>
    reader.all(name).map(value => ({ ...none, scheme: 'other', value, label })),
  )
  return [...ofSchemes, ...rest]
}

/** The same for an entity of another party's list. */
export const identifiersOf = (noun: PartyEntity, entity: RawEntity): IdentifierRead[] =>
  identifiersIn(
    openPropertyReader(entity, () => undefined),
    noun,
    false,
  )

const ownThere = new Set(['idNumber', 'wikidataId'])

/** The model has no property for Chinese credit codes: they are among the registration numbers. */
function placeNumber(scheme: string, value: string): IdentifierRead {
  const { form } = identifierSchemes.uscc
  const code = tidyValue('uscc', value)
  return scheme === 'company_number' && form?.test(code)
    ? { ...none, scheme: 'uscc', value: code }
    : { ...none, scheme, value: tidyValue(scheme, value) }
}

/** Phone, mail, address and sites have their own properties; an account is exported as its page, if it has one. */
export function contactsOut(note: CarryNotes, noun: PartyEntity, contacts: readonly ContactRead[]): Properties {
  const properties: Properties = {}
  const add = (name: string, value: string) => {
    properties[name] = [...(properties[name] ?? []), value]
  }
  for (const { scheme, value, label } of contacts) {
    const { ftm, page, group } = schemeOf(scheme) ?? {}
    const isAddress = /^https?:\/\/\S+$/i.test(value)
    if (ftm && (ftm !== 'website' || isAddress)) add(ftm, value)
    else if (scheme === 'wiki' && isAddress) add('wikipediaUrl', value)
    else if (group === 'account' && isAddress) add('website', value)
    else if (page && tidyValue(scheme, value) === value) add('website', page.replace('{}', encodeURIComponent(value)))
    else note(noun, 'contacts', 'no_home', [`${label ?? scheme}: ${value}`])
  }
  return properties
}

export const contactsIn = (scheme: ContactScheme, values: readonly string[]): ContactRead[] =>
  values.map(value => ({ scheme, value, label: null, start_time: null, end_time: null }))
