import { checkReach } from '#server/features/user/user.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import type { ApiFetch } from '#server/platform/fetcher/api-fetch.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Secrets } from '#server/platform/secret.ts'
import { deleteIdentityRow, findIdentities, hasPassword } from './login.queries.ts'
import { start } from './login.ts'
import { findActiveProviders, findProvider } from './provider.queries.ts'
import type { Identities } from './provider.ts'
import { openRelyingParty } from './relying-party.ts'

/** Used by provisioning. */
export { freeName } from './first-login.ts'
export {
  findByEmail,
  findByIdentity,
  findProvidersOf,
  findTakenNames,
  lockFirstLogins,
  removeOldStarts,
} from './login.queries.ts'
export { endByProvider, finish } from './login.ts'
export type { Identities } from './provider.ts'
/** Used by the system settings. */
export {
  checkPasswordSwitch,
  createProvider,
  deleteProvider,
  listProviders,
  testProvider,
  updateProvider,
} from './provider.ts'

/** `publicUrl`: the console's address in browsers, from its configuration. */
export function openIdentities(
  config: { publicUrl: string; secrets: Secrets; hasPasskeys: boolean },
  services: ApiFetch,
): Identities {
  return {
    party: openRelyingParty(services),
    secrets: config.secrets,
    hasPasskeys: config.hasPasskeys,
    redirectOf: id => `${config.publicUrl}/login/callback/${id}`,
    logoutOf: id => `${config.publicUrl}/v1/login/logout/${id}`,
  }
}

export async function findProviderName(ctx: Ctx, id: number): Promise<string | undefined> {
  return (await findProvider(ctx, id))?.name
}

/** The rules of a provider that exists. */
export async function getProvider(ctx: Ctx, id: number) {
  const provider = await findProvider(ctx, id)
  if (!provider) throw new AppError('not_found')
  const { name, email_domains, links_by_email, group_map } = provider
  return { id, name, email_domains, links_by_email, group_map }
}

export async function listWays(ctx: Ctx, { hasPasskeys }: Identities) {
  const [providers, has_password] = await Promise.all([findActiveProviders(ctx), readSetting(ctx, 'login_password')])
  return { providers, has_password, has_passkey: hasPasskeys }
}

export function startLogin(ctx: Ctx, identities: Identities, providerId: number) {
  return start(ctx, identities, providerId)
}

/** Only for oneself: the person who ends the login at the provider can log in as this user from then on. */
export async function startLink(ctx: Ctx, identities: Identities, userId: number, providerId: number) {
  if (ctx.actor.id !== userId) throw new AppError('not_found')
  return await start(ctx, identities, providerId, { userId })
}

/** A login that confirms the requester's session. */
export function startConfirmationAt(
  ctx: Ctx,
  identities: Identities,
  providerId: number,
  holder: { userId: number; sessionId: number },
) {
  return start(ctx, identities, providerId, holder)
}

export async function listIdentities(ctx: Ctx, userId: number) {
  await checkReach(ctx, userId)
  const [items, has_password] = await Promise.all([findIdentities(ctx, userId), hasPassword(ctx, userId)])
  return { items, has_password }
}

/** Users without a password keep their last identity; an administrator may remove it. */
export function deleteIdentity(ctx: Ctx, userId: number, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    await checkReach(ctx, userId)
    const provider = await deleteIdentityRow(ctx, userId, id)
    if (provider === undefined) throw new AppError('not_found')
    const isLast = (await findIdentities(ctx, userId)).length === 0
    if (isLast && ctx.actor.id === userId && !(await hasPassword(ctx, userId))) throw new AppError('last_login')
    await audit(ctx, { act: 'end_identity', noun: 'user', recordId: userId, detail: { provider } })
    return null
  })
}
