import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { newBlobKey } from '../blob/blobs.ts'
import { type Ctx, inTransaction } from '../ctx.ts'

const app = useTestApp()

beforeAll(async () => {
  await sql`create table counter (name text primary key, value integer not null default 0)`.execute(app.db)
  await sql`insert into counter (name) values ('a'), ('b'), ('c')`.execute(app.db)
})

const raise = (ctx: Ctx, name: string) => sql`update counter set value = value + 1 where name = ${name}`.execute(ctx.db)
const values = async () =>
  (await sql<{ value: number }>`select value from counter order by name`.execute(app.db)).rows.map(row => row.value)

/** A barrier: callers wait until the given number has arrived; later callers continue immediately. */
function meeting(of: number): () => Promise<void> {
  let come = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    come += 1
    if (come === of) resolve()
    return promise
  }
}

/** Two transactions that lock the same rows in opposite order, and so deadlock at the first attempt. */
async function crossing(options?: { isOnce: boolean }, more: (ctx: Ctx) => Promise<unknown> = async () => {}) {
  const both = meeting(2)
  const tries = { count: 0 }
  const go = (names: readonly [string, string]) =>
    inTransaction(
      app.ctx,
      async ctx => {
        tries.count += 1
        await raise(ctx, names[0])
        await more(ctx)
        await both()
        await raise(ctx, names[1])
        return names[0]
      },
      options,
    )
  const ends = await Promise.allSettled([go(['a', 'b']), go(['b', 'a'])])
  const refused = ends.flatMap(end => (end.status === 'rejected' ? [(end.reason as { code?: string }).code] : []))
  return { refused, tries: tries.count }
}

test('two transactions that deadlock both complete, one of them after a retry', async () => {
  const { refused, tries } = await crossing()
  expect(refused).toEqual([])
  expect(tries).toBeGreaterThan(2)
  expect((await values()).slice(0, 2)).toEqual([2, 2])
})

test('a transaction whose snapshot is outdated is retried on a newer one', async () => {
  const both = meeting(2)
  const add = () =>
    inTransaction(app.ctx, async ctx => {
      await sql`set transaction isolation level serializable`.execute(ctx.db)
      const { rows } = await sql<{ value: number }>`select value from counter where name = 'c'`.execute(ctx.db)
      await both()
      await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1} where name = 'c'`.execute(ctx.db)
    })
  await Promise.all([add(), add()])
  expect((await values())[2]).toBe(2)
})

test('a transaction with effects outside the database, or declared as such, is not retried', async () => {
  const before = await values()
  const written = await crossing(undefined, async ctx => {
    await ctx.blobs.put(newBlobKey('export'), Readable.from(['x']))
  })
  expect(written).toEqual({ refused: ['40P01'], tries: 2 })
  expect(await crossing({ isOnce: true })).toEqual({ refused: ['40P01'], tries: 2 })
  expect((await values()).slice(0, 2)).toEqual(before.slice(0, 2).map(value => value + 2))
})

test("a transaction that conflicts every time fails after a few attempts with the database's error", async () => {
  let tries = 0
  const always = inTransaction(app.ctx, async ctx => {
    tries += 1
    await sql`do $$ begin raise exception 'met' using errcode = '40001'; end $$`.execute(ctx.db)
  })
  await expect(always).rejects.toMatchObject({ code: '40001' })
  expect(tries).toBe(5)
})

test('only the outermost transaction is retried: those that joined it fail with it', async () => {
  const tries = { outer: 0, inner: 0 }
  await inTransaction(app.ctx, async ctx => {
    tries.outer += 1
    await inTransaction(ctx, async ctx => {
      tries.inner += 1
      if (tries.outer === 1)
        await sql`do $$ begin raise exception 'met' using errcode = '40P01'; end $$`.execute(ctx.db)
    })
  })
  expect(tries).toEqual({ outer: 2, inner: 2 })
})

test('any other error is thrown immediately', async () => {
  let tries = 0
  const failing = inTransaction(app.ctx, async ctx => {
    tries += 1
    await sql`select 1 / 0`.execute(ctx.db)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(tries).toBe(1)
})
