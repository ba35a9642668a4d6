import { followReviews, judgeDiffs, tellChanges } from '#server/features/diff/diff.ts'
import { emptyFrontier, keepMissing, setRoundState } from '#server/features/site/site.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import {
  abortDeletedRounds,
  endOverdueRounds,
  findDoneRounds,
  lockRunning,
  pruneVersions,
  raiseVersion,
  stopRounds,
} from './round-queries.ts'

/** Looks after rounds: those out of time or bytes, those asked to stop, those with nothing left. */
export async function tendRounds(ctx: Ctx): Promise<void> {
  await abortDeletedRounds(ctx)
  await endOverdueRounds(ctx)
  await stopRounds(ctx)
  for (const { og_id, number } of await findDoneRounds(ctx)) await finishRound(ctx, og_id, number)
}

/** Ends a round: its differences are judged together, then the site has a new version. Run twice, it does nothing. */
export function finishRound(ctx: Ctx, ogId: number, number: number): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const round = await lockRunning(ctx, ogId, number)
    if (!round) return
    await keepMissing(ctx, ogId, number)
    await emptyFrontier(ctx, ogId)
    if (round.fetched === 0) {
      await setRoundState(ctx, ogId, number, 'aborted', { reason: round.end_reason ?? 'unreachable' })
      return
    }
    await judgeDiffs(ctx, ogId, number)
    await tellChanges(ctx, ogId, { round: number })
    await setRoundState(ctx, ogId, number, 'complete', {
      reason: round.end_reason ?? (round.is_cut ? 'limit_pages' : 'done'),
    })
    await raiseVersion(ctx, ogId, number)
    await followReviews(ctx, [ogId])
    await pruneVersions(ctx, ogId)
  })
}
