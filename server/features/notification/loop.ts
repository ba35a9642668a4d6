import type { Ctx } from '#server/platform/ctx.ts'
import { type Keeper, startKeeper } from '#server/platform/keeper.ts'
import type { Listener } from '#server/platform/listen.ts'
import { newsChannel } from '#server/record/news.ts'
import { tellNews } from './tell.ts'

/** For what the listener missed. */
const pauseMs = 2_000

/**
 * Tells news as they come, until it is stopped. A loop of its own and no job: jobs wait for a free hand, and an import
 * holds one for minutes.
 */
export function startNewsKeeper(ctx: Ctx, listener: Listener): Keeper {
  return startKeeper(ctx, {
    what: 'telling news',
    // All that waits is told: what comes meanwhile wakes it.
    work: async ctx => {
      await tellNews(ctx)
      return false
    },
    pauseMs,
    listen: wake => listener.on(newsChannel, wake),
  })
}
