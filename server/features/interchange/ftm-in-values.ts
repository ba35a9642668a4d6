// Reads the values of a person, an organisation or an event from a FollowTheMoney entity, before they are fitted to the
// fields.
import type { AliasNote } from '#contract/alias.ts'
import type { Fields } from '#contract/field.ts'
import { isCountry } from '#contract/region.ts'
import { genderOf } from '#server/features/person/person.service.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import { aliasesIn } from './ftm-alias.ts'
import { readEntityId } from './ftm-model.ts'
import { contactsIn, identifiersIn } from './ftm-number.ts'
import { educationOf, eventTimeOf, webAddressKind } from './ftm-value.ts'
import type { PropertyReader } from './property-reader.ts'

/** The first name is the name, all others are aliases. */
function namesOf(
  reader: PropertyReader,
  given?: readonly AliasNote[],
): { title: string; others: string[]; notes: AliasNote[] } {
  const [title = '', ...more] = reader.all('name')
  const { aliases, notes } = aliasesIn(reader, given)
  const others = [...more, ...aliases].filter(other => other !== title)
  return { title, others, notes }
}

export function personValues(raw: RawEntity, reader: PropertyReader) {
  const isOurs = readEntityId(raw.id) !== undefined
  const { title, others, notes } = namesOf(reader, raw.alias_notes)
  const gender = reader.first('gender')
  // units: a list
  const parts = ['firstName', 'secondName', 'middleName', 'lastName'].flatMap(name => reader.all(name).slice(0, 1))
  const { website, twitter, facebook, contacts } = sortWebAddresses(reader)
  const [[phone, ...phones], [mail, ...mails], [wiki, ...wikis]] = [
    reader.all('phone'),
    reader.all('email'),
    reader.all('wikipediaUrl'),
  ]
  return {
    title: title || parts.join(' '),
    aliases: others,
    alias_notes: notes,
    gender: gender && (genderOf(gender) ?? gender),
    picture: reader.first('image'),
    region: regionOf(reader, ['nationality', 'citizenship', 'country', 'mainCountry']),
    education: reader.all('education').map(educationOf),
    desc: [...reader.all('description'), ...reader.all('notes')].join('\n\n'),
    labels: [...reader.all('keywords'), ...reader.all('topics')],
    phone_number: phone,
    mail,
    website: website[0],
    wiki,
    twitter,
    facebook,
    identifiers: [...identifiersIn(reader, 'person', isOurs), ...(raw.identifiers ?? [])],
    contacts: [
      ...contactsIn('phone', phones),
      ...contactsIn('mail', mails),
      ...contactsIn('website', website.slice(1)),
      ...contactsIn('wiki', wikis),
      ...contacts,
      ...contactsIn('address', reader.all('address')),
      ...(raw.contacts ?? []),
    ],
  }
}

/**
 * Fields that correspond to exactly one property, according to the schema; the other fields are read by their entity's
 * function.
 */
export function carriedIn(schema: Fields, reader: PropertyReader): Record<string, unknown> {
  const plain = Object.entries(schema).filter(([, { ftm }]) => ftm && !thoughtOf.includes(ftm))
  return Object.fromEntries(
    plain.map(([name, { ftm = '', kind }]) => {
      if (kind === 'texts' || kind === 'addresses') return [name, reader.all(ftm)]
      const first = reader.first(ftm)
      return [name, kind === 'date' ? first?.slice(0, 10) : first]
    }),
  )
}

/** Properties that several fields share or that are combined into one field. */
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

export function ogValues(raw: RawEntity, reader: PropertyReader) {
  const isOurs = readEntityId(raw.id) !== undefined
  const second = isOurs ? reader.all('name')[1] : undefined
  const { title, others, notes } = namesOf(reader, raw.alias_notes)
  const topics = reader.all('topics')
  const isSanctioned = topics.some(topic => topic === 'sanction' || topic.startsWith('sanction.'))
  reader.reportUnmapped(
    'topics',
    topics.filter(topic => !topic.startsWith('sanction')),
  )
  const { website, twitter, facebook, youtube, contacts } = sortWebAddresses(reader)
  // Own exports mark the English name; in other files it is the Latin name next to one in another script.
  const isLatin = (text: string) => /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u.test(text)
  const english = isOurs || isLatin(title) ? second : others.find(isLatin)
  const origin = website[0] && /^https?:\/\/[^/?#]+/i.exec(website[0])?.[0]
  return {
    title,
    eng_name: english,
    aliases: others.filter(other => other !== english),
    alias_notes: notes,
    legal_form: reader.first('legalForm') ?? (isOurs ? undefined : reader.first('classification')),
    picture: reader.first('image'),
    desc: [...reader.all('summary'), ...reader.all('description'), ...reader.all('notes')].join('\n\n'),
    // Categories are defined per deployment, so only files exported by this product set one.
    ...(isOurs && { category_id: reader.first('classification') }),
    ...(isSanctioned && { danger_level: '受制裁' }),
    region: regionOf(reader, ['mainCountry', 'jurisdiction', 'country']),
    host: origin?.replace(/^https?:\/\/|:\d+$/gi, ''),
    // The bare address of the host adds nothing to the host.
    entrances: website.filter(address => address !== origin && address !== `${origin}/`),
    twitter,
    facebook,
    youtube,
    identifiers: [...identifiersIn(reader, 'og', isOurs), ...(raw.identifiers ?? [])],
    contacts: [
      ...contactsIn('phone', reader.all('phone')),
      ...contactsIn('mail', reader.all('email')),
      ...contacts,
      ...contactsIn('wiki', reader.all('wikipediaUrl')),
      ...contactsIn('address', reader.all('address')),
      ...(raw.contacts ?? []),
    ],
  }
}

export function eventValues(reader: PropertyReader) {
  const { title, others } = namesOf(reader)
  reader.reportExtra('name', others)
  const date = reader.first('date')
  const start = reader.first('startDate') ?? date
  return {
    title,
    desc: [...reader.all('summary'), ...reader.all('description'), ...reader.all('notes')].join('\n\n'),
    start_time: eventTimeOf(start),
    end_time: start === undefined ? undefined : eventTimeOf(reader.first('endDate')),
    region: regionOf(reader, ['country']),
    address: reader.first('location') ?? reader.first('address'),
    labels: reader.all('keywords'),
  }
}

const accounts = ['twitter', 'facebook', 'youtube'] as const

/** Sorts web addresses into web sites and accounts, by their host. */
function sortWebAddresses(reader: PropertyReader) {
  const places: Record<'website' | 'twitter' | 'facebook' | 'youtube', string[]> = {
    website: [],
    twitter: [],
    facebook: [],
    youtube: [],
  }
  for (const text of reader.all('website')) {
    const place = webAddressKind(text)
    if (place) places[place].push(text)
    else reader.reportUnfit('website', [text])
  }
  const { website, twitter, facebook, youtube } = places
  // The first account of a kind has a field of its own.
  const contacts = accounts.flatMap(name => contactsIn(name, places[name].slice(1)))
  return { website, twitter: twitter[0], facebook: facebook[0], youtube: youtube[0], contacts }
}

/** The first known country; invalid codes and further countries are reported. */
function regionOf(reader: PropertyReader, names: readonly string[]): string | undefined {
  const all = names.flatMap(name => reader.all(name).map(code => ({ name, code: code.toUpperCase() })))
  const region = all.find(({ code }) => isCountry(code))?.code
  for (const { name, code } of all)
    if (code !== region) {
      if (isCountry(code)) reader.reportExtra(name, [code])
      else reader.reportUnfit(name, [code])
    }
  return region
}
