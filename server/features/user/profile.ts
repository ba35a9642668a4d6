import type { Received } from '#contract/endpoint.ts'
import type { updateProfile as endpoint, User } from '#contract/user.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { hashPassword } from '#server/platform/password.ts'
import { checkPassword, limitAttempts } from '../session/session.ts'
import { normaliseAvatar } from './avatar.ts'
import { changeUser } from './change.ts'
import { checkStrength } from './password-strength.ts'
import { lockUser, selectPasswordHash } from './queries.ts'
import { deleteSessions } from './session-queries.ts'
import { getUser } from './user.ts'

/** Changes one's own profile; other people's are not there. A new password ends every session but this one. */
export async function updateProfile(
  ctx: Ctx,
  id: number,
  { old_password, password, rev, ...input }: Received<typeof endpoint>['body'],
): Promise<User> {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.id !== id) throw new AppError('not_found')
  const patch = await normaliseAvatar(input)
  const hashes =
    password === undefined ? undefined : await replacePassword(ctx, id, old_password, password, input.email)
  return inTransaction(ctx, async ctx => {
    const user = await lockUser(ctx, id)
    if (!user) throw new AppError('not_found')
    // Someone else may have set another password since the old one was checked.
    if (hashes && user.password_hash !== hashes.old) throw fieldError('old_password', 'password_wrong')
    const changed = await changeUser(ctx, user, rev, { ...patch, ...(hashes && { password_hash: hashes.new }) })
    if (hashes) await deleteSessions(ctx, id, { except: actor.sessionId })
    return changed
  })
}

/** The old hash, which still has to hold when the new one is written, and the new. Tries count like sign-ins. */
async function replacePassword(
  ctx: Ctx,
  id: number,
  oldPassword: string | undefined,
  password: string,
  newEmail: string | undefined,
): Promise<{ old: string; new: string }> {
  if (oldPassword === undefined) throw fieldError('old_password', 'password_old_needed')
  const attempt = await limitAttempts(ctx, ctx.actor.username)
  const found = await selectPasswordHash(ctx, id)
  if (!found || !(await checkPassword(attempt, found.password_hash, oldPassword)))
    throw fieldError('old_password', 'password_wrong')
  await attempt.succeeded(id)
  const { username, email } = await getUser(ctx, id)
  await checkStrength(password, { username, email: newEmail ?? email })
  return { old: found.password_hash, new: await hashPassword(password) }
}
