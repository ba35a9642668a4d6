import type * as z from 'zod/mini'
import { type AliasNote, notesOf } from '#contract/alias.ts'
import { reconcileContacts } from '#contract/contact-field.ts'
import { eventSchema, NewEvent } from '#contract/event.api.ts'
import type { InterchangeKind } from '#contract/interchange.api.ts'
import { NewOg, ogSchema } from '#contract/og.api.ts'
import { NewPerson, personSchema } from '#contract/person.api.ts'
import type { MergeEntity } from '#contract/registry.ts'
import { cutText } from '#contract/text.ts'
import { Required } from '#contract/wire.ts'
import { diesFirst } from '#server/features/person/person.service.ts'
import type { CarryNotes } from '#server/ingest/carry-notes.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import { rowDigestOf } from './digest.ts'
import { endsOf } from './ftm-in-link.ts'
import { carriedIn, eventValues, ogValues, personValues } from './ftm-in-values.ts'
import { readEntityId, schemaOf } from './ftm-model.ts'
import type { MappedEntity } from './mapped.ts'
import { openPropertyReader, type PropertyReader } from './property-reader.ts'

export type { RawEntity } from '#server/ingest/raw-entity.ts'
export type { MappedEntity } from './mapped.ts'

const shapes: Partial<Record<InterchangeKind, Record<string, z.ZodMiniType>>> = {
  // A category is given by its name.
  og: { ...NewOg.shape, category_id: Required(60) },
  person: NewPerson.shape,
  event: NewEvent.shape,
}

/** The record for an entity; undefined if its schema is not supported, which is noted. */
export function mapEntity(raw: RawEntity, installation: string, note: CarryNotes): MappedEntity | undefined {
  const schema = schemaOf(raw.schema)
  const reader = openPropertyReader(raw, note)
  if (schema?.isA('Person'))
    return record('person', raw, installation, note, reader, {
      ...carriedIn(personSchema, reader),
      ...personValues(raw, reader),
    })
  if (schema?.isA('Organization') || raw.schema === 'LegalEntity')
    return record('og', raw, installation, note, reader, {
      ...carriedIn(ogSchema, reader),
      ...ogValues(raw, reader),
    })
  if (schema?.isA('Event')) {
    const values = { ...carriedIn(eventSchema, reader), ...eventValues(reader) }
    const ends = { involved: [...reader.all('involved'), ...reader.all('organizer')] }
    return { ...record('event', raw, installation, note, reader, values), ends }
  }
  const link = schema && endsOf(schema, reader)
  if (!link) {
    note(raw.schema, null, 'unknown_schema', [raw.id])
    return undefined
  }
  reader.reportUnread()
  // Files give ids to memberships, by which they are found again.
  const number = link.kind === 'membership' ? (raw.external ?? raw.id) : ''
  const ids = number === '' || number.length > maxId ? [] : [number]
  return { key: raw.id, own_id: null, ids, name: '', faults: [], ...link }
}

type Reading = {
  /** The property with the identifier of another source in our own exports. */
  idProperty: string
  hasWikidata: boolean
  nameField: string
  settle: (values: Record<string, unknown>) => Record<string, unknown>
}
const ofParty = { idProperty: 'idNumber', hasWikidata: true, nameField: 'name' }
const readings: Record<MergeEntity, Reading> = {
  og: { ...ofParty, settle: values => reconcileContacts(ogSchema, values) },
  person: { ...ofParty, settle: values => reconcileContacts(personSchema, values) },
  event: { idProperty: 'recordId', hasWikidata: false, nameField: 'title', settle: values => values },
}

/** Fits values to their fields; omits and notes those that do not fit. */
function record(
  kind: MergeEntity,
  raw: RawEntity,
  installation: string,
  note: CarryNotes,
  reader: PropertyReader,
  { title, ...given }: Record<string, unknown> & { title: string },
): MappedEntity {
  const { idProperty, hasWikidata, nameField, settle } = readings[kind]
  const source = raw.external ?? raw.id
  const own = readEntityId(raw.id)
  const isOwn = own?.installation === installation && own.kind === kind
  // Own exports contain the identifier of another source; in other files the entity's own id identifies the record.
  const declared = own ? reader.first(idProperty) : undefined
  const wikidata = hasWikidata ? reader.first('wikidataId') : undefined
  const external = (own ? (declared ?? wikidata) : undefined) ?? (isOwn ? undefined : source)
  const back = external === undefined ? undefined : readEntityId(external)
  const isBack = back?.installation === installation && back.kind === kind
  const ownId = isOwn ? own.id : isBack ? back.id : null
  const all = { ...given, [nameField]: title, ...(external !== undefined && !isBack && { external_id: external }) }
  const values: Record<string, unknown> = {}
  const shape = shapes[kind] ?? {}
  for (const [field, value] of Object.entries(all)) {
    const isList = Array.isArray(value)
    if (value === undefined || value === '' || (isList && value.length === 0)) continue
    const read = isList ? fitting(shape[field], value) : { fit: value, unfit: [] }
    const parsed = shape[field]?.safeParse(read.fit)
    if (parsed?.success) values[field] = parsed.data
    note(raw.schema, field, 'unfit', parsed?.success ? read.unfit : [value])
  }
  if (diesFirst(values.birth_time, values.death_time)) {
    note(raw.schema, 'death_time', 'unfit', [values.death_time])
    delete values.death_time
  }
  if (values.alias_notes)
    values.alias_notes = notesOf(values.alias_notes as AliasNote[], (values.aliases ?? []) as string[])
  reader.reportUnread()
  const ids = [shortId(source), declared, wikidata].filter(id => id && id.length <= maxId) as string[]
  return {
    kind,
    key: raw.id,
    own_id: ownId,
    // An entity without any id is identified by its content.
    ids:
      ids.length > 0 || ownId !== null ? [...new Set(ids)] : [rowDigestOf({ schema: raw.schema, of: raw.properties })],
    name: cutText(title, 200),
    values: settle(values),
    ends: {},
    faults: values[nameField] === undefined ? [{ code: title ? 'bad_name' : 'no_name' }] : [],
  }
}

const maxId = 100

/** An id that is too long for the field is replaced by its digest. */
const shortId = (id: string) => (id.length > maxId ? rowDigestOf(id) : id)

/** Items of a list that are valid one by one, without duplicates, up to the list's limit. */
function fitting(schema: z.ZodMiniType | undefined, items: readonly unknown[]) {
  const fit: unknown[] = []
  const unfit: unknown[] = []
  for (const item of items) {
    const one = schema?.safeParse([item])
    const value = one?.success ? (one.data as unknown[])[0] : undefined
    if (value !== undefined && fit.some(known => JSON.stringify(known) === JSON.stringify(value))) continue
    if (value !== undefined && schema?.safeParse([...fit, value]).success) fit.push(value)
    else unfit.push(item)
  }
  return { fit, unfit }
}
