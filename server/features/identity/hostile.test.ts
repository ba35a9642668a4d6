import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import type { Behaviour } from './fake-provider.ts'
import { useProvider, type Way } from './testing.ts'

const app = useTestApp({ outboundAllow: ['127.0.0.0/8'] })
const world = useProvider(app)

const seconds = () => Math.floor(systemClock().getTime() / 1000)
const minute = 60
/** Replies that a relying party must refuse; the list follows the public conformance suite for relying parties. */
const hostile: Record<string, Behaviour | Way> = {
  'another issuer in the token': { claims: claims => ({ ...claims, iss: 'https://evil.example' }) },
  'no issuer in the token': { claims: ({ iss: _, ...claims }) => claims },
  'another audience': { claims: claims => ({ ...claims, aud: 'other' }) },
  'no audience': { claims: ({ aud: _, ...claims }) => claims },
  'several audiences without azp': { claims: claims => ({ ...claims, aud: ['og', 'other'] }) },
  'another authorized party': { claims: claims => ({ ...claims, aud: ['og', 'other'], azp: 'other' }) },
  'another nonce': { claims: claims => ({ ...claims, nonce: 'other' }) },
  'no nonce': { claims: ({ nonce: _, ...claims }) => claims },
  'an expired token': { claims: claims => ({ ...claims, exp: seconds() - 5 * minute }) },
  'no expiry': { claims: ({ exp: _, ...claims }) => claims },
  'a token of the future': { claims: claims => ({ ...claims, nbf: seconds() + 5 * minute }) },
  'no time of issue': { claims: ({ iat: _, ...claims }) => claims },
  'no subject': { claims: ({ sub: _, ...claims }) => claims },
  'an empty subject': { claims: claims => ({ ...claims, sub: '' }) },
  'an unsigned token': {
    token: async claims =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
  },
  'a token signed with an unknown key': {
    token: async claims => world.fake.sign(claims, { by: await world.fake.newKey('one') }),
  },
  'a token signed with the client secret': {
    token: async claims => {
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(Buffer.from('a secret of the client'))
    },
  },
  'a changed token': {
    token: async claims => {
      const [head, , signature] = (await world.fake.sign(claims)).split('.')
      return `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')}.${signature}`
    },
  },
  'text instead of a token': { token: async () => 'not.a.token' },
  'no identity token': { reply: ({ id_token: _, ...body }) => ({ body }) },
  'an error of the token endpoint': { reply: () => ({ status: 400, body: { error: 'invalid_grant' } }) },
  'a failure of the token endpoint': { reply: () => ({ status: 500, body: 'oops' }) },
  'half a JSON': { reply: () => ({ body: '{"access_token":' }) },
  'a list instead of an object': { reply: () => ({ body: [] }) },
  'a reply of two megabytes': { reply: body => ({ body: { ...body, more: 'x'.repeat(2_000_000) } }) },
  'a configuration of another issuer': { discovery: document => ({ ...document, issuer: 'https://evil.example' }) },
  'keys at a private address': { discovery: document => ({ ...document, jwks_uri: 'http://169.254.169.254/keys' }) },
  'a token endpoint at a private address': {
    discovery: document => ({ ...document, token_endpoint: 'http://10.0.0.1/token' }),
  },
  'user information about another user': {
    claims: ({ email: _, ...claims }) => claims,
    userinfo: { sub: 'someone else', email: 'boss@example.org', email_verified: true },
  },
  'another state': { change: { state: 'other' } },
  'no state': { change: { state: null } },
  'another issuer in the address': { change: { iss: 'https://evil.example' } },
  'no issuer in the address, though announced': { change: { iss: null } },
  'no code': { change: { code: null } },
  'an unknown code': { change: { code: 'guessed' } },
  'an error in the address': { change: { code: null, error: 'access_denied' } },
  'the address of another provider': { address: text => text.replace(/callback\/\d+/, 'callback/999') },
  'another host in the address': { address: text => `//evil.example${text}` },
  'the binding of another browser': { binding: 'a'.repeat(43) },
}

test.each(Object.entries(hostile))('no one is logged in by %s', async (_name, deed) => {
  const { change, address, binding, ...behaviour } = deed as Behaviour & Way
  world.fake.behave(behaviour)
  const before = await sql<{ n: number }>`select count(*)::int as n from session`.execute(app.db)
  const reply = await world.logIn({
    ...(change && { change }),
    ...(address && { address }),
    ...(binding && { binding }),
  })
  expect([401, 422, 502]).toContain(reply.status)
  const after = await sql<{ n: number }>`select count(*)::int as n from session`.execute(app.db)
  expect(after.rows).toEqual(before.rows)
})
