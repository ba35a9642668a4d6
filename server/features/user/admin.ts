import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { lockAdmins } from './user.queries.ts'

/**
 * Locks and returns the active administrators: changes of users run one after the other. Throws if the actor lost the
 * role while waiting for the lock.
 */
export async function requireActiveAdmin(ctx: Ctx): Promise<number[]> {
  const admins = await lockAdmins(ctx)
  if (ctx.actor.id !== null && !admins.includes(ctx.actor.id)) throw new AppError('forbidden')
  return admins
}

export function isLastAdmin(admins: number[], id: number): boolean {
  return admins.length === 1 && admins[0] === id
}
