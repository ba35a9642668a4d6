import { cutUnits } from '#contract/text.ts'
import { type DateContext, readDate } from '#server/ingest/columns/date-column.ts'

const latestYear = 2_200
/** A range of more years than these distinguishes too few persons. */
const widestRange = 10
const approximation = /^\s*(?:circa|ca?\.|about|approx(?:imately|\.)?|around|between|from|约|大约)\s*/i

/**
 * Dates in a text, as precise as given: `10 Dec 1948`, `1948-12`, `circa 1950`; for a range (`1958 to 1960`, `between
 * 1958 and 1960`) each of its years, or none if it is too wide.
 */
export function datesOf(text: string, context?: DateContext): string[] {
  const plain = text.normalize('NFKC').replace(approximation, '').replace(/\s+/g, ' ').trim()
  const range = /^(\d{4})\s*(?:to|and|-|–|—|~|至|到|\/)\s*(\d{4})$/i.exec(plain)
  if (range) return yearsOf(Number(range[1]), Number(range[2]))
  // The first date of `10 Dec 1948 to 12 Jan 1950` is as good as any: both years are of it.
  const ends = plain.split(/ (?:to|and) /i)
  const dates = ends.flatMap(each => readDate(cutUnits(each.replace(approximation, ''), 80), context) ?? [])
  if (dates.length === 2) return yearsOf(Number(cutUnits(dates[0]!, 4)), Number(cutUnits(dates[1]!, 4)))
  return ends.length === 1 ? dates.filter(isDate) : []
}

export function yearsOf(from: number, to: number): string[] {
  if (!(from <= to) || to - from >= widestRange || from < 1 || to > latestYear) return []
  return Array.from({ length: to - from + 1 }, (_, n) => String(from + n).padStart(4, '0'))
}

/** Whether the text is a date in FollowTheMoney form with a plausible year. */
export const isDate = (text: string): boolean =>
  /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(text) && Number(cutUnits(text, 4)) <= latestYear
