import { expect, test } from 'vitest'
import {
  bulkEvent,
  createEvent,
  deleteEvent,
  getEvent,
  listEventHistory,
  listEvents,
  restoreEvent,
  restoreEventValue,
  updateEvent,
} from '#contract/event.api.ts'
import { listEventFacets } from '#contract/event-view.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anEvent } from './factory.ts'

const app = useTestApp()

test('an editor creates, finds, changes, deletes and restores an event', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { name: '光华机械' })
  const event = await editor.get(createEvent, {
    body: { title: '在北京签署合作协议', start_time: '2026-10', ogs: [og.id], labels: ['合作'], category: '合同' },
  })
  expect(event).toMatchObject({
    owner: editor.id,
    status: 'draft',
    level: null,
    ogs: [{ id: og.id, name: '光华机械' }],
  })
  const found = await editor.get(listEvents, { query: { keyword: '合作协议' } })
  expect(found.items.map(item => item.id)).toEqual([event.id])
  const changed = await editor.get(updateEvent, {
    params: { id: `${event.id}` },
    body: { rev: event.rev, status: 'confirmed', ogs: [], end_time: '2026-10-03' },
  })
  expect(changed).toMatchObject({ status: 'confirmed', ogs: [], rev: event.rev + 1 })
  const history = await editor.get(listEventHistory, { params: { id: `${event.id}` } })
  expect(history.items[0]?.changes.map(change => change.field).sort()).toEqual(['end_time', 'ogs', 'status'])
  const back = await editor.get(restoreEventValue, {
    params: { id: `${event.id}`, history_id: `${history.items[0]?.id}` },
    body: { field: 'ogs' },
  })
  expect(back.ogs.map(ref => ref.id)).toEqual([og.id])
  await editor.get(deleteEvent, { params: { id: `${event.id}` } })
  expect((await editor.call(getEvent, { params: { id: `${event.id}` } })).status).toBe(404)
  expect((await editor.get(restoreEvent, { params: { id: `${event.id}` } })).title).toBe('在北京签署合作协议')
})

test('the end cannot be before the start, and a latitude needs a longitude', async () => {
  const editor = await app.as('editor')
  const wrong = async (body: object) => {
    const answer = await editor.call(createEvent, { body: { title: 'T', ...body } })
    expect(answer.status).toBe(422)
    return answer.body.errors?.map(error => error.path)
  }
  expect(await wrong({ start_time: '2026-05-02', end_time: '2026-05-01' })).toEqual(['end_time'])
  expect(await wrong({ end_time: '2026-05-01' })).toEqual(['start_time'])
  expect(await wrong({ lat: 3 })).toEqual(['lng'])
  expect(await wrong({ start_time: '2026-02-30' })).toEqual(['start_time'])
  expect(await wrong({ start_time: '2026-02-30T10:00Z' })).toEqual(['start_time'])
  expect(await wrong({ ogs: [987654] })).toEqual(['ogs'])
  const partial = { title: 'T', start_time: '2026-05', end_time: '2026' }
  expect((await editor.call(createEvent, { body: partial })).status).toBe(200)
})

test('an event without a level is found as such, is sorted below the others, and keeps none when it is confirmed', async () => {
  const editor = await app.as('editor')
  const category = 'no-level'
  const none = await editor.get(createEvent, { body: { title: 'none', category } })
  const slight = await editor.get(createEvent, { body: { title: 'slight', category, level: 1 } })
  const ids = async (query: object) =>
    (await editor.get(listEvents, { query: { category: [category], ...query } })).items.map(item => item.id)
  expect(await ids({ level: ['none'] })).toEqual([none.id])
  expect(await ids({ level: ['none', '1'], sort: '-level' })).toEqual([slight.id, none.id])
  expect(await ids({ sort: 'level' })).toEqual([none.id, slight.id])
  expect(await ids({ assessed: 'true' })).toEqual([slight.id])
  expect(await ids({ assessed: 'false' })).toEqual([none.id])
  const confirmed = await editor.get(updateEvent, {
    params: { id: `${none.id}` },
    body: { rev: none.rev, status: 'confirmed' },
  })
  expect(confirmed.level).toBeNull()
  expect(await ids({ assessed: 'true' })).toContain(none.id)
  const cleared = await editor.get(updateEvent, {
    params: { id: `${slight.id}` },
    body: { rev: slight.rev, level: null },
  })
  expect(cleared.level).toBeNull()
  for (const level of ['0', '6', 'None', ''])
    expect((await editor.call(listEvents, { query: { level } })).status).toBe(422)
  expect((await editor.call(createEvent, { body: { title: 'zero', level: 0 } })).status).toBe(422)
})

test('links that a writer cannot see stay when they replace the links', async () => {
  const admin = await app.as('admin')
  const editor = await app.as('editor')
  const hidden = await anOg(app.ctx, { read_user: [admin.id] })
  const open = await anOg(app.ctx)
  const event = await anEvent(app.ctx, { ogs: [hidden.id, open.id] })
  const seen = await editor.get(getEvent, { params: { id: `${event.id}` } })
  expect(seen.ogs.map(ref => ref.id)).toEqual([open.id])
  await editor.get(updateEvent, { params: { id: `${event.id}` }, body: { ogs: [] } })
  expect((await admin.get(getEvent, { params: { id: `${event.id}` } })).ogs.map(ref => ref.id)).toEqual([hidden.id])
  const taken = await editor.call(updateEvent, { params: { id: `${event.id}` }, body: { ogs: [hidden.id] } })
  expect(taken.status).toBe(422)
})

test('filters by time, link, label and level; sorts by start with undated events last', async () => {
  const admin = await app.as('admin')
  const og = await anOg(app.ctx)
  const dated = await anEvent(app.ctx, { start_time: '1958-10-13', ogs: [og.id], level: 5, labels: ['archive-1958'] })
  const year = await anEvent(app.ctx, { start_time: '1958', ogs: [og.id] })
  const undated = await anEvent(app.ctx, { ogs: [og.id] })
  const ids = async (query: Record<string, string>) =>
    (await admin.get(listEvents, { query })).items.map(item => item.id)
  expect(await ids({ og: `${og.id}` })).toEqual([dated.id, year.id, undated.id])
  expect(await ids({ og: `${og.id}`, from: '1958-11', to: '1958-12' })).toEqual([year.id])
  expect(await ids({ og: `${og.id}`, level: '5' })).toEqual([dated.id])
  expect(await ids({ label: 'archive-1958' })).toEqual([dated.id])
  expect((await admin.get(listEventFacets)).labels).toContainEqual({ value: 'archive-1958', count: 1 })
})

test('labels are added to and removed from many at once, each in its history', async () => {
  const editor = await app.as('editor')
  const [a, b] = [await anEvent(app.ctx, { labels: ['x'] }), await anEvent(app.ctx, { labels: ['y'] })]
  const body = { act: 'update' as const, ids: [a.id, b.id], patch: { add_labels: ['z'], remove_labels: ['x'] } }
  expect(await editor.get(bulkEvent, { body })).toMatchObject({ done: 2, refused: 0 })
  expect((await editor.get(getEvent, { params: { id: `${a.id}` } })).labels).toEqual(['z'])
  expect((await editor.get(getEvent, { params: { id: `${b.id}` } })).labels).toEqual(['y', 'z'])
})
