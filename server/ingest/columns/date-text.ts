// Parses one date as people write it, in any language and script.
import { type Calendar, dateWords, type MonthWord } from './date-words.ts'
import { looseKey, plainDigits, wordsIn } from './text-key.ts'

// Converts years, months and days of other calendars to Gregorian ones.
type Day = { year: number; month: number; day: number }

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The Gregorian day of a day in one of the runtime's calendars; undefined if there is no such day. */
function fromCalendar(calendar: 'persian' | 'islamic-umalqura', { year, month, day }: Day): Day | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  // Persian years begin at the equinox; Islamic years are shorter than solar ones.
  const start =
    calendar === 'persian'
      ? Date.UTC(year + 621, 2, 20) + ((month - 1) * 30.5 + day - 1) * dayMs
      : Date.UTC(622, 6, 18) + ((year - 1) * 354.367 + (month - 1) * 29.53 + day - 1) * dayMs
  for (let n = 0; n <= 16; n += 1) {
    const at = Math.round(start / dayMs + (n % 2 === 0 ? n / 2 : -(n + 1) / 2)) * dayMs
    const found = partsIn(calendar, at)
    if (found.year === year && found.month === month && found.day === day) {
      const date = new Date(at)
      return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    }
  }
  return undefined
}

function partsIn(calendar: string, at: number): Day {
  const format =
    formats.get(calendar) ??
    new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      timeZone: 'UTC',
    })
  formats.set(calendar, format)
  const parts = format.formatToParts(at)
  const of = (type: string) => Number(parts.find(part => part.type === type)?.value ?? Number.NaN)
  return { year: of('year'), month: of('month'), day: of('day') }
}

const eras: readonly (readonly [RegExp, number])[] = [
  [/^(?:明治|m(?=\d))/, 1867],
  [/^(?:大正|t(?=\d))/, 1911],
  [/^(?:昭和|s(?=\d))/, 1925],
  [/^(?:平成|h(?=\d))/, 1988],
  [/^(?:令和|r(?=\d))/, 2018],
  [/^(?:中[華华])?民[國国]/, 1911],
]

/** `昭和32年`, `S32.3.4`, `民國46年`: replaces the era with the Gregorian year; returns any other text unchanged. */
function withoutEra(text: string): string {
  for (const [era, before] of eras) {
    const name = era.exec(text)?.[0]
    if (name === undefined) continue
    const rest = text.slice(name.length).trimStart().replace(/^元年/, '1年')
    const year = /^(\d{1,3})(?=\D|$)/.exec(rest)?.[1]
    if (year !== undefined) return `${before + Number(year)}${rest.slice(year.length)}`
  }
  return text
}

export type DateOrder = 'dmy' | 'mdy'

/**
 * A text as a date of the API (`1958`, `1958-10`, `1958-10-13`). `dmy` and `mdy`: the result depends on the order of
 * day and month; `byLanguage`: it depends on the language of the month. `order` and `locales`: the evidence that this
 * text gives about both.
 */
export type DateText =
  | { value: string; order?: DateOrder; locales?: readonly string[] }
  | { dmy: string; mdy: string }
  | { byLanguage: { value: string; locales: readonly string[] }[] }

/** `latestYear`: two-digit years that would be later belong to the previous century. */
export type DateOptions = { readsSerials?: boolean; latestYear?: number }

const longest = 80
const time =
  /[T\s,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?|上午|下午)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
/** Characters that no date contains. */
const foreign = /[+*=%@$€£¥&<>?!:;"_~^|\\{}[\]]/
/** Weekdays that no space separates from the day: 1日星期日, 4日(月曜日). */
const weekdays = /(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]|[日月火水木金土]曜日?|[월화수목금토일]요일|วัน\S*ที่/g
/** Days since 1899-12-30 as spreadsheets count them, for years from 1927 to 2100. */
const serial = /^(\d{5})(?:[.,]\d+)?$/
const latestSerial = 73_415

export function parseDate(raw: string, options: DateOptions = {}): DateText | undefined {
  if (raw.length > longest || !/\p{Nd}|元年/u.test(raw)) return undefined
  // Dates in Arabic and Hebrew contain direction marks.
  const given = raw
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  const script = /[۰-۹]/.test(given) ? 'persian' : /[٠-٩]/.test(given) ? 'islamic-umalqura' : 'gregory'
  const text = withoutEra(plainDigits(given).toLowerCase()).replace(time, '').replace(weekdays, ' ').trim()
  if (!/\d/.test(text)) return undefined
  const days = options.readsSerials ? serial.exec(text)?.[1] : undefined
  if (days !== undefined && Number(days) >= 10_000 && Number(days) <= latestSerial)
    return { value: new Date((Number(days) - 25_569) * 86_400_000).toISOString().slice(0, 10) }
  if (foreign.test(text) || text.startsWith('(')) return undefined
  const numbers = text.match(/\d+/g) ?? []
  return /\p{L}/u.test(text) ? withWords(text, options, script) : ofNumbers(numbers, text, options, script)
}

function ofNumbers(
  numbers: readonly string[],
  text: string,
  options: DateOptions,
  calendar: Calendar,
): DateText | undefined {
  if (numbers.some(each => each.length > 8)) return undefined
  const [a = '', b = '', c = ''] = numbers
  if (numbers.length === 1) {
    if (a.length === 4) return one(a, undefined, undefined, calendar)
    if (a.length !== 8) return undefined
    const isYearFirst = Number(a.slice(0, 4)) >= 1_500 && Number(a.slice(4, 6)) <= 12
    return isYearFirst
      ? one(a.slice(0, 4), Number(a.slice(4, 6)), Number(a.slice(6)), calendar)
      : numericDate(a.slice(0, 2), a.slice(2, 4), a.slice(4), calendar)
  }
  if (numbers.length === 2) {
    if (a.length === 4 && b.length <= 2) return one(a, Number(b), undefined, calendar)
    if (b.length === 4 && a.length <= 2) return one(b, Number(a), undefined, calendar)
    return undefined
  }
  if (numbers.length !== 3 || /^\(|[()]/.test(text)) return undefined
  if (a.length === 4 && b.length <= 2 && c.length <= 2) return one(a, Number(b), Number(c), calendar)
  if (a.length > 2 || b.length > 2) return undefined
  if (c.length === 4) return numericDate(a, b, c, calendar)
  if (c.length !== 2 || a.length === 0) return undefined
  if (Number(a) > 31) return one(fullYear(a, options), Number(b), Number(c), 'gregory')
  return numericDate(a, b, fullYear(c, options), 'gregory')
}

/** `13/10/1958` and `10/13/1958` show their order; `03/04/1957` is ambiguous, and the column decides. */
function numericDate(first: string, second: string, year: string, calendar: Calendar): DateText | undefined {
  const dmy = dateOf(year, Number(second), Number(first), calendar)
  const mdy = dateOf(year, Number(first), Number(second), calendar)
  if (dmy !== undefined && mdy !== undefined) return dmy === mdy ? { value: dmy } : { dmy, mdy }
  if (dmy !== undefined) return { value: dmy, order: 'dmy' }
  return mdy === undefined ? undefined : { value: mdy, order: 'mdy' }
}

/** Two-digit years as in Excel: 00 to 29 belong to this century. */
function fullYear(two: string, { latestYear }: DateOptions): string {
  const year = Number(two) + (Number(two) < 30 ? 2_000 : 1_900)
  return String(latestYear !== undefined && year > latestYear ? year - 100 : year)
}

function one(year: string, month: number | undefined, day: number | undefined, calendar: Calendar) {
  const value = dateOf(year, month, day, calendar)
  return value === undefined ? undefined : { value }
}

type Token = { text: string; isNumber: boolean }

function withWords(text: string, options: DateOptions, calendar: Calendar): DateText | undefined {
  const tokens = (text.match(/\d+|[\p{L}\p{M}]+/gu) ?? []).map(
    (each): Token => ({ text: each, isNumber: /^\d/.test(each) }),
  )
  if (tokens.length > 12 || !mayBeDate(tokens)) return undefined
  const { fillers } = dateWords()
  const found = findMonth(tokens)
  const rest = found ? [...tokens.slice(0, found.from), ...tokens.slice(found.to)] : tokens
  const numbers = rest.filter(({ isNumber }) => isNumber).map(each => each.text)
  const words = rest.filter(({ isNumber }) => !isNumber).flatMap(each => wordsIn(each.text))
  if (words.some(word => !fillers.has(word))) return undefined
  if (!found) return ofNumbers(numbers, numbers.join(' '), options, calendar)
  const dated = dayAndYear(numbers, options)
  if (!dated) return undefined
  const meant = found.months.flatMap(({ month, calendar: own, locales }) => {
    const year = Number(dated.year)
    // `محرم` belongs to one calendar; a month given as a number belongs to the calendar that the digits suggest.
    const value = dateOf(dated.year, month, dated.day, own === 'gregory' && year < 1_500 ? calendar : own)
    return value === undefined ? [] : [{ value, locales }]
  })
  const [best] = meant
  if (!best) return undefined
  const values = new Set(meant.map(({ value }) => value))
  if (values.size === 1) return { value: best.value, locales: meant.flatMap(({ locales }) => locales) }
  return { byLanguage: meant }
}

function dayAndYear(numbers: readonly string[], options: DateOptions): { year: string; day?: number } | undefined {
  const [a = '', b = ''] = numbers
  if (numbers.length === 1) return a.length === 4 ? { year: a } : undefined
  if (numbers.length !== 2) return undefined
  if (b.length === 4 && a.length <= 2) return { year: b, day: Number(a) }
  if (a.length === 4 && b.length <= 2) return { year: a, day: Number(b) }
  if (a.length > 2 || b.length !== 2) return undefined
  return Number(a) > 31
    ? { year: fullYear(a, options), day: Number(b) }
    : { year: fullYear(b, options), day: Number(a) }
}

/**
 * No date has more than three numbers, or numbers with three or five digits. This excludes addresses and company names
 * early.
 */
function mayBeDate(tokens: readonly Token[]): boolean {
  const numbers = tokens.filter(({ isNumber }) => isNumber)
  return numbers.length <= 3 && numbers.every(({ text: { length } }) => length <= 2 || length === 4 || length === 8)
}

const mostTokens = 4

type MonthMatch = { from: number; to: number; months: readonly MonthWord[] }

/** The run of words that is the name of a month: `décembre`, `tháng 3`, `3月`, `كانون الثاني`. */
function findMonth(tokens: readonly Token[]): MonthMatch | undefined {
  const { months, fillers } = dateWords()
  const keys = tokens.map(({ text }) => looseKey(text))
  let weak: MonthMatch | undefined
  for (let length = Math.min(mostTokens, tokens.length); length >= 1; length -= 1)
    for (let from = 0; from + length <= tokens.length; from += 1) {
      const run = tokens.slice(from, from + length)
      if (run.every(({ isNumber }) => isNumber)) continue
      const key = keys.slice(from, from + length).join('')
      // Hebrew writes `in` as a prefix of the word.
      const named =
        months.get(key) ??
        (/^[\u05d1\u05dc]/.test(key) ? months.get(key.slice(1)) : undefined) ??
        (length === 1 ? withoutEnding(key) : undefined)
      if (!named) continue
      const found = { from, to: from + length, months: named }
      // `de` is December in one language and `of` in others; `mar` is March, and Tuesday.
      if (!fillers.has(key)) return found
      if (key.length > 2) weak ??= found
    }
  return weak
}

/** Basque and other languages add case endings to the name: urtarrila, urtarrilaren. */
function withoutEnding(key: string): readonly MonthWord[] | undefined {
  const { months } = dateWords()
  const letters = [...key]
  for (let left = letters.length - 1; left >= 6 && left >= letters.length - 4; left -= 1) {
    const named = months.get(letters.slice(0, left).join(''))
    if (named) return named
  }
  return undefined
}

function dateOf(given: string, month: number | undefined, day: number | undefined, calendar: Calendar) {
  let year = Number(given)
  // Years of the Buddhist calendar are 543 ahead.
  if (year >= 2_400 && year <= 2_700) year -= 543
  if (year === 0) return undefined
  if (calendar !== 'gregory' && year >= 1_200 && year < 1_500) {
    if (month === undefined) return undefined
    const found = fromCalendar(calendar, { year, month, day: day ?? 1 })
    if (!found) return undefined
    return day === undefined ? text(found.year, found.month) : text(found.year, found.month, found.day)
  }
  return text(year, month, day)
}

function text(year: number, month?: number, day?: number): string | undefined {
  const two = (n: number) => String(n).padStart(2, '0')
  const four = String(year).padStart(4, '0')
  if (month === undefined) return four
  if (month < 1 || month > 12) return undefined
  if (day === undefined) return `${four}-${two(month)}`
  const whole = `${four}-${two(month)}-${two(day)}`
  const at = new Date(`${whole}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(whole) ? whole : undefined
}
