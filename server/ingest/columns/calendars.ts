// Converts years, months and days of other calendars to Gregorian ones.
type Day = { year: number; month: number; day: number }

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The Gregorian day of a day in one of the runtime's calendars; undefined if there is no such day. */
export function fromCalendar(calendar: 'persian' | 'islamic-umalqura', { year, month, day }: Day): Day | undefined {
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
export function withoutEra(text: string): string {
  for (const [era, before] of eras) {
    const name = era.exec(text)?.[0]
    if (name === undefined) continue
    const rest = text.slice(name.length).trimStart().replace(/^元年/, '1年')
    const year = /^(\d{1,3})(?=\D|$)/.exec(rest)?.[1]
    if (year !== undefined) return `${before + Number(year)}${rest.slice(year.length)}`
  }
  return text
}
