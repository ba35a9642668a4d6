import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins, everyRole } from './role.ts'
import { UserRole } from './user.api.ts'
import { Id, IdParams, Instant, matches, Nothing, PathId, Required, Rev } from './wire.ts'

/** The most providers, and the most rows of one provider's mapping of groups. */
export const providersAtMost = 20
export const mappingsAtMost = 200

/**
 * The issuer of a provider: an https address without query or fragment, exactly as the provider states it; http only on
 * this machine, for trials. The address of its configuration document is derived from it.
 */
const Issuer = z.string().check(
  z.trim(),
  z.maxLength(500),
  matches(/^(https:\/\/|http:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])[:/]?)[^\s?#@]+$/, 'issuer'),
  z.refine(text => !text.includes('/.well-known/'), { params: { code: 'issuer_document' } }),
)

const Domain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(100),
    matches(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)+$/, 'domain'),
  )

const Mapping = z.strictObject({ value: Required(200), group: Id })

const writable = {
  name: Required(60),
  issuer: Issuer,
  client_id: Required(300),
  /** Scopes requested in addition to `openid`. */
  scopes: z
    .array(z.string().check(z.maxLength(60), matches(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'scope')))
    .check(z.maxLength(20)),
  is_active: z.boolean(),
  /** Whether a first login creates a user, with the role `new_role`. */
  creates_users: z.boolean(),
  new_role: UserRole,
  /** Whether a first login belongs to the one user with the same e-mail address, if the provider has verified it. */
  links_by_email: z.boolean(),
  /** Domains of e-mail addresses that may log in; empty: any. */
  email_domains: z.array(Domain).check(z.maxLength(50)),
  /** The claim with the user’s groups at the provider; empty: groups are not read. */
  group_claim: z.string().check(z.trim(), z.maxLength(100)),
  group_map: z.array(Mapping).check(z.maxLength(mappingsAtMost)),
}

/** An OpenID Connect provider, without its secret. */
export const IdentityProvider = z.strictObject({
  ...writable,
  id: Id,
  rev: z.int(),
  /** `unreadable`: it was stored with a key that this server does not have, and must be entered again. */
  secret: z.enum(['none', 'stored', 'unreadable']),
  /** Users who have logged in with it. */
  users: z.int(),
  created_at: Instant,
  updated_at: Instant,
  last_used_at: z.nullable(Instant),
  last_failed_at: z.nullable(Instant),
  /** Why the last failed login failed. */
  last_failure: z.nullable(z.string()),
})
export type IdentityProvider = z.output<typeof IdentityProvider>

/** Empty: the client has no secret (a public client with PKCE). */
const Secret = z.string().check(z.maxLength(1000))

export const NewIdentityProvider = z.strictObject({
  name: writable.name,
  issuer: writable.issuer,
  client_id: writable.client_id,
  client_secret: z.optional(Secret),
  scopes: z.optional(writable.scopes),
  is_active: z.optional(writable.is_active),
  creates_users: z.optional(writable.creates_users),
  new_role: z.optional(writable.new_role),
  links_by_email: z.optional(writable.links_by_email),
  email_domains: z.optional(writable.email_domains),
  group_claim: z.optional(writable.group_claim),
  group_map: z.optional(writable.group_map),
})
export type NewIdentityProvider = z.output<typeof NewIdentityProvider>

export const IdentityProviderPatch = z.partial(z.strictObject({ ...writable, client_secret: Secret, rev: Rev }))
export type IdentityProviderPatch = z.output<typeof IdentityProviderPatch>

export const listIdentityProviders = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/identity_provider',
  roles: admins,
  scope: 'session',
  summary: 'Identity providers (OpenID Connect), and the addresses to register there',
  reply: z.strictObject({
    items: z.array(IdentityProvider),
    /** Register `redirect` and `logout` with the provider; replace `{id}` by the provider’s id. */
    addresses: z.strictObject({ redirect: z.string(), logout: z.string() }),
  }),
})

export const createIdentityProvider = endpoint({
  method: 'POST',
  path: '/v1/identity_provider',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Add an identity provider',
  body: NewIdentityProvider,
  reply: IdentityProvider,
  errors: ['invalid', 'duplicate', 'wrong_state'],
})

export const updateIdentityProvider = endpoint({
  method: 'PUT',
  path: '/v1/identity_provider/{id}',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Change an identity provider; another issuer forgets which users belong to it',
  params: IdParams,
  body: IdentityProviderPatch,
  reply: IdentityProvider,
  errors: ['invalid', 'not_found', 'stale', 'duplicate', 'last_login'],
})

export const deleteIdentityProvider = endpoint({
  method: 'DELETE',
  path: '/v1/identity_provider/{id}',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Delete an identity provider; the sessions opened with it end',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'last_login'],
})

export const testIdentityProvider = endpoint({
  method: 'POST',
  path: '/v1/identity_provider/{id}/test',
  roles: admins,
  scope: 'session',
  bound: 'trial',
  summary: 'Read the configuration and the keys of an identity provider',
  params: IdParams,
  reply: z.strictObject({
    is_ok: z.boolean(),
    /** The failure; null if there was none. */
    failure: z.nullable(z.string()),
    authorization_endpoint: z.nullable(z.string()),
    keys: z.int(),
    /** Whether the provider announces that it supports PKCE, names itself in its replies (RFC 9207), and reports logouts. */
    has_pkce: z.boolean(),
    has_issuer: z.boolean(),
    has_logout: z.boolean(),
  }),
  errors: ['not_found'],
})

export const loginProviders = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/login/provider',
  roles: 'public',
  summary: 'The ways to log in: active identity providers, and whether passwords are accepted',
  reply: z.strictObject({
    providers: z.array(z.strictObject({ id: Id, name: z.string() })),
    has_password: z.boolean(),
    /** Whether the console’s address allows passkeys. */
    has_passkey: z.boolean(),
  }),
})

const Started = z.strictObject({
  /** Where the browser goes. */
  url: z.string(),
  /** Stays in the browser that began the login, which sends it back in the end. */
  binding: z.string(),
})

export const startLogin = endpoint({
  method: 'POST',
  path: '/v1/login/provider/{id}',
  roles: 'public',
  bound: 'login',
  summary: 'Begin a login with an identity provider',
  params: IdParams,
  reply: Started,
  errors: ['not_found', 'provider_failed', 'too_many_logins'],
})

export const finishLogin = endpoint({
  method: 'POST',
  path: '/v1/login/finish',
  roles: 'public',
  bound: 'login',
  summary:
    'End a login with an identity provider: a session token, or null if the identity was added to one’s own user or confirmed a session',
  body: z.strictObject({
    binding: z.string().check(z.maxLength(100)),
    /** Path and query of the address to which the provider sent the browser. */
    address: z.string().check(z.maxLength(8000), matches(/^\/login\/callback\/\d{1,15}\?/, 'address')),
  }),
  reply: z.strictObject({ token: z.nullable(z.string()) }),
  errors: ['invalid', 'login_failed', 'no_user', 'not_confirmed', 'provider_failed', 'too_many_logins'],
})

/** An identity at a provider that belongs to a user. */
export const Identity = z.strictObject({
  id: Id,
  provider: z.string(),
  email: z.string(),
  created_at: Instant,
  last_used_at: Instant,
})
export type Identity = z.output<typeof Identity>

const OwnPath = z.strictObject({ id: PathId, identity_id: PathId })

export const listIdentities = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/user/{id}/identity',
  roles: everyRole,
  scope: 'session',
  summary: 'The identities with which the requester logs in; for administrators, those of any user',
  params: IdParams,
  reply: z.strictObject({ items: z.array(Identity), has_password: z.boolean() }),
  errors: ['not_found'],
})

export const startLink = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/identity',
  roles: everyRole,
  scope: 'session',
  bound: 'login',
  confirm: true,
  summary: 'Begin adding an identity to one’s own user',
  params: IdParams,
  body: z.strictObject({ provider: Id }),
  reply: Started,
  errors: ['invalid', 'not_found', 'provider_failed', 'too_many_logins'],
})

export const deleteIdentity = endpoint({
  method: 'DELETE',
  path: '/v1/user/{id}/identity/{identity_id}',
  roles: everyRole,
  scope: 'session',
  bound: 'write',
  confirm: { when: ({ params }: { params: { id: number } }, actor) => params.id !== actor.id },
  summary: 'Remove an identity from a user; its sessions end',
  params: OwnPath,
  reply: Nothing,
  errors: ['not_found', 'last_login'],
})

export const startProviderConfirmation = endpoint({
  method: 'POST',
  path: '/v1/session/confirm/provider',
  roles: everyRole,
  scope: 'session',
  bound: 'login',
  summary: 'Begin another login with an identity provider, which confirms this session; `finishLogin` ends it',
  body: z.strictObject({ provider: Id }),
  reply: Started,
  errors: ['invalid', 'not_found', 'wrong_state', 'provider_failed', 'too_many_logins'],
})

export const backChannelLogout = endpoint({
  method: 'POST',
  path: '/v1/login/logout/{id}',
  roles: 'public',
  bound: 'login',
  summary:
    'For identity providers: end the sessions of a user who logged out there (OpenID Connect Back-Channel Logout)',
  accepts: 'form',
  params: IdParams,
  body: z.strictObject({ logout_token: z.string().check(z.maxLength(20_000)) }),
  reply: Nothing,
  errors: ['invalid', 'not_found', 'bad_request'],
})
