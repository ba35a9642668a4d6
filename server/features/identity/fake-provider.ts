import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { systemClock } from '#server/platform/clock.ts'

type Key = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey }

/** The changes of one test to the replies of the provider. */
export type Behaviour = {
  discovery?: (document: Record<string, unknown>) => Record<string, unknown>
  /** Replaces claims of the identity token. */
  claims?: (claims: JWTPayload) => JWTPayload
  /** Replaces the signed identity token. */
  token?: (claims: JWTPayload) => Promise<string>
  /** Replaces the reply of the token endpoint. */
  reply?: (reply: Record<string, unknown>) => { status?: number; body: unknown }
  userinfo?: Record<string, unknown>
}

/** An OpenID Connect provider on loopback that replies as each test wants; for tests only. */
export async function openFakeProvider() {
  const makeKey = async (kid: string): Promise<Key> => ({
    kid,
    ...(await generateKeyPair('RS256', { extractable: true })),
  })
  let key = await makeKey('one')
  let published = [key]
  let behaviour: Behaviour = {}
  let user: JWTPayload = {
    sub: 'u1',
    email: 'a@example.org',
    email_verified: true,
    name: 'Ada',
    preferred_username: 'ada',
  }
  /** The requests of logins by code. */
  const codes = new Map<string, URLSearchParams>()
  const tokenRequests: { body: URLSearchParams; authorization: string | undefined }[] = []

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const send = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (url.pathname === '/.well-known/openid-configuration') {
      const document = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        backchannel_logout_supported: true,
      }
      return send(behaviour.discovery?.(document) ?? document)
    }
    if (url.pathname === '/jwks') {
      const keys = await Promise.all(
        published.map(async each => ({
          ...(await exportJWK(each.publicKey)),
          kid: each.kid,
          alg: 'RS256',
          use: 'sig',
        })),
      )
      return send({ keys })
    }
    if (url.pathname === '/userinfo') return send(behaviour.userinfo ?? user)
    if (url.pathname === '/token') {
      const body = new URLSearchParams(await readBody(request))
      tokenRequests.push({ body, authorization: request.headers.authorization })
      const login = codes.get(body.get('code') ?? '')
      codes.delete(body.get('code') ?? '')
      if (!login || body.get('redirect_uri') !== login.get('redirect_uri')) return send({ error: 'invalid_grant' }, 400)
      const claims = { ...user, nonce: login.get('nonce') ?? undefined }
      const reply = { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: await idToken(claims) }
      const given = behaviour.reply?.(reply)
      return send(given?.body ?? reply, given?.status)
    }
    send({ error: 'not_found' }, 404)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function idToken(extra: JWTPayload): Promise<string> {
    const now = Math.floor(systemClock().getTime() / 1000)
    const claims: JWTPayload = { iss: issuer, aud: 'og', iat: now, exp: now + 300, ...extra }
    const changed = behaviour.claims?.(claims) ?? claims
    return behaviour.token ? await behaviour.token(changed) : await sign(changed)
  }

  function sign(claims: JWTPayload, { by = key, alg = 'RS256', typ }: { by?: Key; alg?: string; typ?: string } = {}) {
    return new SignJWT(claims).setProtectedHeader({ alg, kid: by.kid, ...(typ && { typ }) }).sign(by.privateKey)
  }

  return {
    issuer,
    sign,
    tokenRequests,
    newKey: makeKey,
    /** Signs with another key from now on; `isPublished`: and publishes it instead of the former one. */
    async rotate(isPublished: boolean) {
      key = await makeKey(`key-${Math.random()}`)
      if (isPublished) published = [key]
    },
    behave(next: Behaviour) {
      behaviour = next
    },
    logsInAs(next: JWTPayload) {
      user = next
    },
    /** Acts as a browser at the authorization endpoint: returns the address to which it is sent back. */
    authorize(address: string, change: Record<string, string | null> = {}): string {
      const login = new URL(address).searchParams
      const code = `code-${Math.random()}`
      codes.set(code, login)
      const back = new URL(login.get('redirect_uri') ?? '')
      const reply = { code, state: login.get('state') ?? '', iss: issuer, ...change }
      for (const [name, value] of Object.entries(reply)) if (value !== null) back.searchParams.set(name, value)
      return back.pathname + back.search
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
