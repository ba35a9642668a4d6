import type { Og } from '#contract/og.api.ts'
import type { Round } from '#contract/site.api.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { bisectBatch } from '#server/platform/jobs/bisect-batch.ts'
import { quarantine, releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import { consumeQuota } from '#server/platform/jobs/quota.ts'
import { hostOf, urlKey } from '#server/text/url.ts'
import { halfLifeDays, planVisits, type VisitablePage, type VisitPlan, type Visits } from './choose-visits.ts'
import { findMissing } from './missing.queries.ts'
import {
  addToRound,
  countRounds,
  emptyFrontier,
  enqueue,
  enqueueAlone,
  findKnownPages,
  findOpenRound,
  findRounds,
  findVisitablePages,
  insertRound,
  needsWholeRound,
  type RoundEntry,
  setDeadline,
  setRoundState,
} from './round.queries.ts'
import { nextRoundAt, roundDays } from './schedule.ts'
import { ensureSite, findDueSites, findSite, lockOn, type SiteRow, setNextAt } from './site.queries.ts'

const retryMs = 3_600_000

/** The start addresses of a round: the entrances, else the host’s home page. */
export function startsOf({ host, entrances }: Pick<Og, 'host' | 'entrances'>): string[] {
  if (entrances.length > 0) return entrances
  return host === null ? [] : [`https://${host}/`]
}

export async function writableOg(ctx: Ctx, id: number): Promise<Og> {
  const og = await getOg(ctx, id)
  if (!og.can.includes('update')) throw new AppError('forbidden')
  return og
}

export async function listRounds(ctx: Ctx, ogId: number, { current, pageSize }: { current: number; pageSize: number }) {
  await getOg(ctx, ogId)
  const [items, total] = await Promise.all([findRounds(ctx, ogId, { current, pageSize }), countRounds(ctx, ogId)])
  return { items, total, current, pageSize }
}

/** The newest round, running or not. */
export async function lastRound(ctx: Ctx, ogId: number): Promise<Round | null> {
  return (await findRounds(ctx, ogId, { current: 1, pageSize: 1 }))[0] ?? null
}

/** Fetches now: continues a stopped round, or starts a new one. */
export async function createRound(ctx: Ctx, ogId: number): Promise<Round> {
  const og = await writableOg(ctx, ogId)
  if (startsOf(og).length === 0) throw fieldError('host', 'required')
  await consumeQuota(ctx, 'limit_site_rounds', `site ${ogId}`)
  await inTransaction(ctx, async ctx => {
    const open = await findOpenRound(ctx, ogId)
    if (!open) return await startRound(ctx, og, 'person')
    if (open.state === 'running') throw new AppError('wrong_state')
    await resumeRound(ctx, ogId, open.number)
  })
  return (await lastRound(ctx, ogId)) as Round
}

export async function updateRound(
  ctx: Ctx,
  ogId: number,
  number: number,
  act: 'stop' | 'resume' | 'abort',
): Promise<Round> {
  await writableOg(ctx, ogId)
  await inTransaction(ctx, async ctx => {
    const open = await findOpenRound(ctx, ogId)
    if (open?.number !== number) throw new AppError('wrong_state')
    if (act === 'resume') {
      if (open.state === 'running') throw new AppError('wrong_state')
      return await resumeRound(ctx, ogId, number)
    }
    if (act === 'stop') {
      if (open.state !== 'running') throw new AppError('wrong_state')
      return await setRoundState(ctx, ogId, number, 'stopping')
    }
    await setRoundState(ctx, ogId, number, 'aborted', { reason: 'stopped' })
    await emptyFrontier(ctx, ogId)
  })
  const [round] = await findRounds(ctx, ogId, { current: 1, pageSize: 1, number })
  return round as Round
}

async function resumeRound(ctx: Ctx, ogId: number, number: number): Promise<void> {
  await setDeadline(ctx, ogId, number, (await findSite(ctx, ogId)).max_minutes)
  await setRoundState(ctx, ogId, number, 'running')
}

/** Starts a round: every known page and every entrance is queued; links found on the way are added. */
async function startRound(ctx: Ctx, og: Og, cause: 'schedule' | 'person'): Promise<void> {
  await ensureSite(ctx, og.id)
  const site = await findSite(ctx, og.id)
  const number = await insertRound(ctx, og.id, { cause, maxMinutes: site.max_minutes })
  const entries = new Map<string, RoundEntry>()
  const put = (url: string, depth: number, priority: number, isDue = true) => {
    const key = urlKey(url)
    const state = isDue ? ({ state: 'waiting', reason: null } as const) : notDue
    if (key !== null && !entries.has(key))
      entries.set(key, { url_key: key, url, host: hostOf(url), depth, priority, ...state })
  }
  for (const url of startsOf(og)) put(url, 0, 10)
  // Robots files and site maps of each host in scope are read together with its first page.
  const pages = await findKnownPages(ctx, og.id, site.max_pages)
  const later = cause === 'schedule' ? await findLater(ctx, site, number) : noPages
  for (const page of pages) put(page.url, page.depth, page.status === 'active' ? 1 : 0, !later.has(page.url_key))
  for (const { url, depth } of await findMissing(ctx, og.id)) put(url, depth, 0)
  const known = [...entries.values()].map(entry => ({ ...entry, og_id: og.id, round: number }))
  for (let from = 0; from < known.length; from += 2_000) await enqueue(ctx, known.slice(from, from + 2_000))
  const refused = known.filter(({ state }) => state === 'refused').length
  const reasons: Record<string, number> = refused > 0 ? { [notDue.reason]: refused } : {}
  await addToRound(ctx, og.id, number, { found: entries.size, refused, reasons })
}

/** Entries of the frontier that are not fetched: links to them, found in the round, do not add them again. */
const notDue = { state: 'refused', reason: 'not_due' } as const

const noPages: ReadonlySet<string> = new Set()

/** The known pages that a scheduled round leaves out. */
async function findLater(ctx: Ctx, site: SiteRow, round: number): Promise<ReadonlySet<string>> {
  if (site.visit_percent >= 100 || (await needsWholeRound(ctx, site.og_id))) return noPages
  const { pages, visits } = await planOf(ctx, site, { now: ctx.now(), round })
  return new Set(pages.flatMap(({ url_key }) => (visits.chosen.has(url_key) ? [] : [url_key])))
}

/** The visits of a round of the site, from the worth of its stored changes, and the pages that it can visit. */
export async function planOf(
  ctx: Ctx,
  site: SiteRow,
  at: Pick<VisitPlan, 'now' | 'round'>,
): Promise<{ pages: VisitablePage[]; visits: Visits }> {
  const plan = { ...at, share: site.visit_percent / 100, roundDays: roundDays(site, at.now) }
  const pages = await findVisitablePages(ctx, site.og_id, { most: site.max_pages, halfLifeDays: halfLifeDays(plan) })
  return { pages, visits: planVisits(pages, plan) }
}

const startsAtMost = 50

/** Starts the rounds that are due; a running one is not started again. */
export async function startDueRounds(ctx: Ctx): Promise<void> {
  for (let started = 0; started < startsAtMost; started++)
    try {
      if (!(await startDueRound(ctx))) return
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'wrong_state')) throw error
    }
}

/**
 * Each start runs in a separate transaction. A site whose round cannot be started is due again in an hour, and does not
 * block others.
 */
function startDueRound(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const due = await findDueSites(ctx, 1)
    await bisectBatch(
      ctx,
      due,
      async (ctx, [site]) => {
        if (!site) return
        await startScheduledRound(ctx, site)
        await releaseQuarantined(ctx, 'round', [startKey(site.og_id)])
      },
      async (ctx, { og_id }, error) => {
        const isOvertaken = error instanceof AppError && error.code === 'wrong_state'
        // A user was faster: the next iteration finds the running round.
        if (isOvertaken) throw error
        await setNextAt(ctx, og_id, new Date(ctx.now().getTime() + retryMs))
        await quarantine(ctx, 'round', { key: startKey(og_id), detail: { og_id }, error }, { isRetried: false })
      },
    )
    return due.length > 0
  })
}

const startKey = (ogId: number) => `start:${ogId}`

async function startScheduledRound(ctx: Ctx, site: SiteRow): Promise<void> {
  await setNextAt(ctx, site.og_id, nextRoundAt(site, ctx.now(), Math.random()))
  const og = await getOg(ctx, site.og_id)
  if (startsOf(og).length > 0 && !(await findOpenRound(ctx, og.id))) await startRound(ctx, og, 'schedule')
}

/** Starts a round that could not be started before; a site that was switched off or deleted meanwhile is ignored. */
export async function retryStart(ctx: Ctx, ogId: number): Promise<void> {
  const site = await lockOn(ctx, ogId)
  if (site) await startScheduledRound(ctx, site)
}

/** Fetches one page now, before all others of its host; this creates no version of the site. */
export function fetchAlone(ctx: Ctx, page: { og: { id: number }; url: string; url_key: string; depth: number }) {
  const { url, url_key, depth } = page
  const entry = { url_key, url, host: hostOf(url), depth, priority: 100, state: 'waiting' as const, reason: null }
  return enqueueAlone(ctx, page.og.id, entry)
}
