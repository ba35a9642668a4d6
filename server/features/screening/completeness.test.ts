// Property test: after any sequence of changes to records and lists, once the queue is empty, each record was compared
// in its present state with each list in its present state.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type HookedWorker, openHooked } from '#server/testing/hooked-worker.ts'
import { longRun } from '#server/testing/long-run.ts'
import { ScreeningWorld } from '#server/testing/screening-world.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { measureScreening, queueForgotten, recheckSample } from './coverage.ts'
import * as party from './party.ts'
import { screenJob } from './screen.ts'
import { closeEngine } from './screening.service.ts'

const { numRuns: steps, seed = Date.now() % 2 ** 31 } = longRun(3_000)
const roundSteps = 500

const app = useTestApp()
let worker: HookedWorker
beforeAll(async () => {
  worker = await openHooked(app)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await worker.close()
  await closeEngine()
})

test(`screening misses nothing in ${steps} random actions, seed ${seed}`, { timeout: 600_000 }, async () => {
  const { partyOfRecord } = party
  const world = new ScreeningWorld(app, worker, seed)
  // No known name makes the engine throw; in this test these do until they become readable again.
  vi.spyOn(party, 'partyOfRecord').mockImplementation(row => {
    if (!world.isReadable && row.names.join().includes('Poisonbury')) throw new RangeError('no such character')
    return partyOfRecord(row)
  })
  await world.begin()
  for (let done = 0; done < steps; done += roundSteps) {
    for (let n = 0; n < roundSteps; n += 1) await world.step()
    await world.rest()
    const at = `seed ${seed}, after ${done + roundSteps} acts`
    const { compared, waiting, quarantined, records, oldest_waiting_at, lists } = await measureScreening(app.ctx)
    expect({ compared, waiting, quarantined, oldest_waiting_at }, at).toEqual({
      ...{ compared: records, waiting: 0, quarantined: 0, oldest_waiting_at: null },
    })
    for (const list of lists)
      expect(list, at).toMatchObject({ compared: records, waiting: 0, screened_version: list.version })
    // Checks the values themselves, not the queue.
    expect(await queueForgotten(app.ctx), at).toBe(0)
    expect(await world.kept(), at).toEqual(await world.due())
    expect((await recheckSample(app.ctx, 50)).differences, at).toEqual([])
  }
  expect(Math.min(...Object.values(world.counts)), JSON.stringify(world.counts)).toBeGreaterThan(0)
})

test('the engine, the triggers and the digest use the same fields', async () => {
  for (const noun of ['og', 'person'] as const) {
    const id = (
      await app.db
        .insertInto(noun)
        .values({ name: `Fields of ${noun}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    const { rows } = await sql<{ fields: Record<string, unknown> }>`select screened_fields(record) as fields
      from ${sql.table(noun)} as record where id = ${id}`.execute(app.db)
    const read = new Set<string>()
    party.partyOfRecord(
      new Proxy<Parameters<typeof party.partyOfRecord>[0]>({ ...rows[0]!.fields, noun } as never, {
        get: (row, key) => {
          read.add(String(key))
          return Reflect.get(row, key)
        },
      }),
    )
    read.delete('noun')
    expect([...read].sort()).toEqual(Object.keys(rows[0]!.fields).sort())
  }
})

test('an edit of a field that the engine does not read, made while a record is compared, loses no comparison', async () => {
  await screenJob(app.ctx, {}, { signal: undefined })
  const world = new ScreeningWorld(app, worker, 1)
  await world.begin()
  // An entry in force, of the lists of this world: the random actions above leave entries that no longer count.
  const { caption } = await app.db
    .selectFrom('list_entry')
    .select('caption')
    .where('until', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { id } = await app.db.insertInto('og').values({ name: caption }).returning('id').executeTakeFirstOrThrow()
  worker.before(/pg_advisory_xact_lock/, async () => {
    await sql`update og set "desc" = 'meanwhile', rev = rev + 1 where id = ${id}`.execute(app.db)
  })
  await screenJob(worker.ctx, {}, { signal: undefined })
  worker.clear()
  const { rows } = await sql`select from screening where noun = 'og' and record_id = ${id}`.execute(app.db)
  expect(rows.length).toBeGreaterThan(0)
})
