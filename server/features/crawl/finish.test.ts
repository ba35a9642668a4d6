import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anOg } from '#server/features/og/factory.ts'
import { startDueRounds } from '#server/features/site/site.service.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { tendRounds } from './finish.ts'

const app = useTestApp()

/** A round whose addresses have all been fetched. */
async function doneRound(): Promise<number> {
  const { id } = await anOg(app.ctx)
  await sql`insert into round (og_id, number, cause, started_at, deadline_at, fetched)
    values (${id}, 1, 'schedule', now(), now() + interval '1 hour', 3)`.execute(app.db)
  return id
}
const stateOf = async (id: number) =>
  (await sql<{ state: string }>`select state from round where og_id = ${id}`.execute(app.db)).rows[0]?.state
const quarantined = async () =>
  (await sql<{ queue: string; key: string }>`select queue, key from set_aside order by id`.execute(app.db)).rows
const idOf = async (key: string) =>
  (await sql<{ id: number }>`select id from set_aside where key = ${key}`.execute(app.db)).rows[0]?.id ?? 0
/** Makes statements on the table fail for one organisation. */
async function refuse(table: string, column: string, ogId: number): Promise<() => Promise<void>> {
  await sql`create or replace function refuse() returns trigger language plpgsql as $$
    begin if new.${sql.ref(column)} = ${sql.lit(ogId)} then raise exception 'refused by the test'; end if; return new; end $$`.execute(
    app.db,
  )
  await sql`create trigger refuse before update on ${sql.table(table)} for each row execute function refuse()`.execute(
    app.db,
  )
  return async () => void (await sql`drop trigger refuse on ${sql.table(table)}`.execute(app.db))
}

test('a round that cannot be ended does not block others, and ends once it can', async () => {
  const [bad, good] = [await doneRound(), await doneRound()]
  const mend = await refuse('round', 'og_id', bad)
  await tendRounds(app.ctx)
  await tendRounds(app.ctx)
  expect([await stateOf(bad), await stateOf(good)]).toEqual(['running', 'complete'])
  expect(await quarantined()).toEqual([{ queue: 'round', key: `${bad}:1` }])
  await mend()
  app.clock.advance(60_001)
  await addJob(app.db, 'retry_set_aside', {})
  await app.drainJobs()
  expect(await stateOf(bad)).toBe('complete')
  expect(await quarantined()).toEqual([])
})

test('a round whose differences cannot be judged together ends all the same', async () => {
  const id = await doneRound()
  await sql`insert into page (og_id, url, url_key, first_seen_at) values (${id}, 'https://a.example/', 'a', now())`.execute(
    app.db,
  )
  // Facts in a form that no version ever wrote.
  await sql`insert into diff (og_id, page_id, round, kind, score, facts, created_at)
    select ${id}, id, 1, 'changed', 50, '{"change":"changed","digest":7}', now() from page where og_id = ${id}`.execute(
    app.db,
  )
  await tendRounds(app.ctx)
  expect(await stateOf(id)).toBe('complete')
  expect(await quarantined()).toEqual([{ queue: 'judge', key: `${id}:1` }])
  await sql`delete from set_aside`.execute(app.db)
})

test('a site whose round cannot be started does not block others', async () => {
  const start = async () => {
    const { id } = await anOg(app.ctx, { host: 'start.example' })
    await sql`insert into site (og_id, is_on, next_at) values (${id}, true, now() - interval '1 minute')
      on conflict (og_id) do update set is_on = true, next_at = excluded.next_at`.execute(app.db)
    return id
  }
  const [bad, good] = [await start(), await start()]
  await sql`update site set cron = 'no cron at all' where og_id = ${bad}`.execute(app.db)
  await startDueRounds(app.ctx)
  expect([await stateOf(bad), await stateOf(good)]).toEqual([undefined, 'running'])
  expect(await quarantined()).toEqual([{ queue: 'round', key: `start:${bad}` }])
  // A user retries it; then the round begins, or the job reports why not.
  const again = async () => {
    await addJob(app.db, 'retry_set_aside', { id: await idOf(`start:${bad}`) })
    await app.drainJobs()
  }
  await again()
  expect(await quarantined()).toHaveLength(1)
  await sql`update site set cron = '0 3 * * *' where og_id = ${bad}`.execute(app.db)
  await again()
  expect([await stateOf(bad), await quarantined()]).toEqual(['running', []])
})

test("a quarantined start is removed once the site's round begins on its own schedule", async () => {
  const { id } = await anOg(app.ctx, { host: 'later.example' })
  await sql`insert into site (og_id, is_on, next_at) values (${id}, true, now() - interval '1 minute')
    on conflict (og_id) do update set is_on = true, next_at = excluded.next_at`.execute(app.db)
  await sql`insert into set_aside (queue, key, detail, error, first_at, last_at)
    values ('round', ${`start:${id}`}, '{}', 'before', now(), now())`.execute(app.db)
  await startDueRounds(app.ctx)
  expect([await stateOf(id), await quarantined()]).toEqual(['running', []])
})
