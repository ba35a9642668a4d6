import type { Received, Reply } from '#contract/endpoint.ts'
import type { finishLogin } from '#contract/identity.api.ts'
import {
  confirmSessionOf,
  endProviderSessions,
  limitStarts,
  openSessionOf,
} from '#server/features/session/session.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction, systemActor } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import { followGroups, type LoginUser, type Refusal, refusalOfEmail, welcome } from './first-login.ts'
import {
  findByIdentity,
  findLoginUser,
  insertIdentity,
  insertStart,
  lockFirstLogins,
  takeStart,
  touchIdentity,
} from './login.queries.ts'
import { findProvider, noteOutcome, type StoredProvider } from './provider.queries.ts'
import { type Identities, registrationOf } from './provider.ts'
import { type Claims, ProviderError } from './relying-party.ts'

/** How long a login at the provider may take. */
const startLivesMs = 15 * 60_000

/** The tolerated difference between the clocks of the provider and the console. */
const skewMs = 60_000

/** `userId`: the identity is added to this user, or confirms their session; otherwise it is a login. */
export async function start(
  ctx: Ctx,
  identities: Identities,
  providerId: number,
  { userId = null, sessionId = null }: { userId?: number | null; sessionId?: number | null } = {},
) {
  const provider = await findProvider(ctx, providerId)
  if (!provider?.is_active) throw new AppError('not_found')
  await limitStarts(ctx)
  const { url, ...login } = await attempt(ctx, provider, () =>
    identities.party.start(registrationOf(identities, provider), identities.redirectOf(providerId), {
      isFresh: sessionId !== null,
    }),
  )
  const binding = newToken()
  await insertStart(
    ctx,
    hashToken(binding),
    { ...login, provider_id: provider.id, provider_rev: provider.rev, user_id: userId, session_id: sessionId },
    new Date(ctx.now().getTime() + startLivesMs).toISOString(),
  )
  return { url, binding }
}

/**
 * Ends a login: `binding` proves that this browser began it, `address` is where the provider sent the browser. A login is
 * used once, also if it fails.
 */
export async function finish(
  ctx: Ctx,
  identities: Identities,
  { binding, address }: Received<typeof finishLogin>['body'],
  userAgent: string,
): Promise<Reply<typeof finishLogin>> {
  const login = await takeStart(ctx, hashToken(binding))
  const provider = login && (await findProvider(ctx, login.provider_id))
  const url = new URL(address, identities.redirectOf(login?.provider_id ?? 0))
  const isRight =
    provider?.is_active &&
    provider.rev === login?.provider_rev &&
    url.origin + url.pathname === identities.redirectOf(provider.id)
  if (!login || !provider || !isRight) throw new AppError('login_failed')
  const claims = await attempt(ctx, provider, () =>
    identities.party.finish(registrationOf(identities, provider), url, login),
  )
  if (login.user_id !== null && login.session_id !== null)
    return await confirm(ctx, provider, claims, {
      ...{ userId: login.user_id, sessionId: login.session_id },
      since: new Date(Date.parse(login.expires_at) - startLivesMs),
    })
  const refusal = refusalOfEmail(provider, claims)
  if (refusal) return await refuse(ctx, provider, refusal)
  return login.user_id === null
    ? { token: await logIn(ctx, provider, claims, userAgent) }
    : await addTo(ctx, provider, claims, login.user_id)
}

async function logIn(ctx: Ctx, provider: StoredProvider, claims: Claims, userAgent: string): Promise<string> {
  const found = await inTransaction({ ...ctx, actor: systemActor }, async ctx => {
    await lockFirstLogins(ctx, provider.id)
    const known = await findByIdentity(ctx, provider.id, claims.subject)
    const welcomed = known ? { user: known, identityId: known.identity_id } : await welcome(ctx, provider, claims)
    if ('refusal' in welcomed) return welcomed
    const { user, identityId } = welcomed
    if (user.status !== 'active' || user.is_service) return { refusal: `the user ${user.username} may not log in` }
    await touchIdentity(ctx, identityId, claims.email)
    await followGroups(ctx, provider, claims, user.id)
    return welcomed
  })
  if ('refusal' in found) return await refuse(ctx, provider, found)
  const token = await openSessionOf(ctx, found.user.id, {
    userAgent,
    identity: { id: found.identityId, session: claims.session ?? null },
    detail: { provider: provider.name },
  })
  await noteOutcome(ctx, provider.id, null)
  return token
}

/** Adds the identity to a user who was logged in when the login began. */
async function addTo(ctx: Ctx, provider: StoredProvider, claims: Claims, userId: number): Promise<{ token: null }> {
  return await inTransaction({ ...ctx, actor: systemActor }, async ctx => {
    await lockFirstLogins(ctx, provider.id)
    const user: LoginUser | undefined = await findLoginUser(ctx, userId)
    if (user?.status !== 'active') throw new AppError('login_failed')
    const known = await findByIdentity(ctx, provider.id, claims.subject)
    if (known && known.id !== userId) throw new AppError('no_user')
    if (!known) {
      const { id, username } = user
      await insertIdentity(ctx, { provider_id: provider.id, subject: claims.subject, user_id: id, email: claims.email })
      const detail = { provider: provider.name, email: claims.email, username }
      await audit(ctx, { act: 'add_identity', noun: 'user', recordId: id, detail })
    }
    await noteOutcome(ctx, provider.id, null)
    return { token: null }
  })
}

/** Confirms the session from which the login was begun, if the same user has entered their credentials since then. */
async function confirm(
  ctx: Ctx,
  provider: StoredProvider,
  claims: Claims,
  { userId, sessionId, since }: { userId: number; sessionId: number; since: Date },
): Promise<{ token: null }> {
  const known = await findByIdentity(ctx, provider.id, claims.subject)
  const { authenticatedAt } = claims
  const isFresh = authenticatedAt !== undefined && authenticatedAt * 1000 >= since.getTime() - skewMs
  const reason = !isFresh
    ? authenticatedAt === undefined
      ? 'the identity token does not state when the user logged in (auth_time)'
      : 'the provider did not let the user log in again (auth_time)'
    : 'another user logged in'
  if (!isFresh || known?.id !== userId) {
    await noteOutcome(ctx, provider.id, reason)
    const detail = { provider: provider.name, step: 'confirm', reason }
    await audit(ctx, { act: 'login_failed', noun: 'user', recordId: userId, detail })
    throw new AppError('not_confirmed')
  }
  return await inTransaction(ctx, async ctx => {
    await confirmSessionOf(ctx, { sessionId, userId }, { by: 'provider', provider: provider.name })
    await noteOutcome(ctx, provider.id, null)
    return { token: null }
  })
}

async function refuse(ctx: Ctx, provider: StoredProvider, { refusal }: Refusal): Promise<never> {
  await noteOutcome(ctx, provider.id, refusal)
  await audit(ctx, { act: 'login_failed', noun: 'user', detail: { provider: provider.name, reason: refusal } })
  throw new AppError('no_user')
}

/** Records a failure of the provider, of which the user learns only that there was one. */
async function attempt<T>(ctx: Ctx, provider: StoredProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ provider: provider.id, reason: error.message }, 'sign-in: the identity provider failed')
    await noteOutcome(ctx, provider.id, error.message)
    await audit(ctx, { act: 'login_failed', noun: 'user', detail: { provider: provider.name, reason: error.message } })
    throw new AppError('provider_failed')
  }
}

/** Ends the sessions of a user who logged out at the provider, on all processes. */
export async function endByProvider(
  ctx: Ctx,
  identities: Identities,
  providerId: number,
  token: string,
): Promise<null> {
  const provider = await findProvider(ctx, providerId)
  if (!provider?.is_active) throw new AppError('not_found')
  try {
    const named = await identities.party.readLogout(registrationOf(identities, provider), token)
    for (const userId of new Set((await endProviderSessions(ctx, provider.id, named)).map(row => row.user_id)))
      await audit(ctx, { act: 'logout', noun: 'user', recordId: userId, detail: { provider: provider.name } })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ provider: provider.id, reason: error.message }, 'sign-in: a logout token was refused')
    throw new AppError('bad_request')
  }
  return null
}
