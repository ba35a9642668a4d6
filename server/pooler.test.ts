import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { checkAddress } from '#server/platform/db/check-address.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import { storeRoleSettings } from '#server/platform/db/role-settings.ts'
import { hasPooler, startPooler } from '#server/testing/pooler.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const test = useTestApp()
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function directUrl(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.db)
  return inject('databaseUrl').replace(/postgres$/, String(rows[0]?.name))
}

async function pooler(settings?: string[]) {
  const running = await startPooler(inject('databaseUrl'), settings)
  stops.push(running.stop)
  return async () => inject('databaseUrl') && (await directUrl()).replace(/:\d+\//, `:${new URL(running.url).port}/`)
}

const refusal = (address: Parameters<typeof checkAddress>[0]) =>
  checkAddress(address).then(
    () => 'accepted',
    (error: Error) => error.message,
  )

// Debian’s pgbouncer, which the project’s own test run installs.
describe.skipIf(!hasPooler)('behind a pooler in transaction mode', () => {
  it('three hundred concurrent requests are all answered over four connections', async () => {
    const direct = await directUrl()
    const pooled = await (await pooler())()
    const owner = openPool(direct, { size: 1 })
    await storeRoleSettings(owner)
    await owner.end()
    expect(await refusal({ url: pooled, directUrl: direct, isPooled: true })).toBe('accepted')

    const pool = openPool(pooled, { size: 40, isPooled: true })
    stops.push(() => pool.end())
    const app = await test.another({ db: openDb(pool), boundFactor: 1_000 })
    onTestFinished(() => app.close())
    const { token } = await test.as('editor')
    const headers = { authorization: `Bearer ${token}` }
    const requested = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        n % 3 === 0
          ? app.inject({ method: 'POST', url: '/v1/og', headers, payload: { name: `Pooled ${n} 𠮷` } })
          : app.inject({
              method: 'GET',
              url: n % 3 === 1 ? '/v1/og?pageSize=20' : '/v1/search?keyword=pooled',
              headers,
            }),
      ),
    )
    expect(requested.filter(({ statusCode }) => statusCode !== 200).map(({ body }) => body)).toEqual([])
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from og where name like 'Pooled %'`.execute(test.db)
    expect(rows[0]?.count).toBe(100)
  })

  it('an address that is not a session is reported at the start, with advice', async () => {
    const direct = await directUrl()
    const at = await (await pooler())()
    expect(await refusal({ url: at, directUrl: at, isPooled: false })).toContain('also set DATABASE_DIRECT_URL')
    expect(await refusal({ url: direct, directUrl: at, isPooled: true })).toContain('DATABASE_DIRECT_URL uses a pooler')
    expect(await refusal({ url: direct, directUrl: direct, isPooled: false })).toBe('accepted')
  })

  it('so is a pooler that accepts settings and forgets them', async () => {
    const at = await (await pooler(['ignore_startup_parameters = options,statement_timeout']))()
    expect(await refusal({ url: at, directUrl: at, isPooled: false })).toContain('also set DATABASE_DIRECT_URL')
  })

  it('settings that the role does not have, and addresses of two different databases, are reported', async () => {
    const direct = await directUrl()
    const pooled = await (await pooler())()
    const client = new pg.Client({ connectionString: direct })
    await client.connect()
    await client.query(
      `do $$ begin execute format('alter role current_user in database %I reset all', current_database()); end $$`,
    )
    await client.end()
    expect(await refusal({ url: pooled, directUrl: direct, isPooled: true })).toMatch(
      /settings are not in effect through DATABASE_URL: .*statement_timeout.*Run npm run db:migrate/,
    )
    const other = pooled.replace(/\/[^/]+$/, '/postgres')
    expect(await refusal({ url: other, directUrl: direct, isPooled: true })).toContain('different databases')
  })
})
