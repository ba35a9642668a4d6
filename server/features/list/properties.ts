import { cutText, cutUnits } from '#contract/text.ts'
import { isNested } from '#server/features/interchange/interchange.service.ts'
import { cleanText } from '#server/ingest/carry-notes.ts'
import { isDate } from '#server/ingest/lists/dates.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import { foldInto } from './fold.ts'

const mostValues = 200
const mostCharacters = 2_000
const mostProperties = 100
const mostCut = 5
const maxShownProperties = 200
/** The times of publication and retrieval change with each edition and contain nothing about the party. */
const volatile = new Set(['modifiedAt', 'retrievedAt', 'indexUpdated', 'indexText', 'proof'])
const dates = new Set(['birthDate', 'deathDate', 'incorporationDate', 'dissolutionDate'])

/** Reasons for removing values: too many or too long, not a text or a valid date, unreadable characters. */
export const trims = ['many_values', 'odd_values', 'unreadable_values'] as const
export type Trim = (typeof trims)[number]

type CleanedProperties = { properties: Record<string, string[]>; trimmed: Partial<Record<Trim, string[]>> }

/**
 * The properties of an entity as they are stored: only texts, sorted, so that an edition that lists them in another
 * order changes nothing; names keep their order. No value in a file can stop its entity from being read.
 */
export function cleanProperties({ id, schema, properties, identifiers = [] }: RawEntity): CleanedProperties {
  const trimmed: CleanedProperties['trimmed'] = {}
  const trim = (why: Trim, name: string) => {
    const names = trimmed[why] ?? []
    if (names.length < mostCut && !names.includes(name)) trimmed[why] = [...names, cutText(cleanText(name), 60)]
  }
  const given = foldProperties({ id, schema, properties })
  const read: Record<string, string[]> = {}
  const unread: string[] = []
  for (const [name, values] of Object.entries(given)) {
    if (volatile.has(name)) continue
    // Names of built-in object properties would be read as values that the file does not contain.
    if (!/^[A-Za-z][\w-]{0,59}$/.test(name) || name in Object.prototype) {
      trim('odd_values', name)
      continue
    }
    if (Object.keys(read).length >= mostProperties) {
      trim('many_values', name)
      break
    }
    const texts = textsOf(name, values, trim, text => unread.push(`${name}: ${cutText(text, maxShownProperties)}`))
    if (texts.length > 0) read[name] = name === 'name' ? texts : texts.sort()
  }
  // A date that cannot be read stays as text.
  if (unread.length > 0) read.notes = [...new Set([...(read.notes ?? []), ...unread])].sort()
  const numbers = identifiers.map(({ value }) => value)
  if (numbers.length > 0) read.idNumber = [...new Set([...(read.idNumber ?? []), ...numbers])].sort()
  return { properties: read, trimmed }
}

function foldProperties(raw: Pick<RawEntity, 'id' | 'schema' | 'properties'>): Record<string, unknown> {
  const hasNested = Object.values(raw.properties).some(given => Array.isArray(given) && given.some(isNested))
  return hasNested ? foldInto(raw) : raw.properties
}

function textsOf(
  name: string,
  given: unknown,
  trim: (why: Trim, name: string) => void,
  keep: (text: string) => void,
): string[] {
  const texts = new Set<string>()
  const all = Array.isArray(given) ? given : [given]
  for (const value of all) {
    if (texts.size >= mostValues) {
      trim('many_values', name)
      break
    }
    if (value === null || value === undefined) continue
    if (typeof value !== 'string' && typeof value !== 'number') {
      trim('odd_values', name)
      continue
    }
    const text = cleanText(String(value)).trim()
    if (text === '') continue
    if (text.includes('\ufffd')) trim('unreadable_values', name)
    else if (dates.has(name) && !isDate(cutUnits(text, 10))) {
      trim('odd_values', name)
      keep(text)
    } else {
      if (text.length > mostCharacters) trim('many_values', name)
      texts.add(cutText(dates.has(name) ? cutUnits(text, 10) : text, mostCharacters))
    }
  }
  return [...texts]
}
