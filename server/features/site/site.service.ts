import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/site.api.ts'
import type { Site, SiteSettings } from '#contract/site.api.ts'
import { getOg, updateOg } from '#server/features/og/og.service.ts'
import { tryFilter } from '#server/features/page/page.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { checkSiteFilter } from '#server/text/site-filter.ts'
import { hostsOf } from '#server/text/url.ts'
import { createRound, lastRound, startsOf, writableOg } from './round.ts'
import { isCharset, isCron, isZone, nextRoundAt } from './schedule.ts'
import { changeSite, countPages, ensureSite, findSite } from './site.queries.ts'

export async function getSite(ctx: Ctx, ogId: number): Promise<Site> {
  const og = await getOg(ctx, ogId)
  const [site, round, pages] = await Promise.all([findSite(ctx, ogId), lastRound(ctx, ogId), countPages(ctx, ogId)])
  return {
    ...site,
    next_at: site.is_on ? site.next_at : null,
    hosts: hostsOf(og),
    round,
    pages,
    can: og.can.includes('update') ? ['update', 'fetch'] : [],
  }
}

/** The fields that determine when rounds start. */
const timing = ['is_on', 'cron', 'zone', 'jitter_min'] as const

export async function updateSite(
  ctx: Ctx,
  ogId: number,
  { rev, ...patch }: Received<typeof contract.updateSite>['body'],
): Promise<Site> {
  await writableOg(ctx, ogId)
  await checkSettings(patch)
  await inTransaction(ctx, async ctx => {
    await ensureSite(ctx, ogId)
    const before = await findSite(ctx, ogId, { lock: true })
    // Without a row of its own a site has revision 0; its first row has revision 1.
    if (rev !== undefined && rev > 0 && rev !== before.rev)
      throw new AppError('stale', {}, { data: await getSite(ctx, ogId) })
    const after = { ...before, ...patch }
    // A round that is due in a minute stays due when another setting is changed.
    const isSame = before.is_on && before.next_at !== null && timing.every(field => after[field] === before[field])
    const planned = isSame ? new Date(before.next_at as string) : nextRoundAt(after, ctx.now(), Math.random())
    const next_at = after.is_on ? planned : null
    await changeSite(ctx, ogId, { ...patch, next_at })
    // Waiting differences are compared again with the current filter.
    if (patch.filter && JSON.stringify(patch.filter) !== JSON.stringify(before.filter))
      await addJob(ctx.db, 'rescore_diffs', { og_id: ogId }, { key: `rescore_diffs ${ogId}` })
  })
  return await getSite(ctx, ogId)
}

/** Sets start addresses, switch and first round in one transaction. A running round continues. */
export function watchSite(
  ctx: Ctx,
  ogId: number,
  { entrances, is_on, asset_mb, rev }: Received<typeof contract.watchSite>['body'],
): Promise<Site> {
  return inTransaction(ctx, async ctx => {
    const og = await updateOg(ctx, { id: ogId, entrances, ...(rev !== undefined && { rev }) })
    if (is_on && startsOf(og).length === 0) throw fieldError('entrances', 'required')
    await updateSite(ctx, ogId, { is_on, ...(asset_mb !== undefined && { asset_mb }) })
    const round = await lastRound(ctx, ogId)
    const isUnderWay = round?.state === 'running' || round?.state === 'stopping'
    if (is_on && !isUnderWay) await createRound(ctx, ogId)
    return await getSite(ctx, ogId)
  })
}

async function checkSettings({ cron, zone, charset, filter }: Partial<SiteSettings>): Promise<void> {
  if (cron !== undefined && !isCron(cron)) throw fieldError('cron', 'cron')
  if (zone !== undefined && !isZone(zone)) throw fieldError('zone', 'zone')
  if (charset && !isCharset(charset)) throw fieldError('charset', 'charset')
  if (filter) await checkFilter(filter)
}

/** Throws if a selector or a pattern is invalid. */
export async function checkFilter(filter: SiteSettings['filter']): Promise<void> {
  const faults = await checkSiteFilter(filter)
  if (faults.length === 0) return
  throw new AppError(
    'invalid',
    {},
    {
      faults: faults.map(({ field, index }) => ({
        path: `filter.${field}.${index}`,
        code: field === 'ignore' ? 'rule_linear' : 'selector',
      })),
    },
  )
}

/** The effect of a filter on a stored page; by default on the newest version of the main entry page. */
export async function trySiteFilter(
  ctx: Ctx,
  ogId: number,
  { filter, version_id }: Received<typeof contract.trySiteFilter>['body'],
) {
  await writableOg(ctx, ogId)
  await checkFilter(filter)
  return await tryFilter(ctx, ogId, filter, version_id)
}

export { queueUrls, storeMissingUrls } from './missing.queries.ts'
export {
  addToRound,
  alonePriority,
  emptyFrontier,
  enqueue,
  type PlacedEntry,
  type RoundEntry,
  setRoundState,
} from './round.queries.ts'
export {
  createRound,
  fetchAlone,
  lastRound,
  listRounds,
  retryStart,
  startDueRounds,
  startsOf,
  updateRound,
  writableOg,
} from './round.ts'
export { countPages, findSite } from './site.queries.ts'
