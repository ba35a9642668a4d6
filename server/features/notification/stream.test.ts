import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { follow, readNotifications, streamNotifications } from '#contract/notification.api.ts'
import { roles } from '#contract/role.ts'
import { logout } from '#contract/session.api.ts'
import { updateUser } from '#contract/user.api.ts'
import { publish } from '#server/core/events.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { deliverEvents } from './deliver.ts'
import { openStream } from './testing.ts'

const app = useTestApp()
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(stream => stream.close()))
})

async function listen(token: string, lastEventId?: string, server = app.app) {
  const stream = await openStream(server, token, lastEventId)
  open.push(stream)
  return stream
}

/** Notifies a user about an organisation of this name. */
async function notifyOf(name: string, userId: number, values = {}) {
  const og = await anOg(app.ctx, { name, ...values })
  await publish(app.ctx, [{ kind: 'commented', noun: 'og', recordId: og.id, users: [userId] }])
  await deliverEvents(app.ctx)
  return og
}

describe('a stream', () => {
  test('begins with the count, delivers new entries, and is neither compressed nor buffered by a proxy', async () => {
    const reader = await app.as('reader')
    await notifyOf('Before', reader.id)
    const stream = await listen(reader.token)
    expect(stream.response.headers.get('content-encoding')).toBeNull()
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
    await stream.until(() => stream.batches().length === 1)
    expect(stream.batches()).toEqual([{ items: [], unread: 1, is_cut: false }])
    const og = await notifyOf('Now', reader.id)
    await stream.until(() => stream.batches().length === 2)
    expect(stream.batches()[1]).toMatchObject({ items: [{ title: 'Now', record_id: og.id }], unread: 2 })
    await reader.get(readNotifications, { body: { record: { noun: 'og', id: og.id } } })
    await stream.until(() => stream.events.at(-1)?.event === 'unread')
    expect(stream.events.at(-1)?.data).toEqual({ unread: 1 })
  })

  test('continues after a break: entries of the meantime arrive once', async () => {
    const reader = await app.as('reader')
    const first = await listen(reader.token)
    await first.until(() => first.batches().length === 1)
    await notifyOf('One', reader.id)
    await first.until(() => first.titles().includes('One'))
    await first.close()
    await notifyOf('Two', reader.id)
    await notifyOf('Three', reader.id)
    const second = await listen(reader.token, first.lastId())
    await second.until(() => second.titles().length === 2)
    await notifyOf('Four', reader.id)
    await second.until(() => second.titles().length === 3)
    expect(second.titles()).toEqual(['Two', 'Three', 'Four'])
    expect(second.batches()[0]?.unread).toBe(3)
  })

  test('delivers nothing unreadable, nor includes it in the count', async () => {
    const [reader, admin] = [await app.as('reader'), await app.as('admin')]
    const stream = await listen(reader.token)
    const og = await anOg(app.ctx, { name: 'Secret' })
    await reader.get(follow, { body: { noun: 'og', record_id: og.id } })
    await publish(app.ctx, [{ kind: 'commented', noun: 'og', recordId: og.id }])
    await sql`update og set read_user = array[${admin.id}::bigint] where id = ${og.id}`.execute(app.db)
    await deliverEvents(app.ctx)
    await notifyOf('Open', reader.id)
    await stream.until(() => stream.titles().includes('Open'))
    expect(stream.titles()).toEqual(['Open'])
    expect(stream.batches().at(-1)?.unread).toBe(1)
    // Created while it was readable, hidden before the reader reconnects.
    const before = stream.lastId()
    await stream.close()
    const later = await notifyOf('Later hidden', reader.id)
    await sql`update og set read_user = array[${admin.id}::bigint] where id = ${later.id}`.execute(app.db)
    const again = await listen(reader.token, before)
    await again.until(() => again.batches().length === 1)
    expect(again.batches()).toEqual([{ items: [], unread: 1, is_cut: false }])
  })

  test('of another process on the same database delivers the same', async () => {
    const reader = await app.as('reader')
    const other = await app.another()
    try {
      const [here, there] = [await listen(reader.token), await listen(reader.token, undefined, other)]
      await here.until(() => here.batches().length === 1)
      await there.until(() => there.batches().length === 1)
      await notifyOf('Everywhere', reader.id)
      await here.until(() => here.titles().length === 1)
      await there.until(() => there.titles().length === 1)
    } finally {
      await other.close()
    }
    expect(open).toHaveLength(2)
  })

  test('ends with the session, for a disabled user, and at a change of role', async () => {
    const [leaving, disabled, changed] = [await app.as('reader'), await app.as('reader'), await app.as('reader')]
    const admin = await app.as('admin')
    const streams = await Promise.all([leaving, disabled, changed].map(({ token }) => listen(token)))
    await Promise.all(streams.map(stream => stream.until(() => stream.batches().length === 1)))
    await leaving.get(logout)
    await admin.get(updateUser, { params: { id: String(disabled.id) }, body: { status: 'disabled' } })
    await admin.get(updateUser, { params: { id: String(changed.id) }, body: { role: 'uploader' } })
    await Promise.all(streams.map(stream => stream.until(stream.isOver)))
    expect(streams.map(stream => stream.events.at(-1)?.data)).toEqual([
      { reason: 'session' },
      { reason: 'session' },
      { reason: 'role' },
    ])
  })

  test('is available to every role, and to no one without a session', async () => {
    for (const role of roles) {
      const stream = await listen((await app.as(role)).token)
      expect(stream.response.status, role).toBe(200)
    }
    expect((await app.anonymous.call(streamNotifications)).status).toBe(401)
  })

  test("beyond a user's limit replaces the oldest", async () => {
    const reader = await app.as('reader')
    const oldest = await listen(reader.token)
    await oldest.until(() => oldest.batches().length === 1)
    for (let n = 0; n < 12; n += 1) await listen(reader.token)
    await oldest.until(oldest.isOver)
    expect(oldest.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'replaced' } })
  })
})

test('a burst reaches a stream as its latest hundred and a message that there is more', async () => {
  const reader = await app.as('reader')
  const { rows } = await sql<{ id: number }>`insert into event (title, level) select 'Storm', 3
    from generate_series(1, 150) returning id`.execute(app.db)
  await publish(
    app.ctx,
    rows.map(({ id }) => ({ kind: 'updated', noun: 'event', recordId: id, users: [reader.id] })),
  )
  await deliverEvents(app.ctx)
  const stream = await listen(reader.token, '0')
  await stream.until(() => stream.batches().length === 1)
  expect(stream.batches()[0]).toMatchObject({ unread: 150, is_cut: true })
  expect(stream.batches()[0]?.items).toHaveLength(100)
})

test('a server that stops ends its streams at once', async () => {
  const other = await app.another()
  const reader = await app.as('reader')
  const stream = await listen(reader.token, undefined, other)
  await stream.until(() => stream.batches().length === 1)
  await other.close()
  await stream.until(stream.isOver)
  expect(stream.events.at(-1)?.data).toEqual({ reason: 'stop' })
})
