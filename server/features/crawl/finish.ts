import * as z from 'zod/mini'
import { followReviews, judgeDiffs, publishChanges } from '#server/features/diff/diff.service.ts'
import { requestFigureCheck } from '#server/features/figure/figure.service.ts'
import { countShared } from '#server/features/shared_text/shared_text.service.ts'
import { emptyFrontier, retryStart, setRoundState, storeMissingUrls } from '#server/features/site/site.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { bisectBatch } from '#server/platform/jobs/bisect-batch.ts'
import { quarantine, quarantinedKeys, type Retry } from '#server/platform/jobs/quarantine.ts'
import { hasWaitingSnapshots } from './asset/asset.queries.ts'
import { requestAssets } from './asset/fetch-assets.ts'
import { noteLikelyMoves } from './likely-moves.ts'
import { reportStates } from './page-states.ts'
import {
  abortDeletedRounds,
  endOverdueRounds,
  findDoneRounds,
  lockRunning,
  pruneVersions,
  raiseVersion,
  stopRounds,
} from './round.queries.ts'

/**
 * Ends rounds that are out of time or bytes, stops rounds on request, and finishes rounds with nothing left to fetch.
 */
export async function tendRounds(ctx: Ctx): Promise<void> {
  await abortDeletedRounds(ctx)
  await endOverdueRounds(ctx)
  await stopRounds(ctx)
  const done = await findDoneRounds(ctx)
  if (done.length === 0) return
  const quarantined = await quarantinedKeys(ctx, 'round')
  for (const { og_id, number } of done) {
    const key = `${og_id}:${number}`
    if (quarantined.has(key)) continue
    try {
      await finishRound(ctx, og_id, number)
    } catch (error) {
      if (isTransient(error)) throw error
      // A failure of one site must not keep the rounds of other sites from ending.
      await quarantine(ctx, 'round', { key, detail: { og_id, number }, error })
    }
  }
}

const Detail = z.object({ og_id: z.int(), number: z.int() })
const RoundDetail = z.object({ og_id: z.int(), number: z.optional(z.int()) })

/** Retries to end a round, or to begin one. A round that could not be begun has no number yet. */
export const retryRound: Retry = async (ctx, { detail }) => {
  const { og_id, number } = RoundDetail.parse(detail)
  if (number === undefined) await retryStart(ctx, og_id)
  else await finishRound(ctx, og_id, number)
  return undefined
}

/** Judges again the differences of a round that wait for review, and reports states that were not reported. */
export const retryJudge: Retry = async (ctx, { detail }) => {
  const { og_id, number } = Detail.parse(detail)
  await noteLikelyMoves(ctx, og_id, number)
  await judgeDiffs(ctx, og_id, number)
  await reportStates(ctx, og_id, number)
  await followReviews(ctx, [og_id])
  return undefined
}

/**
 * Ends a round: judges its differences together, then gives the site its new version. Idempotent: a second call does
 * nothing.
 */
export function finishRound(ctx: Ctx, ogId: number, number: number): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const round = await lockRunning(ctx, ogId, number)
    if (!round) return
    await storeMissingUrls(ctx, ogId, number)
    await emptyFrontier(ctx, ogId)
    if (round.fetched === 0) {
      await setRoundState(ctx, ogId, number, 'aborted', { reason: round.end_reason ?? 'unreachable' })
      return
    }
    // Each difference already has its own score, so a round that cannot be judged ends all the same.
    await bisectBatch(
      ctx,
      [{ og_id: ogId, number }],
      async ctx => {
        await noteLikelyMoves(ctx, ogId, number)
        await judgeDiffs(ctx, ogId, number)
      },
      (ctx, detail, error) => quarantine(ctx, 'judge', { key: `${ogId}:${number}`, detail, error }),
    )
    await bisectBatch(
      ctx,
      [{ og_id: ogId, number }],
      ctx => reportStates(ctx, ogId, number),
      (ctx, detail, error) => quarantine(ctx, 'judge', { key: `${ogId}:${number}`, detail, error }),
    )
    await countShared(ctx, ogId, number)
    await publishChanges(ctx, ogId, { round: number })
    await setRoundState(ctx, ogId, number, 'complete', {
      reason: round.end_reason ?? (round.is_cut ? 'limit_pages' : 'done'),
    })
    await raiseVersion(ctx, ogId, number)
    await followReviews(ctx, [ogId])
    await requestFigureCheck(ctx, ogId)
    await pruneVersions(ctx, ogId)
    if (await hasWaitingSnapshots(ctx, ogId)) await requestAssets(ctx)
  })
}
