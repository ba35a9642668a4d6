import { describe, expect, test } from 'vitest'
import { listClaims, listLinkSupports, stateClaims } from '#contract/claim.api.ts'
import { deleteOg, listOgHistory, restoreOg } from '#contract/og.api.ts'
import { createOgRelation, deleteOgRelation, listOgRelations, updateOgRelation } from '#contract/og_relation.api.ts'
import { listPersonHistory } from '#contract/person.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { anOgRelation } from './factory.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
const of = (og: { id: number }) => ({ query: { og: String(og.id) } })
const listOf = async (client: Client, og: { id: number }) => (await client.get(listOgRelations, of(og))).items
const from = (noun: 'og' | 'person', { id }: { id: number }) => ({ noun, id })

describe('links of organisations', () => {
  test('one row is visible from both ends, and both histories record it', async () => {
    const editor = await app.as('editor')
    const [holding, works] = [await anOg(app.ctx, { name: '𠮷田控股' }), await anOg(app.ctx, { name: 'Works' })]
    const made = await editor.get(createOgRelation, {
      body: { from: from('og', holding), og_id: works.id, type: 'owns', share_min: 30, start_time: '2019-04' },
    })
    expect(made).toMatchObject({
      from: { noun: 'og', id: holding.id, name: '𠮷田控股' },
      og: { id: works.id, name: 'Works' },
      ...{ type: 'owns', share_min: 30, share_max: 30, is_beneficial: false, start_time: '2019-04' },
      can: ['update', 'delete'],
    })
    for (const og of [holding, works]) expect(await listOf(editor, og)).toEqual([made])
    await editor.get(updateOgRelation, { ...at(made.id), body: { share_min: 25, share_max: 50 } })
    const changed = { type: 'owns', share_min: 25, share_max: 50, start_time: '2019-04' }
    const seen = await editor.get(listOgHistory, { ...at(works.id), query: {} })
    expect(seen.items[0]?.changes).toMatchObject([
      { field: 'og_relations', from: [{ og_id: holding.id, is_from: false, share_min: 30 }], to: [changed] },
    ])
    await editor.get(deleteOgRelation, at(made.id))
    const gone = await editor.get(listOgHistory, { ...at(holding.id), query: {} })
    expect(gone.items[0]?.changes).toMatchObject([
      { field: 'og_relations', from: [{ og_id: works.id, is_from: true }], to: [] },
    ])
    expect(await listOf(editor, works)).toEqual([])
  })

  test('a person can own too, is recorded in both histories, and cannot have links that only organisations have', async () => {
    const editor = await app.as('editor')
    const [person, og] = [await aPerson(app.ctx, { name: '姜𤨒姬' }), await anOg(app.ctx)]
    const body = { from: from('person', person), og_id: og.id, type: 'owns' as const }
    const made = await editor.get(createOgRelation, { body: { ...body, share_min: 12.5, is_beneficial: true } })
    expect(made.from).toEqual({ noun: 'person', id: person.id, name: '姜𤨒姬', icon: null, danger_level: null })
    const [stated, of] = [
      await editor.get(listPersonHistory, { ...at(person.id), query: {} }),
      await editor.get(listOgHistory, { ...at(og.id), query: {} }),
    ]
    expect(stated.items[0]?.changes).toMatchObject([{ field: 'og_relations', to: [{ og_id: og.id }] }])
    expect(of.items[0]?.changes).toMatchObject([{ field: 'person_relations', to: [{ person_id: person.id }] }])
    const requested = await editor.get(listOgRelations, { query: { person: String(person.id) } })
    expect(requested.items).toEqual([made])
    for (const type of ['subsidiary', 'member', 'successor'] as const) {
      const refused = await editor.call(createOgRelation, { body: { ...body, type } })
      expect(refused).toMatchObject({ status: 422 })
    }
  })

  test('invalid input is refused at its field; a link without ownership has no share', async () => {
    const editor = await app.as('editor')
    const [a, b] = [await anOg(app.ctx), await anOg(app.ctx)]
    const body = { from: from('og', a), og_id: b.id, type: 'owns' as const }
    for (const wrong of [
      { share_min: 60, share_max: 30 },
      { share_min: -1 },
      { share_max: 100.5 },
      { share_min: 0.12345 },
      { og_id: a.id },
      { og_id: 987654321 },
      { from: { noun: 'person' as const, id: 987654321 } },
      { start_time: '2019-13' },
    ])
      expect(await editor.call(createOgRelation, { body: { ...body, ...wrong } })).toMatchObject({ status: 422 })
    const funds = await editor.get(createOgRelation, { body: { ...body, type: 'funds', share_min: 5 } })
    expect(funds).toMatchObject({ type: 'funds', share_min: null, share_max: null })
    await editor.get(createOgRelation, { body: { ...body, share_max: 49.9999 } })
    expect(await editor.call(createOgRelation, { body })).toMatchObject({ status: 409 })
    // A direct and a beneficial holding can both exist between the same two parties.
    await editor.get(createOgRelation, { body: { ...body, is_beneficial: true } })
    expect(await listOf(editor, b)).toHaveLength(3)
  })

  test('partners are one link, whichever end it is created from', async () => {
    const editor = await app.as('editor')
    const [a, b] = [await anOg(app.ctx), await anOg(app.ctx)]
    await editor.get(createOgRelation, { body: { from: from('og', b), og_id: a.id, type: 'partner' } })
    const again = await editor.call(createOgRelation, { body: { from: from('og', a), og_id: b.id, type: 'partner' } })
    expect(again.status).toBe(409)
    expect(await listOf(editor, a)).toMatchObject([{ from: { id: a.id }, og: { id: b.id } }])
  })

  test('is not found by users who may not read both ends, nor while one of them is in the trash', async () => {
    const [admin, editor, reader] = [await app.as('admin'), await app.as('editor'), await app.as('reader')]
    const open = await anOg(app.ctx)
    const closed = await anOg(app.ctx, { owner: admin.id, read_user: [admin.id] })
    const { id } = await anOgRelation(app.ctx, { from_og_id: closed.id, og_id: open.id, share: 51 })
    const other = await anOgRelation(app.ctx, { from_og_id: open.id, og_id: (await anOg(app.ctx)).id, share: 1 })
    for (const client of [editor, reader]) {
      expect((await client.get(listOgRelations, of(open))).total).toBe(1)
      expect(await client.get(listOgRelations, of(closed))).toMatchObject({ items: [], total: 0 })
    }
    expect(await editor.call(updateOgRelation, { ...at(id), body: { share_min: 1 } })).toMatchObject({ status: 404 })
    expect(await editor.call(deleteOgRelation, at(id))).toMatchObject({ status: 404 })
    const body = { from: from('og', closed), og_id: open.id, type: 'funds' as const }
    expect(await editor.call(createOgRelation, { body })).toMatchObject({ status: 422 })
    expect(await reader.call(deleteOgRelation, at(other.id))).toMatchObject({ status: 403 })
    expect((await admin.get(listOgRelations, of(open))).total).toBe(2)
    await admin.get(deleteOg, at(closed.id))
    expect((await admin.get(listOgRelations, of(open))).total).toBe(1)
    await admin.get(restoreOg, at(closed.id))
    expect((await admin.get(listOgRelations, of(open))).total).toBe(2)
  })

  test('users who may write neither end may not link them, users who may write one may', async () => {
    const [owner, other] = [await app.as('editor'), await app.as('editor')]
    const lists = { owner: owner.id, write_user: [owner.id] }
    const [a, b] = [await anOg(app.ctx, lists), await anOg(app.ctx, lists)]
    const body = { from: from('og', a), og_id: b.id, type: 'controls' as const }
    expect(await other.call(createOgRelation, { body })).toMatchObject({ status: 403 })
    const { id } = await owner.get(createOgRelation, { body })
    expect(await listOf(other, a)).toMatchObject([{ can: [] }])
    expect(await other.call(updateOgRelation, { ...at(id), body: { desc: 'x' } })).toMatchObject({ status: 403 })
    const open = await anOg(app.ctx)
    await other.get(createOgRelation, { body: { ...body, og_id: open.id } })
  })
})

describe('sources of a link', () => {
  const evidence = [{ type: 'address' as const, url: 'https://register.example/7', quote: '持股30%' }]

  test('one request creates the link and its source; one request returns all shares with their sources, dates and credibility', async () => {
    const editor = await app.as('editor')
    const [a, b, source] = [await anOg(app.ctx), await anOg(app.ctx), await aSource(app.ctx, { reliability: 'A' })]
    const made = await editor.get(createOgRelation, {
      body: {
        ...{ from: from('og', a), og_id: b.id, type: 'owns', share_min: 30, start_time: '2019-04' },
        said: { source_id: source.id, credibility: 2, evidence },
      },
    })
    const claims = { query: { noun: 'og_relation' as const, record_id: String(made.id) } }
    const { items, facts } = await editor.get(listClaims, claims)
    expect(items.map(claim => [claim.field, claim.value])).toEqual([
      ['link', true],
      ['share', { min: 30, max: 30 }],
      ['start_time', '2019-04'],
    ])
    expect(items[1]).toMatchObject({ is_shown: true, credibility: 2, evidence, source: { reliability: 'A' } })
    expect(facts.every(fact => fact.state === 'supported' && fact.origins === 1)).toBe(true)
    // Another register states a different value; a user chooses that value.
    const other = await aSource(app.ctx, {})
    const body = { noun: 'og_relation' as const, record_id: made.id, values: { share: { min: 51, max: 51 } } }
    await editor.get(stateClaims, { body: { ...body, said: { source_id: other.id }, is_shown: false } })
    const requested = { query: { noun: 'og_relation' as const, record_id: [String(made.id)] } }
    expect(await editor.get(listLinkSupports, requested)).toEqual({
      items: [{ record_id: made.id, state: 'disputed', origins: 1 }],
    })
    await editor.get(stateClaims, { body: { ...body, said: { source_id: other.id }, is_shown: true } })
    expect(await listOf(editor, b)).toMatchObject([{ share_min: 51, share_max: 51 }])
    await editor.get(deleteOgRelation, at(made.id))
    expect(
      await app.db
        .selectFrom('claim')
        .selectAll()
        .where('record_id', '=', made.id)
        .where('noun', '=', 'og_relation')
        .execute(),
    ).toEqual([])
  })

  test('are visible only to users who may read both ends', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const [open, source] = [await anOg(app.ctx), await aSource(app.ctx, {})]
    const closed = await anOg(app.ctx, { owner: admin.id, read_user: [admin.id] })
    const made = await admin.get(createOgRelation, {
      body: { from: from('og', closed), og_id: open.id, type: 'owns', said: { source_id: source.id } },
    })
    const query = { noun: 'og_relation' as const, record_id: String(made.id) }
    expect(await editor.call(listClaims, { query })).toMatchObject({ status: 404 })
    const requested = { query: { noun: 'og_relation' as const, record_id: [String(made.id)] } }
    expect(await editor.get(listLinkSupports, requested)).toEqual({ items: [] })
    expect((await admin.get(listLinkSupports, requested)).items).toEqual([
      { record_id: made.id, state: 'supported', origins: 1 },
    ])
  })
})
