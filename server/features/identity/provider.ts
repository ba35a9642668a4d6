import type { IdentityProvider, IdentityProviderPatch, NewIdentityProvider } from '#contract/identity.api.ts'
import { providersAtMost } from '#contract/identity.api.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import { findMissingKeys } from '#server/core/table.ts'
import { requireActiveAdmin } from '#server/features/user/user.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import type { Secrets } from '#server/platform/secret.ts'
import { deleteIdentitiesOf } from './login.queries.ts'
import {
  deleteProviderRow,
  findProvider,
  findProviders,
  insertProvider,
  lockProviders,
  patchProvider,
  type StoredProvider,
} from './provider.queries.ts'
import { ProviderError, type RelyingParty } from './relying-party.ts'

/** Parts of the process that the feature uses. */
export type Identities = {
  party: RelyingParty
  secrets: Secrets
  /** Whether the console's address allows passkeys. */
  hasPasskeys: boolean
  /** Where a provider sends the browser: an address of the console, from its configuration and never from a request. */
  redirectOf(providerId: number | '{id}'): string
  logoutOf(providerId: number | '{id}'): string
}

const purpose = 'identity provider'

const fields = [
  'name',
  'issuer',
  'client_id',
  'scopes',
  'is_active',
  'creates_users',
  'new_role',
  'links_by_email',
  'email_domains',
  'group_claim',
  'group_map',
] as const

function shown({ secrets }: Identities, { client_secret, ...provider }: StoredProvider): IdentityProvider {
  const isReadable = client_secret !== null && secrets.open(client_secret, purpose) !== undefined
  return { ...provider, secret: client_secret === null ? 'none' : isReadable ? 'stored' : 'unreadable' }
}

/** Throws if the secret was stored with another key: the provider would refuse a login without it. */
export function registrationOf({ secrets }: Identities, provider: StoredProvider) {
  const { issuer, client_id, client_secret, scopes } = provider
  const secret = client_secret === null ? undefined : secrets.open(client_secret, purpose)
  if (client_secret !== null && secret === undefined)
    throw new ProviderError('the client secret was stored with another key (OG_SECRET_KEY) and must be entered again')
  return { issuer, client_id, secret, scopes }
}

export async function listProviders(ctx: Ctx, identities: Identities) {
  const items = (await findProviders(ctx)).map(provider => shown(identities, provider))
  return { items, addresses: { redirect: identities.redirectOf('{id}'), logout: identities.logoutOf('{id}') } }
}

async function shownOne(ctx: Ctx, identities: Identities, id: number): Promise<IdentityProvider> {
  const provider = await findProvider(ctx, id)
  if (!provider) throw new AppError('not_found')
  return shown(identities, provider)
}

export function createProvider(
  ctx: Ctx,
  identities: Identities,
  { client_secret, ...values }: NewIdentityProvider,
): Promise<IdentityProvider> {
  return inTransaction(ctx, async ctx => {
    await requireActiveAdmin(ctx)
    if ((await lockProviders(ctx)).length >= providersAtMost) throw new AppError('wrong_state')
    await checkGroups(ctx, values.group_map)
    const sealed = client_secret ? identities.secrets.seal(client_secret, purpose) : null
    const id = await insertProvider(ctx, { scopes: ['email', 'profile'], ...values, client_secret: sealed })
    const provider = await shownOne(ctx, identities, id)
    await writeHistory(ctx, 'identity_provider', 'create', [
      { id, rev: provider.rev, changes: changesOf(fields, {}, provider) },
    ])
    return provider
  })
}

export function updateProvider(
  ctx: Ctx,
  identities: Identities,
  id: number,
  { rev, client_secret, ...values }: IdentityProviderPatch,
): Promise<IdentityProvider> {
  return inTransaction(ctx, async ctx => {
    await requireActiveAdmin(ctx)
    const all = await lockProviders(ctx)
    const before = all.find(provider => provider.id === id)
    if (!before) throw new AppError('not_found')
    if (rev !== undefined && rev !== before.rev) throw new AppError('stale', {}, { data: shown(identities, before) })
    await checkGroups(ctx, values.group_map)
    const changes = changesOf(
      fields.filter(field => field in values),
      before,
      values,
    )
    if (client_secret !== undefined) changes.push({ field: 'client_secret', from: null, to: null })
    if (changes.length === 0) return shown(identities, before)
    const sealed =
      client_secret === undefined
        ? {}
        : { client_secret: client_secret === '' ? null : identities.secrets.seal(client_secret, purpose) }
    await patchProvider(ctx, before, { ...values, ...sealed })
    if (values.issuer !== undefined && values.issuer !== before.issuer) await deleteIdentitiesOf(ctx, id)
    if (values.is_active === false) await keepAWay(ctx, all, id)
    const provider = await shownOne(ctx, identities, id)
    await writeHistory(ctx, 'identity_provider', 'update', [{ id, rev: provider.rev, changes }])
    return provider
  })
}

export function deleteProvider(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    await requireActiveAdmin(ctx)
    const all = await lockProviders(ctx)
    const provider = all.find(each => each.id === id)
    if (!provider) throw new AppError('not_found')
    await keepAWay(ctx, all, id)
    await deleteProviderRow(ctx, id)
    await writeHistory(ctx, 'identity_provider', 'delete', [
      { id, rev: provider.rev, changes: changesOf(fields, provider, {}) },
    ])
    return null
  })
}

/** While passwords are not accepted, one provider that works must remain. */
async function keepAWay(ctx: Ctx, all: readonly StoredProvider[], without: number): Promise<void> {
  if (await readSetting(ctx, 'login_password')) return
  if (!all.some(provider => provider.id !== without && isProven(provider))) throw new AppError('last_login')
}

/** A provider with which someone has logged in. */
const isProven = ({ is_active, last_used_at }: StoredProvider) => is_active && last_used_at !== null

/** Passwords can be switched off only if someone has logged in with a provider that is active. */
export async function checkPasswordSwitch(ctx: Ctx): Promise<void> {
  if (!(await lockProviders(ctx)).some(isProven)) throw new AppError('last_login')
}

export async function testProvider(ctx: Ctx, identities: Identities, id: number) {
  const provider = await findProvider(ctx, id)
  if (!provider) throw new AppError('not_found')
  try {
    return { is_ok: true, failure: null, ...(await identities.party.test(registrationOf(identities, provider))) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const none = { authorization_endpoint: null, keys: 0, has_pkce: false, has_issuer: false, has_logout: false }
    return { is_ok: false, failure: error.message, ...none }
  }
}

async function checkGroups(ctx: Ctx, map: IdentityProvider['group_map'] = []): Promise<void> {
  const missing = await findMissingKeys(
    ctx,
    map.map(({ group }) => -group),
  )
  if (missing.size > 0) throw fieldError('group_map', 'no_such_group')
}
