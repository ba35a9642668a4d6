import { domainEventChannel } from '#server/core/events.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Listener } from '#server/platform/db/listen.ts'
import { type BackgroundWorker, startBackgroundWorker } from '#server/platform/jobs/background-worker.ts'
import { deliverEvents } from './deliver.ts'

/** Polling interval, for messages that the listener missed. */
const pauseMs = 2_000

/**
 * Starts the background worker that turns domain events into notifications. It is no job, because an import may occupy
 * a job slot for minutes.
 */
export function startNotificationWorker(ctx: Ctx, listener: Listener): BackgroundWorker {
  return startBackgroundWorker(ctx, {
    what: 'telling news',
    // One call handles all pending events; new ones wake the worker.
    work: async ctx => {
      await deliverEvents(ctx)
      return false
    },
    pauseMs,
    listen: wake => listener.on(domainEventChannel, wake),
  })
}
