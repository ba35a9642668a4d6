// The parts that all generated sites share: random choices, texts, dates, and the shape of a family.
import { type Random, randomOf } from '../fuzz/random.ts'
import type { ChangeKind, SiteInfo } from './site-data.ts'

export type { Random } from '../fuzz/random.ts'

export type Answer = { status?: number; headers?: Record<string, string>; body: string | Buffer }
/** A real change that was applied: paths, texts, and paths whose rows follow from it. */
export type Applied = {
  kind: ChangeKind
  urls: string[]
  shows: string[]
  may?: string[]
  /** Texts of which a row of `may` shows one. */
  mayShow?: string[]
  /** How many rows of `may` are accepted. */
  most?: number
}
/** Applies a change to the content of the site; null if nothing is left to change. */
export type Change = (moment: Moment) => Applied | null
/** `of`: random numbers of one path in this round, for its noise. */
export type Moment = { round: number; date: Date; random: Random; of: (path: string) => Random }
export type Model = {
  changes: Change[]
  /** Paths with fixed content that no change touches: they move, fail and disappear. */
  spare: string[]
  render: (moment: Moment) => Map<string, Answer>
  /** A part of the template is redesigned in this round: a row (or `most`) that shows one of these texts is accepted. */
  redesign?: { round: number; shows: string[]; most?: number }
}
export type Family = Omit<SiteInfo, 'rounds'> & { begins: string; build: (random: Random) => Model }

/** A number of a text, to derive seeds from names (FNV-1a). */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

export const randomFor = (seed: number, ...names: (string | number)[]): Random =>
  randomOf(numberOf([seed, ...names].join('\n')))

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items]
  return Array.from(items, () => left.splice(random.int(left.length), 1)[0] as T)
}

export const some = <T>(random: Random, items: readonly T[], count: number): T[] =>
  shuffled(random, items).slice(0, count)

export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

export type Draw<T> = ((moment: Moment, items: readonly T[]) => T | null) & { mark: (moment: Moment, item: T) => T }

/** Draws items, each once until all were drawn, and none twice in one round, or in the round that marks it. */
export function drawer<T>(): Draw<T> {
  const drawn = new Map<T, number>()
  const mark = (moment: Moment, item: T) => {
    drawn.set(item, moment.round)
    return item
  }
  const draw = (moment: Moment, items: readonly T[]): T | null => {
    const open = items.filter(item => drawn.get(item) !== moment.round)
    const fresh = open.filter(item => !drawn.has(item))
    const from = fresh.length > 0 ? fresh : open
    if (from.length === 0) return null
    return mark(moment, moment.random.pick(from))
  }
  return Object.assign(draw, { mark })
}

export type Pool = { subjects: string[]; verbs: string[]; objects: string[]; tails: string[] }

export function sentence(random: Random, pool: Pool): string {
  return `${random.pick(pool.subjects)} ${random.pick(pool.verbs)} ${random.pick(pool.objects)} ${random.pick(pool.tails)}.`
}

export const paragraph = (random: Random, pool: Pool, sentences = 3): string =>
  times(sentences, () => sentence(random, pool)).join(' ')

export const digits = (random: Random, count: number): string =>
  times(count, at => String(at === 0 ? 1 + random.int(9) : random.int(10))).join('')

export const hex = (random: Random, count: number): string => times(count, () => random.int(16).toString(16)).join('')

const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const two = (value: number) => String(value).padStart(2, '0')

export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000)
export const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
export const clockTime = (random: Random): string => `${two(random.int(24))}:${two(random.int(60))}`
/** 2 March 2026 */
export const longDay = (date: Date): string =>
  `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
/** Monday, March 2, 2026 */
export const weekDay = (date: Date): string =>
  `${weekdays[date.getUTCDay()]}, ${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
/** 02.03.2026 */
export const dotDay = (date: Date): string =>
  `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`
export const monthName = (date: Date): string => `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`

/** Indentation that differs from round to round, as templates leave it. */
export const gap = (random: Random): string => random.pick(['\n', '\n\n', '\n  ', ' \n', '\n\t'])

export const html = (body: string, headers: Record<string, string> = {}): Answer => ({
  body,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
})

export type Spare = { path: string; title: string; texts: string[] }
/** Pages with fixed content. */
export const makeSpare = (
  random: Random,
  path: (at: number) => string,
  titles: readonly string[],
  text: (random: Random) => string,
): Spare[] => titles.map((title, at) => ({ path: path(at + 1), title, texts: times(4, () => text(random)) }))

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
