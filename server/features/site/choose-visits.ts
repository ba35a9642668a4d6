const dayMs = 86_400_000
/** Changes count half after this many days, so that a page that was busy once is not visited for ever. */
export const halfLifeDays = 60
/** Days of the site's average that a page starts with: few observations prove little. */
const priorDays = 10
/** A page is visited at the latest after this many rounds; with a small share, in three times its turn. */
const longestWait = (share: number) => Math.max(10, Math.ceil(3 / share))

export type VisitablePage = {
  url_key: string
  /** The page is always visited: never read, failing, followed, or with an alert. */
  is_required: boolean
  first_seen_at: string
  last_fetched_at: string | null
  /** The last round that fetched it. */
  last_round: number
  /** Sum of the worth of its changes, 0 to 1 each, halved every `halfLifeDays`. */
  worth: number
}

/**
 * Chooses the pages that a round visits: `share` of all, 0 to 1. Visits that minimise the delay of changes have a frequency
 * proportional to the square root of the rate of changes times their worth (Cho and Garcia-Molina, “Effective page refresh
 * policies for web crawlers”, 2003). The rate times the square of the time since the last visit orders the pages so.
 */
export function chooseVisits(
  pages: readonly VisitablePage[],
  { now, round, share }: { now: Date; round: number; share: number },
): Set<string> {
  const chosen = new Set<string>()
  const others: { key: string; gain: number }[] = []
  const average = averageRate(pages, now)
  for (const page of pages) {
    const isLate = round - page.last_round >= longestWait(share)
    if (page.is_required || page.last_fetched_at === null || isLate) chosen.add(page.url_key)
    else {
      const waited = Math.max(0, now.getTime() - Date.parse(page.last_fetched_at)) / dayMs
      others.push({ key: page.url_key, gain: rateOf(page, now, average) * waited ** 2 })
    }
  }
  const room = Math.ceil(pages.length * share) - chosen.size
  others.sort((a, b) => b.gain - a.gain || (a.key < b.key ? -1 : 1))
  for (const { key } of others.slice(0, Math.max(0, room))) chosen.add(key)
  return chosen
}

/** Worth of the changes a day, between the page's own and the site's average. */
function rateOf(page: VisitablePage, now: Date, average: number): number {
  return (page.worth + average * priorDays) / (observedDays(page, now) + priorDays)
}

/** Never 0, so that pages of a site without changes are visited in turn. */
function averageRate(pages: readonly VisitablePage[], now: Date): number {
  const worth = pages.reduce((sum, page) => sum + page.worth, 0)
  const days = pages.reduce((sum, page) => sum + observedDays(page, now), 0)
  return (worth + 0.01) / (days + 1)
}

/** The days of which changes are known, weighted as the changes are. */
function observedDays({ first_seen_at, last_fetched_at }: VisitablePage, now: Date): number {
  const age = (at: string) => Math.max(0, now.getTime() - Date.parse(at)) / dayMs
  const until = (days: number) => 1 - 2 ** (-days / halfLifeDays)
  const known = until(age(first_seen_at)) - until(age(last_fetched_at ?? first_seen_at))
  return Math.max(0, known) * (halfLifeDays / Math.LN2)
}
