// The same work at every size, through the services that HTTP and jobs use.
import { reviewThreshold } from '#contract/diff.api.ts'
import { measureLag } from '#server/features/coverage/coverage.service.ts'
import { readEvents, readNumbers } from '#server/features/dashboard/dashboard.service.ts'
import { readDigest } from '#server/features/dashboard/digest.ts'
import { countDiffs, listDiffs } from '#server/features/diff/diff.service.ts'
import { obeyRetention, setRetention } from '#server/features/erasure/retention.ts'
import { readOverview } from '#server/features/overview/overview.service.ts'
import { getPageTimeline, listPages, listPageVersions, listSites } from '#server/features/page/page.service.ts'
import { search } from '#server/features/search/search.service.ts'
import { listRounds } from '#server/features/site/site.service.ts'
import { measureSystem } from '#server/features/system/state.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { tidyBlobs } from '#server/store/tidy.ts'
import { randomFrom } from '../search-data.ts'
import { isRestricted, pagesOfSite } from './fill.ts'
import { runRound } from './round.ts'

/** Milliseconds of each task, in the order of measurement. */
export type Times = Map<string, number[]>
type GrowthWork = { system: Ctx; reader: Ctx; pages: number; folder: string; isQuick: boolean; words: string[] }

const zone = { offset: 480 }
const retentionDays = 400
const dayMs = 86_400_000
/** Checking everything is known to be linear, so it is not measured above this number of pages. */
const wholeUpTo = 1_100_000

export async function measureWork({ system, reader, pages, folder, isQuick, words }: GrowthWork): Promise<Times> {
  const times: Times = new Map()
  const timed = async (name: string, act: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await act()
    const took = performance.now() - startedAt
    const known = times.get(name)
    if (known) known.push(took)
    else times.set(name, [took])
  }
  const random = randomFrom(17)
  const any = (most: number) => 1 + Math.floor(random() * most)
  /** One site in ten is restricted for this reader. */
  const anySite = (): number => {
    const site = any(pages / pagesOfSite)
    return isRestricted(site) ? anySite() : site
  }
  const anyPage = () => (anySite() - 1) * pagesOfSite + any(pagesOfSite)
  /** The first run fills the caches of the process and is not counted. */
  const repeat = async (name: string, count: number, act: () => Promise<unknown>) => {
    await act()
    for (let n = 0; n < (isQuick ? Math.ceil(count / 4) : count); n += 1) await timed(name, act)
  }
  const waiting = { status: ['unread' as const], min_score: reviewThreshold, folded: true }
  await repeat('queue: first rows', 40, () => listDiffs(reader, { ...waiting, current: 1, pageSize: 20 }))
  await repeat('queue: numbers of its tabs', 20, () => countDiffs(reader, {}))
  await repeat('versions of a page', 100, () => listPageVersions(reader, anyPage(), { current: 1, pageSize: 20 }))
  await repeat('timeline of a page', 100, () => getPageTimeline(reader, anyPage()))
  await repeat('pages: the first', 40, () => listPages(reader, { current: 1, pageSize: 20 }))
  await repeat('pages: the 5,000th', 20, () => listPages(reader, { current: 5_000, pageSize: 20 }))
  await repeat('pages of a site', 40, () => listPages(reader, { current: 1, pageSize: 20, og_id: [anySite()] }))
  await repeat('sites: the first', 40, () => listSites(reader, { current: 1, pageSize: 20 }))
  await repeat('rounds of a site', 40, () => listRounds(reader, anySite(), { current: 1, pageSize: 20 }))
  await repeat('an organisation', 40, () => readOverview(reader, 'og', anySite()))
  await repeat('dashboard', 40, () =>
    Promise.all([readNumbers(reader, zone), readEvents(reader, zone), readDigest(reader, zone)]),
  )
  await repeat('the page System', 20, () =>
    measureSystem(reader, {
      version: 'bench',
      dataDir: folder,
      blobDir: undefined,
      replicas: [],
      coverage: () => measureLag(reader),
    }),
  )
  const word = () => words[any(words.length) - 1] as string
  const find = (keyword: string) => search(reader, { keyword, current: 1, pageSize: 20 })
  await repeat('search: one word', 60, () => find(word()))
  await repeat('search: two words', 60, () => find(`${word()} ${word()}`))
  const sites = Array.from({ length: isQuick ? 1 : 3 }, () => anySite())
  for (const site of sites) await timed('a round of 3,000 pages', () => runRound(system, site, timed))
  await setRetention(system, [{ noun: 'page_version', days: retentionDays }])
  await timed('tidying: versions whose term is over', () => obeyRetention(system))
  await setRetention(system, [{ noun: 'page_version', days: null }])
  // Contents that lost their version are checked once they are a day old.
  const later = { ...system, now: () => new Date(Date.now() + 2 * dayMs) }
  await timed('tidying: contents that lost a version', () => tidyBlobs(later, undefined, { isLooseOnly: true }))
  if (pages <= wholeUpTo) await timed('tidying: all contents, on Sundays', () => tidyBlobs(later))
  return times
}
