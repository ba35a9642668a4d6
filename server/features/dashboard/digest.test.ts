import { describe, expect, test } from 'vitest'
import { clearBriefEvent, dashboardBrief } from '#contract/dashboard.api.ts'
import { updateEvent } from '#contract/event.api.ts'
import { follow } from '#contract/notification.api.ts'
import { login } from '#contract/session.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const test_ = useTestApp()

const titles = async (client: Client, offset?: string) =>
  (await client.get(dashboardBrief, offset ? { query: { offset } } : {})).events.map(event => event.title)

describe('the morning brief', () => {
  test('lists the events of today and tomorrow that the user follows, or whose parties they follow', async () => {
    test_.clock.set('2032-03-04T09:00:00Z')
    const reader = await test_.as('reader')
    const og = await anOg(test_.ctx)
    const person = await aPerson(test_.ctx)
    const own = await anEvent(test_.ctx, { title: 'itself', start_time: '2032-03-04' })
    for (const [noun, record_id] of [
      ['og', og.id],
      ['person', person.id],
      ['event', own.id],
    ] as const)
      await reader.get(follow, { body: { noun, record_id } })
    await anEvent(test_.ctx, { title: 'of the organisation', start_time: '2032-03-05', ogs: [og.id] })
    await anEvent(test_.ctx, { title: 'of the person', start_time: '2032-03-04T18:00Z', persons: [person.id] })
    await anEvent(test_.ctx, { title: 'of nobody', start_time: '2032-03-05' })
    await anEvent(test_.ctx, { title: 'too late', start_time: '2032-03-06', ogs: [og.id] })
    await anEvent(test_.ctx, { title: 'goes on', start_time: '2032-02-01', end_time: '2032-04-01', ogs: [og.id] })
    await anEvent(test_.ctx, { title: 'dismissed', start_time: '2032-03-05', status: 'dismissed', ogs: [og.id] })
    await anEvent(test_.ctx, { title: 'restricted', start_time: '2032-03-05', ogs: [og.id], read_user: [1_000_000] })
    expect(await titles(reader)).toEqual(['itself', 'of the person', 'of the organisation'])
    expect(await titles(reader, '-300')).toContain('itself')
    expect(await titles(await test_.as('reader'))).toEqual([])
  })

  test('lists nothing through a followed party that the user may no longer read', async () => {
    test_.clock.set('2032-05-04T09:00:00Z')
    const reader = await test_.as('reader')
    const og = await anOg(test_.ctx)
    await reader.get(follow, { body: { noun: 'og', record_id: og.id } })
    await anEvent(test_.ctx, { title: 'of both', start_time: '2032-05-04', ogs: [og.id] })
    expect(await titles(reader)).toEqual(['of both'])
    await test_.db
      .updateTable('og')
      .set({ read_user: [1_000_000] })
      .where('id', '=', og.id)
      .execute()
    expect(await titles(reader)).toEqual([])
  })

  test('a cleared event is hidden for that user, and returns when it is moved or the clearing is undone', async () => {
    test_.clock.set('2032-06-04T09:00:00Z')
    const [reader, other, admin] = [await test_.as('reader'), await test_.as('reader'), await test_.as('admin')]
    const event = await anEvent(test_.ctx, { title: 'meeting', start_time: '2032-06-04' })
    for (const client of [reader, other]) await client.get(follow, { body: { noun: 'event', record_id: event.id } })
    const done = (is_done: boolean) => reader.get(clearBriefEvent, { body: { event_id: event.id, is_done } })
    await done(true)
    await done(true)
    expect([await titles(reader), await titles(other)]).toEqual([[], ['meeting']])
    await done(false)
    expect(await titles(reader)).toEqual(['meeting'])
    await done(true)
    await admin.get(updateEvent, { params: { id: String(event.id) }, body: { start_time: '2032-06-05' } })
    expect(await titles(reader)).toEqual(['meeting'])
  })

  test('an event that the user may not read cannot be cleared', async () => {
    const hidden = await anEvent(test_.ctx, { read_user: [1_000_000] })
    const reader = await test_.as('reader')
    expect((await reader.call(clearBriefEvent, { body: { event_id: hidden.id } })).status).toBe(404)
  })

  test('is for users who may read organisations', async () => {
    for (const role of ['uploader', 'device'] as const) {
      const client = await test_.as(role)
      expect((await client.call(dashboardBrief)).status).toBe(403)
      expect((await client.call(clearBriefEvent, { body: { event_id: 1 } })).status).toBe(403)
    }
  })

  test('shows the user’s own sign-in before the current one', async () => {
    test_.clock.set('2032-07-01T17:00:00Z')
    const me = { username: 'early-riser', password: 'correct horse battery staple' }
    const reader = await test_.as('reader', me)
    const signIn = () => test_.anonymous.call(login, { body: me })
    const before = (await reader.get(dashboardBrief, {})).since
    test_.clock.set('2032-07-01T18:04:00Z')
    await signIn()
    test_.clock.set('2032-07-01T19:00:00Z')
    await signIn()
    expect(before).toBeNull()
    expect((await reader.get(dashboardBrief, {})).since).toMatch(/^2032-07-01T18:04/)
  })

  test('shows users who may read pages when one of their sites was last crawled', async () => {
    const [admin, editor, reader] = [await test_.as('admin'), await test_.as('editor'), await test_.as('reader')]
    const open = await anOg(test_.ctx)
    const hidden = await anOg(test_.ctx, { read_user: [admin.id] })
    const round = { number: 1, cause: 'schedule', state: 'complete', deadline_at: '2033-01-01T00:00:00Z' } as const
    for (const [og, ended_at] of [
      [open, '2033-01-01T06:00:00.000Z'],
      [hidden, '2033-01-02T06:00:00.000Z'],
    ] as const)
      await test_.db
        .insertInto('round')
        .values({ ...round, og_id: og.id, started_at: '2033-01-01T00:00:00Z', ended_at })
        .execute()
    const looked = async (client: Client) => (await client.get(dashboardBrief, {})).looked_at
    expect([await looked(admin), await looked(editor), await looked(reader)]).toEqual([
      '2033-01-02T06:00:00.000Z',
      '2033-01-01T06:00:00.000Z',
      null,
    ])
  })
})
