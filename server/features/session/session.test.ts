import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { listNotifications } from '#contract/notification.api.ts'
import { roles } from '#contract/role.ts'
import { info, logout, menu } from '#contract/session.api.ts'
import * as clock from '#server/platform/clock.ts'
import { hashToken } from '#server/platform/http/token.ts'
import * as password from '#server/platform/password.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

// Spied on, not replaced: the calls run the real hash.
vi.mock('#server/platform/password.ts', { spy: true })
vi.mock('#server/platform/clock.ts', { spy: true })

const app = useTestApp()
const right = 'the-right-password-1'
const minuteMs = 60_000
const hourMs = 3_600_000

/** A sign-in from an address, as if over the network. */
async function signIn(username: unknown, secret: unknown, address = '198.51.100.7') {
  const response = await app.app.inject({
    method: 'POST',
    url: '/v1/login',
    remoteAddress: address,
    headers: { 'accept-language': 'en-US' },
    payload: { username, password: secret } as object,
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

const request = (token: string) => app.anonymous.call(info, undefined, { authorization: `Bearer ${token}` })
/** Waits take no time here; their lengths are recorded. */
const pauses: number[] = []
beforeEach(() => {
  pauses.length = 0
  vi.mocked(clock.pause).mockImplementation(async ms => {
    pauses.push(ms)
  })
})
let hosts = 0
/** An address that no other test has used. */
function elsewhere(): string {
  hosts += 1
  return `203.0.113.${hosts}`
}

describe('signing in', () => {
  test('returns a token that identifies the user until they sign out', async () => {
    const user = await app.as('editor', { password: right })
    const answer = await signIn(user.username.toUpperCase(), right)
    expect(answer.status).toBe(200)
    const { token } = answer.body.data
    expect((await request(token)).body.data).toMatchObject({
      id: user.id,
      username: user.username,
      role: 'editor',
      last_seen_at: expect.any(String),
    })
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.anonymous.call(logout, undefined, headers)).status).toBe(200)
    expect((await request(token)).status).toBe(401)
    expect((await app.anonymous.call(logout, undefined, headers)).status).toBe(401)
    expect((await user.call(info)).status).toBe(200)
  })

  test('answers and hashes equally, whether the name or the password is wrong, or the user disabled', async () => {
    const user = await app.as('editor', { password: right })
    const disabled = await app.as('editor', { password: right })
    await app.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', disabled.id).execute()
    const verify = vi.mocked(password.verifyPassword)
    const address = elsewhere()
    const answers = []
    for (const [username, secret] of [
      [user.username, 'wrong'],
      ['nobody-of-this-name', 'wrong'],
      [disabled.username, right],
    ]) {
      verify.mockClear()
      answers.push(await signIn(username, secret, address))
      expect(verify).toHaveBeenCalledTimes(1)
      expect(verify.mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    }
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual({
        code: 401,
        message: 'Login error, refresh and try again',
        req_id: expect.any(String),
      })
    }
  })

  test.each([
    ['', right],
    ['   ', right],
    ['someone', ''],
    ['x'.repeat(101), right],
    ['someone', 'x'.repeat(501)],
    [['someone'], right],
    [{ $ne: null }, right],
    [undefined, undefined],
  ])('with %j and %j computes no hash', async (username, secret) => {
    const verify = vi.mocked(password.verifyPassword)
    verify.mockClear()
    const answer = await signIn(username, secret, elsewhere())
    expect(answer.status).toBe(422)
    expect(verify).not.toHaveBeenCalled()
  })

  test('with a NUL or SQL in the name is just a wrong name', async () => {
    for (const username of ["' or 1=1 --", 'a"; drop table session; --'])
      expect((await signIn(username, right, elsewhere())).status).toBe(401)
    expect((await signIn('a\u0000b', right, elsewhere())).status).toBeLessThan(500)
  })

  test('stores only the hash of the token', async () => {
    const user = await app.as('reader', { password: right })
    const { token } = (await signIn(user.username, right)).body.data
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const rows = await app.db.selectFrom('session').selectAll().where('user_id', '=', user.id).execute()
    expect(rows.map(row => row.token_hash.toString('hex'))).toContain(hashToken(token).toString('hex'))
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const row of rows) expect(row.token_hash.toString('latin1')).not.toContain(token)
  })
})

describe('attempts', () => {
  test('of one name from one address are limited, without locking it elsewhere', async () => {
    const user = await app.as('reader', { password: right })
    const stranger = elsewhere()
    for (let n = 0; n < 10; n += 1) expect((await signIn(user.username, 'wrong', stranger)).status).toBe(401)
    const refused = await signIn(user.username.toUpperCase(), right, stranger)
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(refused.body.message).toContain(String(seconds))
    expect((await signIn(user.username, right, elsewhere())).status).toBe(200)
    app.clock.advance(15 * minuteMs)
    expect((await signIn(user.username, right, stranger)).status).toBe(200)
  })

  test('of one name from many addresses are slowed increasingly, and the right password is still accepted', async () => {
    const user = await app.as('reader', { password: right })
    for (let n = 0; n < 20; n += 1) expect((await signIn(user.username, 'wrong', elsewhere())).status).toBe(401)
    expect(pauses).toEqual([])
    const verify = vi.mocked(password.verifyPassword)
    verify.mockClear()
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(user.username, 'wrong', elsewhere())))
    const looked = answers.filter(answer => answer.status === 401).length
    // Slots farther ahead than ten seconds are refused.
    expect(looked).toBeGreaterThan(5)
    expect(looked).toBeLessThan(20)
    expect(verify).toHaveBeenCalledTimes(looked)
    expect(Math.max(...pauses)).toBeGreaterThan(5_000)
    app.clock.advance(minuteMs)
    expect((await signIn(user.username, right, elsewhere())).status).toBe(200)
  })

  test('never refuse the right password at an address where the name has signed in, however many were wrong', async () => {
    const user = await app.as('reader', { password: right })
    const house = elsewhere()
    expect((await signIn(user.username, right, house)).status).toBe(200)
    // All users share one address, as behind an untrusted proxy: one of them tries every name.
    await Promise.all(Array.from({ length: 70 }, (_, n) => signIn(`neighbour-${n}`, 'wrong', house)))
    // At once: on a slow machine, attempts one after another are farther apart than the limit demands.
    const wrong = await Promise.all(Array.from({ length: 15 }, () => signIn(user.username, 'wrong', house)))
    expect(wrong.map(({ status }) => status)).toEqual(Array(15).fill(401))
    // The limit still protects: from the tenth attempt on, passwords are checked one after another.
    expect(pauses.length).toBeGreaterThan(0)
    expect((await signIn(user.username, right, house)).status).toBe(200)
    expect((await signIn(user.username, right, elsewhere())).status).toBe(200)
  })

  test('count an IPv6 household as one address, and an IPv4 address written as IPv6 as itself', async () => {
    const user = await app.as('reader', { password: right })
    for (let n = 0; n < 10; n += 1)
      expect((await signIn(user.username, 'wrong', `2001:db8:7:8::${n + 1}`)).status).toBe(401)
    expect((await signIn(user.username, right, '2001:db8:7:8:ffff::1')).status).toBe(429)
    expect((await signIn(user.username, right, '2001:db8:7:9::1')).status).toBe(200)
    const v4 = elsewhere()
    for (let n = 0; n < 10; n += 1)
      expect((await signIn('somebody', 'wrong', n % 2 ? v4 : `::ffff:${v4}`)).status).toBe(401)
    expect((await signIn('somebody', 'wrong', v4)).status).toBe(429)
  })

  test('are limited no longer than a window if a clock is set back', async () => {
    const user = await app.as('reader', { password: right })
    const stranger = elsewhere()
    app.clock.advance(24 * hourMs)
    for (let n = 0; n < 11; n += 1) await signIn(user.username, 'wrong', stranger)
    app.clock.advance(-24 * hourMs)
    expect((await signIn(user.username, right, stranger)).status).toBe(200)
  })

  test('store no name that was typed, and report a limit once, in the audit log and to administrators', async () => {
    const admin = await app.as('admin')
    const user = await app.as('reader', { password: right })
    app.clock.advance(2 * hourMs)
    const [first, second] = [elsewhere(), elsewhere()]
    for (let n = 0; n < 14; n += 1) await signIn(user.username, 'wrong', first)
    for (let n = 0; n < 14; n += 1) await signIn('my secret typed here', 'wrong', second)
    const kept = await app.db.selectFrom('login_attempt').select('key').execute()
    expect(JSON.stringify(kept)).not.toContain('secret')
    const reported = await admin.get(listAudit, { query: { act: 'login_limited', address: [first, second] } })
    expect(reported.items.map(item => [item.record_id, item.detail.bound])).toEqual([
      [null, 'pair'],
      [user.id, 'pair'],
    ])
    await app.drainJobs()
    const { items } = await admin.get(listNotifications, { query: { noun: 'login' } })
    expect(items).toMatchObject([{ kind: 'login_limited', family: 'task', count: 1 }])
    expect((await user.get(listNotifications, { query: { noun: 'login' } })).items).toEqual([])
  })

  test('are reset by a success', async () => {
    const user = await app.as('reader', { password: right })
    const address = elsewhere()
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 9; n += 1) expect((await signIn(user.username, 'wrong', address)).status).toBe(401)
      expect((await signIn(user.username, right, address)).status).toBe(200)
    }
  })

  test('from one address are limited for all names together, and no longer lock a name', async () => {
    const user = await app.as('reader', { password: right })
    const address = elsewhere()
    const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => signIn(`stranger-${n}`, 'wrong', address)))
    expect(answers.filter(answer => answer.status === 401)).toHaveLength(60)
    expect(answers.filter(answer => answer.status === 429)).toHaveLength(10)
    for (let n = 0; n < 11; n += 1) expect((await signIn(user.username, right, address)).status).toBe(429)
    expect((await signIn(user.username, right, elsewhere())).status).toBe(200)
  })

  test('cannot exceed the limit by running concurrently', async () => {
    const user = await app.as('reader', { password: right })
    const stranger = elsewhere()
    const verify = vi.mocked(password.verifyPassword)
    verify.mockClear()
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(user.username, 'wrong', stranger)))
    expect(answers.filter(answer => answer.status === 401)).toHaveLength(10)
    expect(answers.filter(answer => answer.status === 429)).toHaveLength(40)
    expect(verify).toHaveBeenCalledTimes(10)
  })

  test('leave nothing behind once their window is over', async () => {
    await signIn('one-of-many-names', 'wrong', elsewhere())
    app.clock.advance(hourMs + 1)
    await removeOld()
    expect(await app.db.selectFrom('login_attempt').selectAll().execute()).toEqual([])
  })
})

async function removeOld() {
  const { sessionJobs } = await import('./session.jobs.ts')
  await sessionJobs.remove_dead_sessions(app.ctx)
  await sessionJobs.remove_old_attempts(app.ctx)
}

describe('a session', () => {
  const opened = async (): Promise<[Client, string]> => {
    const user = await app.as('reader', { password: right })
    return [user, (await signIn(user.username, right, elsewhere())).body.data.token]
  }

  test('ends after a day without use', async () => {
    const [, token] = await opened()
    app.clock.advance(24 * hourMs - minuteMs)
    expect((await request(token)).status).toBe(200)
    app.clock.advance(24 * hourMs - minuteMs)
    expect((await request(token)).status).toBe(200)
    app.clock.advance(24 * hourMs)
    expect((await request(token)).status).toBe(401)
  })

  test('ends after fourteen days, however much it is used', async () => {
    const [user, token] = await opened()
    for (let hours = 0; hours < 14 * 24 - 12; hours += 12) {
      app.clock.advance(12 * hourMs)
      expect((await request(token)).status).toBe(200)
    }
    app.clock.advance(12 * hourMs)
    expect((await request(token)).status).toBe(401)
    await removeOld()
    const left = await app.db.selectFrom('session').select('id').where('user_id', '=', user.id).execute()
    expect(left).toEqual([])
  })

  test('ends at once when its user is disabled', async () => {
    const [user, token] = await opened()
    expect((await request(token)).status).toBe(200)
    await app.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', user.id).execute()
    expect((await request(token)).status).toBe(401)
  })

  test('is not opened for a password that was changed while it was checked', async () => {
    const user = await app.as('reader', { password: right })
    const verify = vi.mocked(password.verifyPassword)
    verify.mockImplementationOnce(async () => {
      await app.db
        .updateTable('user')
        .set({ password_hash: await password.hashPassword('another-password-2') })
        .where('id', '=', user.id)
        .execute()
      return true
    })
    expect((await signIn(user.username, right, elsewhere())).status).toBe(401)
  })

  test('is opened only by its token', async () => {
    const [, token] = await opened()
    const hash = hashToken(token).toString('base64url')
    for (const wrong of ['', 'x', `${token}x`, token.slice(1), hash, token.toUpperCase(), `${token}\u00e9`])
      expect((await request(wrong)).status, wrong).toBe(401)
    for (const header of [token, `bearer ${token}`, `Basic ${token}`, `Bearer  ${token}`]) {
      const answer = await app.anonymous.call(info, undefined, { authorization: header })
      expect(answer.status).toBe(401)
    }
  })
})

describe('the menu', () => {
  test.each(roles)('of a %s contains only pages that the role may open', async role => {
    const user = await app.as(role)
    const entries = await user.get(menu)
    const names = entries.flatMap(entry => [entry.name, ...(entry.children ?? []).map(child => child.name)])
    expect(names.includes('admin_user_manage')).toBe(role === 'admin')
    expect(names.includes('admin')).toBe(['admin', 'super_editor', 'editor'].includes(role))
    expect(names.includes('main_p_dashboard')).toBe(['admin', 'super_editor', 'super_reader'].includes(role))
    expect(names.includes('og')).toBe(!['uploader', 'device'].includes(role))
    expect(names.includes('device_list')).toBe(role === 'device')
    for (const entry of entries) if (entry.children) expect(entry.children.length).toBeGreaterThan(0)
  })
})
