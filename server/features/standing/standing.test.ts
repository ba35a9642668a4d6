import { afterAll, expect, test } from 'vitest'
import { createList } from '#contract/list.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { ogOwnership, personOwnership } from '#contract/ownership.api.ts'
import { createPerson, updatePerson } from '#contract/person.api.ts'
import { roles } from '#contract/role.ts'
import { decideScreening, listScreenings, undoScreening } from '#contract/screening.api.ts'
import { listStandings } from '#contract/standing.api.ts'
import { aListEntry, fileOf, load } from '#server/features/list/testing.ts'
import { anOg } from '#server/features/og/factory.ts'
import { anOgRelation } from '#server/features/og_relation/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { aDecision } from '#server/features/screening/testing.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
afterAll(closeEngine)
const at = (id: number) => ({ params: { id: String(id) } })
const of = async (client: Client, noun: 'og' | 'person', { id }: { id: number }) =>
  (await client.get(listStandings, { query: { [noun]: [String(id)] } as never })).items[0]
const og = (record: { id: number }) => ({ noun: 'og' as const, id: record.id })
const person = (record: { id: number }) => ({ noun: 'person' as const, id: record.id })
const owns = (from: { id: number }, works: { id: number }, share: number, more: object = {}) =>
  anOgRelation(app.ctx, { from_person_id: from.id, og_id: works.id, share, ...more })

test('a person identified with an entry of a sanctions list is a sanctioned party, until the decision is undone', async () => {
  const editor = await app.as('editor')
  const [owner, works, unit] = [await aPerson(app.ctx), await anOg(app.ctx), await anOg(app.ctx)]
  await owns(owner, works, 75)
  await anOgRelation(app.ctx, { from_og_id: works.id, og_id: unit.id, share: 50 })
  const request = (of: { id: number }) => editor.get(ogOwnership, { ...at(of.id), query: {} })
  const hit = await aDecision(app.ctx, person(owner), await aListEntry(app.ctx, 'sanctions'), 'open')
  expect(await of(editor, 'person', owner)).toMatchObject({ level: null, open: 1, lists: [] })
  expect((await request(works)).sanctioned).toBeNull()
  const { rev } = await editor.get(decideScreening, { ...at(hit), body: { state: 'same' } })
  expect(await of(editor, 'person', owner)).toMatchObject({
    level: 'sanctioned',
    open: 0,
    lists: [{ kind: 'sanctions' }],
  })
  expect((await request(works)).sanctioned).toEqual({
    ...{ share: { min: 75, max: 75 }, is_certain: true },
    holders: [{ node: `p${owner.id}`, share: { min: 75, max: 75 }, is_certain: true, path: [`p${owner.id}`] }],
  })
  expect((await request(unit)).sanctioned).toMatchObject({ holders: [{ path: [`p${owner.id}`, `o${works.id}`] }] })
  const own = await editor.get(personOwnership, { ...at(owner.id), query: {} })
  expect(own.blocked).toEqual([
    { node: `o${works.id}`, share: { min: 75, max: 75 }, is_certain: true, is_alone: true },
    { node: `o${unit.id}`, share: { min: 50, max: 50 }, is_certain: true, is_alone: true },
  ])
  expect(own.nodes.find(node => node.key === `p${owner.id}`)).toMatchObject({ is_sanctioned: true })
  await editor.get(undoScreening, { ...at(hit), body: { rev } })
  expect((await request(works)).sanctioned).toBeNull()
  expect(await of(editor, 'person', owner)).toMatchObject({ level: null, open: 1 })
})

test('two sanctioned parties together block what neither blocks alone, and each page names the other', async () => {
  const editor = await app.as('editor')
  const entry = await aListEntry(app.ctx, 'sanctions')
  const [one, other, works] = [await aPerson(app.ctx), await aPerson(app.ctx), await anOg(app.ctx)]
  for (const each of [one, other]) await aDecision(app.ctx, person(each), entry)
  await owns(one, works, 30)
  await owns(other, works, 20)
  const { blocked } = await editor.get(personOwnership, { ...at(one.id), query: {} })
  expect(blocked).toEqual([{ node: `o${works.id}`, share: { min: 50, max: 50 }, is_certain: true, is_alone: false }])
})

test('lists of other kinds and partial restrictions are marked but not summed; a removed entry has no effect', async () => {
  const editor = await app.as('editor')
  const partial = [
    { topics: ['export.control'] },
    { program: ['UKRAINE-EO13662'], notes: ['Executive Order 13662 Directive Determination - Subject to Directive 1'] },
    { summary: ['OFAC SDN 1 · UKRAINE-EO13662'], notes: ['Subject to Directive 4'] },
    { program: ['NS-PLC'] },
    { program: ['Sectoral Sanctions Identifications'] },
  ]
  const blocking = [
    {},
    { topics: ['sanction', 'role.pep'] },
    { program: ['UKRAINE-EO13662'] },
    { summary: ['OFAC SDN 18299 · UKRAINE-EO13662, VENEZUELA-EO13850'], notes: ['Subject to Directive 2'] },
    { program: ['SDGT'], notes: ['Sectoral Vice President of Social Development'] },
  ]
  const levelOf = async (kind: 'sanctions' | 'pep', properties: object) => {
    const owner = await aPerson(app.ctx)
    const works = await anOg(app.ctx)
    await owns(owner, works, 75)
    await aDecision(app.ctx, person(owner), await aListEntry(app.ctx, kind, properties as Record<string, string[]>))
    const { sanctioned } = await editor.get(ogOwnership, { ...at(works.id), query: {} })
    const { level } = (await of(editor, 'person', owner)) ?? {}
    expect(sanctioned !== null, JSON.stringify(properties)).toBe(level === 'sanctioned')
    return level
  }
  for (const properties of partial)
    expect(await levelOf('sanctions', properties), JSON.stringify(properties)).toBe('partial')
  for (const properties of blocking)
    expect(await levelOf('sanctions', properties), JSON.stringify(properties)).toBe('sanctioned')
  expect(await levelOf('sanctions', { topics: ['role.pep'] })).toBe('listed')
  expect(await levelOf('pep', {})).toBe('listed')
  const [owner, entry] = [await aPerson(app.ctx), await aListEntry(app.ctx, 'sanctions')]
  await aDecision(app.ctx, person(owner), entry)
  await app.ctx.db.updateTable('list_entry').set({ until: 2 }).where('id', '=', entry.entry_id).execute()
  expect(await of(editor, 'person', owner)).toMatchObject({ level: null, lists: [{ lapse: 'removed' }] })
})

test('control without a share is reported separately and not summed', async () => {
  const editor = await app.as('editor')
  const [owner, works] = [await aPerson(app.ctx), await anOg(app.ctx)]
  await aDecision(app.ctx, person(owner), await aListEntry(app.ctx, 'sanctions'))
  await anOgRelation(app.ctx, { from_person_id: owner.id, og_id: works.id, type: 'controls' })
  const control = [{ from: `p${owner.id}`, og: `o${works.id}`, type: 'controls', is_certain: true }]
  expect(await editor.get(ogOwnership, { ...at(works.id), query: {} })).toMatchObject({ sanctioned: null, control })
  expect(await editor.get(personOwnership, { ...at(owner.id), query: {} })).toMatchObject({ blocked: [], control })
})

test('decisions and hits are visible to users who may see hits and read the record', async () => {
  const [admin, reader] = [await app.as('admin'), await app.as('reader')]
  const [owner, works] = [await aPerson(app.ctx), await anOg(app.ctx)]
  const closed = await anOg(app.ctx, { owner: admin.id, read_user: [admin.id] })
  const entry = await aListEntry(app.ctx, 'sanctions')
  await aDecision(app.ctx, person(owner), entry)
  await aDecision(app.ctx, og(closed), entry)
  await owns(owner, works, 75)
  for (const role of roles) {
    const { status } = await (await app.as(role)).call(listStandings, { query: { og: [String(closed.id)] } })
    expect(status, role).toBe(['admin', 'super_editor', 'editor'].includes(role) ? 200 : 403)
  }
  expect(await of(admin, 'og', closed)).toMatchObject({ level: 'sanctioned' })
  expect(await of(await app.as('editor'), 'og', closed)).toBeUndefined()
  const seen = await reader.get(ogOwnership, { ...at(works.id), query: {} })
  expect(seen).toMatchObject({ sanctioned: null })
  expect(seen.nodes.some(node => node.is_sanctioned)).toBe(false)
})

test('a decision that a new version of the list or an edit opens again holds until another decision', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await admin.get(createList, { body: { name: 'Reopened by an alias', kind: 'sanctions' } })
  const owner = await editor.get(createPerson, { body: { name: 'Wilhelmina Trakehner' } })
  const works = await anOg(app.ctx)
  await owns(owner, works, 75)
  const entry = (more: Record<string, string[]>) =>
    fileOf([{ id: 'e', properties: { name: ['Wilhelmina Trakehner'], ...more } }])
  await load(app, admin, list, entry({}))
  const { items } = await editor.get(listScreenings, { query: { list_id: String(list.id) } as never })
  await editor.get(decideScreening, { ...at(items[0]!.id), body: { state: 'same' } })
  const share = async () => (await editor.get(ogOwnership, { ...at(works.id), query: {} })).sanctioned?.share.min
  const listed = async () => (await editor.get(listOgs, { query: { sanctioned_share: ['certain'] } as never })).items
  expect(await share()).toBe(75)
  await load(app, admin, list, entry({ alias: ['Mina Trakehner'] }))
  expect(await of(editor, 'person', owner)).toMatchObject({
    ...{ level: 'sanctioned', open: 1, lists: [{ level: 'sanctioned', lapse: 'reopened' }] },
  })
  expect(await share()).toBe(75)
  expect((await listed()).map(({ id }) => id)).toContain(works.id)
  // A name that is no longer similar to the entry closes the open pair, but does not lift the sanction.
  await editor.get(updatePerson, { ...at(owner.id), body: { name: 'Quite Another' } })
  await app.drainJobs()
  expect(await share()).toBe(75)
  await editor.get(decideScreening, { ...at(items[0]!.id), body: { state: 'different' } })
  expect(await share()).toBeUndefined()
})
