import type { NewScimCredential, ScimCredential } from '#contract/scim.api.ts'
import { scimCredentialsAtMost, scimPrefix } from '#contract/scim.api.ts'
import { findProviderName, lockFirstLogins } from '#server/features/identity/identity.service.ts'
import { requireActiveAdmin } from '#server/features/user/user.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import type { RateLimit } from '#server/platform/jobs/quota.ts'
import {
  countProvisioned,
  findCredentialByHash,
  findCredentials,
  insertCredential,
  removeCredential,
  touchCredential,
} from './scim.queries.ts'
import { ScimError } from './scim-error.ts'

export async function listCredentials(ctx: Ctx, providerId: number, address: string) {
  await findName(ctx, providerId)
  const [items, counts] = await Promise.all([findCredentials(ctx, providerId), countProvisioned(ctx, providerId)])
  return { items, address, ...counts }
}

async function findName(ctx: Ctx, providerId: number): Promise<string> {
  const name = await findProviderName(ctx, providerId)
  if (name === undefined) throw new AppError('not_found')
  return name
}

/** The secret is returned only here: only its hash is stored. */
export function createCredential(
  ctx: Ctx,
  providerId: number,
  { name, new_role }: NewScimCredential,
): Promise<{ credential: ScimCredential; secret: string }> {
  return inTransaction(ctx, async ctx => {
    await requireActiveAdmin(ctx)
    await lockFirstLogins(ctx, providerId)
    const provider = await findName(ctx, providerId)
    if ((await findCredentials(ctx, providerId)).length >= scimCredentialsAtMost) throw new AppError('wrong_state')
    const secret = `${scimPrefix}${newToken()}`
    const credential = await insertCredential(ctx, {
      ...{ provider_id: providerId, name, new_role },
      ...{ token_hash: hashToken(secret), hint: secret.slice(-4) },
    })
    await audit(ctx, { act: 'create_scim', noun: 'system', detail: { provider, name, new_role } })
    return { credential, secret }
  })
}

export function deleteCredential(ctx: Ctx, providerId: number, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    await requireActiveAdmin(ctx)
    const provider = await findName(ctx, providerId)
    const name = await removeCredential(ctx, providerId, id)
    if (name === undefined) throw new AppError('not_found')
    await audit(ctx, { act: 'end_scim', noun: 'system', detail: { provider, name } })
    return null
  })
}

const touchedEveryMs = 60_000

/** The context of a SCIM request: its acts are recorded under the name of the credential. */
export type ScimCtx = Ctx & { scim: { providerId: number; newRole: ScimCredential['new_role'] } }

const bearer = new RegExp(`^Bearer (${scimPrefix}[A-Za-z0-9_-]{43})$`, 'i')

/** Accepts SCIM credentials only; requests without a valid one are limited by their network. */
export async function openScim(ctx: Ctx, pace: RateLimit, authorization: string | undefined): Promise<ScimCtx> {
  if (!(await pace.stranger(ctx))) throw new AppError('too_many', { seconds: 10 })
  const secret = bearer.exec(authorization ?? '')?.[1]
  const credential = secret === undefined ? undefined : await findCredentialByHash(ctx, hashToken(secret))
  if (!credential) throw new ScimError(401, 'The SCIM credential is missing or not valid.')
  pace.welcome(ctx)
  await pace.request(ctx)
  await touchCredential(ctx, credential.id, new Date(ctx.now().getTime() - touchedEveryMs))
  const { provider_id: providerId, new_role: newRole, name } = credential
  const actor = { kind: 'system', id: null, username: `SCIM (${name})`, role: 'admin', keys: [] } as const
  return { ...ctx, actor, scim: { providerId, newRole } }
}
