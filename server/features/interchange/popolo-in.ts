import { type AliasNote, isLanguage } from '#contract/alias.ts'
import type { ContactRead, IdentifierRead } from '#contract/identifier.api.ts'
import { contactSchemes, identifierSchemes, schemeOfName } from '#contract/identifier-scheme.ts'
import { cutText } from '#contract/text.ts'
import { type CarryNotes, cleanText } from '#server/ingest/carry-notes.ts'
import { entriesIn, JsonFault } from '../../ingest/formats/json-lists.ts'
import type { RawEntity } from './ftm-in.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const objectsOf = (value: unknown): Json[] => listOf(value).filter(isObject)
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
/** An empty id identifies nothing. */
const idOf = (value: unknown): string | undefined => textOf(value)?.trim() || undefined

/** Ids of different classes may be equal, so keys include the class. */
const keyOf = (kind: 'person' | 'organization' | 'event', id: unknown) => {
  const text = idOf(id)
  return text === undefined ? [] : [`${kind}:${text}`]
}

/**
 * Holds the key of the entry that contains the membership if the entry has no id; a symbol, so that no file can use the
 * name.
 */
const holders = { person_id: Symbol('person'), organization_id: Symbol('organization') } as const

/** Opens the text of the document, from its beginning with each call. */
type OpenDocument = () => AsyncIterable<string>

const mappers = { organizations: organisation, persons: person, events: event } as const
const holderOf = { organizations: 'organization_id', persons: 'person_id' } as const
const knownLists: readonly string[] = ['organizations', 'persons', 'events', 'memberships', 'areas']
/** Limit for names that memberships refer to instead of ids; a file with more is not genuine. */
const mostNames = 300_000

/** The lists of a Popolo document with the names of its events and areas; undefined if the file is none. */
export async function readPopolo(open: OpenDocument): Promise<Popolo | undefined> {
  const lists = new Set<string>()
  const names = new Map<string, string>()
  const isWanted = (list: string) => list === 'events' || list === 'areas'
  const isPopolo = () => ['persons', 'organizations'].some(name => lists.has(name))
  try {
    for await (const { list, value } of entriesIn(open(), { isWanted, onList: list => lists.add(list) })) {
      if (!isObject(value)) continue
      const [key, text] = [idOf(value.id), textOf(value.name)]
      if (key && text && names.size < mostNames) names.set(`${list} ${key}`, cutText(text, 300))
    }
  } catch (error) {
    // A text that is no JSON object, or another object, is no damaged Popolo file.
    if (!(error instanceof JsonFault) || isPopolo()) throw error
  }
  return isPopolo() ? { lists, names } : undefined
}
type Popolo = { lists: ReadonlySet<string>; names: ReadonlyMap<string, string> }

/**
 * A Popolo document as FollowTheMoney entities; `null` for an entry that is no object. Values without a counterpart are
 * noted. The document is read once for each of its lists, and once more for nested memberships, so that nothing of it
 * is in memory.
 */
export async function* popoloEntities(
  open: OpenDocument,
  { lists, names }: Popolo,
  note: CarryNotes,
): AsyncGenerator<RawEntity | null> {
  const holding = new Set<string>()
  for (const name of ['organizations', 'persons', 'events'] as const) {
    if (!lists.has(name)) continue
    for await (const { place, value } of entriesIn(open(), { isWanted: list => list === name })) {
      if (isObject(value)) {
        const { memberships: held, ...rest } = value
        if (listOf(held).length > 0) holding.add(name)
        yield mappers[name](rest, `${name}[${place}]`, note)
        if (name === 'organizations') yield* parentLink(value, `${name}[${place}]`)
      } else yield null
    }
  }
  let place = 0
  for await (const each of nestedMemberships(open, lists, holding)) {
    yield isObject(each) ? membership(each, `memberships[${place}]`, note, names) : null
    place += 1
  }
  if (![...lists].every(list => knownLists.includes(list)))
    for await (const { list, value } of entriesIn(open(), { isWanted: list => !knownLists.includes(list) }))
      note(list, null, 'unknown_schema', [nameOf(value)])
}

/** Yields the document's own memberships first, then those nested in its organisations and persons. */
async function* nestedMemberships(
  open: OpenDocument,
  lists: ReadonlySet<string>,
  holding: ReadonlySet<string>,
): AsyncGenerator<unknown> {
  if (lists.has('memberships'))
    for await (const { value } of entriesIn(open(), { isWanted: list => list === 'memberships' })) yield value
  for (const name of ['organizations', 'persons'] as const) {
    if (!holding.has(name)) continue
    const key = holderOf[name]
    for await (const { place, value } of entriesIn(open(), { isWanted: list => list === name })) {
      if (!isObject(value)) continue
      for (const each of objectsOf(value.memberships))
        yield { ...each, [key]: each[key] ?? value.id, [holders[key]]: `${name}[${place}]` }
    }
  }
}

const nameOf = (value: unknown) => (isObject(value) ? (textOf(value.name) ?? textOf(value.id) ?? value) : value)

/** Takes fields out of an object; `rest` notes the non-empty fields that were not taken. */
function reader(what: string, object: Json, note: CarryNotes) {
  const taken = new Set<string>()
  const take = (name: string): unknown => {
    taken.add(name)
    return Object.hasOwn(object, name) ? object[name] : undefined
  }
  const left = (name: string, values: readonly unknown[]) => note(what, name, 'no_home', values)
  return {
    take,
    left,
    texts: (...names: string[]) => names.flatMap(name => textOf(take(name)) ?? []),
    rest() {
      for (const [name, value] of Object.entries(object)) {
        const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
        if (!taken.has(name) && !isEmpty) left(name, Array.isArray(value) ? value : [value])
      }
    },
  }
}
type PopoloReader = ReturnType<typeof reader>
const none = { country: null, label: null, start_time: null, end_time: null }

function commonProperties(read: PopoloReader) {
  const wikidata: string[] = []
  const identifiers: IdentifierRead[] = []
  for (const each of objectsOf(read.take('identifiers'))) {
    const value = textOf(each.identifier)
    const name = textOf(each.scheme) ?? ''
    const scheme = schemeOfName(name)
    if (value && scheme === 'wikidata') wikidata.push(value)
    else if (value && scheme && Object.hasOwn(identifierSchemes, scheme)) identifiers.push({ ...none, scheme, value })
    else if (value && name) identifiers.push({ ...none, scheme: 'other', value, label: name })
    else if (value) read.left('identifiers', [value])
  }
  const website: string[] = []
  const wikipediaUrl: string[] = []
  for (const each of objectsOf(read.take('links'))) {
    const url = textOf(each.url)
    if (url) (/wikipedia\.org\//.test(url) ? wikipediaUrl : website).push(url)
  }
  const phone: string[] = []
  const email = read.texts('email')
  const contacts: ContactRead[] = []
  for (const each of objectsOf(read.take('contact_details'))) {
    const value = textOf(each.value) ?? ''
    const type = textOf(each.type) ?? ''
    const scheme = schemeOfName(type)
    const label = textOf(each.label) ?? textOf(each.note) ?? null
    const [from, to] = [textOf(each.valid_from) ?? null, textOf(each.valid_until) ?? null]
    const isPlain = label === null && from === null && to === null
    if (scheme === 'phone' && isPlain) phone.push(value)
    else if (scheme === 'mail' && isPlain) email.push(value)
    else if (scheme && Object.hasOwn(contactSchemes, scheme))
      contacts.push({ scheme, value, label, start_time: from, end_time: to })
    else if (/^https?:\/\//i.test(value)) website.push(value)
    else read.left('contact_details', [`${type} ${value}`.trim()])
  }
  const images = [...read.texts('image'), ...objectsOf(read.take('images')).flatMap(each => textOf(each.url) ?? [])]
  const places = { image: [...new Set(images)], website, wikipediaUrl, phone, email: [...new Set(email)] }
  return { properties: { wikidataId: wikidata, ...places }, rows: { identifiers, contacts } }
}

/** Words in notes that indicate the kind of a name. */
const former = /\b(former|previous|maiden|birth name|née|old)\b|曾用|旧/i
const weak = /\b(nick ?name|weak|informal|abbreviat)/i
const plainNameNote = /^(multilingual|alternat(e|ive)|alias|also known as|aka|other name)$/i

/** Further names with their kind and language; a note with more information than that is reported. */
function otherNames(read: PopoloReader): AliasNote[] {
  return objectsOf(read.take('other_names')).flatMap(each => {
    const alias = cleanText(textOf(each.name) ?? '').trim()
    const note = textOf(each.note) ?? ''
    const lang = textOf(each.lang) ?? textOf(each.language) ?? null
    const kind = former.test(note) || each.end_date ? 'former' : weak.test(note) ? 'weak' : null
    if (note && !plainNameNote.test(note) && kind === null) read.left('other_names', [`${alias}: ${note}`])
    const dates = [textOf(each.start_date), textOf(each.end_date)]
    if (dates.some(Boolean)) read.left('other_names', [`${alias}: ${dates.map(date => date ?? '').join('–')}`])
    if (lang !== null && !isLanguage(lang)) read.left('other_names', [`${alias}: ${lang}`])
    return alias ? [{ alias, kind, lang: lang !== null && isLanguage(lang) ? lang : null } as const] : []
  })
}

function person(object: Json, place: string, note: CarryNotes): RawEntity {
  const read = reader('persons', object, note)
  const shared = commonProperties(read)
  const properties = {
    name: read.texts('name'),
    firstName: read.texts('given_name'),
    lastName: read.texts('family_name'),
    birthDate: read.texts('birth_date'),
    deathDate: read.texts('death_date'),
    gender: read.texts('gender'),
    nationality: read.texts('national_identity'),
    summary: read.texts('summary'),
    description: read.texts('biography'),
    ...shared.properties,
  }
  return { ...entity('Person', 'person', read, place, properties), ...shared.rows }
}

function organisation(object: Json, place: string, note: CarryNotes): RawEntity {
  const read = reader('organizations', object, note)
  const shared = commonProperties(read)
  const properties = {
    name: read.texts('name'),
    classification: read.texts('classification'),
    incorporationDate: read.texts('founding_date'),
    summary: read.texts('abstract'),
    description: read.texts('description'),
    ...shared.properties,
  }
  for (const name of ['parent_id', 'parent']) read.take(name)
  return { ...entity('Organization', 'organization', read, place, properties), ...shared.rows }
}

/** An organisation that is a part of another becomes a subsidiary of that one. */
function* parentLink({ id, parent_id, parent }: Json, place: string): Generator<RawEntity> {
  const subject = keyOf('organization', parent_id ?? (isObject(parent) ? parent.id : undefined))
  if (subject.length === 0) return
  const [object = place] = keyOf('organization', id)
  yield {
    id: `${place}.parent`,
    schema: 'UnknownLink',
    properties: { subject, object: [object], role: ['subsidiary'] },
  }
}

function event(object: Json, place: string, note: CarryNotes): RawEntity {
  const read = reader('events', object, note)
  const attendees = listOf(read.take('attendees')).flatMap(each => keyOf('person', isObject(each) ? each.id : each))
  const properties = {
    name: read.texts('name'),
    description: read.texts('description'),
    startDate: read.texts('start_date'),
    endDate: read.texts('end_date'),
    location: read.texts('location'),
    organizer: keyOf('organization', read.take('organization_id')),
    involved: attendees,
  }
  return entity('Event', 'event', read, place, properties)
}

type HolderNames = { [holder: symbol]: string | undefined }

function membership(object: Json, place: string, note: CarryNotes, names: ReadonlyMap<string, string>): RawEntity {
  const read = reader('memberships', object, note)
  const [role, label] = [read.texts('role'), read.texts('label')]
  if (role.length > 0) read.left('label', label)
  const end = (kind: 'person' | 'organization') => {
    const [key = (object as HolderNames)[holders[`${kind}_id`]]] = keyOf(kind, read.take(`${kind}_id`))
    return key === undefined ? [] : [key]
  }
  const properties = {
    member: end('person'),
    organization: end('organization'),
    role: role.length > 0 ? role : label,
    startDate: read.texts('start_date'),
    endDate: read.texts('end_date'),
    onBehalfOf: keyOf('organization', read.take('on_behalf_of_id')),
    area: areaOf(read, names),
    term: read.texts('legislative_period_id').map(id => names.get(`events ${id}`) ?? id.replace(/^term\//, '')),
  }
  const external = idOf(read.take('id')) ?? ''
  read.rest()
  return { id: place, schema: 'Membership', properties, external }
}

/** The name of an area; its id if the file does not name it. */
function areaOf(read: PopoloReader, names: ReadonlyMap<string, string>): string[] {
  const area = read.take('area')
  const named = isObject(area) ? textOf(area.name) : textOf(area)
  const ids = read.texts('area_id')
  return named ? [named] : ids.map(id => names.get(`areas ${id}`) ?? id)
}

/** An entry without an id is identified by its position. */
function entity(
  schema: string,
  kind: Parameters<typeof keyOf>[0],
  read: PopoloReader,
  place: string,
  properties: Record<string, string[]>,
): RawEntity {
  const id = idOf(read.take('id'))
  const alias_notes = otherNames(read)
  read.rest()
  return { id: id === undefined ? place : `${kind}:${id}`, schema, properties, external: id ?? '', alias_notes }
}
