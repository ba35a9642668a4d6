import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createRound } from '#contract/site.api.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()

it('requests an address again if neither its outcome nor its return could be written, once the database is back', async () => {
  const site = await aSite()
  site.set('/', aPage('Home', prose('home')))
  const watched = await watch(site)
  // Simulates an outage for writes of addresses in hand, and for nothing else.
  await sql`create sequence given_back`.execute(test.db)
  await sql`create function throw_out() returns trigger language plpgsql as $$ begin
    if new.state = 'waiting' then perform nextval('given_back'); end if;
    raise 'away' using errcode = '57P01';
  end $$`.execute(test.db)
  await sql`create trigger throw_out before update on frontier for each row when (old.state = 'taken')
    execute function throw_out()`.execute(test.db)
  await collect({ leaseMs: 2_000 })
  await watched.admin.get(createRound, { params: watched.params })
  const triedToGiveBack = async () =>
    (await sql<{ is_called: boolean }>`select is_called from given_back`.execute(test.db)).rows[0]?.is_called
  await expect.poll(triedToGiveBack, { timeout: 20_000 }).toBe(true)
  await sql`drop trigger throw_out on frontier`.execute(test.db)
  expect(await watched.until(['complete', 'aborted'])).toMatchObject({
    state: 'complete',
    counts: { found: 1, fetched: 1, failed: 0 },
  })
})
