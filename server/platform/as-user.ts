import type { RawBuilder } from 'kysely'
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

/**
 * A context for SQL about many users of one role at once: `userId` is the column that says whose turn it is. Predicates
 * made with it (`readable` and those built on it) hold for each row's own user; it is good for nothing else.
 */
export function asEach(ctx: Ctx, role: Role, userId: RawBuilder<number>): Ctx {
  return { ...ctx, actor: { kind: 'user', id: userId as unknown as number, username: '', role, sessionId: 0 } }
}
