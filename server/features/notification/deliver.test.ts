import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { updateEvent } from '#contract/event.api.ts'
import {
  countNotifications,
  follow,
  listFollows,
  listNotifications,
  readNotifications,
  unfollow,
  updateNotificationSetting,
} from '#contract/notification.api.ts'
import { createOg, deleteOg, updateOg } from '#contract/og.api.ts'
import { createPerson, updatePerson } from '#contract/person.api.ts'
import type { Role } from '#contract/role.ts'
import { publish } from '#server/core/events.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { deliverEvents } from './deliver.ts'

const app = useTestApp()

const reportedOf = async (client: Client) => (await client.get(listNotifications)).items
const unread = async (client: Client) => (await client.get(countNotifications)).unread
const rename = (client: Client, id: number, name: string) => client.get(updateOg, { body: { id, name } as never })

/** A reader who follows an organisation, and an editor who changes it. */
async function followed(role: Role = 'reader') {
  const og = await anOg(app.ctx)
  const [reader, editor] = [await app.as(role), await app.as('editor')]
  await reader.get(follow, { body: { noun: 'og', record_id: og.id } })
  return { og, reader, editor }
}

describe('a follower', () => {
  test("is notified of the changed fields and the actor, never of the record's content", async () => {
    const { og, reader, editor } = await followed()
    await rename(editor, og.id, 'Renamed')
    await app.drainJobs()
    expect(await reportedOf(reader)).toMatchObject([
      {
        family: 'record',
        kind: 'updated',
        noun: 'og',
        record_id: og.id,
        title: 'Renamed',
        detail: { fields: ['name'] },
        count: 1,
        actors: [{ id: editor.id }],
        read_at: null,
        target: null,
      },
    ])
    expect(await unread(reader)).toBe(1)
  })

  test("is never notified of their own actions, but of others'", async () => {
    const { og, reader, editor } = await followed()
    await editor.get(follow, { body: { noun: 'og', record_id: og.id } })
    await rename(editor, og.id, 'By me')
    await app.drainJobs()
    expect(await reportedOf(editor)).toEqual([])
    expect(await reportedOf(reader)).toHaveLength(1)
  })

  test('who unfollows is no longer notified', async () => {
    const { og, reader, editor } = await followed()
    expect((await reader.get(listFollows, { query: { noun: 'og', record_id: String(og.id) } })).items).toMatchObject([
      { noun: 'og', record_id: og.id, title: og.name, is_auto: false },
    ])
    await reader.get(unfollow, { query: { noun: 'og', record_id: String(og.id) } })
    await rename(editor, og.id, 'Unheard')
    await app.drainJobs()
    expect(await reportedOf(reader)).toEqual([])
    expect((await reader.get(listFollows)).items).toEqual([])
  })

  test('cannot follow a record that they may not read', async () => {
    const owner = await app.as('editor')
    const og = await anOg(app.ctx, { owner: owner.id, read_user: [owner.id] })
    const [reader, device] = [await app.as('reader'), await app.as('device')]
    for (const [client, body] of [
      [reader, { noun: 'og', record_id: og.id }],
      [reader, { noun: 'word_level', record_id: 3 }],
      [owner, { noun: 'word_level', record_id: 4 }],
      [device, { noun: 'og', record_id: (await anOg(app.ctx)).id }],
    ] as const)
      expect((await client.call(follow, { body })).status).toBe(404)
    expect(await owner.get(follow, { body: { noun: 'word_level', record_id: 3 } })).toMatchObject({ title: '3' })
  })

  test('is notified of others’ changes to their own records, unless they switch that off', async () => {
    const [author, other, editor] = [await app.as('editor'), await app.as('editor'), await app.as('super_editor')]
    await other.get(updateNotificationSetting, { body: { auto_follow: false } })
    const [one, two] = await Promise.all(
      [author, other].map(client => client.get(createPerson, { body: { name: 'Somebody' } })),
    )
    for (const person of [one, two])
      await editor.get(updatePerson, { params: { id: String(person!.id) }, body: { desc: 'more' } })
    await app.drainJobs()
    expect(await reportedOf(author)).toMatchObject([{ noun: 'person', record_id: one!.id }])
    expect((await author.get(listFollows)).items).toMatchObject([{ noun: 'person', record_id: one!.id, is_auto: true }])
    expect(await reportedOf(other)).toEqual([])
  })
})

describe('an unreadable record', () => {
  test('causes no notification, and entries that become unreadable disappear from list and count', async () => {
    const { og, reader, editor } = await followed()
    await rename(editor, og.id, 'Seen')
    await app.drainJobs()
    expect(await unread(reader)).toBe(1)
    await editor.get(updateOg, { body: { id: og.id, read_user: [editor.id] } as never })
    await app.drainJobs()
    expect(await reportedOf(reader)).toEqual([])
    expect((await reader.get(listNotifications)).total).toBe(0)
    expect(await unread(reader)).toBe(0)
    expect((await reader.get(listFollows)).total).toBe(0)
    const kept = await app.db.selectFrom('notification').select('id').where('user_id', '=', reader.id).execute()
    expect(kept, 'the change of access itself was not told').toHaveLength(1)
  })

  test('that was restricted between the action and its notification causes none', async () => {
    const { og, reader, editor } = await followed()
    await rename(editor, og.id, 'Soon hidden')
    await sql`update og set read_user = array[${editor.id}::bigint] where id = ${og.id}`.execute(app.db)
    await app.drainJobs()
    await sql`update og set read_user = '{}' where id = ${og.id}`.execute(app.db)
    expect(await reportedOf(reader)).toEqual([])
  })

  test('in the trash does not appear', async () => {
    const { og, reader } = await followed()
    const admin = await app.as('admin')
    await rename(admin, og.id, 'Trash')
    await app.drainJobs()
    await admin.get(deleteOg, { params: { id: String(og.id) } } as never)
    await app.drainJobs()
    expect(await reportedOf(reader)).toEqual([])
  })

  test('after a change of role disappears too', async () => {
    const { og, reader, editor } = await followed('editor')
    await publish(app.ctx, [
      { kind: 'updated', noun: 'og', recordId: og.id },
      {
        kind: 'mentioned',
        noun: 'og',
        recordId: og.id,
        detail: { target: { noun: 'page', id: await aPage(og.id), place: og.id } },
      },
    ])
    await app.drainJobs()
    expect(await reportedOf(reader)).toHaveLength(2)
    await sql`update "user" set role = 'reader' where id = ${reader.id}`.execute(app.db)
    expect(await reportedOf(reader), 'pages are for editors').toMatchObject([{ kind: 'updated' }])
    await sql`update "user" set role = 'device' where id = ${reader.id}`.execute(app.db)
    expect(await reportedOf(reader)).toEqual([])
    await rename(editor, og.id, 'For nobody')
    await app.drainJobs()
    expect(await reportedOf(reader)).toEqual([])
  })

  test('reaches no disabled user', async () => {
    const { og, reader, editor } = await followed()
    await sql`update "user" set status = 'disabled' where id = ${reader.id}`.execute(app.db)
    await rename(editor, og.id, 'Nobody listens')
    await app.drainJobs()
    await sql`update "user" set status = 'active' where id = ${reader.id}`.execute(app.db)
    expect(await reportedOf(reader)).toEqual([])
  })

  test('stays hidden if the page that names a record belongs to a restricted organisation', async () => {
    const person = await aPerson(app.ctx)
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const hidden = await anOg(app.ctx, { owner: admin.id, read_user: [admin.id] })
    const page = await aPage(hidden.id)
    for (const client of [admin, editor]) await client.get(follow, { body: { noun: 'person', record_id: person.id } })
    await publish(app.ctx, [
      {
        kind: 'mentioned',
        noun: 'person',
        recordId: person.id,
        detail: { target: { noun: 'page', id: page, diff: 7, version: 8, place: hidden.id } },
      },
    ])
    await app.drainJobs()
    expect(await reportedOf(editor)).toEqual([])
    expect(await reportedOf(admin)).toMatchObject([{ title: person.name, target: { noun: 'page', id: page, diff: 7 } }])
    await sql`update og set read_user = '{}' where id = ${hidden.id}`.execute(app.db)
    await publish(app.ctx, [
      {
        kind: 'mentioned',
        noun: 'person',
        recordId: person.id,
        detail: { target: { noun: 'page', id: page, diff: 7, version: 8, place: hidden.id } },
      },
    ])
    await app.drainJobs()
    const [seen] = await reportedOf(editor)
    expect(seen?.target, 'which difference it is, is for reviewers').toEqual({
      noun: 'page',
      id: page,
      version: 8,
      title: 'https://example.org/',
    })
  })
})

async function aPage(ogId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into page (og_id, url, url_key, first_seen_at)
    values (${ogId}::bigint, 'https://example.org/', ${`key ${Math.random()}`}, now()) returning id`.execute(app.db)
  return rows[0]!.id
}

describe('each event is notified once', () => {
  test('also when the job is killed in the middle and runs again, or runs twice at a time', async () => {
    const { og, reader, editor } = await followed()
    await rename(editor, og.id, 'Once')
    const killed = inTransaction(app.ctx, async ctx => {
      await deliverEvents(ctx)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await reportedOf(reader)).toEqual([])
    await Promise.all([deliverEvents(app.ctx), deliverEvents(app.ctx), app.drainJobs()])
    await deliverEvents(app.ctx)
    expect(await reportedOf(reader)).toMatchObject([{ count: 1 }])
  })

  test('to a user who both follows the record and is named', async () => {
    const { og, reader } = await followed()
    await publish(app.ctx, [{ kind: 'commented', noun: 'og', recordId: og.id, users: [reader.id, reader.id] }])
    await app.drainJobs()
    expect(await reportedOf(reader)).toMatchObject([{ kind: 'commented', family: 'reply', count: 1 }])
  })
})

describe('events of one record', () => {
  test('within ten minutes are one entry with its count, its fields and the actors', async () => {
    const { og, reader, editor } = await followed()
    const other = await app.as('editor')
    await rename(editor, og.id, 'One')
    await rename(other, og.id, 'Two')
    await app.drainJobs()
    await editor.get(updateOg, { body: { id: og.id, desc: 'Three' } as never })
    await app.drainJobs()
    expect(await reportedOf(reader)).toMatchObject([
      { count: 3, detail: { fields: ['desc', 'name'] }, actors: [{ id: editor.id }, { id: other.id }] },
    ])
    app.clock.advance(11 * 60_000)
    await rename(editor, og.id, 'Much later')
    await app.drainJobs()
    expect((await reportedOf(reader)).map(({ count }) => count)).toEqual([1, 3])
  })

  test('after their entry was read begin a new one; reading works by record, by id, and up to a time', async () => {
    const { og, reader, editor } = await followed()
    await rename(editor, og.id, 'One')
    await app.drainJobs()
    expect(await reader.get(readNotifications, { body: { record: { noun: 'og', id: og.id } } })).toEqual({ done: 1 })
    expect(await unread(reader)).toBe(0)
    await rename(editor, og.id, 'Two')
    await app.drainJobs()
    const [second, first] = await reportedOf(reader)
    expect([second?.read_at, second?.count, first?.count]).toEqual([null, 1, 1])
    await rename(editor, og.id, 'Three')
    await app.drainJobs()
    expect(await reader.get(readNotifications, { body: { all_until: second!.seq } }), 'it grew since').toEqual({
      done: 0,
    })
    const [grown] = await reportedOf(reader)
    expect(await reader.get(readNotifications, { body: { ids: [grown!.id] } })).toEqual({ done: 1 })
    expect(await reader.get(readNotifications, { body: { ids: [grown!.id], read: false } })).toEqual({ done: 1 })
    expect(await unread(reader)).toBe(1)
    expect((await reader.get(listNotifications, { query: { unread: 'true' } })).items).toHaveLength(1)
  })

  test('cannot be marked as read by another user', async () => {
    const { og, reader, editor } = await followed()
    await rename(editor, og.id, 'Mine')
    await app.drainJobs()
    const [entry] = await reportedOf(reader)
    const stranger = await app.as('admin')
    expect(await stranger.get(readNotifications, { body: { ids: [entry!.id] } })).toEqual({ done: 0 })
    expect(await reportedOf(stranger)).toEqual([])
    expect(await unread(reader)).toBe(1)
  })
})

describe('settings', () => {
  test('keep a family out of the list', async () => {
    const { og, reader, editor } = await followed()
    await reader.get(updateNotificationSetting, { body: { families: { record: { in_app: false, mail: 'off' } } } })
    await rename(editor, og.id, 'Unwished')
    await app.drainJobs()
    expect(await reportedOf(reader)).toEqual([])
  })

  test('are merged family by family, and refused if they are invalid', async () => {
    const reader = await app.as('reader')
    await reader.get(updateNotificationSetting, { body: { families: { hit: { in_app: true, mail: 'now' } } } })
    const after = await reader.get(updateNotificationSetting, {
      body: { quiet: true, families: { page: { in_app: false, mail: 'off' } } },
    })
    expect(after).toMatchObject({
      quiet: true,
      auto_follow: true,
      families: { hit: { mail: 'now' }, page: { in_app: false }, record: { in_app: true, mail: 'digest' } },
    })
    for (const body of [
      { zone: 'Mars/Olympus' },
      { families: { nothing: { in_app: true, mail: 'off' } } },
      { digest: 'x' },
    ])
      expect((await reader.call(updateNotificationSetting, { body: body as never })).status).toBe(422)
  })
})

test('an action on a record without followers queues nothing', async () => {
  const editor = await app.as('editor')
  const event = await anEvent(app.ctx)
  const before = await app.db
    .selectFrom('news')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  await editor.get(updateEvent, { params: { id: String(event.id) }, body: { level: 5 } })
  const og = await editor.get(createOg, { body: { name: 'Made' } as never })
  await rename(editor, (og as { id: number }).id, 'Mine alone')
  const after = await app.db
    .selectFrom('news')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(after.n).toBe(before.n)
})

describe('events that cannot be delivered', () => {
  test('are quarantined alone: the others are delivered, and it is too once that is possible', async () => {
    await sql`create or replace function refuse() returns trigger language plpgsql as $$
      begin if new.kind = 'archived' then raise exception 'refused by the test'; end if; return new; end $$`.execute(
      app.db,
    )
    await sql`create trigger refuse before insert on notification for each row execute function refuse()`.execute(
      app.db,
    )
    const [reader, og] = [await app.as('reader'), await anOg(app.ctx)]
    for (const kind of ['assigned', 'archived', 'commented'] as const)
      await publish(app.ctx, [{ kind, noun: 'og', recordId: og.id, users: [reader.id] }])
    await deliverEvents(app.ctx)
    expect((await reportedOf(reader)).map(item => item.kind).toSorted()).toEqual(['assigned', 'commented'])
    const quarantined = () => sql<{ error: string }>`select error from set_aside where queue = 'news'`.execute(app.db)
    expect((await quarantined()).rows).toMatchObject([{ error: expect.stringContaining('refused by the test') }])
    await sql`drop trigger refuse on notification`.execute(app.db)
    app.clock.advance(60_001)
    await addJob(app.db, 'retry_set_aside', {})
    await app.drainJobs()
    expect((await reportedOf(reader)).map(item => item.kind)).toContain('archived')
    expect((await quarantined()).rows).toEqual([])
  })
})
