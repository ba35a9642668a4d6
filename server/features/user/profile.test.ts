import { describe, expect, test } from 'vitest'
import { info, login } from '#contract/session.api.ts'
import { endSessions, listSessions, updateProfile } from '#contract/user.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const old = 'the-old-password-1'
const strong = 'quiet-harbour-lantern-7'
const at = (client: { id: number }) => ({ id: String(client.id) })

async function signIn(client: Client, password: string): Promise<string> {
  const answer = await app.anonymous.call(login, { body: { username: client.username, password } })
  return answer.body.data?.token ?? ''
}

const isIn = async (token: string) =>
  (await app.anonymous.call(info, undefined, { authorization: `Bearer ${token}` })).status === 200

describe('one’s own profile', () => {
  test('can be changed by the user, except for name, role and status', async () => {
    const user = await app.as('uploader')
    const changed = await user.get(updateProfile, { params: at(user), body: { name: '张', phone: '+86 10 1234' } })
    expect(changed).toMatchObject({ name: '张', phone: '+86 10 1234', rev: 2 })
    for (const body of [{ role: 'admin' }, { status: 'active' }, { username: 'me' }])
      expect((await user.call(updateProfile, { params: at(user), body: body as never })).status).toBe(422)
    expect((await user.call(updateProfile, { params: at(user), body: { rev: 1, name: 'x' } })).status).toBe(409)
  })

  test('cannot be changed here by anyone else, not even an administrator', async () => {
    const user = await app.as('reader')
    for (const role of ['admin', 'editor', 'device'] as const) {
      const other = await app.as(role)
      expect((await other.call(updateProfile, { params: at(user), body: { name: 'taken' } })).status).toBe(404)
    }
    expect((await user.get(info)).name).toBe('')
  })
})

describe('a new password of one’s own', () => {
  test('requires the old one, ends the other sessions and leaves the current one open', async () => {
    const user = await app.as('reader', { password: old })
    const elsewhere = await signIn(user, old)
    const change = (body: object) => user.call(updateProfile, { params: at(user), body })
    const faults = [
      [{ password: strong }, 'old_password'],
      [{ password: strong, old_password: 'a wrong one' }, 'old_password'],
      [{ password: 'password1234', old_password: old }, 'password'],
    ] as const
    for (const [body, path] of faults) {
      const answer = await change(body)
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, path])
    }
    expect(await isIn(elsewhere)).toBe(true)
    expect((await change({ password: strong, old_password: old })).status).toBe(200)
    expect(await isIn(elsewhere)).toBe(false)
    expect(await isIn(user.token)).toBe(true)
    expect(await signIn(user, old)).toBe('')
    expect(await isIn(await signIn(user, strong))).toBe(true)
  })

  test('cannot be set by guessing the old one in many concurrent requests', async () => {
    const user = await app.as('reader', { password: old })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        user.call(updateProfile, { params: at(user), body: { password: strong, old_password: `guess ${n}` } }),
      ),
    )
    expect(answers.filter(answer => answer.status === 422)).toHaveLength(10)
    expect(answers.filter(answer => answer.status === 429)).toHaveLength(10)
    const right = await user.call(updateProfile, { params: at(user), body: { password: strong, old_password: old } })
    expect(right.status).toBe(429)
    app.clock.advance(15 * 60_000)
  })

  test('only one of two concurrent changes succeeds, and the other is reported as stale', async () => {
    const user = await app.as('reader', { password: old })
    const answers = await Promise.all(
      ['first-harbour-lantern-7', 'second-harbour-lantern-7'].map(password =>
        user.call(updateProfile, { params: at(user), body: { password, old_password: old } }),
      ),
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 422])
  })
})

describe('sessions', () => {
  test('are listed and ended by the user, one or all others', async () => {
    const user = await app.as('uploader', { password: old })
    const tokens = [await signIn(user, old), await signIn(user, old), await signIn(user, old)]
    const rows = await user.get(listSessions, { params: at(user) })
    expect(rows).toHaveLength(4)
    expect(rows.filter(row => row.is_current)).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(user.token)
    const named = rows.find(row => !row.is_current)
    expect(await user.get(endSessions, { params: at(user), query: { session: String(named?.id) } })).toEqual({
      ended: 1,
    })
    expect(await user.get(endSessions, { params: at(user), query: { session: String(named?.id) } })).toEqual({
      ended: 0,
    })
    expect(await user.get(endSessions, { params: at(user) })).toEqual({ ended: 2 })
    for (const token of tokens) expect(await isIn(token)).toBe(false)
    expect(await isIn(user.token)).toBe(true)
  })

  test('of other users can be ended by an administrator, and are not found for anyone else', async () => {
    const user = await app.as('reader')
    const other = await app.as('super_editor')
    const mine = await other.get(listSessions, { params: at(other) })
    expect((await other.call(listSessions, { params: at(user) })).status).toBe(404)
    expect((await other.call(endSessions, { params: at(user) })).status).toBe(404)
    // A session of one user cannot be reached through the path of another.
    const [theirs] = await user.get(listSessions, { params: at(user) })
    const through = await other.get(endSessions, { params: at(other), query: { session: String(theirs?.id) } })
    expect(through).toEqual({ ended: 0 })
    expect(mine).toHaveLength(1)
    const admin = await app.as('admin')
    expect(await admin.get(listSessions, { params: at(user) })).toMatchObject([{ is_current: false }])
    expect(await admin.get(endSessions, { params: at(user) })).toEqual({ ended: 1 })
    expect(await isIn(user.token)).toBe(false)
    expect((await admin.call(listSessions, { params: { id: '987654321' } })).status).toBe(404)
  })

  test('that have expired are not listed', async () => {
    const user = await app.as('reader', { password: old })
    app.clock.advance(23 * 3_600_000)
    const token = await signIn(user, old)
    app.clock.advance(2 * 3_600_000)
    const rows = await app.anonymous.call(listSessions, { params: at(user) }, { authorization: `Bearer ${token}` })
    expect(rows.body.data).toHaveLength(1)
  })
})
