import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createMembership } from '#contract/membership.api.ts'
import { createOg, updateOg } from '#contract/og.api.ts'
import { createOgRelation } from '#contract/og_relation.api.ts'
import { type Overview, ogOverview, personOverview, visitOg, visitPerson } from '#contract/overview.api.ts'
import { createRelation } from '#contract/relation.api.ts'
import { roles } from '#contract/role.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aReport } from '#server/features/report/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

async function memberOf(personId: number, ogId: number, role: string | null = null) {
  const admin = await app.as('admin')
  await admin.get(createMembership, { body: { person_id: personId, og_id: ogId, role } })
}

describe('the overview', () => {
  test('shows stated links before derived ones, owners first, and none whose other end is not readable', async () => {
    const [admin, reader] = [await app.as('admin'), await app.as('reader')]
    const og = await anOg(app.ctx, { name: 'Boeing' })
    const [fund, supplier] = [await anOg(app.ctx, { name: 'Fund' }), await anOg(app.ctx, { name: 'Supplier' })]
    const hidden = await anOg(app.ctx, { name: 'Hidden', owner: admin.id, read_user: [admin.id] })
    for (const [other, type] of [
      [supplier, 'supplies'],
      [fund, 'owns'],
      [hidden, 'controls'],
    ] as const)
      await admin.get(createOgRelation, {
        body: {
          from: { noun: 'og', id: other.id },
          og_id: og.id,
          type,
          ...(type === 'owns' && { share_min: 5.8, share_max: 6.1 }),
        },
      })
    const names = ({ stated }: Overview) => stated.map(({ from }) => from.name)
    const seen = await admin.get(ogOverview, at(og.id))
    expect(names(seen)).toEqual(['Fund', 'Hidden', 'Supplier'])
    expect(seen.counts.stated).toBe(3)
    const limited = await reader.get(ogOverview, at(og.id))
    expect(names(limited)).toEqual(['Fund', 'Supplier'])
    expect(limited.counts.stated).toBe(2)
    expect((await admin.get(ogOverview, at(fund.id))).stated.map(link => link.og.name)).toEqual(['Boeing'])
  })

  test('of an organisation shows members, organisations that share them, current events and reports', async () => {
    const admin = await app.as('admin')
    app.clock.set('2026-11-21T12:00:00Z')
    const [og, other] = [await anOg(app.ctx, { name: 'Harbour' }), await anOg(app.ctx, { name: '𠮷田 holding' })]
    const chair = await aPerson(app.ctx, { name: '姜𤨒姬', is_focus: true })
    const clerk = await aPerson(app.ctx, { name: 'A clerk' })
    for (const person of [chair, clerk]) await memberOf(person.id, og.id, person === chair ? 'Chair' : null)
    await memberOf(chair.id, other.id)
    await anEvent(app.ctx, { title: 'both', start_time: '2026-11-20', ogs: [og.id, other.id] })
    await anEvent(app.ctx, { title: 'next', start_time: '2026-12-01', ogs: [og.id] })
    await anEvent(app.ctx, { title: 'some day', start_time: null, ogs: [og.id] })
    const report = await aReport(app.ctx, { title: 'About it', ogs: [og.id], status: 'published' })
    const reported = await admin.get(ogOverview, at(og.id))
    expect(reported.counts).toMatchObject({
      persons: 2,
      events: 3,
      reports: 1,
      pages: 0,
      diffs: 0,
      uploads: 0,
      mentions: 0,
    })
    expect(reported.persons.map(one => [one.person_name, one.role])).toEqual([
      ['姜𤨒姬', 'Chair'],
      ['A clerk', null],
    ])
    expect(reported.links).toEqual([
      { noun: 'og', id: other.id, name: '𠮷田 holding', eng_name: null, icon: null, types: [], persons: 1, events: 1 },
    ])
    expect(reported.events.map(event => event.title)).toEqual(['both', 'next'])
    expect(reported.reports.map(one => one.id)).toEqual([report.id])
  })

  test('of a person shows relations with their types, then persons with common events', async () => {
    const admin = await app.as('admin')
    const [person, sister, guest] = [
      await aPerson(app.ctx, { name: 'Zhang San' }),
      await aPerson(app.ctx, { name: 'سارة', read_user: [] }),
      await aPerson(app.ctx, { name: 'Guest' }),
    ]
    await admin.get(createRelation, { ...at(person.id), body: { person_id: sister.id, type: 'sibling' } })
    await anEvent(app.ctx, { title: 'dinner', start_time: '2026-11-20', persons: [person.id, guest.id] })
    const reported = await admin.get(personOverview, at(person.id))
    expect(reported.counts).toMatchObject({ relations: 1, events: 1 })
    expect(reported.counts.persons).toBeUndefined()
    expect(reported.links.map(({ name, types, events }) => [name, types, events])).toEqual([
      ['سارة', ['sibling'], 0],
      ['Guest', [], 1],
    ])
    const back = await admin.get(personOverview, at(sister.id))
    expect(back.links).toMatchObject([{ id: person.id, types: ['sibling'] }])
  })

  test('neither counts nor shows records that its reader may not read, on either side', async () => {
    const [reader, member] = [await app.as('reader'), await app.as('reader')]
    const only = { read_user: [member.id] }
    const [og, person] = [await anOg(app.ctx), await aPerson(app.ctx)]
    const hidden = {
      og: await anOg(app.ctx, { name: 'hidden og', ...only }),
      person: await aPerson(app.ctx, { name: 'hidden person', ...only }),
    }
    const link = { ogs: [og.id], persons: [person.id] }
    await anEvent(app.ctx, { title: 'hidden event', start_time: '2026-11-20', ...link, ...only })
    await anEvent(app.ctx, {
      title: 'open event',
      start_time: '2026-11-20',
      ogs: [og.id, hidden.og.id],
      persons: [person.id, hidden.person.id],
    })
    await memberOf(hidden.person.id, og.id)
    await memberOf(hidden.person.id, hidden.og.id)
    // An open organisation that is linked only through a hidden person is not a neighbour either.
    const beyond = await anOg(app.ctx, { name: 'hidden way' })
    await memberOf(hidden.person.id, beyond.id)
    const admin = await app.as('admin')
    await admin.get(createRelation, { ...at(person.id), body: { person_id: hidden.person.id, type: 'friend' } })

    const [ofOg, ofPerson] = [await reader.get(ogOverview, at(og.id)), await reader.get(personOverview, at(person.id))]
    expect(JSON.stringify([ofOg, ofPerson])).not.toContain('hidden')
    expect(ofOg.counts).toEqual({ history: 0, events: 1, persons: 0, pages: 0, relations: 0, stated: 0 })
    expect(ofPerson.counts).toEqual({ history: 0, events: 1, relations: 0, stated: 0 })
    const seen = await member.get(ogOverview, at(og.id))
    expect(seen.counts).toMatchObject({ events: 2, persons: 1 })
    expect(seen.links.map(one => one.name)).toEqual(['hidden og', 'hidden way'])
    expect((await member.get(personOverview, at(person.id))).counts).toMatchObject({ events: 2, relations: 1 })
    for (const call of [ogOverview, visitOg]) expect((await reader.call(call, at(hidden.og.id))).status).toBe(404)
    for (const call of [personOverview, visitPerson])
      expect((await reader.call(call, at(hidden.person.id))).status).toBe(404)
  })

  test('shows each role only the kinds that it may read', async () => {
    const og = await anOg(app.ctx)
    const reported: Record<string, string[]> = {}
    for (const role of roles.filter(role => role !== 'device' && role !== 'uploader')) {
      const { counts } = await (await app.as(role)).get(ogOverview, at(og.id))
      reported[role] = Object.keys(counts)
        .filter(kind => !['history', 'events', 'persons', 'pages', 'relations', 'stated'].includes(kind))
        .toSorted()
    }
    expect(reported).toEqual({
      admin: ['diffs', 'mentions', 'reports', 'uploads'],
      super_editor: ['mentions', 'reports', 'uploads'],
      editor: ['mentions', 'uploads'],
      super_reader: ['reports'],
      reader: [],
    })
  })

  test('shows the time since which items are new: the last visit, which a return within half an hour continues', async () => {
    const [reader, editor] = [await app.as('reader'), await app.as('editor')]
    const og = await anOg(app.ctx)
    // The clock of the test keeps running, so seconds are not compared.
    const since = async () => (await reader.get(ogOverview, at(og.id))).since?.slice(0, 16) ?? null
    const visitAt = async (time: string) => {
      app.clock.set(time)
      const before = await since()
      await reader.get(visitOg, at(og.id))
      // Reading before and after the visit is recorded gives the same time.
      expect(await since()).toBe(before)
      return before
    }
    expect(await visitAt('2026-11-20T08:00:00.000Z')).toBeNull()
    expect(await visitAt('2026-11-20T08:20:00.000Z')).toBeNull()
    app.clock.set('2026-11-20T20:00:00.000Z')
    await editor.get(updateOg, { body: { id: og.id, name: 'Renamed' } })
    expect(await visitAt('2026-11-21T08:00:00.000Z')).toBe('2026-11-20T08:20')
    expect((await reader.get(ogOverview, at(og.id))).changes).toBe(1)
    expect((await editor.get(ogOverview, at(og.id))).since).toBeNull()
    // After the clock is set back, seen items stay seen.
    expect(await visitAt('2026-11-19T08:00:00.000Z')).toBe('2026-11-20T08:20')
    expect(await visitAt('2026-11-21T09:00:00.000Z')).toBe('2026-11-21T08:00')
    expect((await reader.get(ogOverview, at(og.id))).changes).toBe(0)
  })

  test('counts what was added since the last visit, also where it is not among the first rows', async () => {
    const [reader, editor] = [await app.as('reader'), await app.as('editor')]
    const og = await anOg(app.ctx)
    app.clock.set('2026-11-20T08:00:00.000Z')
    // More than the overview shows, all of them nearer to the present day than the one added later.
    for (let day = 1; day <= 13; day += 1)
      await anEvent(app.ctx, { start_time: `2026-11-${String(day).padStart(2, '0')}`, ogs: [og.id] })
    await reader.get(visitOg, at(og.id))
    app.clock.set('2026-11-20T10:00:00.000Z')
    await anEvent(app.ctx, { title: 'late', start_time: '2020-01-01', ogs: [og.id] })
    await anEvent(app.ctx, { title: 'undated', start_time: null, ogs: [og.id] })
    await anEvent(app.ctx, { title: 'hidden', start_time: null, ogs: [og.id], read_user: [editor.id] })
    app.clock.set('2026-11-21T08:00:00.000Z')
    await reader.get(visitOg, at(og.id))
    const { added, events } = await reader.get(ogOverview, at(og.id))
    expect(events.some(event => event.title === 'late')).toBe(false)
    expect(added.events).toBe(2)
  })

  test('shows who judged the level and when, and the most severe events; a level that no one judged has no reasons', async () => {
    const editor = await app.as('editor')
    const og = await editor.get(createOg, { body: { name: 'Judged' } })
    expect((await editor.get(ogOverview, at(og.id))).reasons).toEqual({ judged: [], events: [] })
    await editor.get(updateOg, { body: { id: og.id, danger_level: '二类', eng_name: 'x' } })
    await editor.get(updateOg, { body: { id: og.id, danger_level: '一类' } })
    await editor.get(updateOg, { body: { id: og.id, eng_name: 'no judgement' } })
    const hidden = await app.as('reader')
    await anEvent(app.ctx, { title: 'grave', level: 5, status: 'confirmed', start_time: '2026-01-01', ogs: [og.id] })
    await anEvent(app.ctx, { title: 'slight', level: 2, status: 'confirmed', ogs: [og.id] })
    await anEvent(app.ctx, { title: 'unconfirmed', level: 5, status: 'draft', ogs: [og.id] })
    await anEvent(app.ctx, { title: 'hidden', level: 5, status: 'confirmed', ogs: [og.id], read_user: [hidden.id] })
    const { reasons, failed } = await editor.get(ogOverview, at(og.id))
    expect(failed).toEqual([])
    expect(reasons.judged).toMatchObject([
      { field: 'danger_level', from: '二类', to: '一类', username: editor.username },
      { field: 'danger_level', from: '待定', to: '二类' },
    ])
    expect(reasons.events.map(event => event.title)).toEqual(['grave'])
  })

  test('counts the parties that its graph shows, and lists the strongest derived links', async () => {
    const admin = await app.as('admin')
    const og = await anOg(app.ctx)
    const person = await aPerson(app.ctx)
    await memberOf(person.id, og.id)
    for (let n = 0; n < 10; n += 1) await memberOf(person.id, (await anOg(app.ctx)).id)
    const { counts, links } = await admin.get(ogOverview, at(og.id))
    expect([counts.relations, links.length]).toEqual([1, 8])
    expect((await admin.get(personOverview, at(person.id))).counts.relations).toBe(11)
  })

  test('shows the other parts if one fails, and names the failed part', async () => {
    const [admin, og] = [await app.as('admin'), await anOg(app.ctx, { name: 'Whole' })]
    await anEvent(app.ctx, { title: 'there', start_time: '2026-11-20', ogs: [og.id] })
    await sql`alter table upload rename to upload_away`.execute(app.db)
    try {
      const reported = await admin.get(ogOverview, at(og.id))
      expect(reported.failed).toEqual(['mentions', 'uploads'])
      expect(reported.uploads).toEqual([])
      expect(reported.counts.uploads).toBeUndefined()
      expect(reported.events.map(event => event.title)).toEqual(['there'])
    } finally {
      await sql`alter table upload_away rename to upload`.execute(app.db)
    }
    expect((await admin.get(ogOverview, at(og.id))).failed).toEqual([])
  })
})
