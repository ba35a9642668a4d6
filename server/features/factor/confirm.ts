import type { Received } from '#contract/endpoint.ts'
import type { confirmSession } from '#contract/session.api.ts'
import { limitSecondStep, limitStarts } from '#server/features/session/session.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import { findCode, findCredentials, insertChallenge, takeChallenge } from './factor.queries.ts'
import { authenticationOptions, readAuthentication } from './passkeys.ts'
import { checkCode, type FactorParts } from './proof.ts'

const challengeMs = 5 * 60_000

type Holder = { userId: number; sessionId: number }

/** The second factors that a user can confirm a session with at this address. */
export async function findConfirmFactors(ctx: Ctx, { site }: FactorParts, userId: number) {
  const [passkeys, code] = await Promise.all([findCredentials(ctx, userId), findCode(ctx, userId)])
  return { hasPasskey: site !== undefined && passkeys.length > 0, hasCode: Boolean(code?.confirmed_at) }
}

/** The challenge for a passkey of the user, valid for this session alone. */
export async function startPasskeyConfirmation(ctx: Ctx, { site }: FactorParts, { userId, sessionId }: Holder) {
  if (!site) return null
  await limitStarts(ctx)
  const { challenge, options } = await authenticationOptions(site, await findCredentials(ctx, userId))
  const binding = newToken()
  await insertChallenge(ctx, {
    ...{ binding_hash: hashToken(binding), purpose: 'confirm', user_id: userId, session_id: sessionId, challenge },
    expires_at: new Date(ctx.now().getTime() + challengeMs).toISOString(),
  })
  return { binding, options }
}

/**
 * Whether a passkey or a code belongs to the user; both count like the second step of a login, and each is accepted
 * once.
 */
export async function confirmByFactor(
  ctx: Ctx,
  { secrets, site }: FactorParts,
  { userId, sessionId }: Holder,
  { passkey, code }: Received<typeof confirmSession>['body'],
): Promise<boolean> {
  const limit = await limitSecondStep(ctx, userId)
  const waiting = passkey && (await takeChallenge(ctx, hashToken(passkey.binding), 'confirm'))
  const challenge = waiting?.user_id === userId && waiting.session_id === sessionId ? waiting.challenge : null
  const isRight = await inTransaction(ctx, async ctx => {
    if (!passkey) return code !== undefined && (await checkCode(ctx, secrets, userId, code))
    return site !== undefined && challenge !== null
      ? (await readAuthentication(ctx, site, challenge, passkey.response)) === userId
      : false
  })
  if (isRight) await limit.succeeded()
  return isRight
}
