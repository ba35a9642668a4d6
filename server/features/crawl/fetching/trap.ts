/**
 * Most pages of one pattern that a site can add to a round. Endless counters occur in calendars and parameters, so
 * their limits are lower.
 */
export const patternLimits = { calendar: 400, query: 2_000, path: 20_000 }
const maxPatterns = 20_000
const maxSegments = 16
const maxParameters = 12
const calendarWords =
  /(?<![a-z])(?:calendar|kalender|schedule|events?|archives?|agenda|month|year|day|date|rili)(?![a-z])/i

/**
 * Reason why an address looks endless, judged by the address alone: repeated folders, more folders or parameters than a
 * person would write, a calendar far from `year`. Null if it looks normal.
 */
export function trapOf(url: URL, year: number): string | null {
  const segments = url.pathname.split('/').filter(part => part !== '')
  if (segments.length > maxSegments) return 'depth'
  if (hasRepeatedFolders(segments)) return 'repeated_path'
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

/** Detects a folder that occurs four times, or a run of folders three times in a row. */
function hasRepeatedFolders(segments: string[]): boolean {
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

/** The address with its numbers (and long hexadecimal ids) replaced: the pages of an endless listing share it. */
function patternOf(url: URL): string {
  return (url.host + url.pathname + url.search).replace(/[0-9a-f]{16,}|\d+/gi, '#')
}

/** Counts the pages of each pattern of one site; plain data, so that it can be stored and passed on. */
export type PatternCounts = Map<string, number>

/**
 * Whether another page of this pattern exceeds the limit; if not, counts it. Call once per new address. The memory is
 * limited: beyond 20,000 patterns, new patterns are not counted.
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
  const isNumberInQuery = query >= 0 && pattern.includes('#', query)
  if (isNumberInQuery) return calendarWords.test(pattern) ? patternLimits.calendar : patternLimits.query
  return patternLimits.path
}
