import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { listOgs, updateOg } from '#contract/og.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { ogTable } from '#server/features/og/og.queries.ts'
import { openReading } from '#server/platform/replica/read-connection.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { deleteOldChanges } from './change.queries.ts'
import { findCached } from './result-cache.ts'

const app = useTestApp()

const request = async (reader: Client, query: object) => {
  const { total, items } = await reader.get(listOgs, { query: query as never })
  return { total, names: items.map(each => each.name) }
}

/** The first page of a list by name, as the result cache returns it. */
const kept = (keyword: string, pageSize = 20, ctx = app.ctx) =>
  findCached(
    ctx,
    `by name ${keyword}`,
    {
      table: ogTable,
      filter: { keyword },
      columns: [
        { column: 'name', type: 'text' },
        { column: 'id', type: 'bigint' },
      ],
      isDown: false,
    },
    { current: 1, pageSize },
  )
const namesOf = async (keyword: string) => (await kept(keyword))?.items.map(each => each.name)

test('the page object stays the same while other records are written, and changes at once when one of its records does', async () => {
  await anOg(app.ctx, { name: 'Quartz 姜𤨒姬 1' })
  const other = await anOg(app.ctx, { name: 'Elsewhere' })
  const first = await kept('quartz')
  await sql`update "user" set rev = rev + 1`.execute(app.db)
  await sql`update og set weight = 7 where id = ${other.id}`.execute(app.db)
  expect(await kept('quartz')).toBe(first)
  const second = await anOg(app.ctx, { name: 'Quartz 2' })
  expect(await namesOf('quartz')).toEqual(['Quartz 2', 'Quartz 姜𤨒姬 1'])
  await sql`update og set weight = 9 where id = ${second.id}`.execute(app.db)
  expect((await kept('quartz'))?.items.map(each => each.weight)).toEqual([9, first?.items[0]?.weight])
  await sql`update og set name = 'Quarry' where id = ${second.id}`.execute(app.db)
  expect((await kept('quartz'))?.total).toBe(1)
  await sql`update og set name = 'Quartz 0' where id = ${other.id}`.execute(app.db)
  expect(await namesOf('quartz')).toEqual(['Quartz 0', 'Quartz 姜𤨒姬 1'])
  await sql`delete from og where id = ${other.id}`.execute(app.db)
  expect(await namesOf('quartz')).toEqual(['Quartz 姜𤨒姬 1'])
})

test('changes of a transaction that commits after the reading are seen; rolled back changes are not', async () => {
  const open = await app.db.startTransaction().execute()
  await sql`insert into og (name) values ('Open 1')`.execute(open)
  const other = await app.db.startTransaction().execute()
  await sql`insert into og (name) values ('Open 2')`.execute(other)
  expect(await namesOf('open')).toEqual([])
  await anOg(app.ctx, { name: 'Open 3' })
  expect(await namesOf('open')).toEqual(['Open 3'])
  await open.commit().execute()
  expect(await namesOf('open')).toEqual(['Open 1', 'Open 3'])
  await other.rollback().execute()
  expect(await namesOf('open')).toEqual(['Open 1', 'Open 3'])
})

test('the name list by keyword neither finds nor counts a record that the reader may no longer read', async () => {
  const [editor, reader] = [await app.as('editor'), await app.as('reader')]
  const og = await anOg(app.ctx, { name: '深蓝重工' })
  await anOg(app.ctx, { name: '深蓝航运' })
  const found = async () => {
    const { total, names } = await request(reader, { keyword: '深蓝' })
    return { total, names: names.toSorted() }
  }
  const both = { total: 2, names: ['深蓝航运', '深蓝重工'].toSorted() }
  expect(await found()).toEqual(both)
  await sql`update "user" set rev = rev + 1 where id = ${editor.id}`.execute(app.db)
  expect(await found()).toEqual(both)
  const restricted = await editor.get(updateOg, { body: { id: og.id, rev: og.rev, read_user: [editor.id] } })
  expect(await found()).toEqual({ total: 1, names: ['深蓝航运'] })
  expect((await request(editor, { keyword: '深蓝' })).total).toBe(2)
  await editor.get(updateOg, { body: { id: og.id, rev: restricted.rev, read_user: [] } })
  expect(await found()).toEqual(both)
  await sql`update og set deleted_at = now() where id = ${og.id}`.execute(app.db)
  expect((await found()).total).toBe(1)
})

test('another process sees the same at once', async () => {
  const reader = await app.as('reader')
  const another = await app.another()
  const there = async () => {
    const headers = { authorization: `Bearer ${reader.token}` }
    const reply = await another.inject({ method: 'GET', url: '/v1/og?keyword=beyond', headers })
    return reply.json().data.total
  }
  expect([await there(), (await request(reader, { keyword: 'beyond' })).total]).toEqual([0, 0])
  const og = await anOg(app.ctx, { name: 'Beyond' })
  expect([await there(), (await request(reader, { keyword: 'beyond' })).total]).toEqual([1, 1])
  await sql`update og set name = 'Behind' where id = ${og.id}`.execute(app.db)
  expect([await there(), (await request(reader, { keyword: 'beyond' })).total]).toEqual([0, 0])
  await another.close()
})

test('too many changes, changes of all records, and forgotten changes trigger a complete new search', async () => {
  const count = async () => (await kept('legion'))?.total
  expect(await count()).toBe(0)
  await sql`insert into og (name) select 'Legion ' || n from generate_series(1, 300) n`.execute(app.db)
  const { rows } = await sql`select from record_change where noun = 'og' and record_id is null`.execute(app.db)
  expect(rows).toHaveLength(1)
  expect(await count()).toBe(300)
  await sql`update og set deleted_at = now() where name like 'Legion %'`.execute(app.db)
  expect(await count()).toBe(0)
  await anOg(app.ctx, { name: 'Legion' })
  await deleteOldChanges(app.ctx)
  expect(await count()).toBe(1)
  await sql`delete from og where name = 'Legion'`.execute(app.db)
  // Transactions of other databases on this server may be older; wait until they end.
  await vi.waitFor(async () => {
    await deleteOldChanges(app.ctx)
    const left = await sql`select from record_change`.execute(app.db)
    expect(left.rows).toEqual([])
  }, 30_000)
  expect(await count()).toBe(0)
})

test('pages and totals equal those of a new reading after each of many writes, wherever rows move', async () => {
  await sql`insert into og (name, weight) select 'Crowd ' || n, n % 7 from generate_series(1, 420) n`.execute(app.db)
  const admin = await app.as('admin')
  let seed = 5
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const { rows } = await sql<{ id: number }>`select id from og where name like 'Crowd %' order by id`.execute(app.db)
  const one = () => rows[random(rows.length)]!.id
  const writes = [
    () => sql`update og set weight = ${random(9)} where id = ${one()}`,
    () => sql`update og set name = 'Alone ' || id where id = any(${[one(), one(), one()]}::bigint[])`,
    () => sql`update og set name = 'Crowd ' || id where id = ${one()}`,
    () => sql`update og set deleted_at = now() where id = any(${[one(), one()]}::bigint[])`,
    () => sql`update og set deleted_at = null where id = ${one()}`,
    () => sql`insert into og (name, weight) values ('Crowd more', ${random(9)})`,
    // Removes the first rows until the cache lacks those behind them.
    () => sql`update og set name = 'Gone ' || id where id in
      (select id from og where name like 'Crowd %' and deleted_at is null order by weight desc, id desc limit 40)`,
  ]
  for (let n = 0; n < 120; n += 1) {
    await writes[random(writes.length)]!().execute(app.db)
    const sort = ['weight', '-weight'][n % 2] as string
    const current = 1 + random(10)
    const truth = await sql<{ name: string; total: number }>`select name, count(*) over ()::int as total from og
      where name like 'Crowd %' and deleted_at is null
      order by ${sql.raw(n % 2 ? 'weight desc, id desc' : 'weight, id')}`.execute(app.db)
    expect(await request(admin, { keyword: 'crowd', sort, current, pageSize: 20 })).toEqual({
      total: truth.rows[0]?.total ?? 0,
      names: truth.rows.slice(20 * (current - 1), 20 * current).map(row => row.name),
    })
  }
})

test('concurrent requests each get at least the state at the time of their request', async () => {
  const reader = await app.as('reader')
  for (let n = 1; n <= 10; n += 1) {
    const early = [1, 2, 3].map(() => request(reader, { keyword: 'flock' }))
    await sql`insert into og (name) values ('Flock')`.execute(app.db)
    const late = [1, 2, 3].map(() => request(reader, { keyword: 'flock' }))
    for (const { total } of await Promise.all(late)) expect(total).toBe(n)
    for (const { total } of await Promise.all(early)) expect([n - 1, n]).toContain(total)
  }
})

test('a read on a replica, whose database handle exists only for that read, does not start a complete search', async () => {
  const nobody = { connect: () => Promise.reject(new Error('the database was asked')) } as unknown as pg.Pool
  const reading = openReading({
    ...{ take: async () => undefined, primary: nobody },
    floor: { timeline: '1', byte: '0', mayWait: false },
  })
  expect(await kept('replica', 20, { ...app.ctx, db: reading.db })).toBeUndefined()
})
