import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'

/** Failed sign-ins allowed per window, by what they are counted for. A name is tried from few places, an address may be an office. */
const limits = { name: 10, address: 60 }
export const windowMs = 15 * 60_000

/**
 * Counts one attempt before the password is looked at, so that many at once cannot slip past; a success gives the
 * name its attempts back. Counted in the database: the limit holds across processes and restarts.
 */
export async function limitAttempts(ctx: Ctx, username: string): Promise<{ succeeded: () => Promise<void> }> {
  const nowMs = ctx.now().getTime()
  const keys = { name: `name:${username.toLowerCase()}`, address: `address:${ctx.address}` }
  for (const kind of ['name', 'address'] as const) {
    const { rows } = await sql<{ count: number; ends_at: string }>`
      insert into login_attempt as attempt (key, count, ends_at)
      values (${keys[kind]}, 1, ${new Date(nowMs + windowMs).toISOString()})
      on conflict (key) do update set
        count = case when attempt.ends_at <= ${new Date(nowMs).toISOString()} then 1 else attempt.count + 1 end,
        ends_at = case when attempt.ends_at <= ${new Date(nowMs).toISOString()} then excluded.ends_at else attempt.ends_at end
      returning count, ends_at`.execute(ctx.db)
    const state = rows[0]
    if (state && state.count > limits[kind])
      throw new AppError('too_many', { seconds: Math.ceil((Date.parse(state.ends_at) - nowMs) / 1000) })
  }
  return {
    succeeded: async () => {
      await ctx.db.deleteFrom('login_attempt').where('key', '=', keys.name).execute()
      await ctx.db
        .updateTable('login_attempt')
        .set(eb => ({ count: eb('count', '-', 1) }))
        .where('key', '=', keys.address)
        .execute()
    },
  }
}
