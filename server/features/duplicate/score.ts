import { distance } from 'fastest-levenshtein'
import type { DuplicateReason, MergeEntity } from '#contract/duplicate.api.ts'
import { foldIdentifier } from '#contract/identifier-key.ts'
import { schemeOf } from '#contract/identifier-scheme.ts'
import { compare, type PartyKind, prepare } from '#server/name/name.ts'
import { type FoldedName, soundsLike } from './fold.ts'
import type { Profile, ProfileName } from './profile.ts'

/** A reason as it is stored: shared organisations by id, because each reader sees only the names that they may read. */
export type StoredReason = DuplicateReason & { ogs?: number[] }
type Code = DuplicateReason['code']

/** Pairs with a lower score are not stored. */
export const threshold = 40
/** From this score on two records are likely the same. */
export const likelyFrom = 75

/** Two persons with one name are often different persons: a name alone stays well below likely. */
const weights: Record<MergeEntity, Partial<Record<Code, number>>> = {
  person: {
    same_name: 45,
    same_words: 42,
    same_script_change: 42,
    alias: 40,
    similar_name: 35,
    same_identifier: 80,
    other_identifier: -45,
    same_contact: 40,
    same_host: 30,
    same_date: 40,
    near_date: 20,
    other_date: -50,
    same_og: 8,
    same_label: 3,
    other_region: -10,
  },
  og: {
    same_name: 60,
    same_words: 55,
    same_script_change: 55,
    alias: 55,
    similar_name: 45,
    same_identifier: 80,
    other_identifier: -45,
    same_contact: 35,
    same_host: 40,
    same_date: 10,
    near_date: 5,
    other_date: -15,
    same_label: 3,
    other_region: -15,
  },
  event: {
    same_name: 50,
    same_words: 47,
    same_script_change: 47,
    similar_name: 40,
    same_identifier: 80,
    other_identifier: -40,
    same_host: 20,
    same_date: 25,
    near_date: 10,
    other_date: -60,
    same_place: 15,
    other_place: -20,
    same_og: 5,
    same_label: 3,
    other_region: -20,
  },
}
/** Without one of these reasons two records share only circumstances. */
const grounds: readonly Code[] = [
  'same_name',
  'same_words',
  'same_script_change',
  'alias',
  'similar_name',
  'same_identifier',
  'same_contact',
  'same_host',
]

/** The reasons for and against two records being the same, and their sum between 0 and 100. */
export function scorePair(a: Profile, b: Profile): { score: number; reasons: StoredReason[] } {
  const table = weights[a.noun]
  const reasons: StoredReason[] = []
  const add = (code: Code, left: string | null, right: string | null, share = 1, ogs?: number[]) => {
    const weight = Math.round((table[code] ?? 0) * share)
    if (weight !== 0) reasons.push({ code, a: left, b: right, weight, ...(ogs && { ogs }) })
  }
  const name = compareNames(a, b)
  if (name) add(name.code, name.a, name.b, name.share)
  const { same, other } = compareIdentifiers(a, b)
  if (same) add('same_identifier', same.a, same.b)
  if (other) add('other_identifier', other.a, other.b)
  const contact = sharedContact(a.contacts, b.contacts)
  if (contact) add('same_contact', contact.a, contact.b)
  const host = sharedContact(a.hosts, b.hosts)
  if (host) add('same_host', host.a, host.b)
  const date = compareDates(a, b)
  if (date) add(date, a.date, b.date)
  if (a.place && b.place) {
    const isSame = a.place.folded.joined === b.place.folded.joined && (a.region ?? '') === (b.region ?? '')
    add(isSame ? 'same_place' : 'other_place', a.place.raw, b.place.raw)
  }
  if (a.region && b.region && a.region !== b.region) add('other_region', a.region, b.region)
  const ogs = a.ogs.filter(id => b.ogs.includes(id))
  if (ogs.length > 0) add('same_og', null, null, 1, ogs)
  const labels = a.labels.filter(label => b.labels.includes(label))
  if (labels.length > 0) add('same_label', labels.join(', '), labels.join(', '))
  if (!reasons.some(reason => grounds.includes(reason.code))) return { score: 0, reasons }
  return { score: sumOfWeights(reasons), reasons }
}

export function sumOfWeights(reasons: readonly { weight: number }[]): number {
  return Math.max(0, Math.min(100, Math.round(reasons.reduce((sum, reason) => sum + reason.weight, 0))))
}

function sharedContact(a: Profile['contacts'], b: Profile['contacts']) {
  for (const left of a) {
    const right = b.find(each => each.kind === left.kind && each.value === left.value)
    if (right) return { a: left.raw, b: right.raw }
  }
  return undefined
}

type Raw = { a: string; b: string }

/**
 * A number that both records have is stronger than ids that sources assigned. Different numbers of a scheme that allows
 * only one count against the pair.
 */
function compareIdentifiers(a: Profile, b: Profile): { same?: Raw | undefined; other?: Raw | undefined } {
  const number = sharedContact(a.numbers, b.numbers) ?? asId(a, b) ?? swapPair(asId(b, a))
  const other = a.numbers.flatMap(left => {
    const [scheme = ''] = left.kind.split(':')
    const right = schemeOf(scheme)?.isOnly ? b.numbers.find(each => each.kind === left.kind) : undefined
    return right && !sharedContact(ofKind(a, left.kind), ofKind(b, left.kind)) ? [{ a: left.raw, b: right.raw }] : []
  })[0]
  if (!a.identifier || !b.identifier || !isOneNumbering(a, b)) return { same: number, other }
  const ids = { a: a.identifier.raw, b: b.identifier.raw }
  if (a.identifier.value === b.identifier.value) return { same: number ?? ids, other }
  return { same: number, other: other ?? (number ? undefined : ids) }
}

/**
 * Sources assign ids as they like: ids from sources that share no record prove nothing about each other, except those
 * of Wikidata.
 */
function isOneNumbering(a: Profile, b: Profile): boolean {
  const isWorldwide = [a, b].every(({ identifier }) => /^q[1-9]\d*$/.test(identifier?.value ?? ''))
  const isStrange =
    a.idSources.length > 0 && b.idSources.length > 0 && !a.idSources.some(id => b.idSources.includes(id))
  return isWorldwide || !isStrange
}

const ofKind = ({ numbers }: Profile, kind: string) => numbers.filter(each => each.kind === kind)

/** A number of one record that the other has as its id in some source. */
function asId({ identifier }: Profile, { numbers }: Profile): Raw | undefined {
  const number = identifier && numbers.find(({ value }) => value === foldIdentifier(identifier.raw))
  return number && { a: identifier.raw, b: number.raw }
}

const swapPair = (pair: Raw | undefined): Raw | undefined => pair && { a: pair.b, b: pair.a }

type NameMatch = { code: Code; a: string; b: string; share: number }

function compareNames(a: Profile, b: Profile): NameMatch | undefined {
  const own = sameTitle(a, b) ?? compareTwo(a.noun, a.name.folded, b.name.folded)
  if (own && own.code !== 'similar_name') return { ...own, a: a.name.raw, b: b.name.raw }
  for (const left of [a.name, ...a.aliases])
    for (const right of [b.name, ...b.aliases]) {
      if (left === a.name && right === b.name) continue
      const match = compareTwo(a.noun, left.folded, right.folded)
      if (match && match.code !== 'similar_name') return { code: 'alias', a: left.raw, b: right.raw, share: 1 }
    }
  const last = own ?? compareAcross(a.noun, a.name, b.name)
  return last && { ...last, a: a.name.raw, b: b.name.raw }
}

/** Two events with one title match, even if only one of them has the date whose year the other omits. */
function sameTitle(a: Profile, b: Profile): Pick<NameMatch, 'code' | 'share'> | undefined {
  const isSame = a.noun === 'event' && a.title.folded.joined !== '' && a.title.folded.text === b.title.folded.text
  return isSame ? { code: 'same_name', share: 1 } : undefined
}

function compareTwo(noun: MergeEntity, a: FoldedName, b: FoldedName): Pick<NameMatch, 'code' | 'share'> | undefined {
  if (!a.joined || !b.joined) return undefined
  if (a.text === b.text) return { code: 'same_name', share: 1 }
  const isSound = soundsLike(a, b)
  // Two Chinese names that only sound alike are different names.
  if (isSound && a.isHan && b.isHan) return { code: 'similar_name', share: 0.6 }
  if (isSound && a.isLatin !== b.isLatin) return { code: 'same_script_change', share: 1 }
  if (a.joined === b.joined && a.words.length === b.words.length) return { code: 'same_name', share: 1 }
  if (isSound) return { code: 'same_words', share: 1 }
  if (noun === 'person' && isInitialOf(a.words, b.words)) return { code: 'similar_name', share: 0.75 }
  return similar(a, b)
}

/**
 * From this score on two names in different scripts count as one name. It is far above the threshold of screening,
 * because no record may be merged by a guess.
 */
const acrossFrom = 0.8
const kinds: Partial<Record<MergeEntity, PartyKind>> = { person: 'person', og: 'organisation' }

/** Compares a name with its translation or its spelling in another script, for pairs that share another key. */
function compareAcross(
  noun: MergeEntity,
  a: ProfileName,
  b: ProfileName,
): Pick<NameMatch, 'code' | 'share'> | undefined {
  const kind = kinds[noun]
  if (!kind || a.folded.isLatin === b.folded.isLatin) return undefined
  const party = ({ raw }: ProfileName) => prepare({ kind, names: [{ text: raw }] })
  return compare(party(a), party(b)).score < acrossFrom ? undefined : { code: 'same_script_change', share: 0.9 }
}

/** Whether one is the other with an initial: `J. Smith` for `John Smith`. */
function isInitialOf(a: string[], b: string[]): boolean {
  const [first, second] = [a[0] ?? '', b[0] ?? '']
  if (a.length < 2 || b.length < 2 || a.at(-1) !== b.at(-1) || first === second) return false
  return (first.length === 1 || second.length === 1) && first[0] === second[0]
}

/** Similar names differ in few letters and in no digit: `Round 2` is not `Round 3`. */
function similar(a: FoldedName, b: FoldedName): Pick<NameMatch, 'code' | 'share'> | undefined {
  const digits = (folded: FoldedName) => folded.words.join(' ').replace(/\D+/g, ' ').trim()
  if (digits(a) !== digits(b)) return undefined
  const closeness = (left: string, right: string) => 1 - distance(left, right) / Math.max(left.length, right.length)
  const best = Math.max(closeness(a.joined, b.joined), closeness(a.sorted, b.sorted))
  if (best < 0.85) return undefined
  return { code: 'similar_name', share: 0.6 + ((best - 0.85) / 0.15) * 0.4 }
}

const dayMs = 86_400_000

/** Partial dates agree as far as both go; events may begin a few days apart. */
function compareDates(a: Profile, b: Profile): Code | undefined {
  const [left, right] = [a.date?.slice(0, 10), b.date?.slice(0, 10)]
  if (!left || !right) return undefined
  if (left === right) return left.length === 10 ? 'same_date' : 'near_date'
  const length = Math.min(left.length, right.length)
  if (left.slice(0, length) === right.slice(0, length)) return 'near_date'
  if (a.noun === 'event' && length === 10 && Math.abs(Date.parse(left) - Date.parse(right)) <= 3 * dayMs)
    return 'near_date'
  return 'other_date'
}
