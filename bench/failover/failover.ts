// Three of everything, 200 writes a second, and one component after another killed, frozen or cut off: nothing is lost.
import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { runInNamespace, untilEnd } from '../../deploy/lab/apart.ts'
import { openFolder } from '../../deploy/lab/folder.ts'
import { installMissing } from '../../deploy/lab/install.ts'
import { type BenchOptions, describeMachine, table } from '../kit.ts'

type Outage = { times: number; p50: number; p95: number; max: number; reads_max: number }

/**
 * `--kills` (or `--count`): number of faults; `--seed`: their choice and times; `--rows`: writes per second; `--only`:
 * kinds (`kill haproxy,freeze primary`); `--data`: an empty folder, which is not deleted.
 */
export async function run({
  count = 50,
  seed = 1,
  rows = 200,
  only = '',
  data,
}: BenchOptions): Promise<Record<string, unknown>> {
  installMissing(line => console.error(line))
  const { folder, remove } = openFolder(data)
  const file = join(folder, 'figures.json')
  const load = loadavg()[0]?.toFixed(1)
  try {
    const code = await untilEnd(
      runInNamespace('bench/failover/inside.ts', [folder, String(count), String(seed), file, String(rows), only]),
    )
    if (code !== 0 || !existsSync(file)) throw new Error(`The bench in the lab ended with ${code}.`)
    const figures = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> & {
      by_kind: Record<string, Outage>
    }
    console.log(`${describeMachine()}; load before ${load}`)
    console.log(
      table(
        ['fault', 'times', 'writes away p50', 'p95', 'longest', 'reads away, longest'],
        Object.entries(figures.by_kind).map(([kind, each]) => [
          ...[kind, each.times],
          ...[each.p50, each.p95, each.max, each.reads_max].map(seconds => `${seconds} s`),
        ]),
      ),
    )
    return { ...figures, load_before: load }
  } finally {
    remove()
  }
}
