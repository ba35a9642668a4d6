import type { Ctx } from '#server/platform/ctx.ts'
import { type Keeper, startKeeper } from '#server/platform/keeper.ts'
import type { Listener } from '#server/platform/listen.ts'
import { newsChannel } from '#server/record/news.ts'
import { tellNews } from './tell.ts'

/** Polling interval, for messages that the listener missed. */
const pauseMs = 2_000

/**
 * Starts the background worker that turns domain events into notifications. It is no job, because an import may occupy
 * a job slot for minutes.
 */
export function startNewsKeeper(ctx: Ctx, listener: Listener): Keeper {
  return startKeeper(ctx, {
    what: 'telling news',
    // One call handles all pending events; new ones wake the worker.
    work: async ctx => {
      await tellNews(ctx)
      return false
    },
    pauseMs,
    listen: wake => listener.on(newsChannel, wake),
  })
}
