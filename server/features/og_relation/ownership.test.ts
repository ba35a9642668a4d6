import { expect, test } from 'vitest'
import { deleteOg, listOgs, updateOg } from '#contract/og.api.ts'
import { ogOwnership, personOwnership } from '#contract/ownership.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { anOgRelation } from './factory.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
const request = (client: Client, og: { id: number }, threshold: '10' | '25' | '50' = '25') =>
  client.get(ogOwnership, { ...at(og.id), query: { threshold } })
const owns = (from: { id: number }, og: { id: number }, share: number | readonly [number, number], more: object = {}) =>
  anOgRelation(app.ctx, { from_og_id: from.id, og_id: og.id, share, ...more })
const ogs = (count: number) => Promise.all(Array.from({ length: count }, () => anOg(app.ctx)))

test('chains are followed in both directions with shares that multiply, as of today, and end at persons', async () => {
  const reader = await app.as('reader')
  const [top, middle, works, sold, future] = await ogs(5)
  const person = await aPerson(app.ctx, { name: '𠮷田太郎' })
  await owns(middle!, works!, 60)
  await owns(top!, middle!, [25, 50])
  await anOgRelation(app.ctx, { from_person_id: person.id, og_id: top!.id, share: 100 })
  await owns(sold!, works!, 40, { end_time: '2020' })
  await owns(future!, works!, 40, { start_time: '2999' })
  const of = await request(reader, works!, '10')
  expect(of.owners.map(row => [row.depth, row.node, row.share])).toEqual([
    [1, `o${middle!.id}`, { min: 60, max: 60 }],
    [2, `o${top!.id}`, { min: 15, max: 30 }],
    [3, `p${person.id}`, { min: 15, max: 30 }],
  ])
  expect(of).toMatchObject({ holdings: [], is_cut: false, sanctioned: null })
  expect(of.ultimate).toEqual([{ node: `p${person.id}`, share: { min: 15, max: 30 }, is_certain: true }])
  expect((await request(reader, works!)).ultimate).toMatchObject([{ is_certain: false }])
  expect((await request(reader, works!, '50')).ultimate).toEqual([])
  const held = await reader.get(personOwnership, { ...at(person.id), query: { threshold: '25' } })
  expect(held.holdings.map(row => row.node)).toEqual([`o${top!.id}`, `o${middle!.id}`, `o${works!.id}`])
  expect(held.nodes.find(node => node.key === `p${person.id}`)?.name).toBe('𠮷田太郎')
})

test('owners whom the reader may not see produce no row, no share and no reason; those in the trash do so for no one', async () => {
  const [admin, reader] = [await app.as('admin'), await app.as('reader')]
  const [works, open, gone] = await ogs(3)
  const closed = await anOg(app.ctx, { name: 'Closed', owner: admin.id, read_user: [admin.id], danger_level: '受制裁' })
  const above = await anOg(app.ctx, { name: 'Above' })
  await owns(closed, works!, 70)
  await owns(open!, works!, 20)
  await owns(gone!, works!, 10)
  await owns(above, closed, 100)
  await admin.get(deleteOg, at(gone!.id))
  const all = await request(admin, works!, '10')
  expect(all.owners.map(row => row.node)).toEqual([`o${closed.id}`, `o${above.id}`, `o${open!.id}`])
  expect(all.sanctioned).toMatchObject({ share: { min: 70, max: 70 }, holders: [{ path: [`o${closed.id}`] }] })
  const seen = await request(reader, works!, '10')
  expect(seen.owners.map(row => row.node)).toEqual([`o${open!.id}`])
  expect(seen).toMatchObject({ sanctioned: null, is_cut: false, ultimate: [{ node: `o${open!.id}` }] })
  expect(JSON.stringify(seen)).not.toMatch(/Closed|Above/)
  expect(await reader.call(ogOwnership, { ...at(closed.id), query: {} })).toMatchObject({ status: 404 })
})

test('an aggregate of half owned by sanctioned parties is reported as a suggestion with its paths, and changes nothing', async () => {
  const editor = await app.as('editor')
  const [works, shell] = await ogs(2)
  const [bank, fund] = [await anOg(app.ctx, { danger_level: '受制裁' }), await anOg(app.ctx)]
  await owns(bank, shell!, 50)
  await owns(shell!, works!, 30)
  await owns(fund, works!, 20)
  expect((await request(editor, works!)).sanctioned).toBeNull()
  await editor.get(updateOg, { body: { id: fund.id, danger_level: '受制裁' } })
  const { sanctioned, nodes } = await request(editor, works!)
  expect(sanctioned).toEqual({
    ...{ share: { min: 50, max: 50 }, is_certain: true },
    holders: [
      { node: `o${shell!.id}`, share: { min: 30, max: 30 }, is_certain: true, path: [`o${bank.id}`, `o${shell!.id}`] },
      { node: `o${fund.id}`, share: { min: 20, max: 20 }, is_certain: true, path: [`o${fund.id}`] },
    ],
  })
  expect(nodes.find(node => node.key === `o${works!.id}`)?.danger_level).toBe('待定')
})

test('a chain beyond eight steps is cut and marked so; a company that owns itself through others is a cycle', async () => {
  const reader = await app.as('reader')
  const chain = await ogs(10)
  for (const [n, og] of chain.entries()) if (chain[n + 1]) await owns(chain[n + 1]!, og, 100)
  const of = await request(reader, chain[0]!)
  expect(of.owners).toHaveLength(8)
  expect(of).toMatchObject({ is_cut: true, ultimate: [] })
  const [a, b] = await ogs(2)
  await owns(a!, b!, 60)
  await owns(b!, a!, 60)
  expect((await request(reader, a!)).owners).toMatchObject([{ ends: null }, { node: `o${a!.id}`, ends: 'cycle' }])
})

test("the list finds companies half-owned by sanctioned parties, through others and around cycles, within the reader's access", async () => {
  const [admin, reader] = [await app.as('admin'), await app.as('reader')]
  const [shell, works, third, maybe, unit] = await ogs(5)
  const hidden = await anOg(app.ctx, { owner: admin.id, read_user: [admin.id] })
  const [bank, fund] = [
    await anOg(app.ctx, { danger_level: '受制裁' }),
    await anOg(app.ctx, { danger_level: '受制裁' }),
  ]
  await owns(bank, shell!, 33.3)
  await owns(fund, shell!, 16.7)
  await owns(shell!, works!, 50)
  await owns(works!, shell!, 10)
  await owns(bank, third!, 49.9999)
  await owns(bank, maybe!, [20, 60])
  await owns(bank, hidden, 100)
  await owns(hidden, unit!, 100)
  await owns(works!, bank, 100)
  await owns(shell!, third!, 40, { end_time: '2019' })
  const all = [shell!, works!, third!, maybe!, unit!, hidden, bank, fund].map(og => og.id)
  const found = async (client: Client, sanctioned_share: 'certain' | 'possible') => {
    const { items } = await client.get(listOgs, {
      query: { id: all.map(String), sanctioned_share: [sanctioned_share] },
    })
    return items.map(og => og.id).sort((a, b) => a - b)
  }
  const sorted = (...some: { id: number }[]) => some.map(og => og.id).sort((a, b) => a - b)
  expect(await found(reader, 'certain')).toEqual(sorted(shell!, works!))
  expect(await found(reader, 'possible')).toEqual(sorted(shell!, works!, maybe!))
  expect(await found(admin, 'certain')).toEqual(sorted(shell!, works!, unit!, hidden))
  // The page agrees with the list.
  for (const og of [shell!, works!, third!, maybe!, unit!]) {
    const isFound = (await found(reader, 'possible')).includes(og.id)
    expect((await request(reader, og)).sanctioned !== null, String(og.id)).toBe(isFound)
  }
})
