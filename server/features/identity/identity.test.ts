import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createGroup, getGroup } from '#contract/group.api.ts'
import {
  createIdentityProvider,
  deleteIdentity,
  deleteIdentityProvider,
  finishLogin,
  listIdentities,
  listIdentityProviders,
  loginProviders,
  startLink,
  startLogin,
  testIdentityProvider,
  updateIdentityProvider,
} from '#contract/identity.api.ts'
import { info, login } from '#contract/session.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { listUsers, updateUser } from '#contract/user.api.ts'
import { systemClock } from '#server/platform/clock.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { ada, useProvider } from './testing.ts'

const app = useTestApp({ outboundAllow: ['127.0.0.0/8'] })
const world = useProvider(app)
const { logIn, userOf } = world

async function patch(body: object): Promise<void> {
  const params = { id: String(world.provider.id) }
  world.provider = await world.admin.get(updateIdentityProvider, { params, body })
}

test('a first login creates the user, a second one finds them', async () => {
  const first = await logIn()
  expect(first.status).toBe(200)
  const user = await userOf(first.token)
  expect(user).toMatchObject({ username: 'ada', name: 'Ada', email: 'ada@example.org', role: 'editor' })
  const second = await logIn()
  expect((await userOf(second.token)).id).toBe(user.id)
  const sent = world.fake.tokenRequests.at(-1)
  expect(sent?.body.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
  expect(sent?.authorization).toMatch(/^Basic /)
  expect(sent?.body.get('client_secret')).toBeNull()
})

test('the secret is stored encrypted and never shown', async () => {
  const { items, addresses } = await world.admin.get(listIdentityProviders)
  expect(items[0]).toMatchObject({ secret: 'stored', users: 1 })
  expect(JSON.stringify(items)).not.toContain('a secret')
  const { rows } = await sql<{
    kept: string
  }>`select encode(client_secret, 'escape') as kept from identity_provider`.execute(app.db)
  expect(rows[0]?.kept).not.toContain('a secret')
  expect(addresses.redirect).toBe('http://127.0.0.1:8080/login/callback/{id}')
})

test('a name that another user has gets a number', async () => {
  await app.as('reader', { username: 'Grace' })
  world.fake.logsInAs({ sub: 'grace', preferred_username: 'grace@example.org' })
  const reply = await logIn()
  expect((await userOf(reply.token)).username).toBe('grace2')
})

test('a replayed reply and a login that took too long are refused', async () => {
  const started = (await app.anonymous.call(startLogin, { params: { id: String(world.provider.id) } })).body.data
  const address = world.fake.authorize(started.url)
  const body = { binding: started.binding, address }
  expect((await app.anonymous.call(finishLogin, { body })).status).toBe(200)
  expect((await app.anonymous.call(finishLogin, { body })).status).toBe(401)
  const late = (await app.anonymous.call(startLogin, { params: { id: String(world.provider.id) } })).body.data
  app.clock.advance(16 * 60_000)
  const again = { binding: late.binding, address: world.fake.authorize(late.url) }
  expect((await app.anonymous.call(finishLogin, { body: again })).status).toBe(401)
})

test('keys that the provider exchanged are read again; one that it does not publish is refused', async () => {
  await world.fake.rotate(true)
  expect((await logIn()).status).toBe(200)
  await world.fake.rotate(false)
  expect((await logIn()).status).toBe(502)
  await world.fake.rotate(true)
})

test('an existing user is found by a verified address only, and only if the provider may', async () => {
  const grace = await app.as('reader', { username: 'by-mail' })
  await world.admin.get(updateUser, { params: { id: String(grace.id) }, body: { email: 'mail@example.org' } })
  const asMail = { sub: 'mail', email: 'Mail@example.org', preferred_username: 'mail' }
  await patch({ creates_users: false })
  world.fake.logsInAs({ ...asMail, email_verified: true })
  expect((await logIn()).status).toBe(401)
  await patch({ links_by_email: true })
  for (const email_verified of [false, 'false', undefined, 1, 'yes']) {
    world.fake.logsInAs({ ...asMail, email_verified })
    expect((await logIn()).status).toBe(401)
  }
  world.fake.logsInAs({ ...asMail, email_verified: true })
  const reply = await logIn()
  expect((await userOf(reply.token)).id).toBe(grace.id)
  await patch({ links_by_email: false, creates_users: true })
})

test('two users with one address are both refused', async () => {
  for (const username of ['twin-1', 'twin-2']) {
    const twin = await app.as('reader', { username })
    await world.admin.get(updateUser, { params: { id: String(twin.id) }, body: { email: 'twin@example.org' } })
  }
  await patch({ links_by_email: true })
  world.fake.logsInAs({ sub: 'twin', email: 'twin@example.org', email_verified: true })
  expect((await logIn()).status).toBe(401)
  await patch({ links_by_email: false })
})

test('only addresses of the named domains log in, if they are verified', async () => {
  await patch({ email_domains: ['example.org'] })
  for (const user of [
    { sub: 'd1', email: 'a@example.org.evil.com', email_verified: true },
    { sub: 'd2', email: 'a@example.org', email_verified: false },
    { sub: 'd3' },
    { sub: 'd4', email: 'example.org', email_verified: true },
  ]) {
    world.fake.logsInAs(user)
    expect((await logIn()).status).toBe(401)
  }
  world.fake.logsInAs({ sub: 'd5', email: 'a@EXAMPLE.org', email_verified: true })
  expect((await logIn()).status).toBe(200)
  await patch({ email_domains: [] })
})

test('groups and their roles follow the provider at each login; other groups stay', async () => {
  const own = await world.admin.get(createGroup, { body: { name: 'By hand' } })
  const risk = await world.admin.get(createGroup, { body: { name: 'Risk', role: 'admin' } })
  await patch({ group_claim: 'groups', group_map: [{ value: 'risk-team', group: risk.id }] })
  world.fake.logsInAs({ ...ada, groups: ['risk-team', 'other'] })
  const user = await userOf((await logIn()).token)
  expect(user.role).toBe('admin')
  await sql`insert into group_member (group_id, user_id) values (${own.id}, ${user.id})`.execute(app.db)
  world.fake.logsInAs(ada)
  expect((await userOf((await logIn()).token)).role).toBe('admin')
  world.fake.logsInAs({ ...ada, groups: [] })
  const later = await userOf((await logIn()).token)
  expect(later.role).toBe('editor')
  expect(later.groups).toEqual([own.id])
  expect((await world.admin.get(getGroup, { params: { id: String(risk.id) } })).members).toEqual([])
  await patch({ group_claim: '', group_map: [] })
})

test('a disabled user does not log in, and a service account never', async () => {
  world.fake.logsInAs({ sub: 'leaver', preferred_username: 'leaver' })
  const user = await userOf((await logIn()).token)
  await world.admin.get(updateUser, { params: { id: String(user.id) }, body: { status: 'disabled' } })
  expect((await logIn()).status).toBe(401)
})

test('a user without a password cannot log in with an empty or a guessed one', async () => {
  for (const password of [' ', 'password', '$'])
    expect((await app.anonymous.call(login, { body: { username: 'ada', password } })).status).toBe(401)
})

test('an identity is added to one’s own user, and removed; its sessions end', async () => {
  const reader = await app.as('reader', { password: 'Correct-Horse-9' })
  const other = await app.as('reader')
  const params = { id: String(reader.id) }
  expect((await other.call(startLink, { params, body: { provider: world.provider.id } })).status).toBe(404)
  expect((await world.admin.call(startLink, { params, body: { provider: world.provider.id } })).status).toBe(404)
  world.fake.logsInAs({ sub: 'linked' })
  const started = await reader.get(startLink, { params, body: { provider: world.provider.id } })
  const address = world.fake.authorize(started.url)
  expect((await app.anonymous.call(finishLogin, { body: { binding: started.binding, address } })).body.data).toEqual({
    token: null,
  })
  const session = (await logIn()).token
  expect((await userOf(session)).id).toBe(reader.id)
  const { items } = await reader.get(listIdentities, { params })
  expect(items).toMatchObject([{ provider: 'Company' }])
  expect((await other.call(listIdentities, { params })).status).toBe(404)
  const named = { id: params.id, identity_id: String(items[0]?.id) }
  expect((await other.call(deleteIdentity, { params: named })).status).toBe(404)
  expect((await reader.call(deleteIdentity, { params: named })).status).toBe(200)
  expect((await app.anonymous.call(info, {}, { authorization: `Bearer ${session}` })).status).toBe(401)
})

test('an identity that another user has is not taken over', async () => {
  const reader = await app.as('reader')
  const started = await reader.get(startLink, {
    params: { id: String(reader.id) },
    body: { provider: world.provider.id },
  })
  const reply = await app.anonymous.call(finishLogin, {
    body: { binding: started.binding, address: world.fake.authorize(started.url) },
  })
  expect(reply.status).toBe(401)
})

test('the provider ends the sessions of a user who logged out there', async () => {
  world.fake.behave({ claims: claims => ({ ...claims, sid: 's1' }) })
  const first = (await logIn()).token
  world.fake.behave({ claims: claims => ({ ...claims, sid: 's2' }) })
  const second = (await logIn()).token
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const now = Math.floor(systemClock().getTime() / 1000)
  const claims = { iss: world.fake.issuer, aud: 'og', iat: now, jti: 'j', events, sub: 'u1', sid: 's1' }
  const send = async (changed: object, key?: Awaited<ReturnType<typeof world.fake.newKey>>) =>
    (
      await app.app.inject({
        method: 'POST',
        url: `/v1/login/logout/${world.provider.id}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          logout_token: await world.fake.sign({ ...claims, ...changed }, key ? { by: key } : {}),
        }).toString(),
      })
    ).statusCode
  expect(await send({ aud: 'other' })).toBe(400)
  expect(await send({ iss: 'https://evil.example' })).toBe(400)
  expect(await send({ nonce: 'n' })).toBe(400)
  expect(await send({ events: {} })).toBe(400)
  expect(await send({ iat: now - 3600 })).toBe(400)
  expect(await send({ sub: undefined, sid: undefined })).toBe(400)
  expect(await send({}, await world.fake.newKey('one'))).toBe(400)
  expect((await userOf(first)).username).toBe('ada')
  expect(await send({})).toBe(200)
  const status = async (token: string | null) =>
    (await app.anonymous.call(info, {}, { authorization: `Bearer ${token}` })).status
  expect(await status(first)).toBe(401)
  expect(await status(second)).toBe(200)
  expect(await send({ sid: undefined })).toBe(200)
  expect(await status(second)).toBe(401)
})

test('passwords can be switched off only while a provider works; administrators keep theirs', async () => {
  const reader = await app.as('reader', { username: 'pw-reader', password: 'Correct-Horse-9' })
  await app.as('admin', { username: 'pw-admin', password: 'Correct-Horse-9' })
  const set = (value: boolean) => world.admin.call(setSystemSetting, { body: { name: 'login_password', value } })
  await sql`update identity_provider set last_used_at = null`.execute(app.db)
  expect((await set(false)).status).toBe(409)
  await logIn()
  expect((await set(false)).status).toBe(200)
  expect((await app.anonymous.call(loginProviders)).body.data).toEqual({
    providers: [{ id: world.provider.id, name: 'Company' }],
    has_password: false,
    has_passkey: false,
  })
  const enter = (username: string) => app.anonymous.call(login, { body: { username, password: 'Correct-Horse-9' } })
  expect((await enter('pw-reader')).status).toBe(401)
  expect((await enter('pw-admin')).status).toBe(200)
  const params = { id: String(world.provider.id) }
  expect((await world.admin.call(updateIdentityProvider, { params, body: { is_active: false } })).status).toBe(409)
  expect((await world.admin.call(deleteIdentityProvider, { params })).status).toBe(409)
  expect((await set(true)).status).toBe(200)
  expect((await enter('pw-reader')).status).toBe(200)
  expect(reader.id).toBeGreaterThan(0)
})

test('the test button names the fault, without reaching private addresses', async () => {
  const params = { id: String(world.provider.id) }
  expect(await world.admin.get(testIdentityProvider, { params })).toMatchObject({
    is_ok: true,
    keys: 1,
    has_pkce: true,
    has_issuer: true,
    has_logout: true,
  })
  for (const issuer of [
    'https://169.254.169.254/latest',
    'https://localhost:1',
    'https://10.0.0.1',
    'http://[::1]:9999',
  ]) {
    const other = await world.admin.get(createIdentityProvider, { body: { name: issuer, issuer, client_id: 'x' } })
    const tested = await world.admin.get(testIdentityProvider, { params: { id: String(other.id) } })
    expect(tested).toMatchObject({ is_ok: false, failure: expect.stringMatching(/refused_address/) })
  }
})

test('an address with .well-known is refused in words, and only administrators manage providers', async () => {
  const body = { name: 'X', issuer: `${world.fake.issuer}/.well-known/openid-configuration`, client_id: 'x' }
  for (const issuer of [body.issuer, 'http://example.org', 'https://a@example.org', 'https://x.org?a', 'ftp://x'])
    expect((await world.admin.call(createIdentityProvider, { body: { ...body, issuer } })).status).toBe(422)
  const editor = await app.as('editor')
  for (const reply of [
    await editor.call(listIdentityProviders),
    await editor.call(createIdentityProvider, { body: { ...body, issuer: world.fake.issuer } }),
    await editor.call(testIdentityProvider, { params: { id: String(world.provider.id) } }),
  ])
    expect(reply.status).toBe(403)
  expect((await app.anonymous.call(listUsers)).status).toBe(401)
})

test('another issuer forgets who belongs to the provider', async () => {
  await patch({ issuer: 'https://new.example' })
  const { items } = await world.admin.get(listIdentityProviders)
  expect(items.find(({ id }) => id === world.provider.id)?.users).toBe(0)
})
