import type { User } from '#contract/user.api.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { patchUser } from './user.queries.ts'

/** The fields that the history of a user contains. For a password it contains only the fact of the change. */
export const userFields = ['username', 'name', 'avatar', 'desc', 'email', 'phone', 'role', 'status', 'keeper'] as const

type LockedUser = User & { password_hash: string }
type Values = Partial<Pick<User, (typeof userFields)[number]>> & { password_hash?: string }

/** Writes the changed values with their history; an empty change creates no new revision. */
export async function changeUser(
  ctx: Ctx,
  { password_hash, ...user }: LockedUser,
  rev: number | undefined,
  values: Values,
): Promise<User> {
  if (rev !== undefined && rev !== user.rev) throw new AppError('stale', {}, { data: user })
  // The role in a change is the user’s own; the one that applies follows from it and the groups.
  const changes = changesOf(Object.keys(values).filter(isField), { ...user, role: user.own_role }, values)
  if (values.password_hash && values.password_hash !== password_hash)
    changes.push({ field: 'password', from: null, to: null })
  if (changes.length === 0) return user
  const changed = await patchUser(ctx, user, values)
  await writeHistory(ctx, 'user', 'update', [{ id: user.id, rev: changed.rev, changes }])
  return changed
}

function isField(name: string): name is (typeof userFields)[number] {
  return (userFields as readonly string[]).includes(name)
}
