import type { Role } from '#contract/role.ts'
import type { Ctx } from './ctx.ts'

/**
 * The job's context with a user as its actor, as they are now; undefined where they are gone, disabled,
 * or no longer have one of the roles.
 */
export function asUser(
  ctx: Ctx,
  user: { id: number; username: string; role: Role; status: string } | undefined,
  roles: readonly Role[],
): Ctx | undefined {
  if (user?.status !== 'active' || !roles.includes(user.role)) return undefined
  return { ...ctx, actor: { kind: 'user', id: user.id, username: user.username, role: user.role, sessionId: 0 } }
}
