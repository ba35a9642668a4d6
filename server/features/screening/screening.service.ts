import * as z from 'zod/mini'
import type { Received } from '#contract/endpoint.ts'
import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import type * as contract from '#contract/screening.api.ts'
import type { Screening, ScreeningDetail } from '#contract/screening.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { refOfSource } from '#server/features/source/source.service.ts'
import type { Party } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Retry } from '#server/platform/jobs/quarantine.ts'
import { needsSecond } from './decide.ts'
import { checkEntry } from './engine.ts'
import { findListedEntry, findParties } from './party.queries.ts'
import { partyOfRecord } from './party.ts'
import { screenEntryAgain } from './progress.queries.ts'
import { blocks, propose } from './propose.ts'
import { queueRecord } from './queue.queries.ts'
import { isStrong, readRule } from './rule.ts'
import { lockWriting } from './screened.queries.ts'
import { countScreenings as count, findScreening, findScreenings, type ScreeningCounts } from './screening.queries.ts'

const Detail = z.union([
  z.object({ noun: z.enum(partyEntities), record_id: z.int() }),
  z.object({ list_id: z.int(), entry_key: z.string() }),
])

/** Compares a record again like a saved one, an entry like a new one. */
export const retryScreening: Retry = async (ctx, { detail }) => {
  const what = Detail.parse(detail)
  const isRecord = 'record_id' in what
  if (isRecord) await queueRecord(ctx, what.noun, what.record_id)
  else {
    const entry = await findListedEntry(ctx, what.list_id, what.entry_key)
    if (!entry) return undefined
    await checkEntry(entry)
    // A worker that compared the list without this entry writes its results before this statement, or not at all.
    await lockWriting(ctx)
    await screenEntryAgain(ctx, what.list_id, what.entry_key)
  }
  await addJob(ctx.db, 'screen_parties', {}, { key: 'screen_parties', queue: 'screening' })
  return isRecord ? 'queued' : undefined
}

export {
  type ListScreened,
  measureLists,
  measureScreening,
  queueForgotten,
  type Recheck,
  type RecheckDifference,
  recheckRecords,
  recheckSample,
  type ScreeningMeasure,
} from './coverage.ts'
export { decideScreening, type ScreeningAdapters, undoScreening } from './decide.ts'
export { closeEngine } from './engine.ts'
export { type Answer, listsNow, type MatchHit, matchedEntries, matchLists } from './match-lists.ts'
export { comparedParty, partyOfEntry } from './party.ts'
export { previewRule } from './preview.ts'
export { engineOptions, getRule, isStrong, readRule, readRuleOf, setRule, type VersionedRule } from './rule.ts'
export { startScreeningWorker } from './screening-worker.ts'

export function listScreenings(
  ctx: Ctx,
  query: Received<typeof contract.listScreenings>['query'],
): Promise<ListPage<Screening>> {
  return findScreenings(ctx, query)
}

export function countScreenings(
  ctx: Ctx,
  query: Received<typeof contract.countScreenings>['query'],
): Promise<ScreeningCounts> {
  return count(ctx, query)
}

export async function getScreening(ctx: Ctx, id: number): Promise<ScreeningDetail> {
  const found = await findScreening(ctx, id)
  const [record] = found ? await findParties(ctx, found.noun, [found.record.id]) : []
  if (!found || !record) throw new AppError('not_found')
  const { source_id, before: _, ...row } = found
  const source = source_id === null ? null : await refOfSource(ctx, source_id)
  const proposal = { ...propose(record, row.entry, blocks(row)), source }
  const is_strong = isStrong(row.score, await readRule(ctx))
  return { ...row, proposal, is_strong, needs_second: await needsSecond(ctx, row) }
}

/** A record as it is compared; the caller has checked that the user may read it. Undefined if it is in the trash. */
export async function partyOf(ctx: Ctx, noun: PartyEntity, id: number): Promise<Party | undefined> {
  const [row] = await findParties(ctx, noun, [id])
  return row && partyOfRecord(row)
}

export { countClosedScreenings } from './screening.queries.ts'
