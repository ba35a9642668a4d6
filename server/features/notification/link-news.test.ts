import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateEvent } from '#contract/event.api.ts'
import { follow, listNotifications } from '#contract/notification.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test('a follower is notified of changed links only as far as they may read the targets', async () => {
  const [admin, editor, reader] = [await app.as('admin'), await app.as('editor'), await app.as('reader')]
  const event = await anEvent(app.ctx)
  const hidden = await aPerson(app.ctx, { owner: admin.id, read_user: [admin.id, editor.id] })
  const open = await aPerson(app.ctx)
  for (const client of [reader, editor]) await client.get(follow, { body: { noun: 'event', record_id: event.id } })
  const put = (body: object) => admin.get(updateEvent, { params: { id: String(event.id) }, body })
  const notificationsOf = async (client: typeof admin) => {
    const { items } = await client.get(listNotifications)
    return items.map(({ count, detail }) => ({ count, fields: detail.fields }))
  }

  await put({ persons: [hidden.id] })
  await app.drainJobs()
  expect(await notificationsOf(reader)).toEqual([])
  expect(await notificationsOf(editor)).toEqual([{ count: 1, fields: ['persons'] }])

  await put({ title: 'Renamed', persons: [] })
  await app.drainJobs()
  expect(await notificationsOf(reader)).toEqual([{ count: 1, fields: ['title'] }])

  await put({ persons: [open.id] })
  await app.drainJobs()
  expect(await notificationsOf(reader)).toEqual([{ count: 2, fields: ['persons', 'title'] }])
  const { rows } = await sql`select from notification where detail ? 'links'`.execute(app.db)
  expect(rows).toHaveLength(0)
})
