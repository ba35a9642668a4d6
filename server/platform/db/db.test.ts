import { Socket } from 'node:net'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { openPool } from './db.ts'

const pools: ReturnType<typeof openPool>[] = []
const aPool = () => {
  const pool = openPool(inject('databaseUrl'), { size: 1 })
  pools.push(pool)
  return pool
}
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(pools.splice(0).map(pool => pool.end()))
})

async function pidOf(pool: ReturnType<typeof openPool>): Promise<number> {
  return (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
}

it('a connection to a primary that was replaced is not reused', async () => {
  const pool = aPool()
  const before = await pidOf(pool)
  const client = await pool.connect()
  await client.query('begin read only')
  await expect(client.query('create table not_there (id integer)')).rejects.toMatchObject({ code: '25006' })
  await client.query('rollback')
  client.release()
  expect(await pidOf(pool)).not.toBe(before)
})

it('a connection that met another fault is reused', async () => {
  const pool = aPool()
  const before = await pidOf(pool)
  const client = await pool.connect()
  await expect(client.query('select from not_there')).rejects.toMatchObject({ code: '42P01' })
  client.release()
  expect(await pidOf(pool)).toBe(before)
})

it('connections check whether the other side is still there', async () => {
  const requested = vi.spyOn(Socket.prototype, 'setKeepAlive')
  await pidOf(aPool())
  expect(requested).toHaveBeenCalledWith(true, 5_000)
})

it('a write of any number of rows is prepared, one with a placeholder for each row is not', async () => {
  // Test files share the module, and thus its slots.
  vi.resetModules()
  const fresh = await import('./db.ts')
  const pool = fresh.openPool(inject('databaseUrl'), { size: 1 })
  pools.push(pool)
  await pool.query('create temporary table number_list (n integer)')
  await pool.query('insert into number_list select n from unnest($1::integer[]) as n', [[1, 2]])
  await pool.query('insert into number_list values ($1), ($2)', [3, 4])
  const { rows } = await pool.query('select statement from pg_prepared_statements where statement like $1', [
    'insert into number_list %',
  ])
  expect(rows).toEqual([{ statement: 'insert into number_list select n from unnest($1::integer[]) as n' }])
})
