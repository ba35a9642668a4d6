import { randomBytes } from 'node:crypto'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { hashPassword } from '#server/platform/password.ts'
import { deleteFactors, deleteLoginSteps } from './access.queries.ts'
import { changeUser } from './change.ts'
import { deleteSessions } from './session.queries.ts'
import { findUserByName, lockAdmins, lockUser } from './user.queries.ts'

type PasswordReset = { username: string; password: string; isDisabled: boolean; sessions: number; hadFactors: boolean }

/**
 * Sets a new password from the machine itself, for users who can no longer sign in: for the user with this name, or the
 * first active administrator. Ends all their sessions, and removes second factors, whose devices may be lost as well. Undefined if there is no such user.
 */
export async function resetPassword(ctx: Ctx, username: string | undefined): Promise<PasswordReset | undefined> {
  const password = randomBytes(12).toString('base64url')
  const password_hash = await hashPassword(password)
  return inTransaction(ctx, async ctx => {
    // This lock makes changes of users run one after the other.
    const admins = await lockAdmins(ctx)
    const id = username === undefined ? admins[0] : await findUserByName(ctx, username)
    const user = id === undefined ? undefined : await lockUser(ctx, id)
    if (!user) return undefined
    await changeUser(ctx, user, undefined, { password_hash })
    const sessions = await deleteSessions(ctx, user.id)
    const hadFactors = await deleteFactors(ctx, user.id)
    await deleteLoginSteps(ctx, user.id)
    await audit(ctx, {
      act: 'reset_password',
      noun: 'user',
      recordId: user.id,
      detail: { sessions, factors: hadFactors },
    })
    return { username: user.username, password, isDisabled: user.status === 'disabled', sessions, hadFactors }
  })
}
