import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { openPool } from '../db/db.ts'
import { openMetrics, slowStatementLogger } from './metrics.ts'

const values = ['张三 is a secret']

test.each([
  ['told and counted once it took too long, with places instead of values', 0, 1],
  ['not told of while it is fast', 600_000, 0],
])('a statement is %s', async (_what, afterMs, count) => {
  const warn = vi.fn()
  const metrics = openMetrics('api', '1')
  const log = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() }
  const slow = { ...slowStatementLogger(afterMs, log, metrics), afterMs: afterMs - 1 }
  const pool = openPool(inject('databaseUrl'), { size: 1, slow })
  const client = await pool.connect()
  await client.query('select $1::text as said', values)
  await expect(client.query('select $1::text / 2', values)).rejects.toBeInstanceOf(pg.DatabaseError)
  client.release()
  await pool.end()
  const reportedOf = warn.mock.calls.map(([line]) => line.statement)
  expect(reportedOf.filter(statement => statement === 'select $1::text as said')).toHaveLength(count)
  expect(reportedOf.filter(statement => statement === 'select $1::text / 2')).toHaveLength(count)
  expect(JSON.stringify(warn.mock.calls)).not.toContain('张三')
  expect(await metrics.registry.metrics()).toContain(`og_slow_statements_total ${reportedOf.length}`)
})
