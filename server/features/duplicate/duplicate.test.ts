import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { decideDuplicate, findDuplicates, getDuplicateRun, listDuplicates } from '#contract/duplicate.api.ts'
import { deleteOg, updateOg } from '#contract/og.api.ts'
import { updatePerson } from '#contract/person.api.ts'
import type { MergeEntity } from '#contract/registry.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anEvent } from '../event/factory.ts'
import { anOg } from '../og/factory.ts'
import { aPerson } from '../person/factory.ts'
import { aSource } from '../source/factory.ts'
import { storeKeys } from '../source/source.service.ts'
import { findPortion } from './find.ts'

const app = useTestApp()

async function find(noun: MergeEntity): Promise<void> {
  while (await findPortion(app.ctx, noun));
}

describe('the search for duplicates', () => {
  test('a search on request runs in the background and finds pairs with their reasons', async () => {
    const editor = await app.as('editor')
    const a = await aPerson(app.ctx, { name: '赵敏敏', birth_time: '1958-10-13' })
    const b = await aPerson(app.ctx, { name: 'Minmin Zhao', birth_time: '1958-10-13' })
    expect((await editor.get(findDuplicates, { body: { noun: 'person' } })).running).toBe(true)
    await app.drainJobs()
    const run = await editor.get(getDuplicateRun, { query: { noun: 'person' } })
    expect(run).toMatchObject({ running: false, checked_at: expect.any(String) })
    const page = await editor.get(listDuplicates, { query: { noun: 'person', record: String(b.id) } })
    expect(page).toMatchObject({
      total: 1,
      items: [{ a: { id: a.id }, b: { id: b.id }, state: 'open', can: ['decide'] }],
    })
    expect(page.items[0]?.reasons.map(reason => reason.code)).toEqual(['same_script_change', 'same_date'])
  })

  test('companies to which two files give the same number are not a pair', async () => {
    const editor = await app.as('editor')
    const [boeing, mahan] = [
      await anOg(app.ctx, { name: 'Boeing', external_id: '12927' }),
      await anOg(app.ctx, { name: 'Mahan Air', external_id: '12927' }),
    ]
    for (const { id } of [boeing, mahan])
      await storeKeys(app.ctx, (await aSource(app.ctx, {})).id, 'og', [{ key: `k-${id}`, record_id: id }])
    await find('og')
    const page = await editor.get(listDuplicates, { query: { noun: 'og', record: String(boeing.id) } })
    expect(page.items).toEqual([])
  })

  test('a search continues portion by portion where it was left, and compares changed records again', async () => {
    const editor = await app.as('editor')
    for (let n = 0; n < 201; n += 1)
      await anOg(app.ctx, { name: `Filler ${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10) % 10]} ${n}` })
    const a = await anOg(app.ctx, { name: 'Portion Steel Works' })
    const b = await anOg(app.ctx, { name: 'Portion Steel Works' })
    expect(await findPortion(app.ctx, 'og')).toBe(true)
    const query = { noun: 'og' as const, record: String(a.id) }
    expect((await editor.get(listDuplicates, { query })).total).toBe(0)
    await find('og')
    expect((await editor.get(listDuplicates, { query })).total).toBe(1)
    await editor.get(updateOg, { body: { id: b.id, name: 'Quite Another Name' } })
    await find('og')
    expect((await editor.get(listDuplicates, { query })).total).toBe(0)
  })

  test('a deleted record is removed at once', async () => {
    const admin = await app.as('admin')
    const a = await anOg(app.ctx, { name: 'Leaving Lead' })
    const b = await anOg(app.ctx, { name: 'Leaving Lead' })
    await find('og')
    const query = { noun: 'og' as const, record: String(a.id) }
    expect((await admin.get(listDuplicates, { query })).total).toBe(1)
    await admin.get(deleteOg, { params: { id: String(b.id) } })
    expect((await admin.get(listDuplicates, { query })).total).toBe(0)
  })

  test('a key that hundreds share pairs no records, but a narrower one still does', async () => {
    const admin = await app.as('admin')
    for (let n = 0; n < 201; n += 1) await aPerson(app.ctx, { name: 'Crowded Name' })
    const a = await aPerson(app.ctx, { name: 'Crowded Name', birth_time: '1901-01-01' })
    const b = await aPerson(app.ctx, { name: 'Crowded Name', birth_time: '1901-01-01' })
    await find('person')
    const page = await admin.get(listDuplicates, { query: { noun: 'person', record: String(a.id) } })
    expect(page.items.map(item => item.b.id)).toEqual([b.id])
  })
})

describe('access', () => {
  test('a pair is visible only to users who may read both sides, in lists, totals and decisions', async () => {
    const owner = await app.as('editor')
    const other = await app.as('editor')
    const open = await anEvent(app.ctx, { title: 'Secret Summit', start_time: '2026-01-01' })
    await anEvent(app.ctx, { title: 'Secret Summit', start_time: '2026-01-01', owner: owner.id, read_user: [owner.id] })
    await find('event')
    const query = { noun: 'event' as const, record: String(open.id) }
    const [pair] = (await owner.get(listDuplicates, { query })).items
    expect(pair).toBeDefined()
    expect(await other.get(listDuplicates, { query })).toMatchObject({ items: [], total: 0 })
    expect((await other.get(listDuplicates, { query: { noun: 'event', keyword: 'secret summit' } })).total).toBe(0)
    const decide = { params: { id: String(pair?.id) }, body: { state: 'same' as const } }
    expect((await other.call(decideDuplicate, decide)).status).toBe(404)
    expect((await owner.call(decideDuplicate, decide)).status).toBe(200)
  })

  test('a shared organisation is named only to users who may read it', async () => {
    const editor = await app.as('editor')
    const og = await anOg(app.ctx, { name: 'Common Copper' })
    const a = await aPerson(app.ctx, { name: 'Shared Membership', ogs: [og.id] })
    await aPerson(app.ctx, { name: 'Shared Membership', ogs: [og.id] })
    await find('person')
    const query = { noun: 'person' as const, record: String(a.id) }
    const before = (await editor.get(listDuplicates, { query })).items[0]
    expect(before?.reasons.at(-1)).toMatchObject({ code: 'same_og', a: 'Common Copper' })
    await app.db
      .updateTable('og')
      .set({ read_user: [(await app.as('admin')).id] })
      .where('id', '=', og.id)
      .execute()
    const after = (await editor.get(listDuplicates, { query })).items[0]
    expect(JSON.stringify(after)).not.toContain('Copper')
    expect(after?.score).toBeLessThan(before?.score ?? 0)
  })

  test('a user who may not change both records decides nothing', async () => {
    const owner = await app.as('editor')
    const other = await app.as('editor')
    const a = await anOg(app.ctx, { name: 'Closed Cobalt', write_user: [owner.id] })
    await anOg(app.ctx, { name: 'Closed Cobalt' })
    await find('og')
    const [pair] = (await other.get(listDuplicates, { query: { noun: 'og', record: String(a.id) } })).items
    expect(pair?.can).toEqual([])
    const sent = { params: { id: String(pair?.id) }, body: { state: 'same' as const } }
    expect((await other.call(decideDuplicate, sent)).status).toBe(403)
    const reader = await app.as('reader')
    expect((await reader.call(decideDuplicate, sent)).status).toBe(403)
    expect((await reader.call(listDuplicates, { query: { noun: 'og' } })).status).toBe(403)
  })
})

describe('a decision', () => {
  test('is remembered, can be undone, and is only reopened by reasons of other kinds', async () => {
    const editor = await app.as('editor')
    const a = await aPerson(app.ctx, { name: 'Decided Once' })
    const b = await aPerson(app.ctx, { name: 'Decided Once' })
    await find('person')
    const open = { noun: 'person' as const, record: String(a.id) }
    const [pair] = (await editor.get(listDuplicates, { query: open })).items
    const params = { id: String(pair?.id) }
    const decided = await editor.get(decideDuplicate, { params, body: { state: 'different', note: 'father and son' } })
    expect(decided).toMatchObject({ state: 'different', decided_by: editor.username, note: 'father and son' })
    expect((await editor.get(decideDuplicate, { params, body: { state: 'open' } })).decided_by).toBeNull()
    await editor.get(decideDuplicate, { params, body: { state: 'different' } })

    await editor.get(updatePerson, { params: { id: String(b.id) }, body: { position: 'Clerk' } })
    await find('person')
    expect((await editor.get(listDuplicates, { query: open })).total).toBe(0)
    for (const id of [a.id, b.id])
      await editor.get(updatePerson, { params: { id: String(id) }, body: { birth_time: '1980-02-03' } })
    await find('person')
    const again = await editor.get(listDuplicates, { query: open })
    expect(again.items[0]).toMatchObject({ id: pair?.id, state: 'open', note: 'father and son' })
  })

  test.each([
    ['an unknown state', { state: 'maybe' }],
    ['a long note', { state: 'same', note: 'x'.repeat(501) }],
  ])('%s is refused', async (_, body) => {
    const admin = await app.as('admin')
    expect((await admin.call(decideDuplicate, { params: { id: '1' }, body: body as never })).status).toBe(422)
  })
})

describe('a record that cannot be compared', () => {
  test('is quarantined alone: the others are compared', async () => {
    await sql`create or replace function refuse() returns trigger language plpgsql as $$
      begin if new.key like '%poison%' then raise exception 'refused by the test'; end if; return new; end $$`.execute(
      app.db,
    )
    await sql`create trigger refuse before insert on duplicate_key for each row execute function refuse()`.execute(
      app.db,
    )
    const names = ['Whimbrel Harbour Works', 'Poison Quay Company', 'Whimbrel Harbour Works']
    for (const name of names) await anOg(app.ctx, { name })
    while (await findPortion(app.ctx, 'og'));
    await sql`drop trigger refuse on duplicate_key`.execute(app.db)
    const quarantined = await sql<{ key: string }>`select key from set_aside where queue = 'duplicate'`.execute(app.db)
    expect(quarantined.rows).toEqual([{ key: expect.stringMatching(/^og:\d+$/) }])
    const pairs = await sql<{ count: number }>`select count(*)::int as count from duplicate
      join og a on a.id = a_id join og b on b.id = b_id where a.name = ${names[0]!} and b.name = ${names[0]!}`.execute(
      app.db,
    )
    expect(pairs.rows[0]?.count).toBe(1)
  })
})

describe('comparing again', () => {
  const reasonsOf = async (noun: MergeEntity, a: { id: number }) => {
    const editor = await app.as('editor')
    const { items } = await editor.get(listDuplicates, { query: { noun, record: String(a.id) } })
    return items.map(({ reasons }) => reasons.map(({ code }) => code))
  }

  test('a membership, an id of a source and the readers of the organisation count as soon as they change', async () => {
    const og = await anOg(app.ctx, { name: 'Shared Quillon Guild' })
    const persons = [
      await aPerson(app.ctx, { name: 'Petronella Quillfeather' }),
      await aPerson(app.ctx, { name: 'Petronella Quillfeather' }),
    ]
    await find('person')
    expect(await reasonsOf('person', persons[0]!)).toEqual([['same_name']])
    await app.db
      .insertInto('membership')
      .values(persons.map(({ id }) => ({ person_id: id, og_id: og.id })))
      .execute()
    await find('person')
    expect(await reasonsOf('person', persons[0]!)).toEqual([['same_name', 'same_og']])
    await sql`update og set read_user = array[1::bigint] where id = ${og.id}`.execute(app.db)
    await find('person')
    expect(await reasonsOf('person', persons[0]!)).toEqual([['same_name']])
    await sql`update og set read_user = '{}' where id = ${og.id}`.execute(app.db)
    await find('person')
    await app.db.deleteFrom('membership').where('person_id', '=', persons[1]!.id).execute()
    await find('person')
    expect(await reasonsOf('person', persons[0]!)).toEqual([['same_name']])

    const ogs = [
      await anOg(app.ctx, { name: 'Numbered Quillon Works', external_id: '1' }),
      await anOg(app.ctx, { name: 'Numbered Quillon Works', external_id: '2' }),
    ]
    await find('og')
    const before = await reasonsOf('og', ogs[0]!)
    for (const { id } of ogs)
      await storeKeys(app.ctx, (await aSource(app.ctx, {})).id, 'og', [{ key: `k-${id}`, record_id: id }])
    await find('og')
    // The ids contradict each other until each belongs to a source of its own.
    expect(before).toEqual([])
    expect((await reasonsOf('og', ogs[0]!)).flat()).toEqual(['same_name'])
  })

  test('records that were not compared because of a crowded key are compared once the key is no longer crowded', async () => {
    const crowd = Array.from({ length: 203 }, (_, n) => ({
      name: `Crowdson ${(n * 7_919 + 104_729).toString(36)}${n}`,
    }))
    const ids = await app.db.insertInto('og').values(crowd).returning('id').execute()
    const a = await anOg(app.ctx, { name: 'Crowdson Trading House Alpha' })
    await anOg(app.ctx, { name: 'Crowdson Trading House Alphe' })
    await find('og')
    expect(await reasonsOf('og', a)).toEqual([])
    const some = ids.slice(0, 8).map(({ id }) => id)
    await sql`update og set name = 'Elsewhere ' || id, rev = rev + 1 where id = any(${some.slice(0, 4)}::bigint[])`.execute(
      app.db,
    )
    await sql`update og set deleted_at = now(), rev = rev + 1 where id = any(${some.slice(4)}::bigint[])`.execute(
      app.db,
    )
    await find('og')
    expect(await reasonsOf('og', a)).toEqual([['similar_name']])
  })

  test('changes of a transaction that ends long after its timestamp are compared', async () => {
    const a = await aPerson(app.ctx, { name: 'Thaddeus Overlate' })
    await find('person')
    const long = await app.db.startTransaction().execute()
    await long.insertInto('person').values({ name: 'Thaddeus Overlate' }).execute()
    app.clock.advance(600_000)
    await find('person')
    await long.commit().execute()
    await find('person')
    expect(await reasonsOf('person', a)).toEqual([['same_name']])
  })
})
