import type { Ctx } from '#server/platform/ctx.ts'
import { type Keeper, startKeeper } from '#server/platform/keeper.ts'
import { keepSearch } from './keep.ts'

/**
 * What changed is found within a second, or two where nothing was written for ten minutes: the queue is looked at so often, which costs
 * next to nothing while it is empty.
 */
const pauseMs = 250

/** Keeps entries up to date until it is stopped; of several processes one at a time does. `isHeld`: what is done to many records waits. */
export function startSearchKeeper(ctx: Ctx, isHeld: (ctx: Ctx) => Promise<boolean>): Keeper {
  return startKeeper(ctx, { what: 'entries of the search', work: ctx => keepSearch(ctx, isHeld), pauseMs })
}
