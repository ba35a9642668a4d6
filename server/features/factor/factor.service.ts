import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/factor.api.ts'
import { type Factors, passkeysAtMost, type SecondStep } from '#contract/factor.api.ts'
import { endEnrolment, limitSecondStep, limitStarts, openSessionOf } from '#server/features/session/session.service.ts'
import { checkReach, closeAccess, deleteFactors } from '#server/features/user/user.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import {
  confirmApp,
  countRecovery,
  deleteChallenge,
  deleteCode,
  deletePasskey,
  findCode,
  findCredentials,
  findOwner,
  findPasskeys,
  findWaiting,
  insertChallenge,
  insertPasskey,
  type Purpose,
  setChallenge,
  storeCode,
  storeRecovery,
  takeChallenge,
  takeRecovery,
  trySecond,
} from './factor.queries.ts'
import { authenticationOptions, readAuthentication, readRegistration, registrationOptions } from './passkeys.ts'
import {
  checkCode,
  type FactorParts,
  hashRecovery,
  makeFirstRecovery,
  makeRecovery,
  newCodeSecret,
  requireProof,
  sealCode,
  uriOf,
} from './proof.ts'

export { confirmByFactor, findConfirmFactors, startPasskeyConfirmation } from './confirm.ts'
export { removeOldChallenges } from './factor.queries.ts'
export { siteOf } from './passkeys.ts'
export type { FactorParts } from './proof.ts'

const challengeMs = 5 * 60_000
/** Wrong codes for one password that was right; then the login begins again. */
const triesAtMost = 5

async function openChallenge(ctx: Ctx, purpose: Purpose, userId: number | null, challenge: string | null) {
  const binding = newToken()
  await insertChallenge(ctx, {
    ...{ binding_hash: hashToken(binding), purpose, user_id: userId, challenge },
    expires_at: new Date(ctx.now().getTime() + challengeMs).toISOString(),
  })
  return binding
}

/** After the right password: throws `second_factor` with a ticket if the user has a second factor. */
export async function requireSecond(ctx: Ctx, { site }: FactorParts, userId: number): Promise<void> {
  const [passkeys, code] = await Promise.all([findCredentials(ctx, userId), findCode(ctx, userId)])
  const hasCode = code !== undefined && code.confirmed_at !== null
  if (passkeys.length === 0 && !hasCode) return
  const recovery = await countRecovery(ctx, userId)
  const methods: SecondStep['methods'] = [
    ...(passkeys.length > 0 && site ? (['passkey'] as const) : []),
    ...(hasCode ? (['code'] as const) : []),
    ...(recovery > 0 ? (['recovery'] as const) : []),
  ]
  const ticket = await openChallenge(ctx, 'second', userId, null)
  throw new AppError('second_factor', {}, { data: { ticket, methods } satisfies SecondStep })
}

export async function secondOptions(ctx: Ctx, { site }: FactorParts, ticket: string) {
  const hash = hashToken(ticket)
  const userId = await findWaiting(ctx, hash)
  if (!site || userId === null) throw new AppError('login_failed')
  const { challenge, options } = await authenticationOptions(site, await findCredentials(ctx, userId))
  await setChallenge(ctx, hash, challenge)
  return { options }
}

/** Ends a login whose password was right. A ticket allows few tries, and a user few in a quarter of an hour. */
export async function finishSecond(
  ctx: Ctx,
  parts: FactorParts,
  { ticket, ...answer }: Received<typeof contract.secondStep>['body'],
  userAgent: string,
): Promise<{ token: string }> {
  const hash = hashToken(ticket)
  const waiting = await trySecond(ctx, hash, triesAtMost)
  if (!waiting?.user_id) throw new AppError('login_failed')
  const userId = waiting.user_id
  const limit = await limitSecondStep(ctx, userId)
  const method = await inTransaction(ctx, ctx => checkAnswer(ctx, parts, userId, waiting.challenge, answer))
  if (!method) {
    await audit(ctx, { act: 'login_failed', noun: 'user', recordId: userId, detail: { step: 'second' } })
    throw new AppError('login_failed')
  }
  // Two requests with two right codes open one session.
  if (!(await deleteChallenge(ctx, hash))) throw new AppError('login_failed')
  await limit.succeeded()
  return { token: await openSessionOf(ctx, userId, { userAgent, hasSecond: true, detail: { second: method } }) }
}

type Answer = Omit<Received<typeof contract.secondStep>['body'], 'ticket'>

async function checkAnswer(
  ctx: Ctx,
  { secrets, site }: FactorParts,
  userId: number,
  challenge: string | null,
  { code, recovery, passkey }: Answer,
): Promise<SecondStep['methods'][number] | undefined> {
  if (passkey)
    return site && challenge && (await readAuthentication(ctx, site, challenge, passkey)) === userId
      ? 'passkey'
      : undefined
  if (code !== undefined) {
    const app = await findCode(ctx, userId)
    return app?.confirmed_at && (await checkCode(ctx, secrets, userId, code)) ? 'code' : undefined
  }
  if (recovery !== undefined) return (await takeRecovery(ctx, userId, hashRecovery(recovery))) ? 'recovery' : undefined
  return undefined
}

export async function startPasskeyLogin(ctx: Ctx, { site }: FactorParts) {
  if (!site) throw new AppError('wrong_state')
  await limitStarts(ctx)
  const { challenge, options } = await authenticationOptions(site)
  return { binding: await openChallenge(ctx, 'login', null, challenge), options }
}

export async function loginByPasskey(
  ctx: Ctx,
  { site }: FactorParts,
  { binding, response }: Received<typeof contract.passkeyLogin>['body'],
  userAgent: string,
): Promise<{ token: string }> {
  const waiting = await takeChallenge(ctx, hashToken(binding), 'login')
  const challenge = waiting?.challenge
  const userId =
    site && challenge ? await inTransaction(ctx, ctx => readAuthentication(ctx, site, challenge, response)) : undefined
  if (userId === undefined) {
    await audit(ctx, { act: 'login_failed', noun: 'user', detail: { by: 'passkey' } })
    throw new AppError('login_failed')
  }
  return { token: await openSessionOf(ctx, userId, { userAgent, hasSecond: true, detail: { by: 'passkey' } }) }
}

export async function getFactors(ctx: Ctx, { site }: FactorParts, userId: number): Promise<Factors> {
  await checkReach(ctx, userId)
  const [passkeys, code, recovery, owner] = await Promise.all([
    findPasskeys(ctx, userId),
    findCode(ctx, userId),
    countRecovery(ctx, userId),
    findOwner(ctx, userId),
  ])
  return {
    passkeys,
    has_code: code !== undefined && code.confirmed_at !== null,
    recovery,
    has_password: owner !== undefined && owner.password_hash !== '',
    passkey_domain: site?.domain ?? null,
  }
}

export async function startPasskey(ctx: Ctx, { site }: FactorParts, userId: number, password: string | undefined) {
  const { username, name } = await requireProof(ctx, userId, password)
  const existing = await findCredentials(ctx, userId)
  if (!site || existing.length >= passkeysAtMost) throw new AppError('wrong_state')
  const { challenge, options } = await registrationOptions(site, { id: userId, username, name }, existing)
  return { binding: await openChallenge(ctx, 'register', userId, challenge), options }
}

export async function addPasskey(
  ctx: Ctx,
  { site }: FactorParts,
  userId: number,
  { binding, name, response }: Received<typeof contract.addPasskey>['body'],
): Promise<{ recovery: string[] }> {
  if (ctx.actor.id !== userId) throw new AppError('not_found')
  const waiting = await takeChallenge(ctx, hashToken(binding), 'register')
  if (!site || waiting?.user_id !== userId || waiting.challenge === null) throw new AppError('wrong_state')
  const passkey = await readRegistration(site, waiting.challenge, response)
  if (!passkey) throw fieldError('response', 'wrong')
  return await inTransaction(ctx, async ctx => {
    await insertPasskey(ctx, { ...passkey, user_id: userId, name })
    await audit(ctx, { act: 'add_factor', noun: 'user', recordId: userId, detail: { passkey: name } })
    await endEnrolment(ctx, userId)
    return { recovery: await makeFirstRecovery(ctx, userId) }
  })
}

export async function startCode(ctx: Ctx, { secrets }: FactorParts, userId: number, password: string | undefined) {
  const { username } = await requireProof(ctx, userId, password)
  const secret = newCodeSecret()
  if (!(await storeCode(ctx, userId, sealCode(secrets, secret)))) throw new AppError('wrong_state')
  return { secret, uri: uriOf(secret, username) }
}

export async function confirmCode(ctx: Ctx, { secrets }: FactorParts, userId: number, code: string) {
  if (ctx.actor.id !== userId) throw new AppError('not_found')
  const limit = await limitSecondStep(ctx, userId)
  const isRight = await checkCode(ctx, secrets, userId, code)
  if (!isRight) throw fieldError('code', 'wrong')
  await limit.succeeded()
  return await inTransaction(ctx, async ctx => {
    await confirmApp(ctx, userId)
    await audit(ctx, { act: 'add_factor', noun: 'user', recordId: userId, detail: { app: true } })
    await endEnrolment(ctx, userId)
    return { recovery: await makeFirstRecovery(ctx, userId) }
  })
}

export async function renewRecovery(ctx: Ctx, userId: number, password: string | undefined) {
  await requireProof(ctx, userId, password)
  return await inTransaction(ctx, async ctx => {
    if (!(await hasFactor(ctx, userId))) throw new AppError('wrong_state')
    await audit(ctx, { act: 'add_factor', noun: 'user', recordId: userId, detail: { recovery: true } })
    return { recovery: await makeRecovery(ctx, userId) }
  })
}

/** `passkey`: one of the user's passkeys; absent: the authenticator app. The last factor takes the recovery codes along. */
export async function removeFactor(
  ctx: Ctx,
  userId: number,
  { password, passkey }: Received<typeof contract.removeFactor>['body'],
): Promise<null> {
  await requireProof(ctx, userId, password)
  return await inTransaction(ctx, async ctx => {
    const name = passkey === undefined ? undefined : await deletePasskey(ctx, userId, passkey)
    const isGone = passkey === undefined ? await deleteCode(ctx, userId) : name !== undefined
    if (!isGone) throw new AppError('not_found')
    if (!(await hasFactor(ctx, userId))) await storeRecovery(ctx, userId, [])
    const detail = passkey === undefined ? { app: true } : { passkey: name }
    await audit(ctx, { act: 'end_factor', noun: 'user', recordId: userId, detail })
    return null
  })
}

async function hasFactor(ctx: Ctx, userId: number): Promise<boolean> {
  if ((await findCredentials(ctx, userId)).length > 0) return true
  return Boolean((await findCode(ctx, userId))?.confirmed_at)
}

/** For another user who lost their devices. All their access ends: the devices may be in other hands. */
export function resetFactors(ctx: Ctx, userId: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    await checkReach(ctx, userId)
    if (ctx.actor.id === userId) throw new AppError('wrong_state')
    await deleteFactors(ctx, userId)
    await closeAccess(ctx, userId)
    await audit(ctx, { act: 'end_factor', noun: 'user', recordId: userId, detail: { all: true } })
    return null
  })
}
