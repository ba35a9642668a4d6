import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { drainSearch } from './features/search/search.service.ts'
import { longRun } from './testing/long-run.ts'
import type { GameUser } from './testing/model/game.ts'
import { type PlayResult, play } from './testing/model/play.ts'
import { useTestApp } from './testing/test-app.ts'

const app = useTestApp()
const usual = 340
const { numRuns: acts, seed = Date.now() % 2 ** 31 } = longRun(usual)

/** Runs the acts with four new users, whose records no other run has. */
async function playAnew(acts: number): Promise<PlayResult> {
  const users: GameUser[] = []
  for (const role of ['admin', 'editor', 'editor', 'reader'] as const) {
    const client = await app.as(role)
    users.push({ id: client.id, role, client })
  }
  const stage = {
    users,
    word: `m${randomUUID().slice(0, 8)}w`,
    drain: async () => {
      await app.drainJobs()
      await drainSearch(app.ctx)
    },
    pass: () => app.clock.advance(11 * 60_000),
  }
  return await play(stage, seed, acts)
}

/** Finds the shortest run that still differs, by halving. */
async function shrink(acts: number): Promise<number> {
  const half = Math.floor(acts / 2)
  if (half === 0 || (await playAnew(half)).differences.length === 0) return acts
  return await shrink(half)
}

test('each user sees exactly what an independent model of the product predicts', async () => {
  const { compared, differences, done } = await playAnew(acts)
  process.stdout.write(`${JSON.stringify({ acts, compared, differences: differences.length, done })}\n`)
  const shortest = differences.length > 0 && acts > usual ? await shrink(acts) : acts
  expect({ seed, acts: shortest, differences: differences.slice(0, 12) }).toEqual({ seed, acts, differences: [] })
  expect(Object.entries(done).filter(([, count]) => count === 0)).toEqual([])
  expect(compared).toBeGreaterThan(acts)
}, 3_600_000)
