import { type Event, type EventOwnField, eventSchema } from '#contract/event.api.ts'
import { type Fields, writtenOf } from '#contract/field.ts'
import { type Og, type OgField, ogSchema } from '#contract/og.api.ts'
import { type Education, type Person, type PersonOwnField, personSchema } from '#contract/person.api.ts'
import type { RelationType } from '#contract/relation.api.ts'
import type { CarryNotes } from '#server/ingest/carry-notes.ts'
import { aliasesOut } from './ftm-alias.ts'
import { exportMembershipExtras } from './ftm-membership-extras.ts'
import { entity, entityId, type FtmEntity } from './ftm-model.ts'
import { contactsOut, identifiersOut } from './ftm-number.ts'

/** Context of an export: the installation's id, and the notes on values that cannot be exported. */
export type FtmExportContext = { installation: string; note: CarryNotes }

/** Records as they are exported: their id and the fields that users write. */
export type OgOut = Pick<Og, 'id' | OgField>
export type PersonOut = Pick<Person, 'id' | PersonOwnField>
export type EventOut = Pick<Event, 'id' | EventOwnField>
export type MembershipOut = {
  id: number
  person_id: number
  og_id: number
  role: string | null
  start_time: string | null
  end_time: string | null
  area: string | null
  term: string | null
  /** Set only if the exporter may read it. */
  on_behalf_of: number | null
}
export type RelationOut = {
  id: number
  from_id: number
  to_id: number
  type: RelationType
  desc: string | null
  start_time: string | null
  end_time: string | null
}

/** FollowTheMoney uses lower-case country codes. */
const country = (code: string | null) => [code?.toLowerCase()]
const isAddress = (text: string | null): text is string => text !== null && /^https?:\/\/\S+$/i.test(text)

/** The identifier of another source: Wikidata ids have their own property, all others the general one. */
function identifiers(externalId: string | null): Record<string, (string | null)[]> {
  return externalId !== null && /^Q\d+$/.test(externalId) ? { wikidataId: [externalId] } : { idNumber: [externalId] }
}

/** Addresses of accounts are exported as web sites; account names have no property. */
function sites(out: FtmExportContext, what: string, row: Record<string, unknown>, fields: readonly string[]): string[] {
  return fields.flatMap(field => {
    const text = row[field] as string | null
    if (isAddress(text)) return [text]
    if (text) out.note(what, field, 'no_home', [text])
    return []
  })
}

const accounts = ['twitter', 'facebook', 'youtube']
const rows = ['identifiers', 'contacts', 'alias_notes']

/** Joins values of one property from several fields, in their order. */
function mergeProperties(...all: Record<string, readonly (string | null)[]>[]): Record<string, (string | null)[]> {
  const properties: Record<string, (string | null)[]> = {}
  for (const each of all)
    for (const [name, values] of Object.entries(each)) properties[name] = [...(properties[name] ?? []), ...values]
  return properties
}

/** Reports fields without a property, if their value is not the default. */
function reportLeftOut(
  out: FtmExportContext,
  what: string,
  row: Record<string, unknown>,
  fields: Record<string, unknown>,
): void {
  for (const [field, usual] of Object.entries(fields)) {
    const value = row[field]
    if (value === null || value === undefined || JSON.stringify(value) === JSON.stringify(usual)) continue
    // For pictures and lists of users, the name of the record is the more useful example.
    const isNamed = ['icon', 'read_user', 'write_user', 'read_group', 'write_group'].includes(field)
    out.note(what, field, 'no_home', [
      isNamed ? (row.name ?? row.title) : Array.isArray(value) ? value.join(', ') : value,
    ])
  }
}

/** Values of fields whose property is given in the schema. */
function ftmProperties(schema: Fields, row: Record<string, unknown>): Record<string, (string | null)[]> {
  const properties: Record<string, (string | null)[]> = {}
  for (const [name, { ftm, kind }] of Object.entries(schema)) {
    if (!ftm) continue
    const value = row[name] as string | string[] | null
    const texts = kind === 'region' ? country(value as string | null) : Array.isArray(value) ? value : [value ?? null]
    properties[ftm] = [...(properties[ftm] ?? []), ...texts.map(text => text ?? null)]
  }
  return properties
}

/** Writable fields without a property in FollowTheMoney, each with its default value. */
function fieldsWithoutProperty(schema: Fields, placed: readonly string[]): Record<string, unknown> {
  const rest = writtenOf(schema).filter(name => !schema[name]?.ftm && !placed.includes(name))
  return Object.fromEntries(rest.map(name => [name, schema[name]?.empty ?? null]))
}

export function personOut(out: FtmExportContext, row: PersonOut): FtmEntity {
  reportLeftOut(
    out,
    'person',
    row,
    fieldsWithoutProperty(personSchema, [
      'education',
      'website',
      'wiki',
      'twitter',
      'facebook',
      'external_id',
      ...rows,
    ]),
  )
  if (row.wiki && !isAddress(row.wiki)) out.note('person', 'wiki', 'no_home', [row.wiki])
  return entity(
    entityId(out.installation, 'person', row.id),
    'Person',
    mergeProperties(
      { ...ftmProperties(personSchema, row), ...aliasesOut(out.note, 'person', row) },
      {
        education: row.education.map(educationText),
        website: [row.website, ...sites(out, 'person', row, ['twitter', 'facebook'])],
        wikipediaUrl: [isAddress(row.wiki) ? row.wiki : null],
      },
      identifiers(row.external_id),
      identifiersOut(out.note, 'person', 'Person', row.identifiers),
      contactsOut(out.note, 'person', row.contacts),
    ),
  )
}

/** Format: `School — degree (1990 – 1994-06)`. */
export function educationText({ school, degree, from, to }: Education): string {
  const years = from || to ? ` (${from ?? ''} – ${to ?? ''})` : ''
  return `${school}${degree ? ` — ${degree}` : ''}${years}`
}

/** Derives the schema from the category's name: company, public body, or plain organisation. */
function ftmSchemaOfOg(category: string | null): string {
  if (category === null) return 'Organization'
  if (/公司|企业|\bcompan|\benterprise|\bcorporation/i.test(category)) return 'Company'
  return /政府|机关|\bgovernment|\bpublic bod|\bagency|\bministr/i.test(category) ? 'PublicBody' : 'Organization'
}

export function ogOut(out: FtmExportContext, row: OgOut, category: string | null): FtmEntity {
  const { danger_level: level } = row
  if (level !== '受制裁' && level !== '待定') out.note('og', 'danger_level', 'no_home', [level])
  reportLeftOut(
    out,
    'og',
    row,
    fieldsWithoutProperty(ogSchema, [
      'category_id',
      'danger_level',
      'host',
      'entrances',
      ...accounts,
      'external_id',
      ...rows,
    ]),
  )
  const host = row.host === null ? [] : [`https://${row.host}`]
  const schema = ftmSchemaOfOg(category)
  return entity(
    entityId(out.installation, 'og', row.id),
    schema,
    mergeProperties(
      { ...ftmProperties(ogSchema, row), ...aliasesOut(out.note, 'og', row) },
      {
        classification: [category],
        topics: level === '受制裁' ? ['sanction'] : [],
        website: [...host, ...row.entrances, ...sites(out, 'og', row, accounts)],
      },
      identifiers(row.external_id),
      identifiersOut(out.note, 'og', schema, row.identifiers),
      contactsOut(out.note, 'og', row.contacts),
    ),
  )
}

export function membershipOut(out: FtmExportContext, row: MembershipOut): FtmEntity {
  return entity(entityId(out.installation, 'membership', row.id), 'Membership', {
    member: [entityId(out.installation, 'person', row.person_id)],
    organization: [entityId(out.installation, 'og', row.og_id)],
    role: [row.role],
    startDate: [row.start_time],
    endDate: [row.end_time],
    summary: exportMembershipExtras({
      area: row.area,
      term: row.term,
      party: row.on_behalf_of === null ? null : entityId(out.installation, 'og', row.on_behalf_of),
    }),
  })
}

const family: ReadonlySet<RelationType> = new Set(['parent', 'child', 'spouse', 'sibling', 'relative'])
const association: ReadonlySet<RelationType> = new Set(['associate', 'friend', 'colleague', 'partner'])

/** The type is the role of `to` in relation to `from`, as `relationship` is the role of the relative. */
export function relationOut(out: FtmExportContext, row: RelationOut): FtmEntity {
  const from = [entityId(out.installation, 'person', row.from_id)]
  const to = [entityId(out.installation, 'person', row.to_id)]
  const about = { description: [row.desc], startDate: [row.start_time], endDate: [row.end_time] }
  const id = entityId(out.installation, 'relation', row.id)
  const { type } = row
  if (family.has(type)) return entity(id, 'Family', { person: from, relative: to, relationship: [type], ...about })
  if (association.has(type))
    return entity(id, 'Associate', { person: from, associate: to, relationship: [type], ...about })
  if (type === 'agent') return entity(id, 'Representation', { agent: to, client: from, ...about })
  if (type === 'principal') return entity(id, 'Representation', { agent: from, client: to, ...about })
  if (type === 'predecessor') return entity(id, 'Succession', { predecessor: to, successor: from, ...about })
  if (type === 'successor') return entity(id, 'Succession', { predecessor: from, successor: to, ...about })
  return entity(id, 'UnknownLink', { subject: from, object: to, role: [type], ...about })
}

/** FollowTheMoney times are in UTC, without a zone. */
function ftmTime(time: string | null): string | null {
  if (time === null || !time.includes('T')) return time
  return new Date(time).toISOString().slice(0, 19)
}

export function eventOut(
  out: FtmExportContext,
  row: EventOut,
  involved: { persons: number[]; ogs: number[] },
): FtmEntity {
  reportLeftOut(out, 'event', row, fieldsWithoutProperty(eventSchema, ['start_time', 'end_time']))
  return entity(entityId(out.installation, 'event', row.id), 'Event', {
    ...ftmProperties(eventSchema, row),
    startDate: [ftmTime(row.start_time)],
    endDate: [ftmTime(row.end_time)],
    involved: [
      ...involved.ogs.map(id => entityId(out.installation, 'og', id)),
      ...involved.persons.map(id => entityId(out.installation, 'person', id)),
    ],
  })
}
