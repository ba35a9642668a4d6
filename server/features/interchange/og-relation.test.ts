import { expect, test } from 'vitest'
import { listClaims } from '#contract/claim.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { listOgRelations } from '#contract/og_relation.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { anOgRelation } from '#server/features/og_relation/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { exportContent, importAndCheck, rowsOf, run, sum } from './testing.ts'

const app = useTestApp()

const linksOf = async (client: Client, name: string) => {
  const { items } = await client.get(listOgs, { query: { keyword: name } })
  return (await client.get(listOgRelations, { query: { og: String(items[0]?.id) } })).items
}
const plain = (links: Awaited<ReturnType<typeof linksOf>>) =>
  links
    .map(link =>
      [link.from.name, link.type, link.og.name, link.share_min, link.share_max, link.is_beneficial].concat(
        link.start_time,
        link.desc,
      ),
    )
    .sort()

const file = [
  { id: 'c', schema: 'Company', properties: { name: ['Works 工厂'] } },
  { id: 'h', schema: 'Company', properties: { name: ['Holding 𠮷'] } },
  { id: 'o', schema: 'Organization', properties: { name: ['Union'] } },
  { id: 'p', schema: 'Person', properties: { name: ['姜𤨒姬'] } },
  {
    id: '1',
    schema: 'Ownership',
    properties: { owner: ['h'], asset: ['c'], percentage: ['25-50%'], startDate: ['2019-04'] },
  },
  {
    id: '2',
    schema: 'Ownership',
    properties: { owner: ['p'], asset: ['c'], percentage: ['12.5'], ownershipType: ['Beneficial owner'] },
  },
  { id: '3', schema: 'Ownership', properties: { owner: ['p'], asset: ['h'], percentage: ['a lot'] } },
  { id: '4', schema: 'Succession', properties: { predecessor: ['o'], successor: ['c'] } },
  { id: '5', schema: 'UnknownLink', properties: { subject: ['h'], object: ['o'], role: ['controls'] } },
  { id: '6', schema: 'UnknownLink', properties: { subject: ['p'], object: ['o'], role: ['Treasurer of'] } },
  { id: '7', schema: 'Membership', properties: { member: ['c'], organization: ['o'], role: ['Founder'] } },
  { id: '8', schema: 'Directorship', properties: { director: ['p'], organization: ['c'], role: ['Chair'] } },
  { id: '9', schema: 'Ownership', properties: { owner: ['h'], asset: ['nobody'] } },
]

test('owners, predecessors and member organisations of a file become links with its source; a second import changes nothing', async () => {
  const editor = await app.as('super_editor')
  const dry = await importAndCheck(app, editor, file, 'register.ftm.json')
  expect(dry.error).toBeNull()
  expect(dry.counts.find(each => each.kind === 'og_relation')).toMatchObject({ total: 8, new: 7, wrong: 1 })
  expect(dry.counts.find(each => each.kind === 'membership')).toMatchObject({ total: 1, new: 1 })
  const done = await run(app, editor, dry)
  expect(done.counts).toEqual(dry.counts)
  const works = await linksOf(editor, 'Works')
  expect(plain(works)).toEqual(
    [
      ['Holding 𠮷', 'owns', 'Works 工厂', 25, 50, false, '2019-04', null],
      ['姜𤨒姬', 'owns', 'Works 工厂', 12.5, 12.5, true, null, null],
      ['Union', 'successor', 'Works 工厂', null, null, false, null, null],
      ['Works 工厂', 'member', 'Union', null, null, false, null, 'Founder'],
    ].sort(),
  )
  expect((await linksOf(editor, 'Holding')).find(link => link.from.noun === 'person')).toMatchObject({
    share_min: null,
    desc: 'a lot',
  })
  expect((await linksOf(editor, 'Union')).map(link => link.type).sort()).toEqual([
    'controls',
    'member',
    'other',
    'successor',
  ])
  const owner = works.find(link => link.share_max === 50)
  expect(owner?.support).toEqual({ state: 'supported', origins: 1 })
  const claims = await editor.get(listClaims, { query: { noun: 'og_relation', record_id: String(owner?.id) } })
  expect(claims.items.map(claim => claim.field)).toEqual(['link', 'share', 'start_time'])
  const again = await importAndCheck(app, editor, file, 'register.ftm.json')
  expect(sum(again, 'new') + sum(again, 'changed')).toBe(0)
  expect(await rowsOf(editor, again.id, 'wrong')).toHaveLength(1)
})

test('an export is imported unchanged, with persons and without', async () => {
  const editor = await app.as('super_editor')
  const [a, b] = [await anOg(app.ctx, { name: 'Alpha' }), await anOg(app.ctx, { name: 'Beta' })]
  const person = await aPerson(app.ctx)
  await anOgRelation(app.ctx, { from_og_id: a.id, og_id: b.id, share: [25, 50], start_time: '2001', desc: 'by deed' })
  await anOgRelation(app.ctx, { from_person_id: person.id, og_id: b.id, share: 33.3333, is_beneficial: true })
  for (const type of [
    'controls',
    'subsidiary',
    'member',
    'partner',
    'successor',
    'supplies',
    'funds',
    'other',
  ] as const)
    await anOgRelation(app.ctx, { from_og_id: a.id, og_id: b.id, type })
  const ids = { og: [a.id, b.id], person: [person.id], event: [] }
  const { entities } = await exportContent(app, editor, ids, ['og', 'person', 'og_relation'])
  expect(entities.filter(each => each.schema === 'Ownership').map(each => each.properties.percentage)).toEqual([
    ['25–50%'],
    ['33.3333%'],
  ])
  const before = await app.db.selectFrom('og_relation').selectAll().where('og_id', '=', b.id).orderBy('id').execute()
  const same = await importAndCheck(app, editor, entities, 'same.ftm.json')
  expect(same.counts.find(each => each.kind === 'og_relation')).toMatchObject({ total: 10, unchanged: 10 })
  await app.db.deleteFrom('og_relation').where('og_id', '=', b.id).execute()
  const dry = await importAndCheck(app, editor, entities, 'again.ftm.json')
  await run(app, editor, dry)
  const after = await app.db.selectFrom('og_relation').selectAll().where('og_id', '=', b.id).orderBy('id').execute()
  const bare = (rows: typeof before) => rows.map(({ id: _, ...row }) => JSON.stringify(row)).sort()
  expect(bare(after)).toEqual(bare(before))
  const without = await exportContent(app, editor, ids, ['og', 'og_relation'])
  expect(without.entities.filter(each => each.id.includes('og_relation'))).toHaveLength(9)
})
