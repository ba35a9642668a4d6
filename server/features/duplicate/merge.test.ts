import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listDuplicates, listMerges, mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { getEvent } from '#contract/event.api.ts'
import { getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { getPerson, updatePerson } from '#contract/person.api.ts'
import type { MergeEntity } from '#contract/registry.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { anEvent } from '../event/factory.ts'
import { anOg } from '../og/factory.ts'
import { aPerson } from '../person/factory.ts'
import { aReport } from '../report/factory.ts'
import { findPortion } from './find.ts'

const app = useTestApp()
const of = (row: { id: number }) => ({ params: { id: String(row.id) } })

/** Every row of the tables that a merge changes, without the records of the merge itself. */
async function everything() {
  const tables = [
    'og',
    'person',
    'event',
    'membership',
    'relation',
    'event_og',
    'event_person',
    'report_og',
    'timeline_note',
    'duplicate',
  ]
  const all: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) - 'rev' - 'updated_at' as row
      from ${sql.table(table)} as t order by 1`.execute(app.db)
    all[table] = rows.map(each => each.row)
  }
  return all
}

async function relate(from: { id: number }, to: { id: number }, type: string) {
  const isTurned = type === 'friend' && from.id > to.id
  const [from_id, to_id] = isTurned ? [to.id, from.id] : [from.id, to.id]
  await app.db.insertInto('relation').values({ from_id, to_id, type }).execute()
}

const rev = (row: { id: number; rev: number }) => ({ id: row.id, rev: row.rev })
const merge = (
  client: Client,
  noun: MergeEntity,
  target: { id: number; rev: number },
  sources: { id: number; rev: number }[],
  fields: Record<string, number | 'all'> = {},
) =>
  client.call(mergeRecords, {
    body: { noun, target_id: target.id, target_rev: target.rev, sources: sources.map(rev), fields },
  })

/** Three records of one person, with links of every kind, some of them duplicates. */
async function threePersons() {
  const [a, b, c, friend] = [
    await aPerson(app.ctx, { name: 'Tri Plet', labels: ['x'], aliases: ['T'] }),
    await aPerson(app.ctx, { name: 'Tri Plett', labels: ['x', 'y'], birth_time: '1958' }),
    await aPerson(app.ctx, { name: '三胞', labels: ['z'] }),
    await aPerson(app.ctx),
  ]
  const [og, other] = [await anOg(app.ctx), await anOg(app.ctx)]
  const links = [
    [a, og],
    [b, og],
    [c, og],
    [b, other],
  ] as const
  await app.db
    .insertInto('membership')
    .values(links.map(([person, of]) => ({ person_id: person.id, og_id: of.id })))
    .execute()
  await relate(a, b, 'friend')
  await relate(b, friend, 'friend')
  await relate(c, friend, 'friend')
  await relate(friend, c, 'parent')
  await anEvent(app.ctx, { persons: [a.id, b.id, c.id] })
  const event = await anEvent(app.ctx, { persons: [b.id, c.id] })
  await app.db.insertInto('timeline_note').values({ person_id: b.id, at: '2020', text: 'noted' }).execute()
  return { a, b, c, friend, og, other, event }
}

describe('a merge', () => {
  test('makes one record of several: chosen fields, united lists, every link once', async () => {
    const admin = await app.as('admin')
    const { a, b, c, friend, og, other, event } = await threePersons()
    const answer = await merge(admin, 'person', a, [b, c], { birth_time: b.id, labels: 'all', aliases: 'all' })
    expect(answer.body.data).toMatchObject({
      target: { id: a.id },
      sources: [{ id: b.id }, { id: c.id }],
      can: ['undo'],
    })
    const after = await admin.get(getPerson, of(a))
    expect(after).toMatchObject({
      name: 'Tri Plet',
      birth_time: '1958',
      labels: ['x', 'y', 'z'],
      aliases: ['T', 'Tri Plett', '三胞'],
      rev: a.rev + 1,
    })
    expect(after.memberships.map(each => each.og_id).sort()).toEqual([og.id, other.id].sort())
    expect(after.relations.map(each => [each.person_id, each.type]).sort()).toEqual(
      [
        [friend.id, 'friend'],
        [friend.id, expect.stringMatching(/parent|child/)],
      ].sort(),
    )
    expect((await admin.get(getEvent, of(event))).persons.map(person => person.id)).toEqual([a.id])
    const notes = await app.db.selectFrom('timeline_note').select('text').where('person_id', '=', a.id).execute()
    expect(notes).toEqual([{ text: 'noted' }])
    for (const source of [b, c]) {
      expect((await admin.call(getPerson, of(source))).status).toBe(404)
      expect((await admin.get(listMerges, { query: { record: String(source.id) } })).items[0]?.target.id).toBe(a.id)
    }
    const { rows } = await sql<{
      act: string
      record_id: number
    }>`select act, record_id from history where act = 'merge' and noun = 'person'
      and record_id = any(${[a.id, b.id, c.id]}::bigint[]) order by record_id`.execute(app.db)
    expect(rows.map(row => row.record_id)).toEqual([a.id, b.id, c.id])
  })

  test('undone restores every row', async () => {
    const admin = await app.as('admin')
    const { a, b, c } = await threePersons()
    while (await findPortion(app.ctx, 'person'));
    const before = await everything()
    const { data } = (
      await merge(admin, 'person', a, [b, c], { name: c.id, birth_time: b.id, labels: 'all', aliases: 'all' })
    ).body
    expect(await everything()).not.toEqual(before)
    const undone = await admin.get(undoMerge, of(data))
    expect(undone.kept).toEqual([])
    expect(await everything()).toEqual(before)
    expect((await admin.call(undoMerge, of(data))).status).toBe(409)
  })

  test.each(['og', 'event'] as const)('of %s undone restores every row', async noun => {
    const admin = await app.as('admin')
    const { event, og, other, a } = await threePersons()
    const twin = await anEvent(app.ctx, { persons: [a.id], ogs: [og.id, other.id], lat: 1, lng: 2 })
    const before = await everything()
    const answer =
      noun === 'og'
        ? await merge(admin, 'og', og, [other], { name: other.id })
        : await merge(admin, 'event', event, [twin], { lat: twin.id })
    expect(answer.status).toBe(200)
    expect(await everything()).not.toEqual(before)
    await admin.get(undoMerge, of(answer.body.data))
    expect(await everything()).toEqual(before)
  })

  test('undone after further edits retains what users changed since, and reports it', async () => {
    const admin = await app.as('admin')
    const { a, b, c, other } = await threePersons()
    const { data } = (await merge(admin, 'person', a, [b, c], { birth_time: b.id, labels: 'all' })).body
    await admin.get(updatePerson, { ...of(a), body: { birth_time: '1959' } })
    await app.db
      .updateTable('membership')
      .set({ role: 'chair' })
      .where('person_id', '=', a.id)
      .where('og_id', '=', other.id)
      .execute()
    const undone = await admin.get(undoMerge, of(data))
    expect(undone.kept).toEqual(['birth_time'])
    const after = await admin.get(getPerson, of(a))
    expect(after).toMatchObject({ birth_time: '1959', labels: ['x'] })
    expect(after.memberships.map(each => each.role)).toContain('chair')
    expect((await admin.get(getPerson, of(b))).memberships).toHaveLength(1)
  })

  test('on top of another must be undone first', async () => {
    const admin = await app.as('admin')
    const [a, b, c] = [await anOg(app.ctx, { name: 'Bottom' }), await anOg(app.ctx), await anOg(app.ctx)]
    const first = (await merge(admin, 'og', a, [b])).body.data
    const second = (await merge(admin, 'og', c, [{ id: a.id, rev: a.rev + 1 }])).body.data
    const refused = await admin.call(undoMerge, of(first))
    expect(refused.status).toBe(409)
    expect(refused.body.data).toMatchObject({ id: second.id })
    expect((await admin.get(listMerges, { query: { record: String(b.id) } })).items[0]?.can).toEqual([])
    await admin.get(undoMerge, of(second))
    await admin.get(undoMerge, of(first))
    for (const og of [a, b, c]) expect((await admin.call(getOg, of(og))).status).toBe(200)
  })
})

describe('records that cannot be merged', () => {
  test.each([
    ['with itself', (a: number) => ({ sources: [{ id: a, rev: 1 }] }), 422],
    ['with nothing', () => ({ sources: [] }), 422],
    ['with a record that is not there', () => ({ sources: [{ id: 999_999_999, rev: 1 }] }), 404],
    ['with a stale target', (_: number, b: number) => ({ sources: [{ id: b, rev: 1 }], target_rev: 7 }), 409],
    ['with a stale source', (_: number, b: number) => ({ sources: [{ id: b, rev: 7 }] }), 409],
    [
      'taking a field that is none',
      (_: number, b: number) => ({ sources: [{ id: b, rev: 1 }], fields: { owner: b } }),
      422,
    ],
    ['taking access', (_: number, b: number) => ({ sources: [{ id: b, rev: 1 }], fields: { read_user: b } }), 422],
    [
      'taking all of what is no list',
      (_: number, b: number) => ({ sources: [{ id: b, rev: 1 }], fields: { name: 'all' } }),
      422,
    ],
    [
      'taking from a stranger',
      (_: number, b: number) => ({ sources: [{ id: b, rev: 1 }], fields: { name: 12_345 } }),
      422,
    ],
  ])('a record %s', async (_, body, status) => {
    const admin = await app.as('admin')
    const [a, b] = [await anOg(app.ctx), await anOg(app.ctx)]
    const sent = { noun: 'og', target_id: a.id, target_rev: 1, fields: {}, ...body(a.id, b.id) }
    expect((await admin.call(mergeRecords, { body: sent as never })).status).toBe(status)
    expect((await admin.get(listOgs, { query: { id: [String(a.id), String(b.id)] } })).total).toBe(2)
  })

  test('records merged twice at the same time are merged once', async () => {
    const admin = await app.as('admin')
    const [a, b] = [await anOg(app.ctx), await anOg(app.ctx)]
    const answers = await Promise.all([
      merge(admin, 'og', a, [b]),
      merge(admin, 'og', a, [b]),
      merge(admin, 'og', b, [a]),
    ])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409])
  })

  test('a merge undone twice at the same time is undone once', async () => {
    const admin = await app.as('admin')
    const [a, b] = [await anOg(app.ctx), await anOg(app.ctx)]
    const { data } = (await merge(admin, 'og', a, [b])).body
    const answers = await Promise.all([1, 2].map(() => admin.call(undoMerge, of(data))))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  })
})

describe('access', () => {
  test('an editor merges only records they own, and only into records they may change', async () => {
    const editor = await app.as('editor')
    const [mine, theirs] = [await anOg(app.ctx, { owner: editor.id }), await anOg(app.ctx)]
    expect((await merge(editor, 'og', mine, [theirs])).status).toBe(403)
    expect((await merge(editor, 'og', theirs, [mine])).status).toBe(200)
    expect((await merge(await app.as('reader'), 'og', theirs, [mine])).status).toBe(403)
  })

  test('a record that the user may not read cannot be merged', async () => {
    const owner = await app.as('super_editor')
    const other = await app.as('super_editor')
    const [open, closed] = [await anOg(app.ctx), await anOg(app.ctx, { owner: owner.id, read_user: [owner.id] })]
    expect((await merge(other, 'og', open, [closed])).status).toBe(404)
    expect((await merge(other, 'og', closed, [open])).status).toBe(404)
    expect((await merge(other, 'og', open, [{ ...closed, rev: 9 }])).status).toBe(404)
  })

  test('the merged record is readable only by users who could read each, and an undo restores access', async () => {
    const [owner, friend, stranger] = [await app.as('super_editor'), await app.as('reader'), await app.as('reader')]
    const open = await anOg(app.ctx, { name: 'Open Opal' })
    const closed = await anOg(app.ctx, { owner: owner.id, read_user: [friend.id, owner.id] })
    expect((await stranger.call(getOg, of(open))).status).toBe(200)
    const { data } = (await merge(owner, 'og', open, [closed], { name: closed.id })).body
    expect((await stranger.call(getOg, of(open))).status).toBe(404)
    expect((await friend.call(getOg, of(open))).status).toBe(200)
    const other = await app.as('super_editor')
    expect((await other.get(listMerges, { query: { noun: 'og', record: String(open.id) } })).total).toBe(0)
    expect((await other.call(undoMerge, of(data))).status).toBe(404)
    await owner.get(undoMerge, of(data))
    expect((await stranger.call(getOg, of(open))).status).toBe(200)
    expect((await stranger.call(getOg, of(closed))).status).toBe(404)
  })

  test('reader lists without a common user leave the record to the merging user, never to everyone', async () => {
    const admin = await app.as('admin')
    const [one, two] = [await app.as('editor'), await app.as('editor')]
    const a = await anOg(app.ctx, { owner: one.id, read_user: [one.id] })
    const b = await anOg(app.ctx, { owner: two.id, read_user: [two.id] })
    await merge(admin, 'og', a, [b])
    for (const client of [one, two]) expect((await client.call(getOg, of(a))).status).toBe(404)
    expect((await admin.get(getOg, of(a))).read_user).toEqual([admin.id])
  })

  test('links that the merging user cannot read move too and are not shown', async () => {
    const editor = await app.as('super_editor')
    const owner = await app.as('editor')
    const [a, b] = [await aPerson(app.ctx), await aPerson(app.ctx)]
    const hidden = await anOg(app.ctx, { owner: owner.id, read_user: [owner.id] })
    await app.db.insertInto('membership').values({ person_id: b.id, og_id: hidden.id }).execute()
    const answer = await merge(editor, 'person', a, [b])
    expect(JSON.stringify(answer.body)).not.toContain(`${hidden.name}`)
    expect((await editor.get(getPerson, of(a))).memberships).toEqual([])
    expect((await owner.get(getPerson, of(a))).memberships.map(each => each.og_id)).toEqual([hidden.id])
  })

  test('merged records appear neither in lists, nor in the trash, nor among suggestions', async () => {
    const admin = await app.as('admin')
    const [a, b] = [
      await anOg(app.ctx, { name: 'Vanishing Vanadium' }),
      await anOg(app.ctx, { name: 'Vanishing Vanadium' }),
    ]
    while (await findPortion(app.ctx, 'og'));
    await merge(admin, 'og', a, [b])
    expect((await admin.get(listOgs, { query: { keyword: 'vanishing' } })).total).toBe(1)
    expect((await admin.get(listOgs, { query: { keyword: 'vanishing', trash: true } })).total).toBe(0)
    for (const state of ['open', 'same'] as const)
      expect((await admin.get(listDuplicates, { query: { noun: 'og', state, record: String(a.id) } })).total).toBe(0)
    await admin.get(updateOg, { body: { id: a.id, weight: 3 } })
  })
})

test('reports about a merged record refer to the target, and to each record again after an undo', async () => {
  const admin = await app.as('admin')
  const [one, other] = [await anOg(app.ctx), await anOg(app.ctx)]
  const both = await aReport(app.ctx, { ogs: [one.id, other.id], status: 'published' })
  const only = await aReport(app.ctx, { ogs: [other.id] })
  const before = await everything()
  const merged = await merge(admin, 'og', one, [other])
  expect(merged.status).toBe(200)
  const links = await app.db.selectFrom('report_og').selectAll().where('og_id', 'in', [one.id, other.id]).execute()
  expect(links.map(link => `${link.report_id} ${link.og_id} ${link.kind}`).sort()).toEqual(
    [`${both.id} ${one.id} given`, `${both.id} ${one.id} published`, `${only.id} ${one.id} given`].sort(),
  )
  const { items } = await admin.get(listMerges, {})
  expect((await admin.call(undoMerge, { params: { id: String(items[0]?.id) } })).status).toBe(200)
  expect(await everything()).toEqual(before)
})
