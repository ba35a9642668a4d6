import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { createGroup, updateGroup } from '#contract/group.api.ts'
import { follow, listNotifications } from '#contract/notification.api.ts'
import { roles } from '#contract/role.ts'
import { listSendReaders, sendRecord } from '#contract/send.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aReport } from '#server/features/report/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const reportedOf = async (client: Client) =>
  (await client.get(listNotifications)).items.filter(({ family }) => family === 'sent')
const readersOf = async (client: Client, noun: 'og' | 'report', id: number) =>
  (await client.get(listSendReaders, { query: { noun, record_id: String(id) } })).map(each => each.id)
const send = (client: Client, noun: 'og' | 'report', id: number, users: number[], note = '') =>
  client.call(sendRecord, { body: { noun, record_id: id, users, note } })

describe('a record sent to a colleague', () => {
  test('notifies only the recipient, with the note unchanged, and is recorded in the audit log', async () => {
    const [sender, colleague, follower] = [await app.as('reader'), await app.as('reader'), await app.as('editor')]
    const og = await anOg(app.ctx, { name: '𠮷田 <b>' })
    await follower.get(follow, { body: { noun: 'og', record_id: og.id } })
    const note = '请看第二节 𤨒 <img src=x onerror=alert(1)>\n\u202Eab {count} #1'
    expect((await send(sender, 'og', og.id, [colleague.id, colleague.id], note)).body.data).toEqual({ sent: 1 })
    await app.drainJobs()
    expect(await reportedOf(colleague)).toMatchObject([
      {
        kind: 'sent',
        noun: 'og',
        record_id: og.id,
        title: '𠮷田 <b>',
        detail: { note },
        actors: [{ id: sender.id }],
        target: null,
      },
    ])
    expect(await reportedOf(follower)).toEqual([])
    expect(await reportedOf(sender)).toEqual([])
    const { items } = await (await app.as('admin')).get(listAudit, {
      query: { act: ['send'], record_id: [`${og.id}`] },
    })
    expect(items).toMatchObject([{ user_id: sender.id, noun: 'og', detail: { to: [colleague.username], note } }])
  })

  test('twice within a moment causes two notifications, each with its own note', async () => {
    const [one, two, colleague] = [await app.as('reader'), await app.as('editor'), await app.as('reader')]
    const og = await anOg(app.ctx)
    await send(one, 'og', og.id, [colleague.id], 'first')
    await send(two, 'og', og.id, [colleague.id], 'second')
    await send(two, 'og', og.id, [colleague.id])
    await app.drainJobs()
    expect((await reportedOf(colleague)).map(({ detail, count }) => [detail.note, count])).toEqual([
      [undefined, 1],
      ['second', 1],
      ['first', 1],
    ])
  })

  test('is not offered to users who may not read it, and if one of them is named it is sent to no one', async () => {
    const [owner, friend, stranger] = [await app.as('editor'), await app.as('reader'), await app.as('editor')]
    const og = await anOg(app.ctx, { owner: owner.id, read_user: [friend.id] })
    const readers = await readersOf(owner, 'og', og.id)
    expect(readers).toContain(friend.id)
    expect(readers).not.toContain(stranger.id)
    expect(readers).not.toContain(owner.id)
    const refused = await send(owner, 'og', og.id, [friend.id, stranger.id], 'look')
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ path: 'users' }])
    await app.drainJobs()
    for (const client of [friend, stranger]) expect(await reportedOf(client)).toEqual([])
    expect((await send(stranger, 'og', og.id, [friend.id])).status).toBe(404)
    const requested = { query: { noun: 'og' as const, record_id: String(og.id) } }
    expect((await stranger.call(listSendReaders, requested)).status).toBe(404)
  })

  test('to a group reaches the members who may read it at that moment, and no one else', async () => {
    const [owner, friend, stranger, late] = [
      await app.as('editor'),
      await app.as('reader'),
      await app.as('reader'),
      await app.as('reader'),
    ]
    const admin = await app.as('admin')
    const group = await admin.get(createGroup, { body: { name: 'Desk', members: [owner.id, friend.id, stranger.id] } })
    const og = await anOg(app.ctx, { owner: owner.id, read_user: [friend.id, late.id] })
    const toGroup = (groups: number[], users: number[] = []) =>
      owner.call(sendRecord, { body: { noun: 'og', record_id: og.id, users, groups, note: '' } })
    expect((await toGroup([])).status).toBe(422)
    expect((await toGroup([group.id, 987_654_321])).status).toBe(422)
    expect((await toGroup([group.id], [stranger.id])).status).toBe(422)
    expect((await toGroup([group.id], [friend.id])).body.data).toEqual({ sent: 1 })
    await admin.get(updateGroup, { params: { id: String(group.id) }, body: { members: [late.id] } })
    await app.drainJobs()
    const counts = await Promise.all([owner, friend, stranger, late].map(async who => (await reportedOf(who)).length))
    expect(counts).toEqual([0, 1, 0, 0])
    const { items } = await admin.get(listAudit, { query: { act: ['send'], record_id: [`${og.id}`] } })
    expect(items.map(({ detail }) => detail)).toEqual([{ to: [friend.username], groups: ['Desk'] }])
    await admin.get(updateGroup, { params: { id: String(group.id) }, body: { members: [stranger.id] } })
    expect((await toGroup([group.id])).body.data).toEqual({ sent: 0 })
  })

  test('becomes invisible with the right to read it', async () => {
    const [owner, friend] = [await app.as('editor'), await app.as('reader')]
    const og = await anOg(app.ctx, { owner: owner.id, read_user: [friend.id] })
    await send(owner, 'og', og.id, [friend.id], 'for you')
    await app.drainJobs()
    expect(await reportedOf(friend)).toHaveLength(1)
    await app.db
      .updateTable('og')
      .set({ read_user: [owner.id] })
      .where('id', '=', og.id)
      .execute()
    expect(await reportedOf(friend)).toEqual([])
  })

  test('that is a draft reaches users who may read drafts; a published one also readers of published reports', async () => {
    const [admin, writer, reader] = [await app.as('admin'), await app.as('super_editor'), await app.as('super_reader')]
    const draft = await aReport(app.ctx, { title: 'Draft' })
    const published = await aReport(app.ctx, { title: 'Done', status: 'published' })
    const offered = await readersOf(admin, 'report', draft.id)
    expect(offered).toContain(writer.id)
    expect(offered).not.toContain(reader.id)
    expect((await send(admin, 'report', draft.id, [reader.id])).status).toBe(422)
    expect((await send(admin, 'report', published.id, [reader.id, writer.id], 'read')).status).toBe(200)
    await app.drainJobs()
    expect(await reportedOf(reader)).toMatchObject([{ noun: 'report', title: 'Done', detail: { note: 'read' } }])
  })

  test.each(roles)('can be sent by a %s who may read records, and by no other role', async role => {
    const [client, colleague] = [await app.as(role), await app.as('admin')]
    const og = await anOg(app.ctx)
    const answer = await send(client, 'og', og.id, [colleague.id])
    expect(answer.status).toBe(role === 'uploader' || role === 'device' ? 403 : 200)
  })

  test('cannot be sent to a disabled or unknown user or to oneself', async () => {
    const [sender, gone] = [await app.as('editor'), await app.as('editor')]
    await app.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', gone.id).execute()
    const og = await anOg(app.ctx)
    for (const user of [gone.id, sender.id, 987_654_321])
      expect((await send(sender, 'og', og.id, [user])).status).toBe(422)
    expect((await send(sender, 'og', og.id, [])).status).toBe(422)
    expect((await send(sender, 'og', og.id, [gone.id], 'x'.repeat(1_001))).status).toBe(422)
  })
})

test('a source can be sent and followed like any other record', async () => {
  const [sender, colleague] = [await app.as('editor'), await app.as('reader')]
  const open = await aSource(app.ctx, { name: 'A register' })
  const body = { noun: 'source', record_id: open.id } as const
  expect(await sender.call(sendRecord, { body: { ...body, users: [colleague.id], note: '' } })).toMatchObject({
    status: 200,
  })
  await app.drainJobs()
  expect(await reportedOf(colleague)).toMatchObject([
    { kind: 'sent', noun: 'source', record_id: open.id, title: 'A register' },
  ])
  expect((await colleague.call(follow, { body })).status).toBe(200)
  const hidden = await aSource(app.ctx, { read_user: [sender.id] })
  const refused = { noun: 'source' as const, record_id: hidden.id, users: [colleague.id], note: '' }
  expect((await sender.call(sendRecord, { body: refused })).status).toBe(422)
  expect((await colleague.call(sendRecord, { body: { ...refused, users: [sender.id] } })).status).toBe(404)
})
