import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '#server/platform/db/outage.ts'
import { isCollision } from '#server/platform/db/transient-fault.ts'

/** Repeats `act` while the database is away or reports a conflict, for up to `patienceMs`; then throws its error. */
export async function persist<T>(act: () => Promise<T>, patienceMs: () => number): Promise<T> {
  const startedAt = performance.now()
  for (let tries = 0; ; tries++) {
    try {
      return await act()
    } catch (error) {
      const isPassing = isCollision(error) ? tries < 5 : isOutage(error)
      if (!isPassing || performance.now() - startedAt > patienceMs()) throw error
      await sleep(Math.min(2_000, 50 * 2 ** Math.min(tries, 6)))
    }
  }
}
