import type { Ctx } from '#server/platform/ctx.ts'
import { flush } from './flush.ts'
import type { Outcome } from './outcome.ts'

const mostAtOnce = 64

/**
 * Writes outcomes together: while one transaction is under way the next ones gather. Each caller waits until its own
 * is durable, so a killed collector repeats at most the page in hand of each host.
 */
export function openWriter(ctx: Ctx, deviceId: number) {
  const waiting: { outcome: Outcome; done: () => void; failed: (error: unknown) => void }[] = []
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostAtOnce)
      try {
        await flush(
          ctx,
          deviceId,
          batch.map(({ outcome }) => outcome),
        )
        for (const { done } of batch) done()
      } catch (error) {
        if (batch.length === 1) batch[0]?.failed(error)
        // One outcome that cannot be written must not take the others with it.
        else for (const one of batch) await alone(one)
      }
    }
  }

  async function alone(one: (typeof waiting)[number]): Promise<void> {
    try {
      await flush(ctx, deviceId, [one.outcome])
      one.done()
    } catch (error) {
      one.failed(error)
    }
  }

  return {
    write(outcome: Outcome): Promise<void> {
      return new Promise((done, failed) => {
        waiting.push({ outcome, done, failed })
        running ??= Promise.resolve()
          .then(run)
          .finally(() => {
            running = undefined
          })
      })
    },
    idle: async () => {
      while (running) await running
    },
  }
}
