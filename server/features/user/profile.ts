import type { Received } from '#contract/endpoint.ts'
import type { updateProfile as endpoint, User } from '#contract/user.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { hashPassword } from '#server/platform/password.ts'
import { checkPassword, limitAttempts } from '../session/session.service.ts'
import { closeAccess } from './access.ts'
import { normaliseAvatar } from './avatar.ts'
import { changeUser } from './change.ts'
import { checkStrength } from './password-strength.ts'
import { lockUser, selectPasswordHash } from './user.queries.ts'
import { getUser } from './user.service.ts'

/**
 * Changes the user's own profile; those of others are not found. A new password closes all access except the current
 * session.
 */
export async function updateProfile(
  ctx: Ctx,
  id: number,
  { old_password, password, rev, ...input }: Received<typeof endpoint>['body'],
): Promise<User> {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.id !== id) throw new AppError('not_found')
  const patch = await normaliseAvatar(ctx, input)
  const isNewEmail = input.email !== undefined && input.email !== (await getUser(ctx, id)).email
  const old = password !== undefined || isNewEmail ? await checkOld(ctx, id, old_password, !!password) : undefined
  const hash = password === undefined ? undefined : await newHash(ctx, id, password, input.email)
  return inTransaction(ctx, async ctx => {
    const user = await lockUser(ctx, id)
    if (!user) throw new AppError('not_found')
    // Another request may have set a different password since the old one was checked.
    if (old && user.password_hash !== old) throw fieldError('old_password', 'password_wrong')
    const changed = await changeUser(ctx, user, rev, { ...patch, ...(hash && { password_hash: hash }) })
    if (hash) await closeAccess(ctx, id, actor.sessionId)
    return changed
  })
}

/** Returns the current hash, which must still be the same when the change is written. Attempts count like sign-ins. */
async function checkOld(ctx: Ctx, id: number, password: string | undefined, isForPassword: boolean): Promise<string> {
  if (password === undefined)
    throw fieldError('old_password', isForPassword ? 'password_old_needed' : 'password_email_needed')
  const attempt = await limitAttempts(ctx, ctx.actor.username)
  const found = await selectPasswordHash(ctx, id)
  if (!found || !(await checkPassword(attempt, found.password_hash, password)))
    throw fieldError('old_password', 'password_wrong')
  await attempt.succeeded()
  return found.password_hash
}

async function newHash(ctx: Ctx, id: number, password: string, newEmail: string | undefined): Promise<string> {
  const { username, email } = await getUser(ctx, id)
  await checkStrength(password, { username, email: newEmail ?? email })
  return await hashPassword(password)
}
