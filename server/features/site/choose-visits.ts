import { folderOf, siblingOf } from './page-groups.ts'

const dayMs = 86_400_000
/** Rounds of its site’s average, and of its folder’s average, that a page starts with: few observations prove little. */
const priorRounds = 10
const folderPriorRounds = 20
/** Changes of the same page in another language count half. */
const siblingShare = 0.5
/** Many languages together count at most like this many. */
const mostSiblings = 3

/** A page is visited at the latest after this many rounds: five times its turn. */
export const longestWait = (share: number) => Math.max(14, Math.ceil(5 / share))
/**
 * Changes count half after this many days, two and a half turns of the site: what is busy now is visited, and what was
 * busy once is not for ever.
 */
export const halfLifeDays = ({ share, roundDays }: Pick<VisitPlan, 'share' | 'roundDays'>) => (2.5 / share) * roundDays

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

/** `share`: of all pages, 0 to 1; `roundDays`: the days from one round to the next. */
export type VisitPlan = { now: Date; round: number; share: number; roundDays: number }

export type Visits = {
  chosen: Set<string>
  /** Rounds that usually lie between two visits of a page, at most `longestWait`. */
  usualWait(key: string): number
  /** Rounds until a page is visited if no changes come in between; 1: this round. */
  roundsUntil(key: string): number
}

/** Chooses the pages that a round visits. */
export function chooseVisits(pages: readonly VisitablePage[], plan: VisitPlan): Set<string> {
  return planVisits(pages, plan).chosen
}

/**
 * The loss of a page that is visited every `n` rounds, the sum of the delays of its changes, is least over all pages if
 * those come first whose rate of changes × n × (n + 1) is greatest (the index of Whittle for this loss; Azar et al.,
 * “Tractable near-optimal policies for crawling”, 2018). The rate is estimated from the worth of recent changes of the page,
 * half as much from the same page in other languages, and from its folder.
 */
export function planVisits(pages: readonly VisitablePage[], plan: VisitPlan): Visits {
  const { now, round, share, roundDays } = plan
  const longest = longestWait(share)
  const rates = ratesOf(pages, plan)
  const chosen = new Set<string>()
  const waits = new Map<string, number>()
  const others: { key: string; gain: number }[] = []
  for (const { url_key: key, ...page } of pages) {
    const isLate = round - page.last_round >= longest
    const rate = rates.get(key) as number
    if (page.is_required || page.last_fetched_at === null || isLate) chosen.add(key)
    else {
      const wait = Math.max(0, now.getTime() - Date.parse(page.last_fetched_at)) / dayMs / roundDays
      waits.set(key, wait)
      others.push({ key, gain: gainOf(rate, wait) })
    }
  }
  const room = Math.max(0, Math.ceil(pages.length * share) - chosen.size)
  others.sort((a, b) => b.gain - a.gain || (a.key < b.key ? -1 : 1))
  for (const { key } of others.slice(0, room)) chosen.add(key)
  const waitOf = (key: string, least: number) => usualWait(rates.get(key) ?? 0, least, longest)
  const least = leastGain(others, room, waitOf)
  const lastRounds = new Map(pages.map(({ url_key, last_round }) => [url_key, last_round]))
  return {
    chosen,
    usualWait: key => waitOf(key, least()),
    roundsUntil(key) {
      if (chosen.has(key)) return 1
      const latest = longest - (round - (lastRounds.get(key) ?? 0))
      const left = Math.ceil(waitOf(key, least()) - (waits.get(key) ?? 0))
      return 1 + Math.max(1, Math.min(left, latest))
    },
  }
}

/** The smallest whole wait whose gain reaches `least`. */
function usualWait(rate: number, least: number, longest: number): number {
  if (rate <= 0) return longest
  return Math.min(longest, Math.max(1, Math.ceil((Math.sqrt(1 + (4 * least) / rate) - 1) / 2 - 1e-9)))
}

/** The gain that a visit has at least in the long run, if `room` of these pages are visited in each round. */
function leastGain(
  pages: readonly { key: string }[],
  room: number,
  waitOf: (key: string, least: number) => number,
): () => number {
  let found: number | undefined
  return () => {
    if (found !== undefined) return found
    let [low, high] = [0, 1e6]
    for (let step = 0; step < 50; step += 1) {
      const middle = low === 0 ? high / 1_000 : Math.sqrt(low * high)
      const visits = pages.reduce((sum, { key }) => sum + 1 / waitOf(key, middle), 0)
      if (visits > room) low = middle
      else high = middle
      if (low === 0 && high < 1e-12) break
    }
    found = high
    return found
  }
}

const gainOf = (rate: number, wait: number) => rate * wait * (wait + 1)

type Sum = { worth: number; days: number; pages: number }

/** Worth of the changes a day. Never 0, so that pages of a site without changes are visited in turn. */
function ratesOf(pages: readonly VisitablePage[], plan: VisitPlan): Map<string, number> {
  const site: Sum = { worth: 0.01, days: 1, pages: 0 }
  const [siblings, folders] = [new Map<string, Sum>(), new Map<string, Sum>()]
  const known = pages.map(page => {
    const sibling = siblingOf(page.url_key)
    return { page, sibling, folder: folderOf(sibling), days: observedDays(page, plan) }
  })
  for (const { page, sibling, folder, days } of known)
    for (const sum of [site, sumOf(siblings, sibling), sumOf(folders, folder)]) {
      sum.worth += page.worth
      sum.days += days
      sum.pages += 1
    }
  const mixed = (own: Omit<Sum, 'pages'>, average: number, rounds: number) =>
    (own.worth + average * rounds * plan.roundDays) / (own.days + rounds * plan.roundDays)
  return new Map(
    known.map(({ page, sibling, folder, days }) => {
      const same = sumOf(siblings, sibling)
      const weight = siblingShare * Math.min(1, mostSiblings / Math.max(1, same.pages - 1))
      const own = {
        worth: page.worth + weight * (same.worth - page.worth),
        days: days + weight * (same.days - days),
      }
      const ofFolder = mixed(sumOf(folders, folder), site.worth / site.days, folderPriorRounds)
      return [page.url_key, mixed(own, ofFolder, priorRounds)]
    }),
  )
}

function sumOf(sums: Map<string, Sum>, key: string): Sum {
  const sum = sums.get(key) ?? { worth: 0, days: 0, pages: 0 }
  sums.set(key, sum)
  return sum
}

/** The days of which changes are known, weighted as the changes are. */
function observedDays({ first_seen_at, last_fetched_at }: VisitablePage, plan: VisitPlan): number {
  const half = halfLifeDays(plan)
  const age = (at: string) => Math.max(0, plan.now.getTime() - Date.parse(at)) / dayMs
  const until = (days: number) => 1 - 2 ** (-days / half)
  const known = until(age(first_seen_at)) - until(age(last_fetched_at ?? first_seen_at))
  return Math.max(0, known) * (half / Math.LN2)
}
