import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodes } from '#contract/factor.api.ts'
import { checkPassword, limitAttempts } from '#server/features/session/session.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { requireConfirmed } from '#server/platform/http/confirmation.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import type { Secrets } from '#server/platform/secret.ts'
import { countRecovery, findCode, findOwner, storeRecovery, useStep } from './factor.queries.ts'
import type { Site } from './passkeys.ts'

const purpose = 'one-time code'
const periodSeconds = 30

/** Parts of the process that the feature uses. */
export type FactorParts = { secrets: Secrets; site: Site | undefined }

/**
 * Checks that the request comes from the user and not from another person at their open browser: by the password, or for
 * users without one by a confirmed session.
 */
export async function requireProof(ctx: Ctx, userId: number, password: string | undefined) {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.id !== userId) throw new AppError('not_found')
  const owner = await findOwner(ctx, userId)
  if (!owner || owner.is_service) throw new AppError('not_found')
  if (owner.password_hash === '') {
    requireConfirmed(ctx)
    return owner
  }
  if (password === undefined) throw fieldError('password', 'required')
  const attempt = await limitAttempts(ctx, owner.username)
  if (!(await checkPassword(attempt, owner.password_hash, password))) throw fieldError('password', 'password_wrong')
  await attempt.succeeded()
  return owner
}

export function newCodeSecret(): string {
  return new Secret({ size: 20 }).base32
}

const appOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Og Group', label, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds })

/** The address that authenticator apps read from a QR code. */
export function uriOf(secret: string, username: string): string {
  return appOf(secret, username).toString()
}

export const sealCode = (secrets: Secrets, secret: string): Buffer => secrets.seal(secret, purpose)

/** Whether the code is the current one, or that of the step before or after, and was not used before. */
export async function checkCode(ctx: Ctx, secrets: Secrets, userId: number, code: string): Promise<boolean> {
  const stored = await findCode(ctx, userId)
  const secret = stored && secrets.open(stored.secret, purpose)
  if (stored && secret === undefined)
    ctx.log.error({ user_id: userId }, 'sign-in: the secret of an authenticator app was stored with another key')
  if (secret === undefined) return false
  const timestamp = ctx.now().getTime()
  const delta = appOf(secret, '').validate({ token: code, timestamp, window: 1 })
  if (delta === null) return false
  return await useStep(ctx, userId, Math.floor(timestamp / 1000 / periodSeconds) + delta)
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 59 bits in three groups, without letters and digits that look alike. */
function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group()].join('-')
}

/** The stored form; entered in any case, with or without separators. */
export function hashRecovery(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()
}

export async function makeRecovery(ctx: Ctx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await storeRecovery(ctx, userId, codes.map(hashRecovery))
  return codes
}

/** New codes with the first factor; none if there are some already. */
export async function makeFirstRecovery(ctx: Ctx, userId: number): Promise<string[]> {
  return (await countRecovery(ctx, userId)) > 0 ? [] : await makeRecovery(ctx, userId)
}
