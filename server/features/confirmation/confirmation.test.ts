import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { listAudit } from '#contract/audit.api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createExport } from '#contract/export.api.ts'
import { confirmCode, startCode, startPasskey } from '#contract/factor.api.ts'
import { createGroup } from '#contract/group.api.ts'
import { finishLogin, startProviderConfirmation } from '#contract/identity.api.ts'
import { createScimCredential } from '#contract/scim.api.ts'
import { type ConfirmWays, confirmSession, login, startConfirmation } from '#contract/session.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { createToken, type TokenScope } from '#contract/token.api.ts'
import { createUser, updateUser } from '#contract/user.api.ts'
import { createWebhook } from '#contract/webhook.api.ts'
import { useProvider } from '#server/features/identity/testing.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp({ outboundAllow: ['127.0.0.0/8'], confirms: false })
const world = useProvider(app)
const password = 'Correct-Horse-9'
const later = () => app.clock.advance(10 * 60_000)
const now = () => app.ctx.now().getTime()

const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` })
let groups = 0
function newGroup() {
  groups += 1
  return { body: { name: `Group ${groups}` } }
}
/** Another session of the same user. */
const loginAgain = async (who: Client) =>
  (await app.anonymous.call(login, { body: { username: who.username, password } })).body.data.token
const act = (token: string) => app.anonymous.call(createGroup, newGroup(), bearer(token))
const confirm = (who: Client, body: object, token = who.token) =>
  app.anonymous.call(confirmSession, { body } as never, bearer(token))
const audited = async (who: Client) =>
  (await who.get(listAudit, { query: { user_id: [String(who.id)], act: ['confirm', 'login_failed'] } })).items

/** An administrator whose session was confirmed ten minutes ago. */
async function adminWith(kind: 'password' | 'code') {
  const who = await app.as('admin', { password })
  if (kind === 'password') {
    later()
    return { who, code: () => '' }
  }
  const params = { id: String(who.id) }
  const { secret } = await who.get(startCode, { params, body: { password } })
  const code = (at = now()) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  await who.get(confirmCode, { params, body: { code: code() } })
  later()
  return { who, code }
}

test('a grave act needs a confirmation ten minutes after the login, to the millisecond', async () => {
  const who = await app.as('admin', { password })
  app.clock.set(new Date(now()).toISOString())
  const { body } = await confirm(who, { password })
  const left = Date.parse(body.data.until) - now()
  app.clock.advance(left - 5_000)
  expect((await act(who.token)).status).toBe(200)
  app.clock.advance(5_001)
  const refused = await act(who.token)
  expect([refused.status, refused.body.data]).toEqual([403, { needs: 'confirmation' }])
  expect((await confirm(who, { password })).status).toBe(200)
  expect((await act(who.token)).status).toBe(200)
  app.clock.advance(-3 * 60_000)
  expect((await act(who.token)).status).toBe(403)
  app.clock.advance(3 * 60_000)
})

test('the password confirms one session, not another one of the same user', async () => {
  const { who } = await adminWith('password')
  const other = await loginAgain(who)
  later()
  expect((await who.get(startConfirmation)).methods).toEqual(['password'])
  expect((await confirm(who, { password: 'wrong' })).status).toBe(401)
  expect((await act(who.token)).status).toBe(403)
  expect((await confirm(who, { password })).status).toBe(200)
  expect([(await act(who.token)).status, (await act(other)).status]).toEqual([200, 403])
  const entries = await audited(who)
  expect(entries.map(({ act, detail }) => [act, detail])).toEqual([
    ['confirm', { by: 'password' }],
    ['login_failed', { step: 'confirm', by: 'password' }],
  ])
})

test('who has a code needs it: the password is refused, a code is accepted once, also twice at once', async () => {
  const { who, code } = await adminWith('code')
  const other = (await app.as('admin', { password })).token
  expect((await who.get(startConfirmation)).methods).toEqual(['code'])
  expect((await confirm(who, { password })).status).toBe(409)
  expect((await confirm(who, { code: '000000' })).status).toBe(401)
  const right = code()
  const twice = await Promise.all([confirm(who, { code: right }), confirm(who, { code: right })])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 401])
  later()
  expect((await confirm(who, { code: right })).status).toBe(401)
  expect((await confirm(who, { code: code() }, other)).status).toBe(409)
  expect((await act(who.token)).status).toBe(403)
})

test('wrong passwords and codes count with those of logins', async () => {
  const { who, code } = await adminWith('code')
  for (let tried = 0; tried < 10; tried++) expect((await confirm(who, { code: '000000' })).status).toBe(401)
  expect((await confirm(who, { code: code() })).status).toBe(429)
  const { who: other } = await adminWith('password')
  for (let tried = 0; tried < 10; tried++)
    await app.anonymous.call(login, { body: { username: other.username, password: 'wrong' } })
  expect((await confirm(other, { password })).status).toBe(429)
})

test('a disabled user and an ended session confirm nothing', async () => {
  const { who } = await adminWith('password')
  const admin = await app.as('admin')
  await admin.get(updateUser, { params: { id: String(who.id) }, body: { status: 'disabled' } })
  expect((await confirm(who, { password })).status).toBe(401)
})

test('users without a password set up a factor in a confirmed session only', async () => {
  const { token } = await world.logIn()
  const user = await world.userOf(token)
  const start = () => app.anonymous.call(startCode, { params: { id: String(user.id) }, body: {} }, bearer(token))
  expect((await start()).status).toBe(200)
  later()
  expect((await start()).body.data).toEqual({ needs: 'confirmation' })
  expect(
    (await app.anonymous.call(startPasskey, { params: { id: String(user.id) }, body: {} }, bearer(token))).status,
  ).toBe(403)
})

describe('an identity provider', () => {
  /** A session of a user of the provider, ten minutes old; returns how a browser confirms it. */
  async function atProvider() {
    const token = (await world.logIn()).token
    const user = await world.userOf(token)
    await app.db.updateTable('user').set({ role: 'admin' }).where('id', '=', user.id).execute()
    later()
    const provider = world.provider.id
    const begin = (by = token) => app.anonymous.call(startProviderConfirmation, { body: { provider } }, bearer(by))
    const end = (started: { url: string; binding: string }) =>
      app.anonymous.call(finishLogin, {
        body: { binding: started.binding, address: world.fake.authorize(started.url) },
      })
    return { token: String(token), user, begin, end }
  }
  const at = (ms: number) => ({ claims: (claims: object) => ({ ...claims, auth_time: Math.floor(ms / 1000) }) })
  beforeEach(() => world.fake.behave({}))

  test('confirms the session after another login there, with prompt and max_age', async () => {
    const { token, begin, end } = await atProvider()
    const ways = (await app.anonymous.call(startConfirmation, {}, bearer(token))).body.data
    expect(ways).toEqual({
      methods: ['provider'],
      passkey: null,
      providers: [{ id: world.provider.id, name: 'Company' }],
    })
    expect((await act(token)).status).toBe(403)
    const started = (await begin()).body.data
    const sent = new URL(started.url).searchParams
    expect([sent.get('prompt'), sent.get('max_age')]).toEqual(['login', '0'])
    world.fake.behave(at(now()))
    expect((await end(started)).body.data).toEqual({ token: null })
    expect((await act(token)).status).toBe(200)
    expect((await end(started)).status).toBe(401)
  })

  test.each([
    ['no auth_time', () => ({})],
    ['an old auth_time', () => at(now() - 120_000)],
    [
      'the auth_time of the profile',
      () => ({
        userinfo: { sub: 'u1', auth_time: Math.floor(now() / 1000) },
        claims: ({ email: _, ...claims }: { email?: unknown }) => claims,
      }),
    ],
  ] as const)('confirms nothing with %s', async (_, behaviour) => {
    const { token, begin, end } = await atProvider()
    const started = (await begin()).body.data
    world.fake.behave(behaviour() as never)
    expect((await end(started)).status).toBe(401)
    expect((await act(token)).status).toBe(403)
  })

  test('confirms nothing by another user, for a disabled one, or for a session that ended', async () => {
    const { token, user, begin, end } = await atProvider()
    const [first, second, third] = [(await begin()).body.data, (await begin()).body.data, (await begin()).body.data]
    world.fake.logsInAs({ sub: 'u2', email: 'eve@example.org', name: 'Eve', preferred_username: 'eve' })
    await world.logIn()
    world.fake.behave(at(now()))
    expect((await end(first)).status).toBe(401)
    world.fake.logsInAs({ sub: 'u1', email: 'ada@example.org', email_verified: true })
    await app.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', user.id).execute()
    expect((await end(second)).status).toBe(401)
    await app.db.updateTable('user').set({ status: 'active' }).where('id', '=', user.id).execute()
    await app.db.deleteFrom('session').where('user_id', '=', user.id).execute()
    expect((await end(third)).status).toBe(401)
    expect((await act(token)).status).toBe(401)
  })

  test('is no way for who has a password', async () => {
    const { who } = await adminWith('password')
    const reply = await who.call(startProviderConfirmation, { body: { provider: world.provider.id } })
    expect(reply.status).toBe(409)
  })
})

describe('a passkey', () => {
  const origin = 'https://og.example.org'
  let site: Awaited<ReturnType<typeof app.another>>
  beforeAll(async () => {
    site = await app.another({ publicUrl: origin })
  })
  afterAll(() => site?.close())

  const post = async (path: string, token: string, payload: object = {}) => {
    const reply = await site.inject({ method: 'POST', url: path, headers: bearer(token), payload })
    return { status: reply.statusCode, data: reply.json().data }
  }

  /** A passkey in software: answers a challenge as a browser does. */
  async function withPasskey(who: Client) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const part = (head: string, text: string) =>
      Buffer.concat([Buffer.from(head, 'hex'), Buffer.from(text, 'base64url')])
    const id = Buffer.from(`key of ${who.username}`).toString('base64url')
    const public_key = Buffer.concat([Buffer.from('a5010203262001', 'hex'), part('215820', x), part('225820', y)])
    await app.db
      .insertInto('passkey')
      .values({
        user_id: who.id,
        name: 'Laptop',
        credential_id: id,
        public_key,
        counter: 0,
        is_synced: false,
        created_at: new Date(now()).toISOString(),
      })
      .execute()
    let counter = 0
    return ({ binding, options }: NonNullable<ConfirmWays['passkey']>) => {
      const data = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: options.challenge, origin }))
      const signs = Buffer.alloc(4)
      counter += 1
      signs.writeUInt32BE(counter)
      const domain = createHash('sha256').update('og.example.org').digest()
      const authData = Buffer.concat([domain, Buffer.from([5]), signs])
      const signature = sign(
        'sha256',
        Buffer.concat([authData, createHash('sha256').update(data).digest()]),
        privateKey,
      )
      const [clientDataJSON, authenticatorData, signed] = [data, authData, signature].map(each =>
        each.toString('base64url'),
      )
      const response = { clientDataJSON, authenticatorData, signature: signed }
      return {
        passkey: { binding, response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response } },
      }
    }
  }
  const start = async (token: string): Promise<ConfirmWays> => (await post('/v1/session/confirm/start', token)).data
  const answer = (token: string, body: object) => post('/v1/session/confirm', token, body)

  test('comes first, confirms its own session alone, and each challenge once', async () => {
    const { who } = await adminWith('password')
    const other = await loginAgain(who)
    const respond = await withPasskey(who)
    later()
    const [ways, otherWays] = [await start(who.token), await start(other)]
    expect(ways.methods).toEqual(['passkey'])
    if (!ways.passkey || !otherWays.passkey) throw new Error('no challenge')
    // The challenge of one session, brought by another one of the same user.
    expect((await answer(other, respond(ways.passkey))).status).toBe(401)
    const again = (await start(who.token)).passkey
    if (!again) throw new Error('no challenge')
    const body = respond(again)
    expect((await answer(who.token, body)).status).toBe(200)
    expect((await answer(who.token, body)).status).toBe(401)
    expect([(await act(who.token)).status, (await act(other)).status]).toEqual([200, 403])
    expect((await answer(other, { password })).status).toBe(409)
  })

  test('of another user confirms nothing', async () => {
    const [{ who }, { who: thief }] = [await adminWith('password'), await adminWith('password')]
    await withPasskey(who)
    const respond = await withPasskey(thief)
    const { passkey } = await start(who.token)
    if (!passkey) throw new Error('no challenge')
    expect((await answer(who.token, respond(passkey))).status).toBe(401)
    expect((await act(who.token)).status).toBe(403)
  })
})

describe('grave acts', () => {
  const params = { id: '1', identity_id: '987654321', credential_id: '987654321' }
  const always = api.map(({ endpoint }) => endpoint).filter(({ confirm }) => confirm === true)
  const tokenOf = async (who: Client, scopes: TokenScope[]) => {
    const body = { name: 'program', scopes, minutes: 60 }
    return (await who.get(createToken, { params: { id: String(who.id) }, body })).secret
  }
  const call = (endpoint: Endpoint, body: unknown, headers: Record<string, string>) =>
    app.anonymous.call(endpoint, { params, body } as never, headers)

  test('are refused to tokens, to assistants and to SCIM credentials', async () => {
    const who = await app.as('admin')
    const { secret } = await who.get(createScimCredential, {
      params: { id: String(world.provider.id) },
      body: { name: 'SCIM', new_role: 'reader' },
    })
    const secrets = [await tokenOf(who, ['read', 'write']), await tokenOf(who, ['assistant', 'write'])]
    for (const endpoint of always) {
      for (const each of secrets)
        expect([endpoint.path, (await call(endpoint, {}, bearer(each))).status]).toEqual([endpoint.path, 403])
      expect((await call(endpoint, {}, bearer(secret))).status).toBe(401)
    }
  })

  test('that depend on their input need a confirmation exactly then', async () => {
    const { who } = await adminWith('password')
    const hook = {
      name: 'hook',
      url: 'https://example.org/',
      format: 'standard' as const,
      kinds: ['record.created' as const],
    }
    const exported = { noun: 'og' as const, format: 'csv' as const, columns: ['name'], reason: 'test' }
    const own = { id: String(who.id) }
    const token = (scopes: TokenScope[]) => ({ params: own, body: { name: 'a', scopes, minutes: 60 } })
    const statuses = {
      webhook: await who.call(createWebhook, { body: hook }),
      all: await who.call(createExport, { body: { ...exported, query: { sort: 'name', keyword: '' } } }),
      passwords: await who.call(setSystemSetting, { body: { name: 'login_password', value: true } }),
      write: await who.call(createToken, token(['read', 'write'])),
    }
    expect(Object.values(statuses).map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const open = [
      await who.call(createExport, { body: { ...exported, query: { keyword: 'a' } } }),
      await who.call(setSystemSetting, { body: { name: 'report_four_eyes', value: true } }),
      await who.call(createToken, token(['read'])),
    ]
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200])
    await who.get(confirmSession, { body: { password } })
    const service = await who.get(createUser, {
      body: { username: `robot${who.id}`, is_service: true, role: 'reader' },
    })
    const write = (await who.get(createToken, token(['read', 'write']))).secret
    later()
    const forService = { ...token(['read']), params: { id: String(service.id) } }
    expect((await who.call(createToken, forService)).status).toBe(403)
    // A token with `write` was created in a confirmed session; it exports, and sets no way to log in.
    const byToken = (endpoint: Endpoint, body: object) => app.anonymous.call(endpoint, { body } as never, bearer(write))
    expect((await byToken(createExport, { ...exported, query: {} })).status).toBe(200)
    expect((await byToken(setSystemSetting, { name: 'login_password', value: true })).status).toBe(403)
    const editor = await app.as('editor')
    later()
    expect((await editor.call(createWebhook, { body: hook })).status).toBe(200)
  })
})
