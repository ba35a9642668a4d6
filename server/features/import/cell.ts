import { bilingual } from '#contract/bilingual.ts'
import type { Locale } from '#contract/error.ts'
import { EventTime } from '#contract/event-time.ts'
import { issueMessage, type MessageCode, message } from '#contract/message.ts'
import { readCountry } from '#server/ingest/columns/country-column.ts'
import { type DateContext, readDate } from '#server/ingest/columns/date-column.ts'
import { parseDate } from '#server/ingest/columns/date-text.ts'
import { valueKey } from '#server/ingest/columns/text-key.ts'
import { readWord } from '#server/ingest/columns/vocabulary-column.ts'
import { splitNote } from './date.ts'
import { type AdapterField, headerKey } from './import.adapter.ts'
import { sentence } from './sentences.ts'

type CellFault = { code: MessageCode; detail?: Record<string, unknown> }
type CellValue = { value: unknown; note?: string } | CellFault

/**
 * Reading rules of a column: its date order, and the meanings that a user gave to its words (an empty meaning: the
 * value is left out).
 */
export type CellReading = { dates?: DateContext | undefined; means?: ReadonlyMap<string, string> | undefined }
type CellRead = { value: unknown; note?: string } | { fault: string; asks: 'order' | 'words' | null } | { left: true }

/**
 * The value of a cell's text, or a message that explains why it has none; `note`: the part of the text that is not in
 * the value.
 */
export function readCell(field: AdapterField, text: string, locale: Locale, reading: CellReading = {}): CellRead {
  const meant = reading.means?.get(valueKey(text))
  if (meant === '') return { left: true }
  const read = readKind(field, meant ?? text, locale, reading)
  if ('code' in read) {
    const asks = read.code === 'date_order' ? 'order' : isClosed(field) ? 'words' : null
    return { fault: message(read.code, locale, read.detail), asks }
  }
  const checked = field.schema.safeParse(read.value, { reportInput: true })
  if (checked.success) {
    const { note } = read
    const taken = { value: checked.data }
    return note === undefined ? taken : { ...taken, note: sentence('value_cut', locale, { value: read.value, note }) }
  }
  const [issue] = checked.error.issues
  return { fault: issue ? issueMessage(issue, locale) : message('wrong', locale), asks: null }
}

/** Whether a field has a fixed set of values, so that a word can be given a meaning. */
export const isClosed = ({ kind, choices }: Pick<AdapterField, 'kind' | 'choices'>): boolean =>
  choices !== undefined || kind === 'boolean' || kind === 'region'

/** The values of a field with a fixed set, in the user's language. */
export function choicesOf(
  { kind, choices }: AdapterField,
  locale: Locale,
): readonly { value: string; label: string }[] | undefined {
  if (kind === 'boolean') return ['true', 'false'].map(value => ({ value, label: yesNo[value as 'true'][locale] }))
  return choices && Object.entries(choices).map(([value, label]) => ({ value, label: label[locale] }))
}

const yesNo = { true: bilingual('是', 'Yes'), false: bilingual('否', 'No') }

function readKind(field: AdapterField, raw: string, locale: Locale, { dates }: CellReading): CellValue {
  const text = raw.trim()
  if (field.choices || field.kind === 'boolean') return choiceOf(field, text, locale)
  switch (field.kind) {
    case 'list':
      return { value: listOf(raw).map(item => (field.isAddress ? withScheme(item) : item)) }
    case 'integer':
      return integerOf(text)
    case 'date':
      return readDateCell(text, each => readDate(each, dates), 'date')
    case 'region':
      return valueOr(readCountry(text), 'region')
    case 'host':
      return valueOr(hostOf(text), 'host')
    case 'url':
      return { value: withScheme(text) }
    case 'number':
      return numberOf(text)
    case 'time':
      return readDateCell(text, each => readTime(each, dates), 'time')
    case 'og_list':
      return { value: listOf(raw) }
    case 'category':
      return { value: text.normalize('NFC').replace(/\s+/g, ' ') }
    default:
      return { value: text }
  }
}

function valueOr(value: unknown, code: MessageCode, detail?: Record<string, unknown>): CellValue {
  return value === undefined ? { code, ...(detail && { detail }) } : { value }
}

/** A date followed by text in brackets is that date; the text in brackets is reported. */
function readDateCell(text: string, read: (text: string) => string | undefined, code: MessageCode): CellValue {
  const whole = read(text)
  if (whole !== undefined) return { value: whole }
  const { head, note } = splitNote(text)
  const value = note === undefined ? undefined : read(head)
  if (value !== undefined && note !== undefined) return { value, note }
  const open = parseDate(text)
  return { code: open && 'dmy' in open ? 'date_order' : code }
}

const names = new WeakMap<AdapterField, Map<string, string>>()

/** The values of a field by their names. */
function namesOf(field: AdapterField): Map<string, string> {
  const known = names.get(field)
  if (known) return known
  const made = new Map<string, string>()
  for (const [value, labels] of Object.entries(field.choices ?? {}))
    for (const name of [...Object.values(labels), value]) if (headerKey(name)) made.set(headerKey(name), value)
  names.set(field, made)
  return made
}

/**
 * Finds a value by its name in either language, or by a known word of another language; otherwise lists the allowed
 * names in the user's language.
 */
function choiceOf(field: AdapterField, text: string, locale: Locale): CellValue {
  const known = namesOf(field)
  const value = known.get(headerKey(text)) ?? readWord(field.kind === 'boolean' ? 'boolean' : field.name, text)
  const choices = choicesOf(field, locale) ?? []
  if (value === undefined || !choices.some(choice => choice.value === value))
    return {
      code: 'option',
      detail: { values: choices.map(({ label }) => label).join(locale === 'zh-CN' ? '、' : ', ') },
    }
  return { value: field.kind === 'boolean' ? value === 'true' : value }
}

/** Splits at line breaks if there are any, otherwise at semicolons. */
export function listOf(raw: string): string[] {
  const parts = /[\r\n]/.test(raw) ? raw.split(/[\r\n]+/) : raw.split(/[;；]/)
  return [...new Set(parts.map(part => part.trim()).filter(Boolean))]
}

function integerOf(text: string): CellValue {
  const plain = text.normalize('NFKC').replace(/^([+-]?\d{1,3})(,\d{3})+$/, match => match.replaceAll(',', ''))
  const value = /^[+-]?\d{1,15}(\.0+)?$/.test(plain) ? Number(plain) : undefined
  return value === undefined ? { code: 'type', detail: { expected: '1, 2, 3 …' } } : { value }
}

function numberOf(text: string): CellValue {
  const plain = text
    .normalize('NFKC')
    // `1.234,56` and `12,5`: the decimal comma of most of the world. `1,234` is ambiguous and is read as thousands.
    .replace(/^([+-]?\d{1,3}(?:[.\s]\d{3})*),(\d+)$/, (match, whole: string, rest: string) =>
      rest.length === 3 && !/[.\s]/.test(whole) && !/^[+-]?0$/.test(whole)
        ? match
        : `${whole.replace(/[.\s]/g, '')}.${rest}`,
    )
    .replace(/^([+-]?\d{1,3})(,\d{3})+(?=\.\d+$|$)/, match => match.replaceAll(',', ''))
  const value = /^[+-]?\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : undefined
  return value === undefined ? { code: 'type', detail: { expected: '12.5' } } : { value }
}

/** An instant with its zone, or a date; text in the stored form stays as it is. */
function readTime(text: string, dates?: DateContext): string | undefined {
  if (EventTime.safeParse(text).success) return text
  const at = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)
    ? new Date(text)
    : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : readDate(text, dates)
}

function withScheme(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !/^[^\s/@]+\.[^\s/@]+/.test(text) ? text : `https://${text}`
}

/** The host of an address, or of a text that is a host. */
function hostOf(text: string): string | undefined {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    return url.hostname.replace(/\.$/, '') || undefined
  } catch {
    return undefined
  }
}

/** A country by its code, its name or its demonym in any language of CLDR. */
