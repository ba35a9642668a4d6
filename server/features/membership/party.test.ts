import { expect, test } from 'vitest'
import { mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { createMembership, listMemberships, updateMembership } from '#contract/membership.api.ts'
import { getOg, listOgHistory } from '#contract/og.api.ts'
import { getPerson, listPersonHistory, updatePerson } from '#contract/person.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const test_ = useTestApp()
const at = (id: number) => ({ id: String(id) })
const hiddenName = 'Hidden Party 𠮷'

async function seats() {
  const person = await aPerson(test_.ctx)
  const [assembly, party] = [await anOg(test_.ctx), await anOg(test_.ctx, { name: 'Open Party' })]
  const hidden = await anOg(test_.ctx, { name: hiddenName, read_user: [999_999] })
  return { person, assembly, party, hidden }
}

test('a seat states its party, its area and its term; the same seat in two terms is two memberships', async () => {
  const editor = await test_.as('editor')
  const { person, assembly, party } = await seats()
  const body = { person_id: person.id, og_id: assembly.id, role: 'member', area: 'Reykjavík', on_behalf_of: party.id }
  const made = await editor.get(createMembership, { body: { ...body, term: '12th' } })
  expect(made).toMatchObject({ area: 'Reykjavík', term: '12th', on_behalf_of: { id: party.id, name: 'Open Party' } })
  await editor.get(createMembership, { body: { ...body, term: '13th' } })
  expect((await editor.call(createMembership, { body: { ...body, term: '13th' } })).status).toBe(409)
  const self = await editor.call(createMembership, { body: { ...body, on_behalf_of: assembly.id } })
  expect(self.body.errors).toMatchObject([{ path: 'on_behalf_of' }])
  const kept = await editor.get(updateMembership, { params: at(made.id), body: { end_time: '2020' } })
  expect(kept).toMatchObject({ area: 'Reykjavík', end_time: '2020', on_behalf_of: { id: party.id } })
  const cleared = await editor.get(updateMembership, { params: at(made.id), body: { on_behalf_of: null, area: null } })
  expect(cleared).toMatchObject({ on_behalf_of: null, area: null, term: '12th' })
})

test('a user who may not read the party learns nothing of it, and cannot remove it', async () => {
  const [admin, editor] = [await test_.as('admin'), await test_.as('editor')]
  const { person, assembly, hidden } = await seats()
  const body = { person_id: person.id, og_id: assembly.id, role: 'member' }
  const made = await admin.get(createMembership, { body: { ...body, on_behalf_of: hidden.id } })
  const seen = async () => [
    await editor.get(listMemberships, { query: { og: [String(assembly.id)] } }),
    await editor.get(getPerson, { params: at(person.id) }),
    await editor.get(listPersonHistory, { params: at(person.id) }),
    await editor.get(listOgHistory, { params: at(assembly.id) }),
  ]
  const leaks = (stated: unknown) =>
    [hiddenName, `"on_behalf_of":${hidden.id}`, `"on_behalf_of":{`].filter(text =>
      JSON.stringify(stated).includes(text),
    )
  expect(leaks(await seen())).toEqual([])
  const refused = await editor.call(updateMembership, { params: at(made.id), body: { on_behalf_of: hidden.id + 7 } })
  expect(refused.status).toBe(422)
  await editor.get(updateMembership, { params: at(made.id), body: { on_behalf_of: null, end_time: '2001' } })
  const wanted = [{ id: made.id, og_id: assembly.id, role: 'speaker', on_behalf_of: null }]
  await editor.get(updatePerson, { params: at(person.id), body: { memberships: wanted } })
  const plain = [{ og_id: assembly.id, role: 'speaker', end_time: '2002' }]
  await editor.get(updatePerson, { params: at(person.id), body: { memberships: plain } })
  const known = await admin.get(getPerson, { params: at(person.id) })
  expect(known.memberships).toMatchObject([{ role: 'speaker', end_time: '2002', on_behalf_of: { name: hiddenName } }])
  expect(leaks(await seen())).toEqual([])
})

test('a change of only the party leaves no trace for users who may not read it', async () => {
  const [admin, editor] = [await test_.as('admin'), await test_.as('editor')]
  const { person, assembly, hidden } = await seats()
  const made = await admin.get(createMembership, { body: { person_id: person.id, og_id: assembly.id, role: 'member' } })
  const before = await editor.get(listPersonHistory, { params: at(person.id) })
  await admin.get(updateMembership, { params: at(made.id), body: { on_behalf_of: hidden.id } })
  const after = await editor.get(listPersonHistory, { params: at(person.id) })
  expect(after.total).toBe(before.total)
  expect((await admin.get(listPersonHistory, { params: at(person.id) })).total).toBe(before.total + 1)
})

test('a merged party becomes its target, and is restored when the merge is undone', async () => {
  const admin = await test_.as('admin')
  const { person, assembly, party } = await seats()
  const other = await anOg(test_.ctx, { name: 'Open Party (old)' })
  const seat = { person_id: person.id, og_id: assembly.id, role: 'member', on_behalf_of: other.id }
  await admin.get(createMembership, { body: seat })
  const revOf = async (id: number) => (await admin.get(getOg, { params: at(id) })).rev
  const merging = async (target: number) => {
    const sources = [{ id: other.id, rev: await revOf(other.id) }]
    const body = { noun: 'og', target_id: target, target_rev: await revOf(target), sources, fields: {} } as const
    return await admin.get(mergeRecords, { body })
  }
  const memberships = async () => (await admin.get(getPerson, { params: at(person.id) })).memberships
  const done = await merging(party.id)
  expect(await memberships()).toMatchObject([{ on_behalf_of: { id: party.id } }])
  await admin.get(undoMerge, { params: at(done.id) })
  expect(await memberships()).toMatchObject([{ on_behalf_of: { id: other.id } }])
  const into = await merging(assembly.id)
  expect(await memberships()).toMatchObject([{ og_id: assembly.id, on_behalf_of: null }])
  await admin.get(undoMerge, { params: at(into.id) })
  expect(await memberships()).toMatchObject([{ og_id: assembly.id, on_behalf_of: { id: other.id } }])
})
