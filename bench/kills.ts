// Writers of every kind, and every process killed at random moments: all acknowledged data is present and complete.
import { fork } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openPool } from '#server/platform/db/db.ts'
import { type KillVictim, openConsole, victims } from './kills-console.ts'
import { judge } from './kills-judge.ts'
import { type AcknowledgedWrite, keepWriting, sitePort, writers } from './kills-writers.ts'
import { type BenchOptions, describeMachine, signIn, table } from './kit.ts'

/**
 * `--count`: number of kills; `--seed`: their choice and times. The console runs in a new folder under the temporary
 * one.
 */
export async function run({ count = 60, seed = 1 }: BenchOptions): Promise<Record<string, unknown>> {
  const console_ = openConsole()
  const random = randomOf(seed)
  // Outside the console's folder, so that no killed process touches it.
  const log = `${console_.folder}.acknowledged`
  const site = await startSite()
  console_.start()
  try {
    while (!existsSync(join(console_.folder, 'run.json')) || !console_.isUp()) await sleep(200)
    const pool = openPool(console_.url(), { size: 1 })
    const tokens: Record<string, string> = {}
    for (const kind of Object.keys(writers)) tokens[kind] = await signIn(pool, 'admin', `kills-${kind}`)
    const probe = await signIn(pool, 'admin', 'kills-probe')
    await pool.end()
    let isStopping = false
    const writing = Object.entries(tokens).map(([kind, token]) => keepWriting(kind, token, log, () => isStopping))
    const times: Record<KillVictim, number[]> = { api: [], worker: [], postgres: [], backend: [], supervisor: [] }
    for (let kills = 0; kills < count; ) {
      await sleep(500 + random() * 4_000)
      const victim = victims[Math.floor(random() * victims.length)] as KillVictim
      if (!(await console_.kill(victim, random))) continue
      kills += 1
      // A killed process may answer for a moment longer.
      await sleep(victim === 'supervisor' ? 2_000 : 200)
      times[victim].push((victim === 'supervisor' ? 2 : 0.2) + (await console_.answers(probe)))
      console.error(`  ${kills} of ${count}: ${victim}, answered after ${times[victim].at(-1)?.toFixed(1)} s`)
    }
    isStopping = true
    await Promise.race([Promise.all(writing), sleep(30_000)])
    const acknowledged = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as AcknowledgedWrite)
    const verdict = await judge(console_, acknowledged)
    const slowest = Math.max(...Object.values(times).flat())
    console.log(describeMachine())
    console.log(
      table(
        ['killed', 'times', 'slowest until it answered'],
        victims.map(victim => [victim, times[victim].length, `${Math.max(0, ...times[victim]).toFixed(1)} s`]),
      ),
    )
    for (const line of verdict.lines) console.log(line)
    const { lost, half, stuck } = verdict
    if (lost + half + stuck > 0) console.log(`Acknowledged writes are in ${log}`)
    else rmSync(log)
    return {
      kills: count,
      acknowledged: acknowledged.length,
      lost,
      half,
      stuck,
      slowest_s: Math.round(slowest * 10) / 10,
    }
  } finally {
    await console_.stop()
    site.kill()
    rmSync(console_.folder, { recursive: true, force: true })
  }
}

async function startSite() {
  const child = fork(fileURLToPath(new URL('crawl-site.ts', import.meta.url)), [String(sitePort), '60', '127.0.0.1'], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await new Promise(resolve => child.once('message', resolve))
  return child
}

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
