/** Pages of one pattern that a site may bring to a round; what counts up for ever is among calendars and parameters. */
export const patternLimits = { calendar: 400, query: 2_000, path: 20_000 }
const maxPatterns = 20_000
const maxSegments = 16
const maxParameters = 12
const calendarWords =
  /(?<![a-z])(?:calendar|kalender|schedule|events?|archives?|agenda|month|year|day|date|rili)(?![a-z])/i

/**
 * Why an address looks as if it had no end, from its looks alone: the same folders again and again, more folders or
 * parameters than anybody writes, a calendar far from `year`. Null where nothing is strange.
 */
export function trapOf(url: URL, year: number): string | null {
  const segments = url.pathname.split('/').filter(part => part !== '')
  if (segments.length > maxSegments) return 'depth'
  if (repeats(segments)) return 'repeated_path'
  if (url.search !== '') {
    const parameters = url.search.split('&').length
    if (parameters > maxParameters) return 'parameters'
  }
  const where = url.pathname + url.search
  if (calendarWords.test(where)) {
    const years = where.match(/(?<!\d)(?:1[5-9]|2\d)\d\d(?!\d{3})/g)?.map(Number) ?? []
    if (years.length > 0 && years.every(found => found > year + 3 || found < year - 120)) return 'calendar'
  }
  return null
}

/** A folder four times, or a run of folders three times in a row. */
function repeats(segments: string[]): boolean {
  if (segments.length < 4) return false
  const counts = new Map<string, number>()
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1
    // Numbers repeat in dates: /2019/10/10/10.
    if (count >= 4 && !/^\d+$/.test(segment)) return true
    counts.set(segment, count)
  }
  for (let length = 1; length * 3 <= segments.length; length++)
    for (let at = 0; at + length * 3 <= segments.length; at++) {
      const run = segments.slice(at, at + length).join('/')
      if (/^[\d/]+$/.test(run)) continue
      const isRun = (from: number) => segments.slice(from, from + length).join('/') === run
      if (isRun(at + length) && isRun(at + 2 * length)) return true
    }
  return false
}

/** The address with its numbers (and long hexadecimal ids) taken out: what a listing that goes on for ever shares. */
export function patternOf(url: URL): string {
  return (url.host + url.pathname + url.search).replace(/[0-9a-f]{16,}|\d+/gi, '#')
}

/** Counts the pages of each pattern of one site; plain data, so that it can be kept and passed on. */
export type PatternCounts = Map<string, number>

/**
 * Whether a further page of this pattern is one too many; counts it otherwise. Ask once per new address.
 * Bounded: beyond 20,000 patterns new ones are not counted any more.
 */
export function isTooMany(counts: PatternCounts, url: URL): boolean {
  const pattern = patternOf(url)
  if (!pattern.includes('#')) return false
  const count = counts.get(pattern) ?? 0
  if (count === 0 && counts.size >= maxPatterns) return false
  if (count >= limitOf(pattern)) return true
  counts.set(pattern, count + 1)
  return false
}

function limitOf(pattern: string): number {
  const query = pattern.indexOf('?')
  const isNumberAsked = query >= 0 && pattern.includes('#', query)
  if (isNumberAsked) return calendarWords.test(pattern) ? patternLimits.calendar : patternLimits.query
  return patternLimits.path
}
