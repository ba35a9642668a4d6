import { expect, test } from 'vitest'
import { updateEvent } from '#contract/event.api.ts'
import { createEventFeed, deleteEventFeed, listEventFeeds, readEventFeed } from '#contract/event-feed.api.ts'
import { icalEvents } from '#contract/event-view.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anEvent } from './factory.ts'

const app = useTestApp()

/** Content lines, unfolded. */
const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n')
const linesOfOne = (text: string, title: string) => {
  const lines = linesOf(text)
  const at = lines.indexOf(`SUMMARY:${title}`)
  expect(at).toBeGreaterThan(0)
  return lines.slice(lines.lastIndexOf('BEGIN:VEVENT', at), lines.indexOf('END:VEVENT', at))
}
const textOf = (answer: { body: unknown }) => String(answer.body)
const tokenOf = (path: string) => path.split('/')[4] ?? ''

test('whole days are dates with an exclusive end, instants are UTC, partial dates cover their whole span', async () => {
  const admin = await app.as('admin')
  const whole = { category: 'ical' }
  await anEvent(app.ctx, { ...whole, title: 'Day', start_time: '2031-03-30', end_time: '2031-03-31' })
  await anEvent(app.ctx, { ...whole, title: 'Year', start_time: '1958' })
  await anEvent(app.ctx, { ...whole, title: 'February', start_time: '2032-02' })
  await anEvent(app.ctx, { ...whole, title: 'Hour', start_time: '2031-03-30T00:30Z', end_time: '2031-03-30T02:00Z' })
  await anEvent(app.ctx, { ...whole, title: 'Undated' })
  const answer = await admin.call(icalEvents, { query: { category: 'ical' } })
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['content-disposition']).toContain('attachment')
  const text = textOf(answer)
  const day = linesOfOne(text, 'Day')
  expect(day).toContain('DTSTART;VALUE=DATE:20310330')
  expect(day).toContain('DTEND;VALUE=DATE:20310401')
  expect(linesOfOne(text, 'Year')).toEqual(
    expect.arrayContaining(['DTSTART;VALUE=DATE:19580101', 'DTEND;VALUE=DATE:19590101']),
  )
  expect(linesOfOne(text, 'February')).toEqual(
    expect.arrayContaining(['DTSTART;VALUE=DATE:20320201', 'DTEND;VALUE=DATE:20320301']),
  )
  expect(linesOfOne(text, 'Hour')).toEqual(
    expect.arrayContaining(['DTSTART:20310330T003000Z', 'DTEND:20310330T020000Z']),
  )
  expect(text).not.toContain('Undated')
})

test('texts are escaped and folded; place, status and source are included; the UID stays the same after a change', async () => {
  const editor = await app.as('editor')
  const title = '合同；谈判, "第二轮"\nX-FORGED:1'
  const event = await anEvent(app.ctx, {
    title,
    category: 'escape',
    labels: ['a,b', 'c'],
    desc: `Line one\nLine two; ${'很长的描述'.repeat(40)}`,
    start_time: '2031-05-01',
    address: 'Main St. 1, City',
    lat: 39.9,
    lng: 116.4,
    status: 'confirmed',
    source_url: 'https://example.org/a?b=1&c=2',
    owner: editor.id,
  })
  const read = async () => textOf(await editor.call(icalEvents, { query: { category: 'escape' } }))
  const text = await read()
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = linesOf(text)
  expect(lines.some(line => line.startsWith('X-FORGED'))).toBe(false)
  expect(lines.find(line => line.startsWith('SUMMARY:'))).toContain('\\nX-FORGED')
  expect(lines).toContain('STATUS:CONFIRMED')
  expect(lines).toContain('GEO:39.9;116.4')
  expect(lines).toContain('LOCATION:Main St. 1\\, City')
  expect(lines.find(line => line.startsWith('CATEGORIES:'))).toBe('CATEGORIES:escape,a\\,b,c')
  expect(lines.find(line => line.startsWith('URL'))).toContain('https://example.org/a?b=1&c=2')
  const uid = lines.find(line => line.startsWith('UID:'))
  await editor.get(updateEvent, { params: { id: `${event.id}` }, body: { title: 'Other' } })
  expect(linesOf(await read()).find(line => line.startsWith('UID:'))).toBe(uid)
})

test('records that the user may not read are in no file', async () => {
  const admin = await app.as('admin')
  const reader = await app.as('reader')
  const values = { category: 'hidden', start_time: '2031-05-01' }
  await anEvent(app.ctx, { ...values, title: 'Restricted', read_user: [admin.id] })
  await anEvent(app.ctx, { ...values, title: 'Open' })
  const text = textOf(await reader.call(icalEvents, { query: { category: 'hidden' } }))
  expect(text).toContain('SUMMARY:Open')
  expect(text).not.toContain('Restricted')
})

test('a feed applies its owner’s current rights without signing in, and shows when it was used', async () => {
  const reader = await app.as('reader')
  const values = { category: 'feed', start_time: '2031-05-01' }
  const event = await anEvent(app.ctx, { ...values, title: 'Shared' })
  await anEvent(app.ctx, { ...values, title: 'Elsewhere', category: 'other' })
  const { feed, path } = await reader.get(createEventFeed, { body: { name: 'Mine', search: 'category=feed' } })
  expect(path).toMatch(/^\/v1\/event\/feed\/[\w-]{43}\/events\.ics$/)
  const token = tokenOf(path)
  const stored = await app.db.selectFrom('event_feed').selectAll().where('id', '=', feed.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(JSON.stringify(await reader.get(listEventFeeds))).not.toContain(token)
  const read = () => app.anonymous.call(readEventFeed, { params: { token } })
  const answer = await read()
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(textOf(answer)).toContain('SUMMARY:Shared')
  expect(textOf(answer)).not.toContain('Elsewhere')
  const used = async () => (await reader.get(listEventFeeds)).items[0]?.last_used_at
  const first = await used()
  expect(first).not.toBeNull()
  app.clock.advance(30_000)
  await read()
  expect(await used()).toBe(first)
  app.clock.advance(31_000)
  await read()
  expect(await used()).not.toBe(first)
  await app.db
    .updateTable('event')
    .set({ read_user: [999_999] })
    .where('id', '=', event.id)
    .execute()
  expect(textOf(await read())).not.toContain('Shared')
})

test('a feed is not found once it is revoked, or its owner is disabled, may not read events, or is deleted', async () => {
  const status = async (token: string) => (await app.anonymous.call(readEventFeed, { params: { token } })).status
  const make = async () => {
    const user = await app.as('reader')
    const { feed, path } = await user.get(createEventFeed, { body: { name: 'F', search: '' } })
    return { user, feed, token: tokenOf(path) }
  }
  const revoked = await make()
  const other = await app.as('reader')
  expect(await status(revoked.token)).toBe(200)
  expect((await other.call(deleteEventFeed, { params: { id: `${revoked.feed.id}` } })).status).toBe(404)
  expect((await other.get(listEventFeeds)).items).toEqual([])
  await revoked.user.get(deleteEventFeed, { params: { id: `${revoked.feed.id}` } })
  expect(await status(revoked.token)).toBe(404)
  const disabled = await make()
  await app.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', disabled.user.id).execute()
  expect(await status(disabled.token)).toBe(404)
  const changed = await make()
  await app.db.updateTable('user').set({ role: 'device' }).where('id', '=', changed.user.id).execute()
  expect(await status(changed.token)).toBe(404)
  const gone = await make()
  await app.db.deleteFrom('user').where('id', '=', gone.user.id).execute()
  expect(await status(gone.token)).toBe(404)
  expect(await app.db.selectFrom('event_feed').select('id').where('id', '=', gone.feed.id).execute()).toEqual([])
  expect(await status('x'.repeat(43))).toBe(404)
  expect(await status('%00')).toBe(404)
})

test('an invalid filter is refused by name, and so is the twenty-first feed, even with two concurrent requests', async () => {
  const user = await app.as('reader')
  const wrong = await user.call(createEventFeed, { body: { name: 'F', search: 'level=9&trash=true&level=1' } })
  expect(wrong.status).toBe(422)
  expect(wrong.body.errors?.map(error => error.path)).toContain('search.level')
  const body = { name: 'F', search: 'level=1&level=2&from=2030' }
  for (let count = 0; count < 19; count += 1) await user.get(createEventFeed, { body })
  const answers = await Promise.all([1, 2, 3].map(() => user.call(createEventFeed, { body })))
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409])
  expect((await user.get(listEventFeeds)).items).toHaveLength(20)
})
