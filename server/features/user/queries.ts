import type { User } from '#contract/user.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export const userColumns = [
  'id', 'rev', 'username', 'name', 'avatar', 'desc', 'email', 'phone', 'role', 'status', 'created_at', 'updated_at', 'last_seen_at',
] as const

export function selectUser(ctx: Ctx, id: number): Promise<User | undefined> {
  return ctx.db.selectFrom('user').select(userColumns).where('id', '=', id).executeTakeFirst()
}
