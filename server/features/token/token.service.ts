import { type NewToken, type Token, tokenPrefix, tokensAtMost } from '#contract/token.api.ts'
import { checkReach } from '#server/features/user/user.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import { deleteTokens, findTokens, findTokenUser, insertToken, lockTokens } from './token.queries.ts'

export async function listTokens(ctx: Ctx, userId: number): Promise<Token[]> {
  await checkTokenReach(ctx, userId)
  return await findTokens(ctx, userId)
}

/**
 * Creates a token for oneself or for a service account. No one makes tokens for another person,
 * administrators included: its holder acts under that person's name.
 */
export function createToken(
  ctx: Ctx,
  userId: number,
  { name, scopes, minutes, addresses = [] }: NewToken,
): Promise<{ token: Token; secret: string }> {
  return inTransaction(ctx, async ctx => {
    await checkTokenReach(ctx, userId)
    const user = await findTokenUser(ctx, userId)
    if (user?.status !== 'active') throw new AppError('not_found')
    if (userId !== ctx.actor.id && !user.is_service) throw new AppError('wrong_state')
    await lockTokens(ctx, userId)
    if ((await findTokens(ctx, userId)).length >= tokensAtMost) throw new AppError('wrong_state')
    const secret = `${tokenPrefix}${newToken()}`
    const token = await insertToken(ctx, {
      user_id: userId,
      name,
      token_hash: hashToken(secret),
      hint: secret.slice(-4),
      scopes: [...new Set(scopes)],
      addresses,
      expires_at: new Date(ctx.now().getTime() + minutes * 60_000).toISOString(),
    })
    const detail = { name, scopes, expires_at: token.expires_at, ...(addresses.length > 0 && { addresses }) }
    await audit(ctx, { act: 'create_token', noun: 'user', recordId: userId, detail })
    return { token, secret }
  })
}

export function deleteToken(ctx: Ctx, userId: number, tokenId: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    await checkTokenReach(ctx, userId)
    const [name] = await deleteTokens(ctx, userId, tokenId)
    if (name === undefined) throw new AppError('not_found')
    await audit(ctx, { act: 'end_token', noun: 'user', recordId: userId, detail: { name } })
    return null
  })
}

/** One's own tokens, those of a service account that one is responsible for, and for administrators those of anyone. */
async function checkTokenReach(ctx: Ctx, userId: number): Promise<void> {
  const user = userId === ctx.actor.id ? undefined : await findTokenUser(ctx, userId)
  if (user?.keeper !== ctx.actor.id || ctx.actor.id === null) await checkReach(ctx, userId)
}
