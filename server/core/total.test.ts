import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { dashboardNumbers } from '#contract/dashboard.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test('above ten thousand, list, dashboard and audit log show the same exact number, each for the records its reader may read', async () => {
  const admin = await app.as('admin')
  const reader = await app.as('reader')
  for (const noun of ['og', 'person'])
    await sql`insert into ${sql.table(noun)} (name, owner, created_at, updated_at, read_user)
      select 'n' || n, ${admin.id}, now(), now(), case when n % 1000 = 0 then array[${admin.id}]::bigint[] else '{}' end
      from generate_series(1, 12345) as n`.execute(app.db)
  for (const [client, hidden] of [
    [admin, 0],
    [reader, 12],
  ] as const) {
    const numbers = await client.get(dashboardNumbers, { query: { offset: 0 } as never })
    for (const [list, number] of [
      [listOgs, numbers.ogs],
      [listPersons, numbers.persons],
    ] as const) {
      const { total, total_estimated } = await client.get(list, { query: {} })
      expect({ total, total_estimated, number }).toEqual({
        total: 12_345 - hidden,
        total_estimated: undefined,
        number: 12_345 - hidden,
      })
    }
  }
  await sql`insert into audit (at, act, noun, username, address, req_id, user_id)
    select now(), 'read', 'og', 'x', '', 'x', ${admin.id} from generate_series(1, 11000)`.execute(app.db)
  const trail = await admin.get(listAudit, { query: { act: ['read'] } as never })
  expect(trail).toMatchObject({ total: 11_000 })
  expect(trail.total_estimated).toBeUndefined()
})

test('deleted records leave the total at once, also many of them', async () => {
  const admin = await app.as('admin')
  const { total } = await admin.get(listOgs, { query: {} })
  await sql`update og set deleted_at = now() where name = 'n7'`.execute(app.db)
  expect((await admin.get(listOgs, { query: {} })).total).toBe(total - 1)
})
