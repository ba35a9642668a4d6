import type { User } from '#contract/user.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { selectUser } from './queries.ts'

export function findUser(ctx: Ctx, id: number): Promise<User | undefined> {
  return selectUser(ctx, id)
}
