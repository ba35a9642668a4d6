import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { countAttempt, forgetAttempt } from './queries.ts'

/** Sign-ins that may fail per window. A name is tried from few places; an address may be a whole office. */
const limits = { name: 10, address: 60 }
const windowMs = 15 * 60_000

/**
 * Counts one attempt before the password is looked at, so that many at once cannot slip past; a success gives it back.
 * Counted in the database: the limit holds across processes.
 */
export async function limitAttempts(ctx: Ctx, username: string): Promise<{ succeeded: () => Promise<void> }> {
  const nowMs = ctx.now().getTime()
  const name = `name:${username.toLowerCase()}`
  const address = `address:${ctx.address}`
  for (const [key, limit] of [
    // The address first: once it is over its limit, it can no longer lock names or fill the table with them.
    [address, limits.address],
    [name, limits.name],
  ] as const) {
    const { count, ends_at } = await countAttempt(ctx, key, windowMs)
    if (count > limit) throw new AppError('too_many', { seconds: Math.ceil((Date.parse(ends_at) - nowMs) / 1000) })
  }
  return {
    succeeded: async () => {
      await forgetAttempt(ctx, name, 'all')
      await forgetAttempt(ctx, address, 'one')
    },
  }
}
