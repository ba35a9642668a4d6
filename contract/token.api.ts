import * as z from 'zod/mini'
import { type Endpoint, endpoint } from './endpoint.ts'
import { everyRole } from './role.ts'
import { Id, IdParams, Instant, Nothing, PathId, Required } from './wire.ts'

/**
 * The rights of a token, at most those of its user. A token with `assistant` is accepted at `/mcp` alone: it reads there,
 * and drafts if it also has `write`.
 */
export const tokenScopes = ['read', 'write', 'screen', 'assistant'] as const
export type TokenScope = (typeof tokenScopes)[number]
const Scope = z.enum(tokenScopes)

/** Begins every token, so that leaked ones are recognised. */
export const tokenPrefix = 'ogp_'

/** Limits of a token's life, in minutes. */
export const tokenMinutes = { least: 10, most: 366 * 24 * 60 } as const
/** The most tokens of one user. */
export const tokensAtMost = 50

/** An access token without its secret. */
export const Token = z.strictObject({
  id: Id,
  name: z.string(),
  /** The last four characters of the secret. */
  hint: z.string(),
  scopes: z.array(Scope),
  /** Networks (CIDR) from which the token is accepted; empty: from anywhere. */
  addresses: z.array(z.string()),
  expires_at: Instant,
  created_at: Instant,
  last_used_at: z.nullable(Instant),
  last_address: z.nullable(z.string()),
})
export type Token = z.output<typeof Token>

const networkChars = z.maxLength(50)
const Network = z.union([
  z.ipv4().check(networkChars),
  z.ipv6().check(networkChars),
  z.cidrv4().check(networkChars),
  z.cidrv6().check(networkChars),
])

export const NewToken = z.strictObject({
  name: Required(60),
  scopes: z.array(Scope).check(z.minLength(1), z.maxLength(tokenScopes.length)),
  minutes: z.int().check(z.minimum(tokenMinutes.least), z.maximum(tokenMinutes.most)),
  addresses: z.optional(z.array(Network).check(z.maxLength(20))),
})
export type NewToken = z.output<typeof NewToken>

export const listTokens = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/user/{id}/token',
  roles: everyRole,
  scope: 'session',
  summary: 'One’s own access tokens, without their secrets; for administrators, those of any user',
  params: IdParams,
  reply: z.array(Token),
  errors: ['not_found'],
})

export const createToken = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/token',
  roles: everyRole,
  scope: 'session',
  bound: 'feed',
  confirm: {
    when: ({ params, body }: { params: { id: number }; body: { scopes: readonly TokenScope[] } }, actor) =>
      body.scopes.includes('write') || params.id !== actor.id,
  },
  summary:
    'Create an access token for oneself, or for a service account that one is responsible for; its secret is shown only in this reply',
  params: IdParams,
  body: NewToken,
  reply: z.strictObject({ token: Token, secret: z.string() }),
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/v1/user/{id}/token/{token_id}',
  roles: everyRole,
  scope: 'session',
  bound: 'write',
  summary: 'Revoke an access token; administrators can revoke any',
  params: z.strictObject({ id: PathId, token_id: PathId }),
  reply: Nothing,
  errors: ['not_found'],
})

/** The scope that a token needs for an endpoint; `session`: no token may use it, only a signed-in user. */
export function scopeOf({
  scope,
  method,
  bound,
  confirm,
}: Pick<Endpoint, 'scope' | 'method' | 'bound' | 'confirm'>): TokenScope | 'session' {
  if (confirm === true) return 'session'
  return scope ?? (method === 'GET' || bound === 'read' ? 'read' : 'write')
}

/** Whether a token with these scopes may use an endpoint; `session`: no token may. */
export function isInScopes(scopes: readonly TokenScope[], needed: TokenScope | 'session'): boolean {
  if (needed === 'session') return false
  if (scopes.includes('assistant')) return needed === 'assistant'
  return scopes.includes(needed)
}
