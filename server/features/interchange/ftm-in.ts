import type * as z from 'zod/mini'
import { type AliasNote, notesOf } from '#contract/alias.ts'
import type { Fields } from '#contract/card.ts'
import { settleContacts } from '#contract/contact-field.ts'
import { eventCard, NewEvent } from '#contract/event.ts'
import type { InterchangeKind } from '#contract/interchange.ts'
import type { MergeNoun } from '#contract/noun.ts'
import { NewOg, ogCard } from '#contract/og.ts'
import { NewPerson, personCard } from '#contract/person.ts'
import { isCountry } from '#contract/region.ts'
import { cutText } from '#contract/text.ts'
import { Required } from '#contract/wire.ts'
import { diesFirst, genderOf } from '#server/features/person/person.ts'
import type { Notes } from './carry.ts'
import { digestOf } from './digest.ts'
import { aliasesIn } from './ftm-alias.ts'
import { endsOf } from './ftm-in-link.ts'
import { readEntityId, schemaOf } from './ftm-model.ts'
import { contactsIn, identifiersIn } from './ftm-number.ts'
import { educationOf, eventTimeOf, placeOf } from './ftm-value.ts'
import type { Mapped, RawEntity } from './mapped.ts'
import { type Take, takeFrom } from './take.ts'

export type { Mapped, RawEntity } from './mapped.ts'

const shapes: Partial<Record<InterchangeKind, Record<string, z.ZodMiniType>>> = {
  // A category goes by its name.
  og: { ...NewOg.shape, category_id: Required(60) },
  person: NewPerson.shape,
  event: NewEvent.shape,
}

/** Our record for an entity; undefined where its kind is not known here, which is noted. */
export function mapEntity(raw: RawEntity, installation: string, note: Notes): Mapped | undefined {
  const schema = schemaOf(raw.schema)
  const take = takeFrom(raw, note)
  if (schema?.isA('Person'))
    return record('person', raw, installation, note, take, {
      ...carriedIn(personCard, take),
      ...personValues(raw, take),
    })
  if (schema?.isA('Organization') || raw.schema === 'LegalEntity')
    return record('og', raw, installation, note, take, {
      ...carriedIn(ogCard, take),
      ...ogValues(raw, take),
    })
  if (schema?.isA('Event')) {
    const values = { ...carriedIn(eventCard, take), ...eventValues(take) }
    const ends = { involved: [...take.all('involved'), ...take.all('organizer')] }
    return { ...record('event', raw, installation, note, take, values), ends }
  }
  const link = schema && endsOf(schema, take)
  if (!link) {
    note(raw.schema, null, 'unknown_schema', [raw.id])
    return undefined
  }
  take.rest()
  // Memberships are numbered by their files, and found again by that number.
  const number = link.kind === 'membership' ? (raw.external ?? raw.id) : ''
  const ids = number === '' || number.length > maxId ? [] : [number]
  return { key: raw.id, own_id: null, ids, name: '', faults: [], ...link }
}

/** Fits values to their fields; what does not fit is noted and left out. */
function record(
  kind: MergeNoun,
  raw: RawEntity,
  installation: string,
  note: Notes,
  take: Take,
  { title, ...given }: Record<string, unknown> & { title: string },
): Mapped {
  const source = raw.external ?? raw.id
  const own = readEntityId(raw.id)
  const isOwn = own?.installation === installation && own.kind === kind
  // What we wrote carries the identifier of yet another source; of others, their own id is what finds a record again.
  const declared = own ? take.first(kind === 'event' ? 'recordId' : 'idNumber') : undefined
  const wikidata = kind === 'event' ? undefined : take.first('wikidataId')
  const external = (own ? (declared ?? wikidata) : undefined) ?? (isOwn ? undefined : source)
  const back = external === undefined ? undefined : readEntityId(external)
  const isBack = back?.installation === installation && back.kind === kind
  const ownId = isOwn ? own.id : isBack ? back.id : null
  const nameField = kind === 'event' ? 'title' : 'name'
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
  take.rest()
  const ids = [shortId(source), declared, wikidata].filter(id => id && id.length <= maxId) as string[]
  return {
    kind,
    key: raw.id,
    own_id: ownId,
    // What has no id at all is known again by what it says.
    ids: ids.length > 0 || ownId !== null ? [...new Set(ids)] : [digestOf({ schema: raw.schema, of: raw.properties })],
    name: cutText(title, 200),
    values: kind === 'event' ? values : settleContacts(kind === 'og' ? ogCard : personCard, values),
    ends: {},
    faults: values[nameField] === undefined ? [{ code: title ? 'bad_name' : 'no_name' }] : [],
  }
}

const maxId = 100

/** An id longer than a record can show is known by its digest. */
const shortId = (id: string) => (id.length > maxId ? digestOf(id) : id)

/** Items of a list that fit it one by one, each once, as many as there is room for. */
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

/** The first name is the name, all others are aliases. */
function namesOf(take: Take, given?: readonly AliasNote[]): { title: string; others: string[]; notes: AliasNote[] } {
  const [title = '', ...more] = take.all('name')
  const { aliases, notes } = aliasesIn(take, given)
  const others = [...more, ...aliases].filter(other => other !== title)
  return { title, others, notes }
}

function personValues(raw: RawEntity, take: Take) {
  const isOurs = readEntityId(raw.id) !== undefined
  const { title, others, notes } = namesOf(take, raw.alias_notes)
  const gender = take.first('gender')
  // units: a list
  const parts = ['firstName', 'secondName', 'middleName', 'lastName'].flatMap(name => take.all(name).slice(0, 1))
  const { website, twitter, facebook, contacts } = placesOf(take)
  const [[phone, ...phones], [mail, ...mails], [wiki, ...wikis]] = [
    take.all('phone'),
    take.all('email'),
    take.all('wikipediaUrl'),
  ]
  return {
    title: title || parts.join(' '),
    aliases: others,
    alias_notes: notes,
    gender: gender && (genderOf(gender) ?? gender),
    picture: take.first('image'),
    region: regionOf(take, ['nationality', 'citizenship', 'country', 'mainCountry']),
    education: take.all('education').map(educationOf),
    desc: [...take.all('description'), ...take.all('notes')].join('\n\n'),
    labels: [...take.all('keywords'), ...take.all('topics')],
    phone_number: phone,
    mail,
    website: website[0],
    wiki,
    twitter,
    facebook,
    identifiers: [...identifiersIn(take, 'person', isOurs), ...(raw.identifiers ?? [])],
    contacts: [
      ...contactsIn('phone', phones),
      ...contactsIn('mail', mails),
      ...contactsIn('website', website.slice(1)),
      ...contactsIn('wiki', wikis),
      ...contacts,
      ...contactsIn('address', take.all('address')),
      ...(raw.contacts ?? []),
    ],
  }
}

/** The fields that one property alone means, as the card says; what takes more thought is read by its noun. */
function carriedIn(card: Fields, take: Take): Record<string, unknown> {
  const plain = Object.entries(card).filter(([, { ftm }]) => ftm && !thoughtOf.includes(ftm))
  return Object.fromEntries(
    plain.map(([name, { ftm = '', kind }]) => {
      if (kind === 'texts' || kind === 'addresses') return [name, take.all(ftm)]
      const first = take.first(ftm)
      return [name, kind === 'date' ? first?.slice(0, 10) : first]
    }),
  )
}

/** Properties that several fields share or several properties fill. */
const thoughtOf = [
  'name',
  'alias',
  'country',
  'description',
  'keywords',
  'location',
  'recordId',
  'phone',
  'email',
  'gender',
  'legalForm',
]

function ogValues(raw: RawEntity, take: Take) {
  const isOurs = readEntityId(raw.id) !== undefined
  const second = isOurs ? take.all('name')[1] : undefined
  const { title, others, notes } = namesOf(take, raw.alias_notes)
  const topics = take.all('topics')
  const isSanctioned = topics.some(topic => topic === 'sanction' || topic.startsWith('sanction.'))
  take.left(
    'topics',
    topics.filter(topic => !topic.startsWith('sanction')),
  )
  const { website, twitter, facebook, youtube, contacts } = placesOf(take)
  // Beside a name in another script, the Latin one is the English name.
  const isLatin = (text: string) => /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u.test(text)
  const english = second ?? (isLatin(title) ? undefined : others.find(isLatin))
  const origin = website[0] && /^https?:\/\/[^/?#]+/i.exec(website[0])?.[0]
  return {
    title,
    eng_name: english,
    aliases: others.filter(other => other !== english),
    alias_notes: notes,
    legal_form: take.first('legalForm') ?? (isOurs ? undefined : take.first('classification')),
    picture: take.first('image'),
    desc: [...take.all('summary'), ...take.all('description'), ...take.all('notes')].join('\n\n'),
    // Categories are the team's own: only what came out of a console brings one.
    ...(isOurs && { category_id: take.first('classification') }),
    ...(isSanctioned && { danger_level: '受制裁' }),
    region: regionOf(take, ['mainCountry', 'jurisdiction', 'country']),
    host: origin?.replace(/^https?:\/\/|:\d+$/gi, ''),
    // The bare address of the host says no more than the host.
    entrances: website.filter(address => address !== origin && address !== `${origin}/`),
    twitter,
    facebook,
    youtube,
    identifiers: [...identifiersIn(take, 'og', isOurs), ...(raw.identifiers ?? [])],
    contacts: [
      ...contactsIn('phone', take.all('phone')),
      ...contactsIn('mail', take.all('email')),
      ...contacts,
      ...contactsIn('wiki', take.all('wikipediaUrl')),
      ...contactsIn('address', take.all('address')),
      ...(raw.contacts ?? []),
    ],
  }
}

function eventValues(take: Take) {
  const { title, others } = namesOf(take)
  take.extra('name', others)
  const date = take.first('date')
  const start = take.first('startDate') ?? date
  return {
    title,
    desc: [...take.all('summary'), ...take.all('description'), ...take.all('notes')].join('\n\n'),
    start_time: eventTimeOf(start),
    end_time: start === undefined ? undefined : eventTimeOf(take.first('endDate')),
    region: regionOf(take, ['country']),
    address: take.first('location') ?? take.first('address'),
    labels: take.all('keywords'),
  }
}

const accounts = ['twitter', 'facebook', 'youtube'] as const

/** Web sites, and accounts known by where they are. */
function placesOf(take: Take) {
  const places: Record<'website' | 'twitter' | 'facebook' | 'youtube', string[]> = {
    website: [],
    twitter: [],
    facebook: [],
    youtube: [],
  }
  for (const text of take.all('website')) {
    const place = placeOf(text)
    if (place) places[place].push(text)
    else take.unfit('website', [text])
  }
  const { website, twitter, facebook, youtube } = places
  // The first account of a kind has a field of its own.
  const contacts = accounts.flatMap(name => contactsIn(name, places[name].slice(1)))
  return { website, twitter: twitter[0], facebook: facebook[0], youtube: youtube[0], contacts }
}

/** The first country that we know; codes that are none, and further countries, are told. */
function regionOf(take: Take, names: readonly string[]): string | undefined {
  const all = names.flatMap(name => take.all(name).map(code => ({ name, code: code.toUpperCase() })))
  const region = all.find(({ code }) => isCountry(code))?.code
  for (const { name, code } of all)
    if (code !== region) {
      if (isCountry(code)) take.extra(name, [code])
      else take.unfit(name, [code])
    }
  return region
}
