import type { Ctx } from '#server/platform/ctx.ts'
import { isOutage } from '#server/platform/outage.ts'
import { flush } from './flush.ts'
import { persist } from './outage.ts'
import type { Outcome } from './outcome.ts'

const mostAtOnce = 64
/** While one transaction waits for the disk, another gathers: hosts differ, so they do not meet. */
const lanes = 2
/** A stopping collector does not wait for a database that is away. */
const stoppingPatienceMs = 3_000

/**
 * Writes outcomes together: while transactions are under way the next ones gather. Each caller waits until its own
 * is durable, so a killed collector repeats at most the page in hand of each host. A database that is away for less
 * than a lease is waited for.
 */
export function openWriter(ctx: Ctx, deviceId: number, { leaseMs, signal }: { leaseMs: number; signal: AbortSignal }) {
  const waiting: { outcome: Outcome; done: (isWritten: boolean) => void; failed: (error: unknown) => void }[] = []
  const running = new Set<Promise<void>>()
  const patienceMs = () => (signal.aborted ? stoppingPatienceMs : leaseMs)
  const put = (outcomes: readonly Outcome[]) => persist(() => flush(ctx, deviceId, outcomes), patienceMs)

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostAtOnce)
      try {
        const written = await put(batch.map(({ outcome }) => outcome))
        for (const { outcome, done } of batch) done(written.has(outcome))
      } catch (error) {
        if (batch.length === 1 || isOutage(error)) for (const { failed } of batch) failed(error)
        // One outcome that cannot be written must not take the others with it.
        else for (const one of batch) await alone(one)
      }
    }
  }

  async function alone({ outcome, done, failed }: (typeof waiting)[number]): Promise<void> {
    try {
      done((await put([outcome])).has(outcome))
    } catch (error) {
      failed(error)
    }
  }

  return {
    /** False where nobody waits for it any more: its round is over, or its host in other hands. */
    write(outcome: Outcome): Promise<boolean> {
      return new Promise((done, failed) => {
        waiting.push({ outcome, done, failed })
        if (running.size >= lanes) return
        const lane = Promise.resolve().then(run)
        running.add(lane)
        void lane.finally(() => running.delete(lane))
      })
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
