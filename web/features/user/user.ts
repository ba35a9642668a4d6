import type { Reply } from '#contract/endpoint.ts'
import { deleteIdentity, startLink } from '#contract/identity.api.ts'
import { createReconcileAddress, deleteReconcileAddress } from '#contract/reconcile.api.ts'
import { createToken, deleteToken } from '#contract/token.api.ts'
import {
  createUser,
  deleteUser,
  endAccess,
  endSessions,
  endUserFeed,
  type User,
  updateProfile,
  updateUser,
} from '#contract/user.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'
import { setUser, useSession } from '#web/platform/session.ts'

/** The user's name on the screens. */
export function displayName(user: Pick<User, 'name' | 'username'>): string {
  return user.name || user.username
}

/** Lists, pickers and, for the own user, the shell show the change at once. */
async function showSaved(user: User): Promise<User> {
  if (useSession.getState().user?.id === user.id) setUser(user)
  // A new password ends feeds and reconciliation addresses.
  await refresh('user', 'visible_user', 'reconcile', 'feed', 'webhook')
  return user
}

export function saveNewUser(body: CallInput<typeof createUser>['body']): Promise<User> {
  return call(createUser, { body }).then(showSaved)
}

export function saveUser(id: number, body: CallInput<typeof updateUser>['body']): Promise<User> {
  return call(updateUser, { params: { id }, body }).then(showSaved)
}

export function saveProfile(id: number, body: CallInput<typeof updateProfile>['body']): Promise<User> {
  return call(updateProfile, { params: { id }, body }).then(showSaved)
}

/** Deletes a user permanently; the successor becomes the owner of the user's organisations and categories. */
export async function removeUser(id: number, heir: number): Promise<void> {
  await call(deleteUser, { params: { id }, query: { heir: String(heir) } })
  await refresh('user', 'visible_user', 'og', 'og_cate')
}

/** Ends the given session, or all except the current one; returns the number of ended sessions. */
export async function stopSessions(id: number, session?: number): Promise<number> {
  const query = session === undefined ? {} : { session: String(session) }
  const { ended } = await call(endSessions, { params: { id }, query })
  await refresh('user')
  return ended
}

export async function stopFeed(id: number, feed: number): Promise<void> {
  await call(endUserFeed, { params: { id, feed_id: feed } })
  await refresh('user', 'event')
}

/** Ends sessions (except the current one), feeds and tickets of a user; returns the numbers. */
export async function stopAccess(id: number): Promise<{ sessions: number; feeds: number }> {
  const ended = await call(endAccess, { params: { id } })
  await refresh('user', 'event')
  return ended
}

/** The reply has the secret, which the server can never show again. */
export async function makeToken(id: number, body: CallInput<typeof createToken>['body']) {
  const made = await call(createToken, { params: { id }, body })
  await refresh('user')
  return made
}

export async function stopToken(id: number, token: number): Promise<void> {
  await call(deleteToken, { params: { id, token_id: token } })
  await refresh('user')
}

/** The reply has the address's path, which the server can never show again. */
export async function makeReconcileAddress(name: string): Promise<Reply<typeof createReconcileAddress>> {
  const made = await call(createReconcileAddress, { body: { name } })
  await refresh('reconcile')
  return made
}

export async function stopReconcileAddress(id: number): Promise<void> {
  await call(deleteReconcileAddress, { params: { id } })
  await refresh('reconcile')
}

/** The address of the provider, where the browser goes next, and the secret that stays in this tab. */
export function beginLink(userId: number, provider: number) {
  return call(startLink, { params: { id: userId }, body: { provider } })
}

export async function removeIdentity(userId: number, identity: number): Promise<void> {
  await call(deleteIdentity, { params: { id: userId, identity_id: identity } })
  await refresh('user')
}
