import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { expect, test } from 'vitest'
import { roles } from '#contract/role.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { mayReceive } from './visible.queries.ts'

const app = useTestApp()

/** Query plan for this condition alone, with an index used wherever one fits. */
async function planOf(condition: RawBuilder<SqlBool>): Promise<string> {
  return await inTransaction(app.ctx, async ctx => {
    await sql`set local enable_seqscan = off`.execute(ctx.db)
    const { rows } = await sql`explain (format json) select from notification n where ${condition}`.execute(ctx.db)
    return JSON.stringify(rows)
  })
}

test('entries of a user are never looked up by their entity among the entries of all users', async () => {
  const byKind = 'notification_record_idx'
  expect(await planOf(sql`n.noun = 'og' or n.noun = 'more'`)).toContain(byKind)
  for (const role of roles) {
    const actor = { kind: 'user', id: 1, username: '', role, sessionId: 0, keys: [1] } as const
    expect(await planOf(mayReceive({ ...app.ctx, actor }, 'n')), role).not.toContain(byKind)
  }
})
