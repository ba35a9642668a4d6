import * as z from 'zod/mini'
import { customKeyIn } from '#contract/custom_field.api.ts'
import { type FieldDefinition, type FieldKind, type Fields, isList, isStated } from '#contract/field.ts'
import { contactKey } from '#contract/identifier.api.ts'
import type { Entity } from '#contract/registry.ts'
import { schemas } from '#contract/schemas.ts'

/** Kinds of fields whose value can be text, a choice or a figure. */
const kinds: readonly FieldKind[] = [
  ...(['text', 'long_text', 'texts', 'address', 'addresses', 'host', 'date', 'time'] as const),
  ...(['region', 'choice', 'number', 'boolean'] as const),
]

/** True for identifiers, accounts and contact details: lists whose items have a scheme. */
export const isNumbers = ({ likeness }: FieldDefinition) => likeness === 'identifiers' || likeness === 'contacts'

/** Selects the fields that a dialog can fill. */
export function fillable(schema: Fields): Fields {
  return Object.fromEntries(
    Object.entries(schema).filter(([, field]) => isStated(field) && (kinds.includes(field.kind) || isNumbers(field))),
  )
}

/** True if one value of the field, or one item of its list, can be entered. */
export function isChangeable(noun: Entity, name: string): boolean {
  return customKeyIn(name) !== undefined || Object.hasOwn(fillable(schemas[noun]), name)
}

/** True if the field is a list that takes one more item. */
export function isAddable(noun: Entity, name: string): boolean {
  const field = fillable(schemas[noun])[name]
  return field !== undefined && isList(field)
}

const two = (digits: string) => digits.padStart(2, '0')
/** Reads `1999年4月`, `1999-04-13` or `1999.4` with the precision of the text; null if it contains no year. */
function dateIn(words: string): string | null {
  const found = /(\d{4})(?:\s*[年./-]\s*(\d{1,2})(?:\s*[月./-]\s*(\d{1,2}))?)?/.exec(words.normalize('NFKC'))
  if (!found) return null
  const [, year, month, day] = found
  return [year, month && two(month), day && two(day)].filter(Boolean).join('-')
}

type NameByKey = Readonly<Record<string, string>>

/** The country that the text names. If one name is part of another, the longest wins. */
function regionIn(words: string, regions: readonly NameByKey[]): string {
  const named = regions
    .flatMap(names => Object.entries(names))
    .filter(([, name]) => name.length > 1 && words.includes(name))
  return named.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}

/** Reads a field's value from text as far as possible: a date in a sentence, a country by its name, a figure. */
export function readWords(field: FieldDefinition, words: string, regions: readonly NameByKey[]): string {
  const text = words.trim()
  if (field.kind === 'date' || field.kind === 'time') return dateIn(text) ?? text
  if (field.kind === 'region') return regionIn(text, regions)
  if (field.kind === 'choice') {
    const choice = Object.entries(field.choices ?? {}).find(([, word]) =>
      Object.values(word).some(each => text === each),
    )
    return choice?.[0] ?? ''
  }
  if (field.kind === 'boolean') return ''
  if (field.kind === 'number') return /-?\d[\d,]*(\.\d+)?/.exec(text.normalize('NFKC'))?.[0].replaceAll(',', '') ?? ''
  return field.kind === 'long_text' ? text : text.replace(/\s+/g, ' ')
}

/** Converts an entered value to the field's type, a list item to a list of one; undefined if it is invalid. */
export function readEntry(field: FieldDefinition, entry: unknown): unknown {
  const given = isList(field) ? [entry] : field.kind === 'number' ? numberOf(entry) : flagOf(field, entry)
  const read = z.safeParse(field.write as z.ZodMiniType, given)
  if (!read.success || read.data === null) return undefined
  return isList(field) && Array.isArray(read.data) ? read.data[0] : read.data
}

const numberOf = (entry: unknown) => (String(entry).trim() === '' ? undefined : Number(entry))
const flagOf = ({ kind }: FieldDefinition, entry: unknown) =>
  kind !== 'boolean' ? entry : entry === '' ? undefined : entry === 'true'

/** True if two list items are the same by the server's criteria. */
export const isSameItem = (one: unknown, other: unknown) => itemKey(one) === itemKey(other)
function itemKey(item: unknown): string {
  const number = z.safeParse(z.looseObject({ scheme: z.string(), value: z.string() }), item)
  const text = number.success
    ? `${contactKey(number.data)} ${String(number.data.country ?? '')}`
    : typeof item === 'object' && item !== null
      ? JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : String(item).trim()
  return text.normalize('NFKC').toLowerCase()
}

/** Replaces an item of the list, or appends it. */
export function listWith(list: readonly unknown[], item: unknown, before: unknown): unknown[] {
  const rest = list.filter(each => !isSameItem(each, item) || isSameItem(each, before))
  const place = before === undefined ? -1 : rest.findIndex(each => isSameItem(each, before))
  return place < 0 ? [...rest, item] : rest.with(place, item)
}
