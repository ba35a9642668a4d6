// A rolling upgrade as docs/operations.md describes it: one API after another ends and a new one starts, while people
// work.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lab } from '../../deploy/lab/lab.ts'
import { machinesOf, ports } from '../../deploy/lab/plan.ts'

/** HAProxy checks each second, and uses a server again after one good reply. */
const noticedMs = 2_000

export async function upgradeApis(lab: Lab): Promise<void> {
  for (const { name, address } of machinesOf('api')) {
    await lab.units.stop(name)
    lab.units.startAgain(name)
    await lab.until(
      name,
      async () => (await fetch(`http://${address}:${ports.api}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok,
    )
    await sleep(noticedMs)
  }
}
