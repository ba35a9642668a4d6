import type { UserFeed } from '#contract/user.api.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import {
  cancelExports,
  deleteEntryFeeds,
  deleteFeeds,
  deleteKnownAddresses,
  deleteLoginSteps,
  deleteReconcileAddresses,
  deleteTickets,
  deleteTokens,
  selectFeeds,
  stopWebhooks,
} from './access.queries.ts'
import { deleteSessions } from './session.queries.ts'
import { selectUser } from './user.queries.ts'

type EndedAccess = { sessions: number; feeds: number }

/**
 * Closes all open access of a user: sessions (and their streams), access tokens, feeds, reconciliation
 * addresses, download tickets and running exports; stops webhooks, which the user can switch on again. `exceptSession` is the session in which users do it themselves.
 */
export async function closeAccess(ctx: Ctx, userId: number, exceptSession?: number): Promise<EndedAccess> {
  const sessions = await deleteSessions(ctx, userId, exceptSession === undefined ? {} : { except: exceptSession })
  const feeds = (await deleteFeeds(ctx, userId)) + (await deleteEntryFeeds(ctx, userId))
  await deleteReconcileAddresses(ctx, userId)
  await deleteTickets(ctx, userId)
  await deleteTokens(ctx, userId)
  await deleteLoginSteps(ctx, userId)
  await stopWebhooks(ctx, userId)
  await deleteKnownAddresses(ctx, userId)
  if (exceptSession === undefined) await cancelExports(ctx, userId)
  return { sessions, feeds }
}

/**
 * Allows access to the user's own sessions and feeds, and to anyone's for an administrator; all other users get not
 * found.
 */
export async function checkReach(ctx: Ctx, userId: number): Promise<void> {
  if (ctx.actor.id === userId) return
  if (ctx.actor.role !== 'admin') throw new AppError('not_found')
  if (!(await selectUser(ctx, userId))) throw new AppError('not_found')
}

export function endAccess(ctx: Ctx, userId: number): Promise<EndedAccess> {
  return inTransaction(ctx, async ctx => {
    await checkReach(ctx, userId)
    const { actor } = ctx
    const own = actor.kind === 'user' && actor.id === userId ? actor.sessionId : undefined
    const ended = await closeAccess(ctx, userId, own)
    await audit(ctx, { act: 'end_access', noun: 'user', recordId: userId, detail: ended })
    ctx.log.info({ user_id: userId, ...ended }, 'user: sessions, feeds and tickets revoked')
    return ended
  })
}

export async function listUserFeeds(ctx: Ctx, userId: number): Promise<UserFeed[]> {
  await checkReach(ctx, userId)
  return await selectFeeds(ctx, userId)
}

export async function endUserFeed(ctx: Ctx, userId: number, feedId: number): Promise<null> {
  await checkReach(ctx, userId)
  if ((await deleteFeeds(ctx, userId, feedId)) === 0) throw new AppError('not_found')
  await audit(ctx, { act: 'end_feed', noun: 'user', recordId: userId, detail: { feed: feedId } })
  return null
}
