import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/user.api.ts'
import type { User, VisibleUser } from '#contract/user.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { hashPassword } from '#server/platform/password.ts'
import { closeAccess } from './access.ts'
import { isLastAdmin, requireActiveAdmin } from './admin.ts'
import { normaliseAvatar } from './avatar.ts'
import { changeUser, userFields } from './change.ts'
import { checkStrength } from './password-strength.ts'
import { findUsers, insertUser, lockUser, selectUser, selectVisibleUsers } from './user.queries.ts'

export { deleteFactors } from './access.queries.ts'
/** Used by tokens. */
export { checkReach, closeAccess } from './access.ts'
/** Used by groups. */
export { requireActiveAdmin } from './admin.ts'
export { countListsOf } from './inherit.queries.ts'
export { passLists } from './remove.ts'
export { lockAdmins } from './user.queries.ts'

export function findUser(ctx: Ctx, id: number): Promise<User | undefined> {
  return selectUser(ctx, id)
}

/** The signed-in user. */
export async function getOneself(ctx: Ctx): Promise<User> {
  const user = ctx.actor.id === null ? undefined : await selectUser(ctx, ctx.actor.id)
  if (!user) throw new AppError('unauthenticated')
  return user
}

export async function getUser(ctx: Ctx, id: number): Promise<User> {
  const user = await selectUser(ctx, id)
  if (!user) throw new AppError('not_found')
  return user
}

export function listUsers(ctx: Ctx, query: Received<typeof contract.listUsers>['query']): Promise<ListPage<User>> {
  return findUsers(ctx, query)
}

/** The users with whom a record can be shared: active users whose role may read organisations. */
export function listVisibleUsers(ctx: Ctx): Promise<VisibleUser[]> {
  return selectVisibleUsers(ctx)
}

export async function createUser(
  ctx: Ctx,
  { password, ...input }: Received<typeof contract.createUser>['body'],
): Promise<User> {
  const isService = input.is_service === true
  if (isService && password !== undefined) throw fieldError('password', 'service_account')
  if (!isService && password === undefined) throw fieldError('password', 'required')
  if (password !== undefined) await checkStrength(password, input)
  const values = {
    ...(await normaliseAvatar(ctx, input)),
    keeper: isService ? (input.keeper ?? ctx.actor.id) : null,
    // No password has this hash, and the sign-in refuses service accounts.
    password_hash: password === undefined ? '' : await hashPassword(password),
  }
  return inTransaction(ctx, async ctx => {
    await requireActiveAdmin(ctx)
    await checkKeeper(ctx, values.keeper)
    const user = await insertUser(ctx, values)
    await writeHistory(ctx, 'user', 'create', [
      { id: user.id, rev: user.rev, changes: changesOf(userFields, {}, user) },
    ])
    return user
  })
}

/** Creates a user without a password, who logs in with an identity provider. */
export async function createExternalUser(
  ctx: Ctx,
  values: Pick<User, 'username' | 'name' | 'email' | 'role'>,
): Promise<User> {
  const user = await insertUser(ctx, { ...values, password_hash: '' })
  await writeHistory(ctx, 'user', 'create', [{ id: user.id, rev: user.rev, changes: changesOf(userFields, {}, user) }])
  return user
}

/** Changes any field of any user. A new password, or disabling the user, closes all their access. */
export async function updateUser(
  ctx: Ctx,
  id: number,
  { password, rev, ...input }: Received<typeof contract.updateUser>['body'],
): Promise<User> {
  const patch = await normaliseAvatar(ctx, input)
  const passwordHash = password && (await checkedHash(ctx, id, password, input))
  return inTransaction(ctx, async ctx => {
    const admins = await requireActiveAdmin(ctx)
    const user = await lockUser(ctx, id)
    if (!user) throw new AppError('not_found')
    if (password && user.is_service) throw fieldError('password', 'service_account')
    if (patch.keeper !== undefined && patch.keeper !== null && !user.is_service) throw fieldError('keeper', 'wrong')
    await checkKeeper(ctx, patch.keeper)
    const changed = await changeUser(ctx, user, rev, { ...patch, ...(passwordHash && { password_hash: passwordHash }) })
    const isAdmin = changed.role === 'admin' && changed.status === 'active'
    if (!isAdmin && isLastAdmin(admins, id)) throw new AppError('last_admin')
    if (passwordHash || changed.status === 'disabled') await closeAccess(ctx, id)
    return changed
  })
}

/** The person responsible for a service account is an active person. */
async function checkKeeper(ctx: Ctx, keeper: number | null | undefined): Promise<void> {
  if (keeper === null || keeper === undefined) return
  const user = await selectUser(ctx, keeper)
  if (user?.status !== 'active' || user.is_service) throw fieldError('keeper', 'no_such_user')
}

async function checkedHash(
  ctx: Ctx,
  id: number,
  password: string,
  input: { username?: string; email?: string },
): Promise<string> {
  const { username, email } = await getUser(ctx, id)
  await checkStrength(password, { username: input.username ?? username, email: input.email ?? email })
  return await hashPassword(password)
}
