import type { MergeEntity } from '#contract/duplicate.api.ts'
import type { Likeness } from '#contract/field.ts'
import type { ContactRead, IdentifierRead } from '#contract/identifier.api.ts'
import { foldIdentifier, isUniqueNumber } from '#contract/identifier-key.ts'
import { schemeOf } from '#contract/identifier-scheme.ts'
import { cutText } from '#contract/text.ts'
import { likeFields } from '#server/entities.ts'
import { type FoldedName, foldAccount, foldAddress, foldName, foldPhone } from './fold.ts'

/**
 * A row as the search for duplicates reads it. `ogs` contains only organisations that everyone may read; `id_sources`:
 * the sources that have an id for it.
 */
export type ComparedRow = Record<string, unknown> & { id: number; ogs: number[]; id_sources?: number[] }

export type ProfileName = { raw: string; folded: FoldedName }
type ContactFact = { kind: string; value: string; raw: string }

/** The compared values of a record, in one shape for all entities. */
export type Profile = {
  id: number
  noun: MergeEntity
  name: ProfileName
  /** An event's title including the year that `name` omits. */
  title: ProfileName
  aliases: ProfileName[]
  identifier: ContactFact | undefined
  /** The sources that may have assigned the id; empty: the id is the team’s own. */
  idSources: number[]
  /** Numbers that identify the record uniquely: `kind` is their scheme and country. */
  numbers: ContactFact[]
  contacts: ContactFact[]
  hosts: ContactFact[]
  date: string | null
  region: string | null
  place: ProfileName | undefined
  labels: string[]
  ogs: number[]
}

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).flatMap(each => text(each) ?? [])

function fact(kind: string, value: unknown, fold: (raw: string) => string): ContactFact[] {
  const raw = text(value)
  const folded = raw ? fold(raw) : ''
  return raw && folded ? [{ kind, value: folded, raw }] : []
}

const foldMail = (raw: string) => raw.trim().toLowerCase()
const hostOf = (raw: string) => foldAddress(raw)?.host ?? ''
const addressOf = (raw: string) => {
  const address = foldAddress(raw)
  return address ? address.host + address.path : ''
}

/** Accounts belong to one person or organisation; a site may be shared, so it counts as a host. */
function contactsOf(noun: MergeEntity, row: ComparedRow): ContactFact[] {
  return [
    ...likeFields(noun, 'mail').flatMap(field => fact('mail', row[field], foldMail)),
    ...likeFields(noun, 'phone').flatMap(field => fact('phone', row[field], foldPhone)),
    ...likeFields(noun, 'account').flatMap(field => fact(field, row[field], foldAccount)),
  ]
}

function numbersOf(identifiers: unknown): ContactFact[] {
  const all = (identifiers ?? []) as IdentifierRead[]
  return all.filter(isUniqueNumber).map(each => {
    const kind = `${each.scheme}:${each.country ?? ''}`
    return { kind, value: foldIdentifier(each.value), raw: each.value }
  })
}

/** A contact counts like the field of its scheme; a postal address is shared by many people. */
function contactOf({ scheme, value }: ContactRead): ContactFact[] {
  if (scheme === 'phone' || scheme === 'fax') return fact('phone', value, foldPhone)
  if (scheme === 'mail') return fact('mail', value, foldMail)
  return schemeOf(scheme)?.group === 'account' ? fact(scheme, value, foldAccount) : []
}

export function profileOf(noun: MergeEntity, row: ComparedRow): Profile {
  const named = (raw: string): ProfileName => ({ raw, folded: foldName(raw, noun) })
  /** The texts of all fields with one match role; lists are flattened. */
  const textsFor = (likeness: Likeness) => likeFields(noun, likeness).flatMap(field => texts(row[field]))
  const [title = ''] = textsFor('name')
  const [date = null] = textsFor('date')
  const [place] = textsFor('place')
  const name = named(title)
  const rows = (row.contacts ?? []) as ContactRead[]
  return {
    id: row.id,
    noun,
    name: comparedName[noun](name, date),
    title: name,
    aliases: textsFor('alias').map(named),
    identifier: textsFor('identifier').flatMap(raw => fact('id', raw, raw => raw.trim().toLowerCase()))[0],
    idSources: row.id_sources ?? [],
    numbers: numbersOf(row.identifiers),
    contacts: [...contactsOf(noun, row), ...rows.flatMap(contactOf)],
    hosts: [
      ...rows.flatMap(({ scheme, value }) => (scheme === 'website' ? fact('url', value, addressOf) : [])),
      ...textsFor('host').flatMap(raw => fact('host', raw, hostOf)),
      ...textsFor('address').flatMap(raw => fact('url', raw, addressOf)),
    ],
    date,
    region: textsFor('region')[0] ?? null,
    place: place ? named(place) : undefined,
    labels: textsFor('labels'),
    ogs: row.ogs,
  }
}

/** The name that is compared: the year of a recurring event is compared as a part of its date. */
const comparedName: Record<MergeEntity, (name: ProfileName, date: string | null) => ProfileName> = {
  og: name => name,
  person: name => name,
  event: (name, date) => withoutYear(name, date),
}

/** `Conf 2019` in 2019 is `Conf`. */
function withoutYear(name: ProfileName, date: string | null): ProfileName {
  const { folded } = name
  const words = folded.words.filter(word => word !== date?.slice(0, 4))
  if (words.length === 0 || words.length === folded.words.length) return name
  const text = folded.text.replace(new RegExp(`(^| )${date?.slice(0, 4)}(?= |$)`, 'g'), '').trim()
  const sorted = words.toSorted().join(' ')
  return { ...name, folded: { ...folded, text, words, sorted, joined: words.join('') } }
}

const longest = 200

/** Keys that pair records that may be the same; narrow keys still work where a wide one is crowded. */
export function duplicateKeys(profile: Profile): string[] {
  const { noun, name, aliases, date, region } = profile
  const keys: string[] = []
  const day = date?.slice(0, 10)
  const year = date?.slice(0, 4)
  if (profile.identifier) keys.push(`x:${profile.identifier.value}`)
  // A number may be stored in the other record as the id of a source.
  for (const { value } of profile.numbers) keys.push(`x:${value}`)
  if (profile.identifier) keys.push(`x:${foldIdentifier(profile.identifier.raw)}`)
  for (const { kind, value } of profile.contacts) keys.push(`${kind}:${value}`)
  for (const { folded } of profile.title === name ? [name, ...aliases] : [name, profile.title, ...aliases])
    if (folded.joined) keys.push(...nameKeys[noun](folded, { day, year, region }))
  for (const { value } of profile.hosts) keys.push(hostKey[noun](value, year))
  return [...new Set(keys.map(key => cutText(key, longest)))]
}

type KeyContext = { day: string | undefined; year: string | undefined; region: string | null }

/** The keys of one name of a record. */
const nameKeys: Record<MergeEntity, (name: FoldedName, context: KeyContext) => string[]> = {
  og: (name, context) => {
    const start = name.joined.slice(0, 8)
    const starts = name.joined.length >= 6 ? [`p:${start}`, `p:${start}|${context.region ?? ''}`] : []
    return [...partyNameKeys(name, context), ...starts]
  },
  person: (name, context) => [...partyNameKeys(name, context), ...personKeys(name.words, context.year)],
  event: ({ sorted, joined, words }, { day, year }) => [
    // If one side has no date there is no contradiction: they share the title as a key.
    ...[`n:${sorted}`, `n:${sorted}|${year ?? ''}`, `j:${joined}|${day ?? ''}`],
    ...words.flatMap(word => (word.length > 3 ? [`w:${word}|${day ?? ''}`] : [])).slice(0, 6),
  ],
}

function partyNameKeys({ sorted, joined, others }: FoldedName, { year, region }: KeyContext): string[] {
  return [
    ...[`n:${sorted}`, `j:${joined}`, ...others.flatMap(({ sorted, joined }) => [`n:${sorted}`, `j:${joined}`])],
    ...(year ? [`n:${sorted}|${year}`] : []),
    ...(region ? [`n:${sorted}|${region}`] : []),
  ]
}

const wholeHost = (host: string) => `h:${host}`
const hostKey: Record<MergeEntity, (host: string, year: string | undefined) => string> = {
  og: wholeHost,
  person: wholeHost,
  event: (host, year) => `h:${host.split('/')[0]}|${year ?? ''}`,
}

/**
 * Keys under which `J. Smith`, `John Smyth` and `Jon Smith` are compared with `John Smith`; the first word may be the
 * surname.
 */
function personKeys(words: string[], year: string | undefined): string[] {
  const first = words[0]
  const last = words.at(-1)
  if (!first || !last || words.length < 2) return []
  const pairs = [`s:${last}:${first[0]}`, `s:${first}:${last[0]}`]
  return year ? [...pairs, ...pairs.map(pair => `${pair}|${year}`)] : pairs
}
