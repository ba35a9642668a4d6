import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import {
  confirmCode,
  getFactors,
  passkeyOptions,
  removeFactor,
  renewRecovery,
  resetFactors,
  type SecondStep,
  secondStep,
  startCode,
} from '#contract/factor.api.ts'
import { listNotifications } from '#contract/notification.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { info, login } from '#contract/session.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { updateProfile } from '#contract/user.api.ts'
import { resetPassword } from '#server/features/user/reset-password.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const password = 'Correct-Horse-9'

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() })
const now = () => app.ctx.now().getTime()
const paramsOf = (who: Client) => ({ id: String(who.id) })

async function enter(who: Client): Promise<SecondStep> {
  const reply = await app.anonymous.call(login, { body: { username: who.username, password } })
  expect(reply.status).toBe(401)
  return reply.body.data as unknown as SecondStep
}

/** A user with an authenticator app. */
async function withApp(role: 'editor' | 'admin' = 'editor') {
  const who = await app.as(role, { password })
  const { secret, uri } = await who.get(startCode, { params: paramsOf(who), body: { password } })
  expect(uri).toMatch(/^otpauth:\/\/totp\/Og%20Group:/)
  const { recovery } = await who.get(confirmCode, { params: paramsOf(who), body: { code: codeOf(secret) } })
  expect(recovery).toHaveLength(10)
  app.clock.advance(30_000)
  return { who, secret, recovery }
}

const second = (ticket: string, body: object) => app.anonymous.call(secondStep, { body: { ticket, ...body } })

test('after the password a code is needed, each code once', async () => {
  const { who, secret } = await withApp()
  const first = await enter(who)
  expect(first.methods).toEqual(['code', 'recovery'])
  const code = codeOf(secret)
  expect((await second(first.ticket, { code: '000000' })).status).toBe(401)
  const reply = await second(first.ticket, { code })
  expect(reply.status).toBe(200)
  const user = await app.anonymous.call(info, {}, { authorization: `Bearer ${reply.body.data.token}` })
  expect(user.body.data.id).toBe(who.id)
  expect((await second(first.ticket, { code })).status).toBe(401)
  expect((await second((await enter(who)).ticket, { code })).status).toBe(401)
})

test('the same code sent twice at once opens one session', async () => {
  const { who, secret } = await withApp()
  const [first, other] = [await enter(who), await enter(who)]
  const code = codeOf(secret)
  const replies = await Promise.all([second(first.ticket, { code }), second(other.ticket, { code })])
  expect(replies.map(reply => reply.status).sort()).toEqual([200, 401])
})

test('a recovery code is accepted once, in any writing; new ones replace them', async () => {
  const { who, recovery } = await withApp()
  const typed = recovery[0]?.toUpperCase().replaceAll('-', ' ')
  expect((await second((await enter(who)).ticket, { recovery: typed })).status).toBe(200)
  expect((await second((await enter(who)).ticket, { recovery: recovery[0] })).status).toBe(401)
  expect((await who.get(getFactors, { params: paramsOf(who) })).recovery).toBe(9)
  await who.get(renewRecovery, { params: paramsOf(who), body: { password } })
  expect((await second((await enter(who)).ticket, { recovery: recovery[1] })).status).toBe(401)
})

test('a ticket allows five tries, a user ten in a quarter of an hour, whatever the address', async () => {
  const { who, secret } = await withApp()
  const statuses: number[] = []
  for (const _ of [1, 2, 3]) {
    const { ticket } = await enter(who)
    for (let tried = 0; tried < 5; tried++) statuses.push((await second(ticket, { code: '000000' })).status)
    expect((await second(ticket, { code: codeOf(secret) })).status).not.toBe(200)
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
  app.clock.advance(16 * 60_000)
  expect((await second((await enter(who)).ticket, { code: codeOf(secret) })).status).toBe(200)
})

test('tickets that are guessed, too old, or of another kind open nothing', async () => {
  const { who, secret } = await withApp()
  for (const ticket of ['', 'x', randomBytes(32).toString('base64url')])
    expect((await second(ticket, { code: '123456' })).status).toBe(401)
  const { ticket } = await enter(who)
  for (const body of [{}, { code: '12' }, { code: 'abcdef' }, { passkey: {} }, { passkey: { id: 'x', response: 1 } }])
    expect([401, 422]).toContain((await second(ticket, body)).status)
  const late = await enter(who)
  app.clock.advance(6 * 60_000)
  expect((await second(late.ticket, { code: codeOf(secret) })).status).toBe(401)
})

test('a changed password ends logins that wait for their second step', async () => {
  const { who, secret } = await withApp()
  const { ticket } = await enter(who)
  await who.get(updateProfile, { params: paramsOf(who), body: { old_password: password, password: 'Other-Horse-10' } })
  expect((await second(ticket, { code: codeOf(secret) })).status).toBe(401)
})

test('setting up and removing needs the password, and only for oneself', async () => {
  const { who } = await withApp()
  const other = await app.as('admin', { password })
  const params = paramsOf(who)
  for (const call of [startCode, renewRecovery, removeFactor]) {
    expect((await who.call(call, { params, body: {} })).status).toBe(422)
    expect((await who.call(call, { params, body: { password: 'wrong' } })).status).toBe(422)
    expect((await other.call(call, { params, body: { password } })).status).toBe(404)
  }
  expect((await who.call(startCode, { params, body: { password } })).status).toBe(409)
  expect((await who.call(removeFactor, { params, body: { password } })).status).toBe(200)
  expect((await app.anonymous.call(login, { body: { username: who.username, password } })).status).toBe(200)
})

test('an administrator resets the factors of another user, whose sessions end', async () => {
  const { who } = await withApp('admin')
  const admin = await app.as('admin')
  const editor = await app.as('editor')
  expect((await editor.call(resetFactors, { params: paramsOf(who) })).status).toBe(403)
  expect((await who.call(resetFactors, { params: paramsOf(who) })).status).toBe(409)
  expect((await admin.call(resetFactors, { params: paramsOf(who) })).status).toBe(200)
  expect((await who.call(info)).status).toBe(401)
  expect((await app.anonymous.call(login, { body: { username: who.username, password } })).status).toBe(200)
})

test('a login from a new address notifies its user, the first one does not', async () => {
  const who = await app.as('reader', { password })
  const from = (remoteAddress: string) =>
    app.app.inject({
      ...{ method: 'POST', url: '/v1/login', remoteAddress },
      payload: { username: who.username, password },
    })
  const heard = async () => {
    await app.drainJobs()
    const { items } = await who.get(listNotifications, { query: {} })
    return items.filter(({ kind }) => kind === 'login_new').map(({ count }) => count)
  }
  await from('198.51.100.1')
  await from('198.51.100.1')
  expect(await heard()).toEqual([])
  await from('203.0.113.9')
  expect(await heard()).toEqual([1])
})

test('a new password from the machine itself removes second factors', async () => {
  const { who } = await withApp('admin')
  const reset = await resetPassword(app.ctx, who.username)
  expect(reset).toMatchObject({ hadFactors: true })
  const body = { username: who.username, password: String(reset?.password) }
  expect((await app.anonymous.call(login, { body })).status).toBe(200)
})

test('a user who must have a second factor does nothing else before it is set up', async () => {
  const admin = await app.as('admin')
  const editor = await app.as('editor', { password })
  const set = (value: string) => admin.call(setSystemSetting, { body: { name: 'login_second_factor', value } })
  await set('admins')
  const asEditor = async () =>
    (await app.anonymous.call(login, { body: { username: editor.username, password } })).body.data.token
  const read = async (token: string) =>
    (await app.anonymous.call(listOgs, { query: {} }, { authorization: `Bearer ${token}` })).status
  expect(await read(await asEditor())).toBe(200)
  await set('records')
  const token = await asEditor()
  const auth = { authorization: `Bearer ${token}` }
  expect(await read(token)).toBe(403)
  expect((await app.anonymous.call(info, {}, auth)).body.data.must_enrol).toBe(true)
  const params = paramsOf(editor)
  const { secret } = (await app.anonymous.call(startCode, { params, body: { password } }, auth)).body.data
  expect(await read(token)).toBe(403)
  const confirmed = await app.anonymous.call(confirmCode, { params, body: { code: codeOf(secret) } }, auth)
  expect(confirmed.status).toBe(200)
  expect(await read(token)).toBe(200)
  await set('none')
})

test('passkeys need a domain: an address by number allows none', async () => {
  expect((await app.anonymous.call(passkeyOptions)).status).toBe(409)
  const who = await app.as('editor')
  expect((await who.get(getFactors, { params: paramsOf(who) })).passkey_domain).toBeNull()
})
