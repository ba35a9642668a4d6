import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { cutText } from '#contract/text.ts'
import { type ApiFetch, ApiFetchError } from '#server/platform/fetcher/api-fetch.ts'

/** Registration of the console at a provider. */
type Registration = { issuer: string; client_id: string; secret: string | undefined; scopes: readonly string[] }

/** Statements of a provider about the user who logged in. */
export type Claims = {
  subject: string
  /** The session at the provider. */
  session: string | undefined
  email: string
  isEmailVerified: boolean
  name: string
  username: string
  /** When the user entered their credentials at the provider, in seconds since 1970; undefined if it does not state it. */
  authenticatedAt: number | undefined
  all: Readonly<Record<string, unknown>>
}

/** A login failed because of the provider's reply; the message is for administrators. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}

/** Signatures that are accepted. Not those with the client secret (HS256): anyone who has it could sign as the provider. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const clockToleranceSeconds = 60
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Speaks OpenID Connect with providers as their relying party: authorization code with PKCE, state and nonce. The
 * identity token's signature is always checked, though it comes over TLS. Configuration and keys are read
 * again for each login, so that a provider may exchange its keys at any time.
 */
export function openRelyingParty(api: ApiFetch) {
  const fetcher = (url: string | URL, options: object) => api.request(String(url), options)

  async function configure(registration: Registration): Promise<client.Configuration> {
    const { issuer, client_id, secret } = registration
    const url = new URL(issuer)
    const config = await client.discovery(
      url,
      client_id,
      { [client.clockTolerance]: clockToleranceSeconds },
      undefined,
      {
        [client.customFetch]: fetcher,
        timeout: 15,
        ...(url.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
      },
    )
    const metadata = config.serverMetadata()
    const secured = new client.Configuration(
      metadata,
      client_id,
      { [client.clockTolerance]: clockToleranceSeconds },
      secret ? secretAuth(metadata, secret) : client.None(),
    )
    secured[client.customFetch] = fetcher
    secured.timeout = 15
    if (url.protocol === 'http:') client.allowInsecureRequests(secured)
    client.enableNonRepudiationChecks(secured)
    return secured
  }

  /** Runs `work`; its failures become errors that an administrator can read. */
  async function readable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw new ProviderError(failureText(error))
    }
  }

  return {
    /** The address where the user logs in, with new secrets of this login; `isFresh`: they enter their credentials again. */
    start: (registration: Registration, redirectUri: string, { isFresh = false } = {}) =>
      readable(async () => {
        const config = await configure(registration)
        const verifier = client.randomPKCECodeVerifier()
        const state = client.randomState()
        const nonce = client.randomNonce()
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: ['openid', ...registration.scopes.filter(scope => scope !== 'openid')].join(' '),
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          ...(isFresh && { prompt: 'login', max_age: '0' }),
        })
        return { url: url.href, verifier, state, nonce }
      }),

    /** The claims of the user, if the provider's reply at `address` belongs to this login and everything in it is valid. */
    finish: (registration: Registration, address: URL, login: { verifier: string; state: string; nonce: string }) =>
      readable(async (): Promise<Claims> => {
        const config = await configure(registration)
        const tokens = await client.authorizationCodeGrant(config, address, {
          pkceCodeVerifier: login.verifier,
          expectedState: login.state,
          expectedNonce: login.nonce,
          idTokenExpected: true,
        })
        const idToken = tokens.claims()
        if (!idToken) throw new ProviderError('the reply has no identity token')
        const isComplete = idToken.email !== undefined || !config.serverMetadata().userinfo_endpoint
        const info = isComplete ? {} : await client.fetchUserInfo(config, tokens.access_token, idToken.sub)
        // Only the identity token states when the user logged in: it is signed.
        return readClaims({ ...info, auth_time: undefined, ...idToken })
      }),

    /** The user or session that a provider reports as logged out. */
    readLogout: (registration: Registration, token: string) =>
      readable(async () => {
        const config = await configure(registration)
        const { jwks_uri = '', issuer } = config.serverMetadata()
        const keys = createRemoteJWKSet(new URL(jwks_uri), {
          [joseFetch]: (url: string, options: { method?: string }) => fetcher(url, { method: options.method ?? 'GET' }),
        })
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience: registration.client_id,
          algorithms,
          clockTolerance: clockToleranceSeconds,
          maxTokenAge: 600,
          requiredClaims: ['iat', 'jti', 'events'],
        })
        const events = payload.events as Record<string, unknown> | undefined
        if (typeof events?.[logoutEvent] !== 'object' || payload.nonce !== undefined)
          throw new ProviderError('this is not a logout token')
        const sid = typeof payload.sid === 'string' ? payload.sid : undefined
        if (payload.sub === undefined && sid === undefined) throw new ProviderError('the logout token names no one')
        return { sub: payload.sub, sid }
      }),

    /** The contents of the provider's documents. */
    test: (registration: Registration) =>
      readable(async () => {
        const config = await configure(registration)
        const metadata = config.serverMetadata()
        if (!metadata.jwks_uri) throw new ProviderError('the configuration names no keys (jwks_uri)')
        const reply = await api.request(metadata.jwks_uri)
        const { keys } = (await reply.json()) as { keys?: unknown }
        if (!reply.ok || !Array.isArray(keys)) throw new ProviderError(`the keys cannot be read (${reply.status})`)
        return {
          authorization_endpoint: metadata.authorization_endpoint ?? null,
          keys: keys.length,
          has_pkce: metadata.supportsPKCE(),
          has_issuer: metadata.authorization_response_iss_parameter_supported === true,
          has_logout: metadata.backchannel_logout_supported === true,
        }
      }),
  }
}

export type RelyingParty = ReturnType<typeof openRelyingParty>

/** In the header, as the standard requires of every provider, unless the provider accepts only the body. */
function secretAuth(metadata: client.ServerMetadata, secret: string): client.ClientAuth {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}

function readClaims(all: Record<string, unknown>): Claims {
  const text = (name: string, most: number) => {
    const value = all[name]
    return typeof value === 'string' ? cutText(value.trim(), most) : ''
  }
  const { sub: subject, sid } = all
  // The standard allows 255 characters; a longer one must not be shortened to that of another user.
  if (typeof subject !== 'string' || subject === '' || subject.length > 255)
    throw new ProviderError('the identity token names no user (sub)')
  return {
    subject,
    session: typeof sid === 'string' && sid.length <= 1000 ? sid : undefined,
    email: text('email', 200),
    // Some providers send it as text; anything but a clear yes is no.
    isEmailVerified: all.email_verified === true || all.email_verified === 'true',
    name: text('name', 60),
    username: text('preferred_username', 100),
    authenticatedAt: typeof all.auth_time === 'number' ? all.auth_time : undefined,
    all,
  }
}

/** The reasons of a failure, from the outermost to the innermost. */
function failureText(error: unknown): string {
  const texts: string[] = []
  for (let each = error; each instanceof Error && texts.length < 4; each = each.cause) {
    if (each instanceof client.AuthorizationResponseError || each instanceof client.ResponseBodyError)
      texts.push([each.error, each.error_description].filter(Boolean).join(': '))
    // The library's own wrapper has no content.
    else if (each.message !== 'something went wrong') texts.push(each.message)
    if (each instanceof ApiFetchError) break
  }
  return cutText([...new Set(texts)].join(' – '), 500) || 'unknown failure'
}
