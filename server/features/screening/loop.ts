import type { Ctx } from '#server/platform/ctx.ts'
import { type Keeper, startKeeper } from '#server/platform/keeper.ts'
import { screenQueued } from './screen-queue.ts'

/** A record that was saved is compared so soon. */
const pauseMs = 2_000

/**
 * Compares what changed of records with all lists, until it is stopped. A loop of its own beside the job that compares new
 * versions of lists, which may take minutes; nobody notifies it, for every saved record would wake it.
 */
export function startScreeningKeeper(ctx: Ctx): Keeper {
  return startKeeper(ctx, { what: 'screening records', work: screenQueued, pauseMs })
}
