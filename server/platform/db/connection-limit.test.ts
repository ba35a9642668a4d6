import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { connectionShortage } from './connection-limit.ts'

const test = useTestApp()
afterEach(() => test.db.deleteFrom('process_beat').execute())

const processes = (kind: 'api' | 'worker', count: number) =>
  sql`insert into process_beat (kind, host, pid, version) select ${kind}, 'here', n, '1' from generate_series(1, ${sql.lit(count)}) as n`.execute(
    test.db,
  )

it("the connections that all processes may open are compared with PostgreSQL's limit", async () => {
  await processes('api', 3)
  await processes('worker', 3)
  expect(await connectionShortage(test.db, false)).toBeUndefined()
  await processes('api', 20)
  expect(await connectionShortage(test.db, false)).toMatch(
    /23 API and 3 worker processes can need 361: raise max_connections, or/,
  )
  expect(await connectionShortage(test.db, true)).toBeUndefined()
})
