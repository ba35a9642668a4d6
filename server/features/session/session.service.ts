import type { Received } from '#contract/endpoint.ts'
import { ogReaders, type Role } from '#contract/role.ts'
import { type PageName, type PageRoute, pageRoutes } from '#contract/route.ts'
import type { login as loginEndpoint, MenuEntry } from '#contract/session.api.ts'
import { cutText } from '#contract/text.ts'
import { type TokenScope, tokenPrefix } from '#contract/token.api.ts'
import { audit } from '#server/platform/audit.ts'
import type { Actor, Ctx } from '#server/platform/ctx.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Identify } from '#server/platform/http/http.ts'
import { isReviewer } from '#server/platform/http/may-call.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import type { RateLimit } from '#server/platform/jobs/quota.ts'
import { hashPassword, verifyPassword } from '#server/platform/password.ts'
import { type Attempt, limitAttempts, limitSecondStep, limitStarts, noteAddress } from './attempts.ts'
import {
  confirmSession,
  type FoundSession,
  findLogin,
  findRole,
  findSession,
  findToken,
  insertSession,
  removeSession,
  touchSession,
  touchToken,
} from './session.queries.ts'
import { openStrangers } from './strangers.ts'

/** Not in the side menu, but reached from the user's own menu; the server-driven menu has always included it. */
const unlistedPages: readonly string[] = ['user_info'] satisfies PageName[]

/**
 * The menu of a role by route names, in the order of the table of pages; a group without a permitted child is left out.
 */
function menuOf(role: Role, isReviewer: boolean): MenuEntry[] {
  const entries: MenuEntry[] = []
  for (const [name, row] of Object.entries<PageRoute>(pageRoutes)) {
    if (
      (!row.menu && !unlistedPages.includes(name)) ||
      !(isFor(role, row.roles) || (row.isReview && isReviewer)) ||
      !isFor(role, row.menu?.roles)
    )
      continue
    const group = row.menu?.group
    if (group === undefined) {
      entries.push({ name })
      continue
    }
    const branch = entries.find(entry => entry.name === group)
    if (branch?.children) branch.children.push({ name })
    else entries.push({ name: group, children: [{ name }] })
  }
  return entries
}

const isFor = (role: Role, roles: PageRoute['roles'] = '*') => roles === '*' || roles.includes(role)

const hourMs = 3_600_000
/** A session that is unused for this long has expired. */
export const idleMs = 24 * hourMs
/** The maximum lifetime of a session, used or not. */
const absoluteMs = 14 * 24 * hourMs
/** The precision of the last use: one write per this time, not one per request. */
const touchEveryMs = 60_000

/** This hash is checked if there is no such user, so that both answers take the same time. */
const nobodysHash = hashPassword('a password that nobody has')

/** Throws `second_factor` if the user whose password was right has a second factor; implemented by the feature. */
export type RequireSecond = (ctx: Ctx, userId: number) => Promise<void>

/** Returns a token for a name and password. Neither the answer nor its time reveals whether the name exists. */
export async function login(
  ctx: Ctx,
  { username, password }: Received<typeof loginEndpoint>['body'],
  { userAgent, requireSecond }: { userAgent: string; requireSecond: RequireSecond },
) {
  const attempt = await limitAttempts(ctx, username)
  const found = await findLogin(ctx, username)
  const isRight = await checkPassword(attempt, found?.password_hash ?? (await nobodysHash), password)
  // Read for every name, so that the time of the answer does not reveal administrators.
  const acceptsPasswords = await readSetting(ctx, 'login_password')
  const isAccepted = acceptsPasswords || found?.role === 'admin'
  if (!found || !isRight || !isAccepted || found.status !== 'active' || found.is_service) {
    // A name that no user has is not stored: it may be a password typed into the wrong field.
    await audit(ctx, { act: 'login_failed', noun: 'user', recordId: found?.id ?? null })
    throw new AppError('login_failed')
  }
  await attempt.succeeded()
  await requireSecond(ctx, found.id)
  return { token: await openSessionOf(ctx, found.id, { userAgent, passwordHash: found.password_hash }) }
}

type NewSession = {
  userAgent: string
  /** The password that was just checked; the session is not opened if it was changed meanwhile. */
  passwordHash?: string
  /** The identity that the user logged in with, and the session at its provider. */
  identity?: { id: number; session: string | null }
  /** Whether a second factor was used; without one, users who must have one set it up first. */
  hasSecond?: boolean
  /** Added to the entry of the audit log. */
  detail?: Record<string, unknown>
}

/** Opens a session of a user whose login was checked; returns its token. */
export async function openSessionOf(
  ctx: Ctx,
  userId: number,
  { userAgent, passwordHash, identity, hasSecond = false, detail }: NewSession,
): Promise<string> {
  const now = ctx.now().getTime()
  const token = newToken()
  const user = await insertSession(ctx, passwordHash, {
    token_hash: hashToken(token),
    user_id: userId,
    created_at: new Date(now).toISOString(),
    last_seen_at: new Date(now).toISOString(),
    expires_at: new Date(now + absoluteMs).toISOString(),
    address: ctx.address,
    user_agent: cutText(userAgent, 300),
    identity_id: identity?.id ?? null,
    provider_session: identity?.session ?? null,
    must_enrol: !hasSecond && !identity && (await mustHaveSecond(ctx, userId)),
  })
  if (!user) throw new AppError('login_failed')
  await noteAddress(ctx, userId)
  const actor: Actor = { kind: 'user', id: userId, ...user, sessionId: 0, keys: [userId] }
  await audit(
    { ...ctx, actor },
    { act: 'login', noun: 'user', recordId: userId, detail: { user_agent: cutText(userAgent, 300), ...detail } },
  )
  ctx.log.info({ user_id: userId }, 'sign-in: session created')
  return token
}

/** Whether the setting requires a second factor of this user. */
async function mustHaveSecond(ctx: Ctx, userId: number): Promise<boolean> {
  const required = await readSetting(ctx, 'login_second_factor')
  if (required === 'none') return false
  const role = await findRole(ctx, userId)
  return role === 'admin' || (required === 'records' && role !== undefined && ogReaders.includes(role))
}

type Requester = Pick<Ctx, 'snapshot' | 'place'> & { actor: Extract<Actor, { kind: 'user' }> }

/** Identifies the sender of a request, for one process; invalid tokens are rate-limited. */
export function openIdentify(pace: RateLimit, { withPlace = false } = {}): Identify {
  const strangers = openStrangers(pace)
  return async (request, ctx) => {
    const token = /^Bearer ((?:ogp_)?[A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
    const open = token?.startsWith(tokenPrefix) ? openToken : openSession
    const found = await strangers.look(ctx, token ? hashToken(token) : undefined, hash => open(ctx, hash, withPlace))
    if (!found) throw new AppError('unauthenticated')
    return found
  }
}

/** A session ends by logout, idleness, age, revocation, or when its user is disabled. */
async function openSession(
  { db, now: clock, isReadOnly }: Ctx,
  hash: Buffer,
  withPlace: boolean,
): Promise<Requester | undefined> {
  const session = await findSession(db, hash, { withPlace })
  const now = clock().getTime()
  if (session?.status !== 'active' || now >= Date.parse(session.expires_at)) return undefined
  const idle = now - Date.parse(session.last_seen_at)
  if (idle >= idleMs) return undefined
  if (idle >= touchEveryMs && !isReadOnly)
    await touchSession(db, session.id, session.user_id, new Date(now).toISOString())
  const user = whoOf(session)
  const who = { ...user, actor: { ...user.actor, confirmedAt: session.confirmed_at } }
  return session.must_enrol ? { ...who, actor: { ...who.actor, mustEnrol: true } } : who
}

/**
 * A token is accepted until it expires or is revoked, while its user is active, from its networks. Its uses are logged
 * under the user's name with the token's.
 */
async function openToken(ctx: Ctx, hash: Buffer, withPlace: boolean): Promise<Requester | undefined> {
  const { db, now: clock, address, isReadOnly } = ctx
  const token = await findToken(db, hash, { withPlace, address })
  const now = clock().getTime()
  if (token?.status !== 'active' || !token.is_here || now >= Date.parse(token.expires_at)) return undefined
  const unusedMs = token.last_used_at === null ? Number.POSITIVE_INFINITY : now - Date.parse(token.last_used_at)
  if (unusedMs >= touchEveryMs && !isReadOnly) await touchToken(ctx, token.id, token.user_id)
  const who = whoOf({ ...token, id: 0, username: `${token.username} (${token.name})` })
  return { ...who, actor: { ...who.actor, token: { id: token.id, scopes: token.scopes as TokenScope[] } } }
}

function whoOf(
  session: Pick<
    FoundSession,
    'id' | 'user_id' | 'username' | 'role' | 'group_keys' | 'is_reviewer' | 'snapshot' | 'place'
  >,
): Requester {
  const actor: Requester['actor'] = {
    kind: 'user',
    id: session.user_id,
    username: session.username,
    role: session.role,
    sessionId: session.id,
    keys: [session.user_id, ...session.group_keys],
    ...(session.is_reviewer && { isReviewer: true }),
  }
  return { actor, snapshot: session.snapshot, place: session.place ?? undefined }
}

/** Used by identity providers and second factors. */
export { endEnrolment, endProviderSessions, findLogin } from './session.queries.ts'
/** The limit of password attempts, for other features that require a password. */
export { limitAttempts, limitSecondStep, limitStarts }

/** Whether the password is right; if too many checks are waiting, the attempt is not counted. */
export async function checkPassword(attempt: Attempt, passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verifyPassword(passwordHash, password, attempt.isKnown)
  } catch (error) {
    await attempt.withdrawn()
    throw error
  }
}

/**
 * Confirms one session of a user who has just proved to be present. A session that ended meanwhile, or whose user was
 * disabled or got another password, is not confirmed.
 */
export async function confirmSessionOf(
  ctx: Ctx,
  session: { sessionId: number; userId: number; passwordHash?: string | undefined },
  detail: Record<string, unknown>,
): Promise<void> {
  const { sessionId, userId } = session
  const user = await confirmSession(ctx, session)
  if (!user) throw new AppError('not_confirmed')
  const actor: Actor = { kind: 'user', id: userId, ...user, sessionId, keys: [userId] }
  await audit({ ...ctx, actor }, { act: 'confirm', noun: 'user', recordId: userId, detail })
}

/** Whether the user has a password that the login accepts. */
export async function acceptsPasswordOf(ctx: Ctx, { password_hash, role }: { password_hash: string; role: string }) {
  return password_hash !== '' && (role === 'admin' || (await readSetting(ctx, 'login_password')))
}

export async function logout(ctx: Ctx): Promise<null> {
  if (ctx.actor.kind !== 'user') return null
  await removeSession(ctx, ctx.actor.sessionId)
  await audit(ctx, { act: 'logout', noun: 'user', recordId: ctx.actor.id })
  return null
}

export function menu(ctx: Ctx): MenuEntry[] {
  return menuOf(ctx.actor.role, isReviewer(ctx.actor))
}
