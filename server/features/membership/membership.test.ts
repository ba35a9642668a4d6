import { describe, expect, test } from 'vitest'
import { createMembership, deleteMembership, listMemberships, updateMembership } from '#contract/membership.api.ts'
import { listOgHistory } from '#contract/og.api.ts'
import { getPerson, updatePerson } from '#contract/person.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const test_ = useTestApp()
const at = (id: number) => ({ id: String(id) })

describe('memberships', () => {
  test('a person joins, changes role and leaves; both histories and the person’s revision record it', async () => {
    const editor = await test_.as('editor')
    const [person, og] = [await aPerson(test_.ctx, { is_focus: true }), await anOg(test_.ctx)]
    const made = await editor.get(createMembership, {
      body: { person_id: person.id, og_id: og.id, role: 'chair', start_time: '1999' },
    })
    expect(made).toMatchObject({
      person_name: person.name,
      og_name: og.name,
      is_focus: true,
      can: ['update', 'delete'],
    })
    const changed = await editor.get(updateMembership, {
      params: at(made.id),
      body: { role: null, end_time: '2004-05' },
    })
    expect(changed).toMatchObject({ id: made.id, role: null, start_time: '1999', end_time: '2004-05' })
    const stale = await editor.call(updatePerson, { params: at(person.id), body: { rev: 1, name: 'mine' } })
    expect(stale.status).toBe(409)
    await editor.get(deleteMembership, { params: at(made.id) })
    expect((await editor.get(getPerson, { params: at(person.id) })).memberships).toEqual([])
    const { items } = await editor.get(listOgHistory, { params: at(og.id) })
    // Links of an organisation do not change its revision: no two entries have the same one.
    expect(items.map(entry => entry.rev)).toEqual([null, null, 1])
    expect(items[0]?.changes).toMatchObject([{ field: 'persons', from: [{ person_id: person.id }], to: [] }])
  })

  test('the same person, organisation, role and start is a duplicate, also in concurrent requests', async () => {
    const editor = await test_.as('editor')
    const [person, og] = [await aPerson(test_.ctx), await anOg(test_.ctx)]
    const body = { person_id: person.id, og_id: og.id, role: 'chair' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => editor.call(createMembership, { body })))
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const other = await editor.get(createMembership, { body: { ...body, role: 'member' } })
    const clash = await editor.call(updateMembership, { params: at(other.id), body: { role: 'chair' } })
    expect(clash.status).toBe(409)
    expect(clash.body).toMatchObject({
      message: `“${person.name}, ${og.name}, chair” already exists. Choose another.`,
      data: { person_id: person.id, og_id: og.id, role: 'chair' },
    })
    expect((await editor.get(listMemberships, { query: { og: [String(og.id)] } })).total).toBe(2)
  })

  test('lists by either end in the requested order, page by page', async () => {
    const reader = await test_.as('reader')
    const og = await anOg(test_.ctx)
    const ogs = [og.id]
    for (const name of ['Cecil', 'Anna', 'Boris']) await aPerson(test_.ctx, { name, ogs })
    const first = await reader.get(listMemberships, {
      query: { og: [String(og.id)], sort: 'person_name', pageSize: 2 },
    })
    expect(first.items.map(item => item.person_name)).toEqual(['Anna', 'Boris'])
    expect(first.total).toBe(3)
    expect(first.items[0]?.can).toEqual([])
    const down = await reader.get(listMemberships, {
      query: { og: [String(og.id)], sort: '-person_name', pageSize: 1 },
    })
    expect(down.items[0]?.person_name).toBe('Cecil')
    const of = await reader.get(listMemberships, { query: { person: [String(first.items[0]?.person_id)] } })
    expect(of.items).toHaveLength(1)
  })

  test('is not found unless both ends are readable, and cannot be changed by users who may change neither end', async () => {
    const [admin, editor, reader] = [await test_.as('admin'), await test_.as('editor'), await test_.as('reader')]
    const [hidden, open] = [await aPerson(test_.ctx, { read_user: [999_999] }), await aPerson(test_.ctx)]
    const og = await anOg(test_.ctx, { write_user: [999_999] })
    const made = await admin.get(createMembership, { body: { person_id: hidden.id, og_id: og.id } })
    expect((await editor.get(listMemberships, { query: { og: [String(og.id)] } })).total).toBe(0)
    expect((await editor.call(updateMembership, { params: at(made.id), body: { role: 'x' } })).status).toBe(404)
    expect((await editor.call(deleteMembership, { params: at(made.id) })).status).toBe(404)
    const refused = await editor.call(createMembership, { body: { person_id: hidden.id, og_id: og.id, role: 'x' } })
    expect(refused.body.errors).toEqual([{ path: 'person_id', message: 'Person not found' }])
    expect(JSON.stringify(await editor.get(listOgHistory, { params: at(og.id) }))).not.toContain('person_id')
    const locked = await aPerson(test_.ctx, { write_user: [999_999] })
    const neither = await editor.call(createMembership, { body: { person_id: locked.id, og_id: og.id } })
    expect(neither.status).toBe(403)
    expect((await editor.call(createMembership, { body: { person_id: open.id, og_id: og.id } })).status).toBe(200)
    expect((await reader.call(createMembership, { body: { person_id: open.id, og_id: og.id } })).status).toBe(403)
  })

  test('replaced as a whole from the person, roles can be swapped and unreadable ones stay', async () => {
    const editor = await test_.as('editor')
    const [a, b, hidden] = [
      await anOg(test_.ctx),
      await anOg(test_.ctx),
      await anOg(test_.ctx, { read_user: [999_999] }),
    ]
    const person = await aPerson(test_.ctx, { ogs: [hidden.id] })
    const write = (memberships: { id?: number; og_id: number; role?: string }[]) =>
      editor.call(updatePerson, { params: at(person.id), body: { memberships } })
    const first = await write([{ og_id: a.id, role: 'chair' }, { og_id: a.id, role: 'member' }, { og_id: b.id }])
    const [chair, member] = ['chair', 'member'].map(role => first.body.data.memberships.find(one => one.role === role)!)
    const second = await write([
      { id: chair!.id, og_id: a.id, role: 'member' },
      { id: member!.id, og_id: a.id, role: 'chair' },
    ])
    expect(second.body.data.memberships.map(one => [one.id, one.role]).toSorted()).toEqual(
      [
        [chair!.id, 'member'],
        [member!.id, 'chair'],
      ].toSorted(),
    )
    expect(second.body.data.ogs).toEqual([a.id])
    const kept = test_.db.selectFrom('membership').select('og_id').where('person_id', '=', person.id)
    expect((await kept.execute()).map(row => row.og_id)).toContain(hidden.id)
    const stranger = await write([{ og_id: a.id }, { og_id: hidden.id, role: 'spy' }])
    expect(stranger.body.errors).toMatchObject([{ path: 'memberships.1.og_id' }])
    const twice = await write([{ og_id: a.id }, { og_id: a.id }])
    expect(twice.body.errors).toMatchObject([{ path: 'memberships.1.og_id' }])
  })
})
