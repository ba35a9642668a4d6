import type { Received } from '#contract/endpoint.ts'
import type { ConfirmMethod, ConfirmWays, confirmSession } from '#contract/session.api.ts'
import {
  confirmByFactor,
  type FactorParts,
  findConfirmFactors,
  startPasskeyConfirmation,
} from '#server/features/factor/factor.service.ts'
import { findProvidersOf, type Identities, startConfirmationAt } from '#server/features/identity/identity.service.ts'
import {
  acceptsPasswordOf,
  checkPassword,
  confirmSessionOf,
  findLogin,
  limitAttempts,
} from '#server/features/session/session.service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { confirmedUntil } from '#server/platform/http/confirmation.ts'
import { AppError } from '#server/platform/http/errors.ts'

/** The requester with their password, and the ways that are open to them. */
async function findWays(ctx: Ctx, factors: FactorParts) {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.sessionId === 0) throw new AppError('forbidden')
  const found = await findLogin(ctx, actor.username)
  if (found?.id !== actor.id) throw new AppError('unauthenticated')
  const { hasPasskey, hasCode } = await findConfirmFactors(ctx, factors, actor.id)
  // The password alone logs no one in who has a second factor, so it confirms nothing either.
  const hasFactor = hasPasskey || hasCode
  const hasPassword = !hasFactor && (await acceptsPasswordOf(ctx, found))
  const providers = hasFactor || hasPassword ? [] : await findProvidersOf(ctx, actor.id)
  const methods: ConfirmMethod[] = [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasCode ? (['code'] as const) : []),
    ...(hasPassword ? (['password'] as const) : []),
    ...(providers.length > 0 ? (['provider'] as const) : []),
  ]
  const holder = { userId: actor.id, sessionId: actor.sessionId }
  return { holder, methods, providers, username: actor.username, passwordHash: found.password_hash }
}

export async function startConfirmation(ctx: Ctx, factors: FactorParts): Promise<ConfirmWays> {
  const { holder, methods, providers } = await findWays(ctx, factors)
  const passkey = methods.includes('passkey') ? await startPasskeyConfirmation(ctx, factors, holder) : null
  return { methods, passkey, providers }
}

export async function confirm(
  ctx: Ctx,
  factors: FactorParts,
  body: Received<typeof confirmSession>['body'],
): Promise<{ until: string }> {
  const { holder, methods, username, passwordHash } = await findWays(ctx, factors)
  const by = body.passkey ? 'passkey' : body.code === undefined ? 'password' : 'code'
  if (!methods.includes(by)) throw new AppError('wrong_state')
  const isByPassword = by === 'password'
  const isRight = isByPassword
    ? await isPassword(ctx, username, passwordHash, body.password ?? '')
    : await confirmByFactor(ctx, factors, holder, body)
  if (!isRight) {
    await audit(ctx, { act: 'login_failed', noun: 'user', recordId: holder.userId, detail: { step: 'confirm', by } })
    throw new AppError('not_confirmed')
  }
  const now = ctx.now()
  await confirmSessionOf(ctx, { ...holder, passwordHash: isByPassword ? passwordHash : undefined }, { by })
  return { until: confirmedUntil(now) }
}

/** Counts as a login with this name does. */
async function isPassword(ctx: Ctx, username: string, hash: string, password: string): Promise<boolean> {
  const attempt = await limitAttempts(ctx, username)
  if (!(await checkPassword(attempt, hash, password))) return false
  await attempt.succeeded()
  return true
}

export async function startAtProvider(ctx: Ctx, factors: FactorParts, identities: Identities, providerId: number) {
  const { holder, providers } = await findWays(ctx, factors)
  if (!providers.some(({ id }) => id === providerId)) throw new AppError('wrong_state')
  return await startConfirmationAt(ctx, identities, providerId, holder)
}
