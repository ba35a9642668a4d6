import { outgoingChannel } from '#server/core/outgoing.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Listener } from '#server/platform/db/listen.ts'
import { type BackgroundWorker, startBackgroundWorker } from '#server/platform/jobs/background-worker.ts'
import { type DeliverDeps, deliver } from './deliver.ts'
import { type ClaimedDelivery, claimDeliveries } from './delivery.queries.ts'

/** Deliveries in flight in one process. */
const mostAtOnce = 24
/** Polling interval: retries become due, and messages of the listener can be missed. */
const pauseMs = 1_000
/** How long a stopping process waits for its deliveries before it breaks them off. */
const stopMs = 2_000

/**
 * Starts the background worker that sends events to webhooks. It does not wait for its deliveries, so that a slow
 * receiver delays only its own.
 */
export function startWebhookWorker(ctx: Ctx, listener: Listener, deps: Omit<DeliverDeps, 'signal'>): BackgroundWorker {
  const inFlight = new Set<Promise<void>>()
  const ending = new AbortController()
  let wake = () => {}
  const send = async (delivery: ClaimedDelivery) => {
    try {
      await deliver(ctx, delivery, { ...deps, signal: ending.signal })
    } catch (error) {
      // The lease ends, and any process sends it again.
      ctx.log.error({ err: error, delivery: delivery.id }, 'webhook: delivery failed, it will be repeated')
    }
  }
  const worker = startBackgroundWorker(ctx, {
    what: 'sending to webhooks',
    work: async ctx => {
      const free = mostAtOnce - inFlight.size
      if (free <= 0 || ending.signal.aborted) return false
      const claimed = await claimDeliveries(ctx, free)
      for (const delivery of claimed) {
        const sending = send(delivery).finally(() => {
          inFlight.delete(sending)
          wake()
        })
        inFlight.add(sending)
      }
      return false
    },
    pauseMs,
    listen: wakeUp => {
      wake = wakeUp
      listener.on(outgoingChannel, wakeUp)
    },
  })
  return {
    stop: async () => {
      await worker.stop()
      const timer = setTimeout(() => ending.abort(), stopMs)
      await Promise.all(inFlight)
      clearTimeout(timer)
    },
  }
}
