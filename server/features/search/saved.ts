import * as z from 'zod/mini'
import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/search.api.ts'
import { type SavedSearch, searchers } from '#contract/search.api.ts'
import { publish } from '#server/core/events.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { quarantine, type Retry, releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import { enforceQuota } from '#server/platform/jobs/quota.ts'
import { findNewestMatches, matchesSince, matchRecord, type NewestResult, type PartialFilter } from './find.queries.ts'
import { prepare } from './find.ts'
import {
  addSavedHits,
  changeSavedSearch,
  countNotifying,
  findSavedSearch,
  findSavedSearches,
  findWatching,
  insertSavedSearch,
  newestWritten,
  removeSavedSearch,
  setChecked,
  type WatchedSearch,
} from './saved.queries.ts'

const mostSaved = 50
const reportBatchSize = 2_000
const Detail = z.object({ id: z.int() })

export async function listSavedSearches(ctx: Ctx): Promise<{ items: SavedSearch[] }> {
  return { items: await findSavedSearches(ctx) }
}

async function needSaved(ctx: Ctx, id: number): Promise<SavedSearch> {
  const saved = await findSavedSearch(ctx, id)
  if (!saved) throw new AppError('not_found')
  return saved
}

export function createSavedSearch(
  ctx: Ctx,
  body: Received<typeof contract.createSavedSearch>['body'],
): Promise<SavedSearch> {
  return inTransaction(ctx, async ctx => {
    if (body.is_notifying) await enforceNotifyingQuota(ctx)
    const id = await insertSavedSearch(ctx, body, mostSaved)
    if (id === undefined) throw new AppError('wrong_state')
    if (body.is_notifying) await passOver(ctx, id, body.query)
    return await needSaved(ctx, id)
  })
}

export function updateSavedSearch(
  ctx: Ctx,
  id: number,
  body: Received<typeof contract.updateSavedSearch>['body'],
): Promise<SavedSearch> {
  return inTransaction(ctx, async ctx => {
    const before = await needSaved(ctx, id)
    if (body.is_notifying && !before.is_notifying) await enforceNotifyingQuota(ctx)
    await changeSavedSearch(ctx, id, body)
    if (body.is_notifying && !before.is_notifying) await passOver(ctx, id, before.query)
    return await needSaved(ctx, id)
  })
}

const enforceNotifyingQuota = (ctx: Ctx) => enforceQuota(ctx, 'limit_notifying_searches', () => countNotifying(ctx))

export async function deleteSavedSearch(ctx: Ctx, id: number): Promise<null> {
  if (!(await removeSavedSearch(ctx, id))) throw new AppError('not_found')
  return null
}

/** Records present matches without notifying of them. */
async function passOver(ctx: Ctx, id: number, query: SavedSearch['query']): Promise<void> {
  const checked = (await newestWritten(ctx)) ?? ctx.now().toISOString()
  await keepMatches(ctx, id, query, null)
  await changeSavedSearch(ctx, id, { is_seen: true })
  await setChecked(ctx, id, checked)
}

/** Stores all matches, however many there are, and returns those found for the first time. */
async function keepMatches(ctx: Ctx, id: number, query: SavedSearch['query'], since: string | null) {
  const prepared = await prepare(ctx, query.keyword)
  return prepared ? await addSavedHits(ctx, id, matchesSince(ctx, prepared.wanted, query, since)) : []
}

/** The newest results of one's own saved search. */
export async function findNewestResults(ctx: Ctx, id: number, limit: number): Promise<NewestResult[]> {
  const { query } = await needSaved(ctx, id)
  const prepared = await prepare(ctx, query.keyword)
  return prepared ? await findNewestMatches(ctx, prepared.wanted, query, limit) : []
}

/** Whether the reader finds the record with this filter; `later` while its entries are being written. */
export async function isFoundBy(ctx: Ctx, filter: PartialFilter, noun: string, id: number) {
  const prepared = filter.keyword === undefined ? undefined : await prepare(ctx, filter.keyword)
  if (filter.keyword !== undefined && !prepared) return 'no'
  return await matchRecord(ctx, prepared?.wanted, filter, noun, id)
}

/** Runs each saved search on the entries written since its last run, with its owner's present rights. */
export async function checkSavedSearches(ctx: Ctx): Promise<void> {
  const upTo = await newestWritten(ctx)
  if (upTo === null) return
  const done: string[] = []
  for (const watching of await findWatching(ctx)) {
    if (watching.checked_at > upTo) continue
    try {
      await check(ctx, watching, upTo)
      done.push(String(watching.id))
    } catch (error) {
      if (isTransient(error)) throw error
      // A search that takes too long must not block those of others.
      const { id } = watching
      await quarantine(ctx, 'saved_search', { key: String(id), detail: { id }, error }, { isRetried: false })
    }
  }
  await releaseQuarantined(ctx, 'saved_search', done)
}

/** Runs the quarantined search again. */
export const retrySavedSearch: Retry = async (ctx, { detail }) => {
  const { id } = Detail.parse(detail)
  const upTo = await newestWritten(ctx)
  const watching = (await findWatching(ctx)).find(each => each.id === id)
  if (upTo !== null && watching) await check(ctx, watching, upTo)
  return undefined
}

async function check(ctx: Ctx, { id, owner, query, checked_at }: WatchedSearch, upTo: string): Promise<void> {
  const reader = asUser(ctx, await findUser(ctx, owner), searchers)
  if (!reader) return
  await inTransaction(ctx, async ctx => {
    const fresh = await keepMatches({ ...reader, db: ctx.db }, id, query, checked_at)
    for (let at = 0; at < fresh.length; at += reportBatchSize)
      await publish(
        ctx,
        fresh.slice(at, at + reportBatchSize).map(({ noun, record_id }) => ({
          kind: 'search_hit',
          noun,
          recordId: record_id,
          users: [owner],
          detail: { saved_search: id },
        })),
      )
    await setChecked(ctx, id, upTo)
  })
}
