// Notation of numbers and contact details in one cell of a file: `lei:5493…`, `passport@CN:E 12 [2019–2029]`,
// `other(ОКПО):00032537`.
import type { Contact, ContactRead, Identifier, IdentifierRead } from './identifier.api.ts'
import { contactSchemes, identifierSchemes } from './identifier-scheme.ts'

const schemeForm = /^[\p{L}\p{N}_ .-]+/u
const countryForm = /^@([A-Z]{2})/
const labelForm = /^[(（]([^()（）]*)[)）]/
const colonForm = /^\s*[:：]\s*/
const datesForm = /^\[([\d-]*)–([\d-]*)\]$/

/** One identifier or contact as text, which `readIdentifier` and `readContact` parse. */
export function numberText({
  scheme,
  value,
  label,
  start_time,
  end_time,
  ...rest
}: ContactRead | IdentifierRead): string {
  const country = 'country' in rest && rest.country ? `@${rest.country}` : ''
  const remark = label ? `(${label.replace(/[()（）]/g, ' ').trim()})` : ''
  const dates = start_time || end_time ? ` [${start_time ?? ''}–${end_time ?? ''}]` : ''
  return `${scheme}${country}${remark}:${value}${dates}`
}

const isDate = (text: string | undefined) => text !== undefined && /^\d{4}(-\d\d){0,2}$/.test(text)

/** Parses piece by piece, so that the time is linear in the length of a cell. */
function partsOf(text: string) {
  let rest = text.trim()
  const take = (form: RegExp): RegExpExecArray | null => {
    const found = form.exec(rest)
    rest = rest.slice(found?.[0].length ?? 0)
    return found
  }
  const scheme = take(schemeForm)?.[0].trim()
  const country = take(countryForm)?.[1] ?? null
  const label = take(labelForm)?.[1]?.trim() || null
  if (scheme === undefined || !take(colonForm) || !/^.+$/u.test(rest)) return undefined
  // Brackets without valid dates belong to the value.
  const start = rest.lastIndexOf('[')
  const [, from = '', to = ''] = (start > 0 && datesForm.exec(rest.slice(start))) || []
  const hasDates = (from !== '' || to !== '') && [from, to].every(each => each === '' || isDate(each))
  const dates = { start_time: (hasDates && from) || null, end_time: (hasDates && to) || null }
  return { scheme, country, label, value: hasDates ? rest.slice(0, start).trimEnd() : rest, ...dates }
}

/**
 * Parses an identifier from a cell. An unknown scheme becomes `other` with the scheme's name as its label. Undefined if
 * the text names no scheme.
 */
export function readIdentifier(text: string): Identifier | undefined {
  const parts = partsOf(text)
  if (!parts) return undefined
  const key = parts.scheme.toLowerCase()
  const isOwn = !Object.hasOwn(identifierSchemes, key) || (key === 'other' && !parts.label)
  if (!isOwn) return { ...parts, scheme: key as Identifier['scheme'] }
  return { ...parts, scheme: 'other', label: [parts.scheme, parts.label].filter(Boolean).join(' ') }
}

export function readContact(text: string): Contact | undefined {
  const { country: _, ...parts } = partsOf(text) ?? { country: null }
  if (!('scheme' in parts)) return undefined
  const key = parts.scheme.toLowerCase()
  if (Object.hasOwn(contactSchemes, key)) return { ...parts, scheme: key as Contact['scheme'] }
  return { ...parts, scheme: 'contact', label: [parts.scheme, parts.label].filter(Boolean).join(' ') }
}
