import { type PartyEntity, partyEntities } from '#contract/registry.ts'
// Builds one scanner for words and names, and caches it until one of them changes.
import type { Ctx } from '#server/platform/ctx.ts'
import {
  type DictionaryState,
  type EnabledWord,
  type NamedRecord,
  readDictionaryState,
  readEnabledWords,
  readNames,
} from './dictionary.queries.ts'
import { foldTables, HAN } from './fold.ts'
import { wordKey } from './normalise.ts'
import { buildScanner, type Pattern } from './scanner.ts'

/** One occurrence in a text: of a word, or of the name of a record. */
export type DictionaryMatch = {
  start: number
  end: number
  kind: 'word' | PartyEntity
  id: number
  level: number | null
}

/** All enabled words, and all names and aliases of live organisations and persons, in one scanner. */
export type Dictionary = {
  /** The version in the table `dictionary`; stored with each page version that is searched. */
  version: number
  find(text: string): DictionaryMatch[]
  /** The word as a user wrote it. */
  wordOf(id: number): string
}

type DictionaryEntry = {
  state: DictionaryState
  made: Promise<Dictionary>
  /** How long the build took, when it ended, and whether the dictionary is small; absent during the build. */
  built?: { ms: number; at: number; isSmall: boolean }
}
let currentDictionary: DictionaryEntry | undefined
const checks = new WeakMap<Ctx['db'], { at: number; dictionary: Dictionary }>()

const quickBuildMs = 100
/**
 * A dictionary of at most this many records is rebuilt immediately, even on a busy machine, however long the last build
 * took.
 */
const smallRecords = 10_000
const namesLateMs = 60_000

/**
 * Returns the current dictionary with all names, regardless of who may read them. It is at most `maxAgeMs` old, except
 * for names that are not in a version yet: if a build takes long, these are added up to a minute later, and the next
 * version causes a new search of every text.
 */
export async function openDictionary(ctx: Ctx, maxAgeMs = 1_000): Promise<Dictionary> {
  const checked = checks.get(ctx.db)
  const at = performance.now()
  if (checked && at - checked.at < maxAgeMs) return checked.dictionary
  const state = await readDictionaryState(ctx)
  if (!currentDictionary || !isPresent(currentDictionary, state)) {
    const made: DictionaryEntry = { state, made: make(ctx, state, built => Object.assign(made, { built })) }
    currentDictionary = made
    made.made.catch(() => {
      if (currentDictionary === made) currentDictionary = undefined
    })
  }
  const dictionary = await currentDictionary.made
  checks.set(ctx.db, { at, dictionary })
  return dictionary
}

/** How long the last build took in this process, in milliseconds; 0 before the first. */
export const buildMs = (): number => currentDictionary?.built?.ms ?? 0

function isPresent({ state, built }: DictionaryEntry, now: DictionaryState): boolean {
  if (state.database !== now.database) return false
  // A read that a change has overtaken must not restore the old words.
  if (state.version !== now.version) return state.version > now.version
  if (state.pending === now.pending) return true
  return (
    built !== undefined &&
    !built.isSmall &&
    built.ms > quickBuildMs &&
    performance.now() - built.at < Math.min(namesLateMs, built.ms * 20)
  )
}

async function make(
  ctx: Ctx,
  state: DictionaryState,
  onBuilt: (built: NonNullable<DictionaryEntry['built']>) => void,
): Promise<Dictionary> {
  const [words, ogs, persons] = await Promise.all([
    readEnabledWords(ctx),
    readNames(ctx, 'og'),
    readNames(ctx, 'person'),
  ])
  foldTables()
  const startedAt = performance.now()
  const dictionary = buildDictionary(state.version, words, ogs, persons)
  const at = performance.now()
  onBuilt({ ms: at - startedAt, at, isSmall: words.length + ogs.length + persons.length <= smallRecords })
  return dictionary
}

/** Builds a dictionary from the tables as they are now, bypassing the cache. */
export const buildNow = (ctx: Ctx, state: DictionaryState): Promise<Dictionary> => make(ctx, state, () => undefined)

const [ofWord, ofOg, ofPerson] = [0, 1, 2]
const kinds = ['word', ...partyEntities] as const

/** Patterns are numbered; their meaning is stored in plain arrays, because there may be a million of them. */
export function buildDictionary(
  version: number,
  words: readonly EnabledWord[],
  ogs: readonly NamedRecord[],
  persons: readonly NamedRecord[],
): Dictionary {
  const patterns: Pattern[] = []
  const ids: number[] = []
  const kindOf: number[] = []
  const add = (kind: number, id: number, text: string, as: Pattern['kind']) => {
    patterns.push({ id: ids.length, text, kind: as })
    ids.push(id)
    kindOf.push(kind)
  }
  for (const { id, word, kind } of words) add(ofWord, id, word, kind)
  const addNames = (kind: number, records: readonly NamedRecord[]) => {
    for (const { id, names } of records)
      for (const name of new Set(names)) if (isNameLike(name)) add(kind, id, name, 'name')
  }
  addNames(ofOg, ogs)
  addNames(ofPerson, persons)
  const needs = Uint8Array.from(patterns, ({ kind, text }) => (kind === 'name' ? needsOf(text) : anyCase))
  const byId = new Map(words.map(({ id, word, level }) => [id, { word, level }]))
  const scanner = buildScanner(patterns)

  function find(text: string): DictionaryMatch[] {
    const found: DictionaryMatch[] = []
    const names: DictionaryMatch[] = []
    for (const { id: pattern, start, end } of scanner.scan(text)) {
      const kind = kinds[kindOf[pattern]!]!
      const id = ids[pattern]!
      if (kind === 'word') found.push({ start, end, kind, id, level: byId.get(id)?.level ?? 1 })
      else if (isWrittenAs(needs[pattern]!, text, start, end)) names.push({ start, end, kind, id, level: null })
    }
    if (names.length === 0) return found
    return [...found, ...longest(names)].sort((a, b) => a.start - b.start || a.end - b.end)
  }
  return { version, find, wordOf: id => byId.get(id)?.word ?? '' }
}

/** One Chinese character or two letters are too short to identify a record. */
function isNameLike(name: string): boolean {
  const key = wordKey(name)
  const { kind } = foldTables()
  const hasHan = kind[key.charCodeAt(0)] === HAN || kind[key.charCodeAt(key.length - 1)] === HAN
  return key.length >= (hasHan ? 2 : 3) && !/^[\d\s.,:/-]+$/.test(key)
}

const [anyCase, aCapital, allCapitals] = [0, 1, 2]
/**
 * Lists write every name in capitals: names of up to four letters are mostly acronyms (LET, ISIL), names of five mostly
 * not (HAMAS).
 */
const longestAcronym = 4

/**
 * The required spelling of a name in a text. A single word must begin with a capital: “Target” is an organisation,
 * “target” is not. A short name in capitals must be in capitals: “LET” is one, “Let” is not.
 */
function needsOf(name: string): number {
  const plain = name.trim().normalize('NFKC')
  if (!/^\p{Lu}[\p{L}\p{M}\d]*$/u.test(plain)) return anyCase
  return plain.length <= longestAcronym && /^[\p{Lu}\d]+$/u.test(plain) ? allCapitals : aCapital
}

function isWrittenAs(need: number, text: string, start: number, end: number): boolean {
  if (need === anyCase) return true
  const written = text.slice(start, need === aCapital ? start + 2 : end).normalize('NFKC')
  return need === aCapital ? /^\p{Lu}/u.test(written) : !/\p{Ll}/u.test(written)
}

/** Keeps only the longest of overlapping names of one record. */
function longest(names: DictionaryMatch[]): DictionaryMatch[] {
  const reach = new Map<string, DictionaryMatch>()
  const kept = new Set<DictionaryMatch>()
  for (const name of names.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const key = `${name.kind} ${name.id}`
    const last = reach.get(key)
    if (last && name.end <= last.end) continue
    reach.set(key, name)
    kept.add(name)
  }
  return [...kept]
}
