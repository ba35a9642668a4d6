import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { countNotifications, follow, listNotifications, readNotifications } from '#contract/notification.api.ts'
import { publish } from '#server/core/events.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { deliverEvents, mostEntries } from './deliver.ts'

const app = useTestApp()

const reportedOf = async (client: Client) => (await client.get(listNotifications)).items
const unread = async (client: Client) => (await client.get(countNotifications)).unread

describe('a burst of events', () => {
  test('of one record is one entry', async () => {
    const [og, reader] = [await anOg(app.ctx), await app.as('reader')]
    await reader.get(follow, { body: { noun: 'og', record_id: og.id } })
    await publish(
      app.ctx,
      Array.from({ length: 10_000 }, () => ({ kind: 'updated', noun: 'og', recordId: og.id })),
    )
    await app.drainJobs()
    expect(await reportedOf(reader)).toMatchObject([{ count: 10_000 }])
  })

  test('of many records creates entries up to a limit, and one that counts the rest', async () => {
    const reader = await app.as('reader')
    const { rows } = await sql<{ id: number }>`insert into event (title, level) select 'Storm', 3
      from generate_series(1, 1000) returning id`.execute(app.db)
    await publish(
      app.ctx,
      rows.map(({ id }) => ({ kind: 'updated', noun: 'event', recordId: id, users: [reader.id] })),
    )
    await app.drainJobs()
    const page = await reader.get(listNotifications)
    expect(page.total).toBe(mostEntries + 1)
    expect(page.items.filter(item => item.noun === 'more')).toMatchObject([
      { count: 1000 - mostEntries, title: '', family: 'more', detail: { beyond: true } },
    ])
    expect(await unread(reader)).toBe(mostEntries + 1)
  })

  test('drops nothing: the rest is listed where its entry leads, as far as it may be read, and is marked as read with it', async () => {
    const reader = await app.as('reader')
    const { rows } = await sql<{ id: number }>`insert into event (title, level) select 'Gale ' || n, 3
      from generate_series(1, 230) as n returning id`.execute(app.db)
    await publish(
      app.ctx,
      rows.map(({ id }) => ({ kind: 'updated', noun: 'event', recordId: id, users: [reader.id] })),
    )
    await deliverEvents(app.ctx)
    const beyond = () => reader.get(listNotifications, { query: { beyond: 'true', pageSize: '50' } })
    expect((await beyond()).items.map(item => item.record_id).toSorted((a, b) => a - b)).toEqual(
      rows.slice(mostEntries).map(({ id }) => id),
    )
    const hidden = rows.at(-1)!.id
    await sql`update event set deleted_at = now() where id = ${hidden}`.execute(app.db)
    expect((await beyond()).total).toBe(29)
    const more = (await reportedOf(reader)).find(item => item.noun === 'more')
    await reader.get(readNotifications, { body: { ids: [more!.id] } })
    expect((await beyond()).items.every(item => item.read_at !== null)).toBe(true)
    expect(await unread(reader)).toBe(mostEntries)
  })

  test('does not count towards the limit if it belongs to an existing entry', async () => {
    const reader = await app.as('reader')
    const { rows } = await sql<{ id: number }>`insert into event (title, level) select 'Squall ' || n, 3
      from generate_series(1, 160) as n returning id`.execute(app.db)
    const news = rows.map(({ id }) => ({ kind: 'updated' as const, noun: 'event', recordId: id, users: [reader.id] }))
    await publish(app.ctx, news)
    await deliverEvents(app.ctx)
    const fresh = (await anEvent(app.ctx)).id
    // All of them change again, together with a new one.
    await publish(app.ctx, [...news, { kind: 'updated', noun: 'event', recordId: fresh, users: [reader.id] }])
    await deliverEvents(app.ctx)
    const of = async (id: number) =>
      await reader.get(listNotifications, { query: { noun: 'event', record_id: `${id}` } })
    expect((await of(fresh)).items).toMatchObject([{ kind: 'updated', count: 1 }])
    expect((await of(rows[0]!.id)).items).toMatchObject([{ count: 2 }])
    expect((await reader.get(listNotifications, { query: { family: ['more'] } })).items).toEqual([])
  })
})
