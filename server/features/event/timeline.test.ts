import { describe, expect, test } from 'vitest'
import {
  createTimelineNote,
  deleteTimelineNote,
  listTimelineNotes,
  updateTimelineNote,
} from '#contract/event-note.api.ts'
import { mapEvents, timelineEvents } from '#contract/event-view.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anEvent } from './factory.ts'

const test_ = useTestApp()
let count = 0
/** A separate category hides the events of other tests. */
const own = () => `category ${++count}`

describe('timeline', () => {
  test('few events are returned one by one, with the time that each covers', async () => {
    const reader = await test_.as('reader')
    const category = own()
    const year = await anEvent(test_.ctx, { category, start_time: '1958' })
    const hour = await anEvent(test_.ctx, { category, start_time: '1961-03-02T10:30Z' })
    await anEvent(test_.ctx, { category })
    const timeline = await reader.get(timelineEvents, { query: { category: [category] } })
    expect(timeline).toMatchObject({
      total: 2,
      first: '1958-01-01T00:00:00.000Z',
      last: '1961-03-02T10:30:00.001Z',
      from: '1958-01-01T00:00:00.000Z',
      lanes: [{ id: null, name: null }],
      spans: [],
    })
    expect(timeline.items.map(({ event, start_at, end_at }) => [event.id, start_at, end_at])).toEqual([
      [year.id, '1958-01-01T00:00:00.000Z', '1959-01-01T00:00:00.000Z'],
      [hour.id, '1961-03-02T10:30:00.000Z', '1961-03-02T10:30:00.001Z'],
    ])
  })

  test('a window shows the events that overlap it, and still returns the first and last instant', async () => {
    const reader = await test_.as('reader')
    const category = own()
    const long = await anEvent(test_.ctx, { category, start_time: '1950', end_time: '1970' })
    const inside = await anEvent(test_.ctx, { category, start_time: '1960-05' })
    await anEvent(test_.ctx, { category, start_time: '1980' })
    const query = { category: [category], from: '1960-01-01T00:00:00Z', to: '1961-01-01T00:00:00Z' }
    const timeline = await reader.get(timelineEvents, { query })
    expect(timeline.items.map(item => item.event.id)).toEqual([long.id, inside.id])
    expect(timeline.last).toBe('1981-01-01T00:00:00.000Z')
  })

  test('many events are counted per time span, and the most severe are listed', async () => {
    const reader = await test_.as('reader')
    const category = own()
    for (let day = 10; day < 30; day++)
      await anEvent(test_.ctx, { category, start_time: `2020-01-${day}`, level: day === 20 ? 5 : 2 })
    await anEvent(test_.ctx, { category, start_time: '2019', end_time: '2021' })
    const query = { category: [category], from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z', limit: '5' }
    const timeline = await reader.get(timelineEvents, { query })
    expect(timeline.total).toBe(21)
    expect(timeline.spans.reduce((sum, span) => sum + span.count, 0)).toBe(21)
    expect(timeline.spans[0]).toMatchObject({ from: '2020-01-01T00:00:00.000Z', count: 1 })
    expect(timeline.items).toHaveLength(5)
    expect(timeline.items.map(item => item.event.level)).toContain(5)
  })

  test('lanes are the organisations with most events, the rest in one lane', async () => {
    const reader = await test_.as('reader')
    const category = own()
    const [one, two] = [await anOg(test_.ctx, { name: 'one' }), await anOg(test_.ctx, { name: 'two' })]
    await anEvent(test_.ctx, { category, start_time: '2020-01-01', ogs: [one.id, two.id] })
    await anEvent(test_.ctx, { category, start_time: '2020-01-02', ogs: [two.id] })
    await anEvent(test_.ctx, { category, start_time: '2020-01-03' })
    for (const limit of ['300', '1']) {
      const timeline = await reader.get(timelineEvents, { query: { category: [category], by: 'og', limit } })
      expect(timeline.lanes).toEqual([
        { id: two.id, name: 'two' },
        { id: one.id, name: 'one' },
        { id: null, name: null },
      ])
      expect(timeline.total).toBe(3)
      const counts = [0, 0, 0]
      for (const { lane } of timeline.items) counts[lane]! += 1
      for (const { lane, count } of timeline.spans) counts[lane]! += count
      if (limit === '300') expect(counts).toEqual([2, 1, 1])
      else expect(timeline.spans.filter(span => span.lane === 0).reduce((sum, span) => sum + span.count, 0)).toBe(2)
    }
  })

  test('records that the user may not read appear in no total, bound, lane, span, region or point', async () => {
    const [reader, member, stranger] = [await test_.as('reader'), await test_.as('reader'), await test_.as('editor')]
    const category = own()
    const secret = { read_user: [member.id] }
    const hiddenOg = await anOg(test_.ctx, { name: 'hidden og', ...secret })
    const hiddenPerson = await aPerson(test_.ctx, { name: 'hidden person', ...secret })
    const links = { ogs: [hiddenOg.id], persons: [hiddenPerson.id] }
    const place = { region: 'FR', lat: 48.85, lng: 2.35 }
    await anEvent(test_.ctx, { category, start_time: '2020-06-01', title: 'open', ...links, ...place })
    await anEvent(test_.ctx, { category, start_time: '1999', title: 'secret', level: 5, ...secret, ...place })
    await anEvent(test_.ctx, { category, start_time: '2030', title: 'mine', ...secret, region: 'DE' })
    for (const by of ['og', 'person', 'none'] as const)
      for (const limit of ['1', '300'])
        for (const asker of [reader, stranger]) {
          const timeline = await asker.get(timelineEvents, { query: { category: [category], by, limit } })
          expect(timeline).toMatchObject({
            total: 1,
            first: '2020-06-01T00:00:00.000Z',
            last: '2020-06-02T00:00:00.000Z',
          })
          expect(timeline.lanes).toEqual([{ id: null, name: null }])
          expect(JSON.stringify(timeline)).not.toMatch(/secret|mine|hidden/)
          expect(timeline.items.map(item => [item.event.ogs, item.event.persons])).toEqual([[[], []]])
        }
    const seen = await member.get(timelineEvents, { query: { category: [category], by: 'og', limit: '1' } })
    expect(seen).toMatchObject({ total: 3, first: '1999-01-01T00:00:00.000Z' })
    expect(seen.lanes.map(lane => lane.name)).toEqual(['hidden og', null])
    const map = await reader.get(mapEvents, { query: { category: [category] } })
    expect(map).toMatchObject({ total: 1, regions: [{ region: 'FR', count: 1 }] })
    expect(map.points).toMatchObject([{ count: 1, title: 'open', level: null }])
    const whole = await member.get(mapEvents, { query: { category: [category] } })
    expect(whole.regions).toEqual([
      { region: 'FR', count: 2 },
      { region: 'DE', count: 1 },
    ])
    expect(whole.points).toMatchObject([{ count: 2, title: 'secret', level: 5 }])
    const through = await reader.get(timelineEvents, { query: { og: [String(hiddenOg.id)] } })
    expect(through).toMatchObject({ total: 0, first: null, items: [], lanes: [] })
  })

  test('a window that ends before it begins is refused, as for a period', async () => {
    const reader = await test_.as('reader')
    const query = { from: '2021-01-01T00:00:00Z', to: '2020-01-01T00:00:00Z' }
    expect((await reader.call(timelineEvents, { query })).status).toBe(422)
    expect((await reader.call(mapEvents, { query: { from: '2021', to: '2019' } })).status).toBe(422)
  })

  test('an event to the end of the year 9999 can be shown', async () => {
    const reader = await test_.as('reader')
    const category = own()
    await anEvent(test_.ctx, { category, start_time: '9999' })
    const timeline = await reader.get(timelineEvents, { query: { category: [category] } })
    expect(timeline.items[0]).toMatchObject({ end_at: '9999-12-31T23:59:59.999Z' })
  })
})

describe('notes', () => {
  test('an editor creates, changes and removes a note; a stale change is refused with the current note', async () => {
    const [editor, other, admin] = [await test_.as('editor'), await test_.as('editor'), await test_.as('admin')]
    const og = await anOg(test_.ctx)
    const note = await editor.get(createTimelineNote, { body: { og_id: og.id, at: '2020-05', text: 'moved' } })
    expect(note).toMatchObject({ rev: 1, owner: editor.id, can: ['update', 'delete'] })
    const params = { id: String(note.id) }
    expect((await other.call(updateTimelineNote, { params, body: { text: 'x' } })).status).toBe(403)
    expect((await other.call(deleteTimelineNote, { params })).status).toBe(403)
    const changed = await admin.get(updateTimelineNote, { params, body: { text: 'moved again', rev: 1 } })
    expect(changed).toMatchObject({ rev: 2, text: 'moved again', owner: editor.id })
    const stale = await editor.call(updateTimelineNote, { params, body: { text: 'mine', rev: 1 } })
    expect(stale).toMatchObject({ status: 409, body: { data: { text: 'moved again' } } })
    await editor.get(deleteTimelineNote, { params })
    expect((await editor.get(listTimelineNotes, { query: { og: [String(og.id)] } })).items).toEqual([])
    expect((await editor.call(deleteTimelineNote, { params })).status).toBe(404)
  })

  test('a note can be read with its record, and one without a record only by its owner', async () => {
    const [editor, reader, admin] = [await test_.as('editor'), await test_.as('reader'), await test_.as('admin')]
    const hidden = await aPerson(test_.ctx, { read_user: [editor.id] })
    const on = await editor.get(createTimelineNote, { body: { person_id: hidden.id, at: '2020', text: 'hidden' } })
    const general = await editor.get(createTimelineNote, { body: { at: '2020', text: 'general' } })
    const query = { person: [String(hidden.id)] }
    expect((await editor.get(listTimelineNotes, { query })).items.map(each => each.id)).toEqual([on.id])
    expect((await reader.get(listTimelineNotes, { query })).items).toEqual([])
    expect((await admin.get(listTimelineNotes, {})).items.map(each => each.id)).not.toContain(general.id)
    for (const id of [on.id, general.id]) {
      const other = await test_.as('super_editor')
      expect((await other.call(updateTimelineNote, { params: { id: String(id) }, body: { text: 'x' } })).status).toBe(
        404,
      )
    }
    expect((await admin.call(deleteTimelineNote, { params: { id: String(general.id) } })).status).toBe(404)
    const body = { person_id: hidden.id, at: '2020', text: 'x' }
    expect((await (await test_.as('editor')).call(createTimelineNote, { body })).status).toBe(404)
    const both = { ...body, og_id: (await anOg(test_.ctx)).id }
    expect((await editor.call(createTimelineNote, { body: both })).status).toBe(422)
    expect((await reader.call(createTimelineNote, { body: { at: '2020', text: 'x' } })).status).toBe(403)
  })
})
