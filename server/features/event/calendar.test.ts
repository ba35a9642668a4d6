import { expect, test } from 'vitest'
import { createEvent } from '#contract/event.api.ts'
import { calendarEvents } from '#contract/event-view.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anEvent } from './factory.ts'

const app = useTestApp()

const counts = (days: { day: string; count: number }[]) =>
  Object.fromEntries(days.filter(({ count }) => count > 0).map(({ day, count }) => [day, count]))

test('an event of several days counts on each of them, a partial date on all days that it covers', async () => {
  const admin = await app.as('admin')
  const [a, b] = [await anEvent(app.ctx), await anEvent(app.ctx)]
  await anEvent(app.ctx, { category: 'days', start_time: '2031-03-30', end_time: '2031-04-02', level: 5 })
  await anEvent(app.ctx, { category: 'days', start_time: '2031-04', level: 1 })
  await anEvent(app.ctx, { category: 'days', start_time: '2031-04-02', level: 3 })
  await anEvent(app.ctx, { category: 'days', start_time: '2031-05-01' })
  const query = { category: 'days', from: '2031-04-01', to: '2031-04-03' }
  const seen = await admin.get(calendarEvents, { query })
  expect(seen.days).toEqual([
    { day: '2031-04-01', count: 2 },
    { day: '2031-04-02', count: 3 },
    { day: '2031-04-03', count: 1 },
  ])
  expect(seen.items.map(item => item.level)).toEqual([5, 3, 1])
  expect(seen).toMatchObject({ total: 3, is_cut: false })
  expect(seen.items.map(item => item.id)).not.toContain(a.id)
  expect(seen.items.map(item => item.id)).not.toContain(b.id)
  const cut = await admin.get(calendarEvents, { query: { ...query, limit: '1' } })
  expect(cut.items.map(item => item.level)).toEqual([5])
  expect(cut).toMatchObject({ total: 3, is_cut: true, days: seen.days })
})

test('instants belong to days of the requester’s zone, whole days to the same day in all zones', async () => {
  const admin = await app.as('admin')
  await anEvent(app.ctx, { category: 'zone', start_time: '2031-06-10T20:00Z', end_time: '2031-06-10T21:00Z' })
  await anEvent(app.ctx, { category: 'zone', start_time: '2031-06-10' })
  const request = async (offset: number) => {
    const query = { category: 'zone', from: '2031-06-01', to: '2031-06-30', offset: `${offset}` }
    return counts((await admin.get(calendarEvents, { query })).days)
  }
  expect(await request(0)).toEqual({ '2031-06-10': 2 })
  expect(await request(480)).toEqual({ '2031-06-10': 1, '2031-06-11': 1 })
  expect(await request(-480)).toEqual({ '2031-06-10': 2 })
  expect(await request(-840)).toEqual({ '2031-06-10': 2 })
  expect(await request(840)).toEqual({ '2031-06-10': 1, '2031-06-11': 1 })
})

test('an event up to midnight in the requester’s zone does not reach into the next day, one beyond it does', async () => {
  const admin = await app.as('admin')
  // 22:00 to 24:00 in New York on the eve of the change to winter time, when the offset is still -240.
  await anEvent(app.ctx, { category: 'dst', start_time: '2031-11-02T02:00Z', end_time: '2031-11-02T04:00Z' })
  const request = async (offset: number) => {
    const query = { category: 'dst', from: '2031-10-27', to: '2031-11-05', offset: `${offset}` }
    return counts((await admin.get(calendarEvents, { query })).days)
  }
  expect(await request(-240)).toEqual({ '2031-11-01': 1 })
  expect(await request(-180)).toEqual({ '2031-11-01': 1, '2031-11-02': 1 })
  expect(await request(-300)).toEqual({ '2031-11-01': 1 })
})

test('a time at which a day, a month or a year ends is distinguished from the whole of it', async () => {
  const admin = await app.as('admin')
  await anEvent(app.ctx, { category: 'mixed', start_time: '2031-07-01', end_time: '2031-07-02T10:00Z' })
  await anEvent(app.ctx, { category: 'mixed', start_time: '2031-07-04T23:30Z', end_time: '2031-07-05' })
  const query = { category: 'mixed', from: '2031-06-30', to: '2031-07-07', offset: '60' }
  expect(counts((await admin.get(calendarEvents, { query })).days)).toEqual({
    '2031-07-01': 1,
    '2031-07-02': 1,
    '2031-07-05': 1,
  })
})

test('records that the user may not read appear on no day, in no total and in no link', async () => {
  const admin = await app.as('admin')
  const reader = await app.as('reader')
  const hidden = await anOg(app.ctx, { name: 'Hidden', read_user: [admin.id] })
  const open = await anOg(app.ctx, { name: 'Open' })
  await anEvent(app.ctx, { category: 'secret', start_time: '2031-08-01', read_user: [admin.id], ogs: [open.id] })
  await anEvent(app.ctx, { category: 'secret', start_time: '2031-08-02', ogs: [hidden.id, open.id] })
  const deleted = await anEvent(app.ctx, { category: 'secret', start_time: '2031-08-02' })
  await app.db.updateTable('event').set({ deleted_at: new Date().toISOString() }).where('id', '=', deleted.id).execute()
  const query = { category: 'secret', from: '2031-08-01', to: '2031-08-03' }
  const seen = await reader.get(calendarEvents, { query })
  expect(seen.total).toBe(1)
  expect(counts(seen.days)).toEqual({ '2031-08-02': 1 })
  expect(seen.items.flatMap(item => item.ogs)).toEqual([{ id: open.id, name: 'Open' }])
  expect((await reader.get(calendarEvents, { query: { ...query, og: `${hidden.id}` } })).total).toBe(0)
  const all = await admin.get(calendarEvents, { query })
  expect(counts(all.days)).toEqual({ '2031-08-01': 1, '2031-08-02': 1 })
})

test('a calendar without a filter equals one with all levels, for each reader', async () => {
  const admin = await app.as('admin')
  const [reader, other] = [await app.as('reader'), await app.as('editor')]
  await anEvent(app.ctx, { title: 'Decade', start_time: '2031', end_time: '2040' })
  await anEvent(app.ctx, { title: 'Eve', start_time: '2034-04-28T20:00Z', end_time: '2034-04-30T23:00Z' })
  await anEvent(app.ctx, { title: 'Past', start_time: '2034-04-01', end_time: '2034-04-29' })
  await anEvent(app.ctx, { title: 'Long', start_time: '2034-04-01', end_time: '2034-05-02', read_user: [reader.id] })
  await anEvent(app.ctx, { title: 'Mine', start_time: '2034-05-02', read_user: [admin.id], owner: reader.id })
  await anEvent(app.ctx, { title: 'Written', start_time: '2034-05-02', read_user: [1], write_user: [reader.id] })
  await anEvent(app.ctx, { title: 'Closed', start_time: '2034-05-03', read_user: [admin.id] })
  await anEvent(app.ctx, { title: 'Next', start_time: '2034-05-03T23:30Z' })
  await anEvent(app.ctx, { title: 'Never', start_time: null })
  const titles = new Map<string, string[]>()
  for (const [name, user] of Object.entries({ admin, reader, other }))
    for (const offset of ['0', '480', '-480']) {
      const query = { from: '2034-05-01', to: '2034-05-03', offset }
      const every = await user.get(calendarEvents, { query })
      expect(every).toEqual(
        await user.get(calendarEvents, { query: { ...query, level: ['1', '2', '3', '4', '5', 'none'] } }),
      )
      titles.set(name + offset, every.items.map(item => item.title).toSorted())
    }
  expect(titles.get('admin0')).toEqual(['Closed', 'Decade', 'Long', 'Mine', 'Next', 'Written'])
  expect(titles.get('reader0')).toEqual(['Decade', 'Long', 'Mine', 'Next', 'Written'])
  expect(titles.get('other0')).toEqual(['Decade', 'Next'])
  expect(titles.get('other480')).toEqual(['Decade', 'Eve'])
})

test('a calendar requested after a write is not served from the cache', async () => {
  const editor = await app.as('editor')
  const query = { category: 'again', from: '2031-09-01', to: '2031-09-30' }
  expect((await editor.get(calendarEvents, { query })).total).toBe(0)
  await editor.get(createEvent, { body: { title: 'T', category: 'again', start_time: '2031-09-05' } })
  expect((await editor.get(calendarEvents, { query })).total).toBe(1)
})

test('invalid, too many or reversed days are refused at their field', async () => {
  const admin = await app.as('admin')
  const wrong = async (query: object) => {
    const base = { from: '2031-01-01', to: '2031-01-31' }
    const answer = await admin.call(calendarEvents, { query: { ...base, ...query } })
    expect(answer.status).toBe(422)
    return answer.body.errors?.map(error => error.path)
  }
  expect(await wrong({ to: '2031-03-04' })).toEqual(['to'])
  expect(await wrong({ from: '2031-02-30', to: '2031-03-01' })).toEqual(['from'])
  expect(await wrong({ to: '2030-12-31' })).toEqual(['to'])
  expect(await wrong({ offset: '900' })).toEqual(['offset'])
  expect(await wrong({ offset: 'x' })).toEqual(['offset'])
  expect(await wrong({ limit: '0' })).toEqual(['limit'])
  expect((await admin.call(calendarEvents, { query: { from: '2031-01-01', to: '2031-03-03' } })).status).toBe(200)
  expect((await app.anonymous.call(calendarEvents, { query: { from: '2031-01-01', to: '2031-01-01' } })).status).toBe(
    401,
  )
  const device = await app.as('device')
  expect((await device.call(calendarEvents, { query: { from: '2031-01-01', to: '2031-01-01' } })).status).toBe(403)
})
