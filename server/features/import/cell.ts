import countries from 'i18n-iso-countries'
import type { Locale } from '#contract/error.ts'
import { type EventStatus, eventStatuses } from '#contract/event.ts'
import { issueMessage, type MessageCode, message } from '#contract/message.ts'
import { type DangerLevel, dangerLevels } from '#contract/og.ts'
import { isCountry, shortNames } from '#contract/region.ts'
import { readDate, splitNote } from './date.ts'
import { headerKey, type KitField } from './kit.ts'
import { sentence } from './sentences.ts'

type Read = { value: unknown; note?: string } | { code: MessageCode; detail?: Record<string, unknown> }

/** The value a cell's text stands for, or one sentence that says why it stands for none; `note`: what of it is not in the value. */
export function readCell(
  field: KitField,
  text: string,
  locale: Locale,
): { value: unknown; note?: string } | { fault: string } {
  const read = readKind(field, text)
  if ('code' in read) return { fault: message(read.code, locale, read.detail) }
  const checked = field.schema.safeParse(read.value, { reportInput: true })
  if (checked.success) {
    const { note } = read
    const taken = { value: checked.data }
    return note === undefined ? taken : { ...taken, note: sentence('value_cut', locale, { value: read.value, note }) }
  }
  return { fault: checked.error.issues[0] ? issueMessage(checked.error.issues[0], locale) : message('wrong', locale) }
}

function readKind(field: KitField, raw: string): Read {
  const text = raw.trim()
  switch (field.kind) {
    case 'list':
      return { value: listOf(raw).map(item => (field.isAddress ? withScheme(item) : item)) }
    case 'integer':
      return integerOf(text)
    case 'date':
      return dated(text, readDate, 'date')
    case 'region':
      return valueOr(regionOf(text), 'region')
    case 'danger_level':
      return valueOr(dangerLevelOf(text), 'option', { values: dangerLevels.join(', ') })
    case 'host':
      return valueOr(hostOf(text), 'host')
    case 'url':
      return { value: withScheme(text) }
    case 'number':
      return numberOf(text)
    case 'boolean':
      return valueOr(booleanOf(text), 'option', { values: 'true, false' })
    case 'time':
      return dated(text, readTime, 'time')
    case 'status':
      return valueOr(statusOf(text), 'option', { values: eventStatuses.join(', ') })
    case 'og_list':
      return { value: listOf(raw) }
    case 'category':
      return { value: text.normalize('NFC').replace(/\s+/g, ' ') }
    default:
      return { value: text }
  }
}

function valueOr(value: unknown, code: MessageCode, detail?: Record<string, unknown>): Read {
  return value === undefined ? { code, ...(detail && { detail }) } : { value }
}

/** A date with something in brackets behind it is that date; what the brackets say is told. */
function dated(text: string, read: (text: string) => string | undefined, code: MessageCode): Read {
  const whole = read(text)
  if (whole !== undefined) return { value: whole }
  const { head, note } = splitNote(text)
  const value = note === undefined ? undefined : read(head)
  return value === undefined || note === undefined ? { code } : { value, note }
}

/** Lines if there are any, else parts between semicolons. */
export function listOf(raw: string): string[] {
  const parts = /[\r\n]/.test(raw) ? raw.split(/[\r\n]+/) : raw.split(/[;；]/)
  return [...new Set(parts.map(part => part.trim()).filter(Boolean))]
}

function integerOf(text: string): Read {
  const plain = text.normalize('NFKC').replace(/^([+-]?\d{1,3})(,\d{3})+$/, match => match.replaceAll(',', ''))
  const value = /^[+-]?\d{1,15}(\.0+)?$/.test(plain) ? Number(plain) : undefined
  return value === undefined ? { code: 'type', detail: { expected: '1, 2, 3 …' } } : { value }
}

function numberOf(text: string): Read {
  const plain = text
    .normalize('NFKC')
    .replace(/^([+-]?\d{1,3})(,\d{3})+(?=\.\d+$|$)/, match => match.replaceAll(',', ''))
  const value = /^[+-]?\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : undefined
  return value === undefined ? { code: 'type', detail: { expected: '12.5' } } : { value }
}

const yes = ['true', 'yes', 'y', '1', 'x', '是', '对', '重点']
const no = ['false', 'no', 'n', '0', '否', '不是']

function booleanOf(text: string): boolean | undefined {
  const key = text.normalize('NFKC').toLowerCase()
  return yes.includes(key) ? true : no.includes(key) ? false : undefined
}

/** An instant with its zone, or else a date. */
function readTime(text: string): string | undefined {
  const at = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)
    ? new Date(text)
    : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : readDate(text)
}

const statusWords: Record<EventStatus, string[]> = {
  draft: ['草稿', '待确认', 'pending'],
  confirmed: ['已确认', '确认'],
  dismissed: ['已排除', '排除', '忽略', 'cancelled'],
}

function statusOf(text: string): EventStatus | undefined {
  const key = headerKey(text)
  return eventStatuses.find(status => status === key || statusWords[status].includes(key))
}

function withScheme(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !/^[^\s/@]+\.[^\s/@]+/.test(text) ? text : `https://${text}`
}

/** The host of an address, or the text as a host. */
export function hostOf(text: string): string | undefined {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    return url.hostname.replace(/\.$/, '') || undefined
  } catch {
    return undefined
  }
}

const levelWords: Record<DangerLevel, string[]> = {
  受制裁: ['sanctioned', 'sanction', '制裁', '制裁对象'],
  一类: ['class1', 'classi', 'level1', 'tier1', 'category1', 'first', 'firstclass', '1', 'i', '1类'],
  二类: ['class2', 'classii', 'level2', 'tier2', 'category2', 'second', 'secondclass', '2', 'ii', '2类'],
  中性: ['neutral', 'none', '中立'],
  待定: ['undetermined', 'undecided', 'tobedetermined', 'tbd', 'pending', 'unknown', '未定'],
}

function dangerLevelOf(text: string): DangerLevel | undefined {
  const key = headerKey(text)
  return dangerLevels.find(level => headerKey(level) === key || levelWords[level].includes(key))
}

/** Names people write that no list of countries has. */
const otherNames: Record<string, string> = {
  usa: 'US',
  us: 'US',
  america: 'US',
  美国: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  britain: 'GB',
  england: 'GB',
  英国: 'GB',
  southkorea: 'KR',
  northkorea: 'KP',
  韩国: 'KR',
  朝鲜: 'KP',
  russia: 'RU',
  俄罗斯: 'RU',
  vietnam: 'VN',
  taiwan: 'TW',
  台湾: 'TW',
  臺灣: 'TW',
  中国台湾: 'TW',
  hongkong: 'HK',
  香港: 'HK',
  中国香港: 'HK',
  macau: 'MO',
  澳门: 'MO',
  中国澳门: 'MO',
  中国大陆: 'CN',
  中华人民共和国: 'CN',
  mainlandchina: 'CN',
  iran: 'IR',
  syria: 'SY',
  czechrepublic: 'CZ',
  turkey: 'TR',
  theukraine: 'UA',
}

let regions: Map<string, string> | undefined

/** Alpha-2 and alpha-3 codes, and names in Chinese and English. */
export function regionOf(text: string): string | undefined {
  regions ??= readRegions()
  return regions.get(headerKey(text))
}

function readRegions(): Map<string, string> {
  const all = new Map<string, string>()
  for (const language of ['en', 'zh'])
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of names) all.set(headerKey(name), code)
  for (const [alpha3, alpha2] of Object.entries(countries.getAlpha3Codes())) {
    all.set(headerKey(alpha3), alpha2)
    all.set(headerKey(alpha2), alpha2)
  }
  for (const names of Object.values(shortNames))
    for (const [code, name] of Object.entries(names)) all.set(headerKey(name), code)
  for (const [name, code] of Object.entries(otherNames)) all.set(headerKey(name), code)
  return new Map([...all].filter(([, code]) => isCountry(code)))
}
