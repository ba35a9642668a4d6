import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listClaims } from '#contract/claim.api.ts'
import { mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { createOgRelation, listOgRelations } from '#contract/og_relation.api.ts'
import type { MergeEntity } from '#contract/registry.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

async function everything() {
  const all: Record<string, unknown[]> = {}
  for (const table of ['og_relation', 'claim'])
    all[table] = (
      await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(table)} as t order by t.id`.execute(app.db)
    ).rows
  return all
}

type Row = { id: number; rev: number }
const merge = (client: Client, noun: MergeEntity, target: Row, source: Row) =>
  client.get(mergeRecords, {
    body: {
      noun,
      target_id: target.id,
      target_rev: target.rev,
      sources: [{ id: source.id, rev: source.rev }],
      fields: {},
    },
  })
const own = (client: Client, noun: 'og' | 'person', from: Row, og: Row, stated: object) =>
  client.get(createOgRelation, {
    body: { from: { noun, id: from.id }, og_id: og.id, type: 'owns', share_min: 30, said: stated } as never,
  })

test('links of two merged owners become one link with the claims of both, and are separated by an undo', async () => {
  const admin = await app.as('admin')
  const [kept, gone, works, mine] = [await anOg(app.ctx), await anOg(app.ctx), await anOg(app.ctx), await anOg(app.ctx)]
  const [register, paper] = [await aSource(app.ctx, {}), await aSource(app.ctx, {})]
  const evidence = (url: string) => [{ type: 'address', url }]
  const one = await own(admin, 'og', kept, works, { source_id: register.id, evidence: evidence('https://a.example/') })
  const same = await own(admin, 'og', gone, works, { source_id: register.id, evidence: evidence('https://b.example/') })
  await own(admin, 'og', gone, mine, { source_id: paper.id })
  await admin.get(createOgRelation, { body: { from: { noun: 'og', id: gone.id }, og_id: kept.id, type: 'partner' } })
  await app.db
    .updateTable('claim')
    .set({ source_id: paper.id })
    .where('record_id', '=', same.id)
    .where('field', '=', 'link')
    .execute()
  const before = await everything()
  const merged = await merge(admin, 'og', kept, gone)
  const { items } = await admin.get(listOgRelations, { query: { og: String(kept.id) } })
  expect(items.map(link => [link.from.id, link.og.id]).sort()).toEqual(
    [
      [kept.id, works.id],
      [kept.id, mine.id],
    ].sort(),
  )
  const claims = await admin.get(listClaims, { query: { noun: 'og_relation', record_id: String(one.id) } })
  expect(
    claims.items
      .filter(claim => claim.field === 'link')
      .map(claim => claim.source?.id)
      .sort(),
  ).toEqual([register.id, paper.id].sort())
  const share = claims.items.find(claim => claim.field === 'share')
  expect(share?.evidence).toMatchObject([{ url: 'https://a.example/' }, { url: 'https://b.example/' }])
  expect(await app.db.selectFrom('og_relation').select('id').where('id', '=', same.id).execute()).toEqual([])
  await admin.get(undoMerge, at(merged.id))
  const after = await everything()
  expect(after.og_relation).toEqual(before.og_relation)
  expect(after.claim?.length).toBe(before.claim?.length)
  const back = await admin.get(listClaims, { query: { noun: 'og_relation', record_id: String(same.id) } })
  expect(back.items.map(claim => [claim.field, claim.source?.id])).toEqual([
    ['link', paper.id],
    ['share', register.id],
  ])
})

test('the holdings of two merged persons belong to the merged person, and are given back by an undo', async () => {
  const admin = await app.as('admin')
  const [kept, gone] = [await aPerson(app.ctx, { name: '𠮷田太郎' }), await aPerson(app.ctx, { name: '吉田太郎' })]
  const [works, mine] = [await anOg(app.ctx), await anOg(app.ctx)]
  const source = await aSource(app.ctx, {})
  for (const [person, og] of [
    [kept, works],
    [gone, works],
    [gone, mine],
  ] as const)
    await own(admin, 'person', person, og, { source_id: source.id })
  const before = await everything()
  const merged = await merge(admin, 'person', kept, gone)
  const { items } = await admin.get(listOgRelations, { query: { person: String(kept.id) } })
  expect(items.map(link => link.og.id).sort()).toEqual([works.id, mine.id].sort())
  expect(items.every(link => link.support?.origins === 1)).toBe(true)
  await admin.get(undoMerge, at(merged.id))
  expect(await everything()).toEqual(before)
})
