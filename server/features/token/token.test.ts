import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { createOg, listOgs } from '#contract/og.api.ts'
import { info, login } from '#contract/session.api.ts'
import * as contract from '#contract/token.api.ts'
import { createUser, endAccess, updateUser } from '#contract/user.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

async function aToken(client: Client, body: Partial<contract.NewToken> = {}, userId = client.id) {
  const made = await client.get(contract.createToken, {
    params: { id: String(userId) },
    body: { name: 'script', scopes: ['read'], minutes: 60, ...body },
  })
  return { ...made, use: using(made.secret) }
}

/** Calls of a program with the secret. */
function using(secret: string) {
  return async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    remoteAddress = '127.0.0.1',
  ) => {
    const headers = { authorization: `Bearer ${secret}`, ...(payload && { 'content-type': 'application/json' }) }
    const answer = await app.app.inject({ method, url, headers, remoteAddress, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
}

describe('a token', () => {
  test('acts for its user within its scopes, and its secret is not stored', async () => {
    const editor = await app.as('editor')
    const { token, secret, use } = await aToken(editor, { scopes: ['read'] })
    expect(secret).toMatch(/^ogp_[A-Za-z0-9_-]{43}$/)
    expect(token).toMatchObject({ hint: secret.slice(-4), last_used_at: null })
    expect((await use('GET', '/v1/og')).status).toBe(200)
    const refused = await use('POST', '/v1/og', { name: '不应创建' })
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('write') } })
    const rows = await app.db.selectFrom('token').selectAll().where('id', '=', token.id).execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4, 20))
  })

  test('can write with the scope, and the log names it', async () => {
    const editor = await app.as('editor')
    const admin = await app.as('admin')
    const { use } = await aToken(editor, { name: 'nightly', scopes: ['read', 'write'] })
    const made = await use('POST', '/v1/og', { name: '令牌创建' })
    expect(made.status).toBe(200)
    const log = await admin.get(listAudit, {
      query: { noun: 'og', record_id: String(made.body.data.id), current: 1, pageSize: 5 },
    })
    expect(log.items[0]?.username).toBe(`${editor.username} (nightly)`)
  })

  test.each([
    ['POST', (id: number) => `/v1/user/${id}/token`, { name: 'x', scopes: ['read'], minutes: 60 }],
    ['GET', (id: number) => `/v1/user/${id}/token`, undefined],
    ['PUT', (id: number) => `/v1/user/${id}`, { password: 'A-new-password-2026' }],
    ['DELETE', (id: number) => `/v1/user/${id}/session`, undefined],
    ['POST', () => '/v1/user', { username: 'made-by-token', password: 'A-new-password-2026', role: 'admin' }],
    ['POST', () => '/v1/group', { name: 'made-by-token' }],
    ['POST', () => '/v1/event/feed', { name: 'a lasting address' }],
    ['GET', () => '/v1/notification/stream', undefined],
  ] as const)('never manages accounts nor makes lasting addresses: %s %s', async (method, path, body) => {
    const admin = await app.as('admin')
    const { use } = await aToken(admin, { scopes: ['read', 'write', 'screen'] })
    expect((await use(method, path(admin.id), body)).status).toBe(403)
  })

  test('ends with its time', async () => {
    const reader = await app.as('reader')
    const { use } = await aToken(reader, { minutes: 10 })
    expect((await use('GET', '/v1/og')).status).toBe(200)
    app.clock.advance(10 * 60_000)
    expect((await use('GET', '/v1/og')).status).toBe(401)
  })

  test('is accepted only from its networks', async () => {
    const reader = await app.as('reader')
    const { use } = await aToken(reader, { addresses: ['10.1.0.0/16', '2001:db8::/32'] })
    expect((await use('GET', '/v1/og', undefined, '10.1.2.3')).status).toBe(200)
    expect((await use('GET', '/v1/og', undefined, '2001:db8::7')).status).toBe(200)
    expect((await use('GET', '/v1/og', undefined, '10.2.0.1')).status).toBe(401)
    expect((await use('GET', '/v1/og', undefined, '127.0.0.1')).status).toBe(401)
  })

  test('dies with its revocation, its user, and a change of the role, on every process', async () => {
    const admin = await app.as('admin')
    const other = await app.another()
    const onBoth = async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}` }
      const answers = [app.app, other].map(each => each.inject({ method: 'GET', url: '/v1/og', headers }))
      return (await Promise.all(answers)).map(answer => answer.statusCode)
    }
    const user = await app.as('editor')
    const revoked = await aToken(user)
    const kept = await aToken(user)
    expect(await onBoth(revoked.secret)).toEqual([200, 200])
    await user.get(contract.deleteToken, { params: { id: String(user.id), token_id: String(revoked.token.id) } })
    expect(await onBoth(revoked.secret)).toEqual([401, 401])
    await admin.get(updateUser, { params: { id: String(user.id) }, body: { role: 'device' } })
    expect(await onBoth(kept.secret)).toEqual([403, 403])
    await admin.get(updateUser, { params: { id: String(user.id) }, body: { status: 'disabled' } })
    expect(await onBoth(kept.secret)).toEqual([401, 401])
    const reader = await app.as('reader')
    const ended = await aToken(reader)
    await admin.get(endAccess, { params: { id: String(reader.id) } })
    expect(await onBoth(ended.secret)).toEqual([401, 401])
    await other.close()
  })
})

test('no one makes or reads tokens of another person, an administrator only revokes them', async () => {
  const admin = await app.as('admin')
  const user = await app.as('editor')
  const stranger = await app.as('super_editor')
  const { token } = await aToken(user)
  const params = { id: String(user.id) }
  const body = { name: 'x', scopes: ['read' as const], minutes: 60 }
  expect((await stranger.call(contract.createToken, { params, body })).status).toBe(404)
  expect((await stranger.call(contract.listTokens, { params })).status).toBe(404)
  expect((await admin.call(contract.createToken, { params, body })).status).toBe(409)
  expect((await admin.get(contract.listTokens, { params })).map(each => each.id)).toEqual([token.id])
  await admin.get(contract.deleteToken, { params: { ...params, token_id: String(token.id) } })
  expect(await user.get(contract.listTokens, { params })).toEqual([])
})

test('the limits of a new token are checked', async () => {
  const user = await app.as('reader')
  const refused = async (body: object) =>
    (await user.call(contract.createToken, { params: { id: String(user.id) }, body: body as never })).status
  const good = { name: 'x', scopes: ['read'], minutes: 60 }
  expect(await refused({ ...good, minutes: 9 })).toBe(422)
  expect(await refused({ ...good, minutes: 600_000 })).toBe(422)
  expect(await refused({ ...good, scopes: [] })).toBe(422)
  expect(await refused({ ...good, scopes: ['admin'] })).toBe(422)
  expect(await refused({ ...good, addresses: ['10.0.0.0/99'] })).toBe(422)
  expect(await refused({ ...good, addresses: ["1.2.3.4'; drop table token"] })).toBe(422)
})

describe('a service account', () => {
  test('has no password and no sign-in; its keeper makes its tokens', async () => {
    const admin = await app.as('admin')
    const keeper = await app.as('editor')
    const service = await admin.get(createUser, {
      body: { username: `svc-${Date.now().toString(36)}`, role: 'reader', is_service: true, keeper: keeper.id },
    })
    expect(service).toMatchObject({ is_service: true, keeper: keeper.id })
    const attempt = (password: string) =>
      app.anonymous.call(login, { body: { username: service.username, password } }).then(({ status }) => status)
    expect(await attempt('x')).toBe(401)
    const { use } = await aToken(keeper, {}, service.id)
    expect((await use('GET', '/v1/og')).status).toBe(200)
    const set = await admin.call(updateUser, {
      params: { id: String(service.id) },
      body: { password: 'A-new-password-2026' },
    })
    expect(set.status).toBe(422)
  })

  test('a person needs a password, a service account must not have one', async () => {
    const admin = await app.as('admin')
    const made = async (body: object) =>
      (
        await admin.call(createUser, {
          body: { username: `u-${Math.random().toString(36).slice(2)}`, role: 'reader', ...body },
        })
      ).status
    expect(await made({})).toBe(422)
    expect(await made({ is_service: true, password: 'A-new-password-2026' })).toBe(422)
    expect(await made({ is_service: true })).toBe(200)
  })
})

test('records that the user may not read do not exist for the token either', async () => {
  const owner = await app.as('editor')
  const reader = await app.as('reader')
  const secret = await owner.get(createOg, { body: { name: '令牌不可见', read_user: [owner.id] } })
  const { use } = await aToken(reader)
  expect((await use('GET', `/v1/og/${secret.id}`)).status).toBe(404)
  const listed = await use('GET', `/v1/og?id=${secret.id}`)
  expect(listed.body.data.total).toBe(0)
  expect((await owner.get(listOgs, { query: { id: String(secret.id), current: 1, pageSize: 5 } })).total).toBe(1)
  expect((await use('POST', '/v1/info')).body.data.id).toBe((await reader.get(info)).id)
})
