import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/role.ts'
import type { Ctx } from '../ctx.ts'

/**
 * The job's context with the user, as currently stored, as its actor. Undefined if the user was deleted, is disabled,
 * or no longer has one of the roles.
 */
export function asUser(
  ctx: Ctx,
  user: { id: number; username: string; role: Role; status: string; groups: readonly number[] } | undefined,
  roles: readonly Role[],
): Ctx | undefined {
  if (user?.status !== 'active' || !roles.includes(user.role)) return undefined
  const { id, username, role, groups } = user
  return {
    ...ctx,
    actor: { kind: 'user', id, username, role, sessionId: 0, keys: [id, ...groups.map(group => -group)] },
  }
}

/**
 * A context for SQL that evaluates many users of one role at once: `userId` is the column with the user of each row.
 * Predicates built with it (`readable` and those based on it) apply to each row's own user; the context is valid for
 * nothing else.
 */
export function asEach(ctx: Ctx, role: Role, userId: RawBuilder<number>): Ctx {
  const keys = sql`(select of_keys.id || of_keys.group_keys from "user" as of_keys where of_keys.id = ${userId})`
  const actor = { kind: 'user' as const, id: userId as unknown as number, username: '', role, sessionId: 0 }
  return { ...ctx, actor: { ...actor, keys: keys as unknown as number[] } }
}
