import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { createEventFeed, readEventFeed } from '#contract/event-feed.api.ts'
import { createExport, getExport } from '#contract/export.api.ts'
import { readTicket } from '#contract/ticket.api.ts'
import { createUploadTicket } from '#contract/upload.api.ts'
import { endAccess, endUserFeed, listSessions, listUserFeeds, updateProfile, updateUser } from '#contract/user.api.ts'
import { send } from '#server/features/upload/testing.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const old = 'the-old-password-1'
const strong = 'quiet-harbour-lantern-7'
const at = (client: { id: number }) => ({ id: String(client.id) })

/** A feed of this user and whether it still works. */
async function withFeed(user: Client) {
  const { feed, path } = await user.get(createEventFeed, { body: { name: '日历', search: '' } })
  const token = path.split('/')[4] ?? ''
  const serves = async () => (await app.anonymous.call(readEventFeed, { params: { token } })).status === 200
  expect(await serves()).toBe(true)
  return { feed, serves }
}

async function withTicket(user: Client): Promise<() => Promise<number>> {
  const upload = await send(app, user, 'a.txt', 'text')
  const { url } = await user.get(createUploadTicket, { params: at(upload) })
  const token = url.split('/').at(-1) ?? ''
  return async () => (await app.anonymous.call(readTicket, { params: { token } })).status
}

describe('calendar feeds and tickets', () => {
  test.each([
    ['an administrator sets the password', { password: strong }],
    ['an administrator disables the user', { status: 'disabled' as const }],
  ])('end if %s', async (_name, body) => {
    const [admin, user] = [await app.as('admin'), await app.as('editor', { password: old })]
    const { serves } = await withFeed(user)
    const open = await withTicket(user)
    await admin.get(updateUser, { params: at(user), body })
    expect(await admin.get(listUserFeeds, { params: at(user) })).toEqual([])
    // After the user is enabled again, none of them is restored.
    await admin.get(updateUser, { params: at(user), body: { status: 'active' } })
    expect(await serves()).toBe(false)
    expect(await open()).toBe(404)
  })

  test('end if the user changes their own password, and stay with another name or role', async () => {
    const [admin, user] = [await app.as('admin'), await app.as('reader', { password: old })]
    const { serves } = await withFeed(user)
    await user.get(updateProfile, { params: at(user), body: { name: '姜𤨒姬' } })
    await admin.get(updateUser, { params: at(user), body: { role: 'editor' } })
    expect(await serves()).toBe(true)
    await user.get(updateProfile, { params: at(user), body: { password: strong, old_password: old } })
    expect(await serves()).toBe(false)
    expect((await user.call(listSessions, { params: at(user) })).status).toBe(200)
  })
})

describe('all access of a user', () => {
  test('is listed and ended by an administrator in one act, which the audit log records', async () => {
    const [admin, user] = [await app.as('admin'), await app.as('reader')]
    const first = await withFeed(user)
    const second = await withFeed(user)
    const feeds = await admin.get(listUserFeeds, { params: at(user) })
    expect(feeds.map(feed => feed.id)).toEqual([second.feed.id, first.feed.id])
    expect(Object.keys(feeds[0] ?? {}).toSorted()).toEqual(['created_at', 'id', 'last_used_at', 'name'])
    await admin.get(endUserFeed, { params: { ...at(user), feed_id: String(first.feed.id) } })
    expect([await first.serves(), await second.serves()]).toEqual([false, true])
    expect(await admin.get(endAccess, { params: at(user) })).toEqual({ sessions: 1, feeds: 1 })
    expect(await second.serves()).toBe(false)
    expect((await user.call(listSessions, { params: at(user) })).status).toBe(401)
    const { items } = await admin.get(listAudit, { query: { noun: ['user'], record_id: [String(user.id)] } })
    expect(items.map(item => item.act)).toEqual(['end_access', 'end_feed'])
  })

  test('can be ended by the user, except the current session; that of other users is not found', async () => {
    const [user, other] = [await app.as('reader'), await app.as('super_editor')]
    const { feed, serves } = await withFeed(user)
    for (const call of [
      other.call(listUserFeeds, { params: at(user) }),
      other.call(endAccess, { params: at(user) }),
      other.call(endUserFeed, { params: { ...at(user), feed_id: String(feed.id) } }),
      other.call(endUserFeed, { params: { ...at(other), feed_id: String(feed.id) } }),
    ])
      expect((await call).status).toBe(404)
    expect(await serves()).toBe(true)
    expect(await user.get(endAccess, { params: at(user) })).toEqual({ sessions: 0, feeds: 1 })
    expect((await user.call(listSessions, { params: at(user) })).status).toBe(200)
  })
})

test('changing one’s own e-mail address requires the password; an administrator needs none', async () => {
  const [admin, user] = [await app.as('admin'), await app.as('reader', { password: old })]
  const change = (body: object) => user.call(updateProfile, { params: at(user), body })
  const email = 'new@example.org'
  const bare = await change({ email })
  expect([bare.status, bare.body.errors?.[0]?.path]).toEqual([422, 'old_password'])
  expect((await change({ email, old_password: 'wrong' })).status).toBe(422)
  expect((await change({ email, old_password: old })).body.data).toMatchObject({ email })
  // Sending the same address again is not a change.
  expect((await change({ email, name: 'x' })).status).toBe(200)
  await admin.get(updateUser, { params: at(user), body: { email: 'other@example.org' } })
  const { items } = await admin.get(listAudit, { query: { noun: ['user'], record_id: [String(user.id)] } })
  const reportedOf = items.flatMap(item =>
    item.changes.filter(change => change.field === 'email').map(change => [item.user_id, change.to]),
  )
  expect(reportedOf).toEqual([
    [admin.id, 'other@example.org'],
    [user.id, email],
  ])
})

test('a running export stops if its owner gets another role or is disabled', async () => {
  const admin = await app.as('admin')
  for (const body of [{ role: 'uploader' as const }, { status: 'disabled' as const }]) {
    const user = await app.as('reader')
    const wanted = { noun: 'event' as const, format: 'csv' as const, columns: ['title'], query: {}, reason: 'r' }
    const made = await user.get(createExport, { body: wanted })
    await admin.get(updateUser, { params: at(user), body })
    await app.drainJobs()
    const row = await app.db.selectFrom('export').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    expect(row.state).toBe('status' in body ? 'cancelled' : 'failed')
    expect(row.file_key).toBeNull()
    expect((await user.call(getExport, { params: at(made) })).status).not.toBe(200)
  }
})
