import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listClaims, listFacts, reinstateClaim, stateClaims, withdrawClaim } from '#contract/claim.api.ts'
import { mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { createOg, deleteOg, getOg, updateOg } from '#contract/og.api.ts'
import { createPerson, getPerson, updatePerson } from '#contract/person.api.ts'
import { reinstateSource, withdrawSource } from '#contract/source.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
/** The page's marks are queried separately, and must agree with the claims. */
async function claimsOf(client: Client, noun: string, id: number) {
  const query = { noun, record_id: String(id) } as never
  const all = await client.get(listClaims, { query })
  const { facts } = await client.get(listFacts, { query })
  const byField = (a: { field: string }, b: { field: string }) => (a.field < b.field ? -1 : 1)
  expect(facts.toSorted(byField)).toEqual(all.facts.toSorted(byField))
  return all
}
type Values = Record<string, unknown>
const state = (client: Client, og: { id: number }, source: { id: number }, values: Values, more: object = {}) =>
  client.get(stateClaims, {
    body: { noun: 'og', record_id: og.id, values, said: { source_id: source.id }, is_shown: false, ...more } as never,
  })

test('a value is stated with its source and evidence in one request, and one query returns its sources', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { name: '𠮷田商事' })
  const register = await aSource(app.ctx, { name: '登记册', kind: 'register', reliability: 'A' })
  const evidence = [{ type: 'address', url: 'https://register.example/7', quote: '成立日期 1999-04' }]
  await state(
    editor,
    og,
    register,
    { register_time: '1999-04', aliases: ['YS', '吉田'] },
    {
      is_shown: true,
      said: { source_id: register.id, credibility: 2, evidence },
    },
  )
  expect(await editor.get(getOg, at(og.id))).toMatchObject({
    register_time: '1999-04',
    aliases: ['YS', '吉田'],
    rev: 2,
  })
  const { items, facts } = await claimsOf(editor, 'og', og.id)
  expect(items.find(claim => claim.field === 'register_time')).toMatchObject({
    value: '1999-04',
    is_shown: true,
    source: { id: register.id, name: '登记册', reliability: 'A' },
    credibility: 2,
    evidence,
    stated_by: editor.id,
    withdrawn_at: null,
  })
  expect(facts).toEqual([
    { field: 'aliases', state: 'supported', origins: 1 },
    { field: 'register_time', state: 'supported', origins: 1 },
  ])
})

test('a different value of another source disputes a fact and changes nothing; two sources that repeat one agency are one origin', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { region: 'CN' })
  const agency = await aSource(app.ctx, {})
  const [paper, site] = [
    await aSource(app.ctx, { origin_id: agency.id }),
    await aSource(app.ctx, { origin_id: agency.id }),
  ]
  await state(editor, og, paper, { region: 'CN' })
  await state(editor, og, site, { region: 'CN' })
  expect((await claimsOf(editor, 'og', og.id)).facts).toEqual([{ field: 'region', state: 'supported', origins: 1 }])
  const other = await aSource(app.ctx, { priority: 90 })
  await state(editor, og, other, { region: 'FR' })
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ region: 'CN', rev: 1 })
  const { items, facts } = await claimsOf(editor, 'og', og.id)
  expect(facts).toEqual([{ field: 'region', state: 'disputed', origins: 1 }])
  expect(items.map(claim => [claim.value, claim.is_shown])).toEqual([
    ['FR', false],
    ['CN', true],
    ['CN', true],
  ])
  // A person decides: now the other value is in doubt.
  await editor.get(updateOg, { body: { id: og.id, region: 'FR' } })
  expect((await claimsOf(editor, 'og', og.id)).items.filter(claim => claim.is_shown)).toMatchObject([{ value: 'FR' }])
})

test('a withdrawn claim, or one of a withdrawn source, supports nothing until it is reinstated', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { scale: '500' })
  const source = await aSource(app.ctx, {})
  await state(editor, og, source, { scale: '500' })
  const support = async () => (await claimsOf(editor, 'og', og.id)).facts[0]
  const [claim] = (await claimsOf(editor, 'og', og.id)).items
  await editor.get(withdrawClaim, at(claim!.id))
  expect(await support()).toMatchObject({ state: 'unsupported', origins: 0 })
  await expect(editor.get(withdrawClaim, at(claim!.id))).rejects.toThrow(/"code":409/)
  await editor.get(reinstateClaim, at(claim!.id))
  expect(await support()).toMatchObject({ state: 'supported', origins: 1 })
  await editor.get(withdrawSource, { ...at(source.id), body: { reason: 'forged' } })
  expect(await support()).toMatchObject({ state: 'unsupported' })
  await editor.get(reinstateSource, at(source.id))
  // Stating the same again creates no second claim.
  await state(editor, og, source, { scale: ' ５００ ' })
  expect((await claimsOf(editor, 'og', og.id)).items).toHaveLength(1)
})

test('a restricted source withholds its name and address, not the fact; evidence that the reader may not open is withheld', async () => {
  const [editor, reader] = [await app.as('editor'), await app.as('reader')]
  const og = await anOg(app.ctx, { desc: 'A front' })
  const hidden = await aSource(app.ctx, { name: 'Informant Zq', owner: editor.id, read_user: [editor.id] })
  const event = await anEvent(app.ctx, { title: 'Meeting Zq', owner: editor.id, read_user: [editor.id] })
  const evidence = [
    { type: 'address', url: 'https://zq.example/' },
    { type: 'record', noun: 'event', id: event.id, title: 'Meeting Zq', quote: 'a front Zq' },
  ]
  await state(editor, og, hidden, { desc: 'A front' }, { said: { source_id: hidden.id, evidence } })
  const [claim] = (await claimsOf(reader, 'og', og.id)).items
  expect(claim).toMatchObject({ source: null, is_shown: true, evidence: [{ type: 'withheld' }, { type: 'withheld' }] })
  expect(JSON.stringify(await claimsOf(reader, 'og', og.id))).not.toMatch(/zq/i)
  expect((await claimsOf(editor, 'og', og.id)).items[0]).toMatchObject({ source: { name: 'Informant Zq' }, evidence })
})

test('stating a value needs the right to change the record, a readable source, and an existing field', async () => {
  const [editor, reader, other] = [await app.as('editor'), await app.as('reader'), await app.as('editor')]
  const source = await aSource(app.ctx, {})
  const hidden = await aSource(app.ctx, { owner: editor.id, read_user: [editor.id] })
  const og = await anOg(app.ctx, { owner: editor.id, write_user: [editor.id] })
  const secret = await anOg(app.ctx, { owner: editor.id, read_user: [editor.id] })
  await expect(state(reader, og, source, { region: 'FR' })).rejects.toThrow(/"code":403/)
  await expect(state(other, og, source, { region: 'FR' })).rejects.toThrow(/"code":403/)
  await expect(state(other, secret, source, { region: 'FR' })).rejects.toThrow(/"code":404/)
  await expect(claimsOf(reader, 'og', secret.id)).rejects.toThrow(/"code":404/)
  const open = await anOg(app.ctx, {})
  await expect(state(other, open, hidden, { region: 'FR' })).rejects.toThrow(/Source not found/)
  for (const values of [
    { region: 'Atlantis' },
    { owner: 1 },
    { read_user: [1] },
    { constructor: 1 },
    { __proto__x: 1 },
  ])
    await expect(state(editor, open, source, values)).rejects.toThrow(/"code":422/)
  await expect(state(editor, open, source, { name: 'New' }, { is_shown: true, rev: 9 })).rejects.toThrow(/"code":409/)
  expect((await claimsOf(editor, 'og', open.id)).items).toEqual([])
  await state(editor, open, source, { desc: '长'.repeat(20_000) })
  const [claim] = (await claimsOf(editor, 'og', open.id)).items
  await editor.get(updateOg, { body: { id: open.id, write_user: [editor.id] } })
  await expect(other.get(withdrawClaim, at(claim!.id))).rejects.toThrow(/"code":403/)
  await (await app.as('admin')).get(deleteOg, at(open.id))
  await expect(editor.get(withdrawClaim, at(claim!.id))).rejects.toThrow(/"code":404/)
})

test('persons and events have claims of their own, lists item by item', async () => {
  const editor = await app.as('editor')
  const source = await aSource(app.ctx, {})
  const person = await aPerson(app.ctx, { name: '姜𤨒姬' })
  const education = [{ school: '清华大学', degree: '硕士', from: '1999', to: '2002' }]
  const body = (noun: string, id: number, values: Values) => ({
    body: { noun, record_id: id, values, said: { source_id: source.id }, is_shown: true } as never,
  })
  await editor.get(stateClaims, body('person', person.id, { education, birth_time: '1980' }))
  expect(await editor.get(getPerson, at(person.id))).toMatchObject({ education, birth_time: '1980' })
  expect((await claimsOf(editor, 'person', person.id)).facts).toEqual([
    { field: 'birth_time', state: 'supported', origins: 1 },
    { field: 'education', state: 'supported', origins: 1 },
  ])
  const event = await anEvent(app.ctx, {})
  await editor.get(stateClaims, body('event', event.id, { start_time: '2026-11-21', region: 'FR' }))
  expect((await claimsOf(editor, 'event', event.id)).facts.map(fact => fact.state)).toEqual(['supported', 'supported'])
})

test('claims on a merged record apply to the record that it became part of, until the merge is undone', async () => {
  const admin = await app.as('admin')
  const source = await aSource(app.ctx, {})
  const [kept, gone] = [await anOg(app.ctx, { scale: '10' }), await anOg(app.ctx, { scale: '10' })]
  await state(admin, gone, source, { scale: '10' })
  const merge = await admin.get(mergeRecords, {
    body: {
      noun: 'og',
      target_id: kept.id,
      target_rev: kept.rev,
      sources: [{ id: gone.id, rev: gone.rev }],
      fields: {},
    },
  })
  const claims = async () => (await claimsOf(admin, 'og', kept.id)).items
  expect(await claims()).toMatchObject([{ field: 'scale', is_shown: true }])
  const [claim] = await claims()
  await admin.get(withdrawClaim, at(claim!.id))
  expect((await claims())[0]?.withdrawn_at).not.toBeNull()
  await admin.get(undoMerge, at(merge.id))
  expect(await claims()).toEqual([])
  expect((await claimsOf(admin, 'og', gone.id)).items).toHaveLength(1)
})

test('new evidence is added to a claim, up to a limit', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { scale: '10' })
  const source = await aSource(app.ctx, {})
  const batch = (n: number) =>
    Array.from({ length: 20 }, (_, k) => ({ type: 'address', url: `https://register.example/${n * 20 + k}` }))
  for (const n of [0, 0, 1, 2, 3, 4, 5, 6])
    await state(editor, og, source, { scale: '10' }, { said: { source_id: source.id, evidence: batch(n) } })
  expect((await claimsOf(editor, 'og', og.id)).items[0]?.evidence).toHaveLength(100)
})

test('a record is created or changed with its source in one request: the given values are claimed, and the new items of a list', async () => {
  const editor = await app.as('editor')
  const source = await aSource(app.ctx, {})
  const diff = { type: 'address', url: 'https://register.example/9', quote: '𠮷 500' } as const
  const stated = { source_id: source.id, credibility: 2, evidence: [diff] }
  const og = await editor.get(createOg, {
    body: { name: '新组织', aliases: ['A'], scale: null, weight: 7, said: stated },
  })
  const fields = async () =>
    (await claimsOf(editor, 'og', og.id)).items.map(claim => [claim.field, claim.value]).toSorted()
  expect(await fields()).toEqual([
    ['aliases', 'A'],
    ['name', '新组织'],
  ])
  const other = await aSource(app.ctx, {})
  const patch = { id: og.id, aliases: ['A', 'B'], scale: '500', desc: null, said: { ...stated, source_id: other.id } }
  await editor.get(updateOg, { body: patch })
  expect(await fields()).toEqual([
    ['aliases', 'A'],
    ['aliases', 'B'],
    ['name', '新组织'],
    ['scale', '500'],
  ])
  expect((await claimsOf(editor, 'og', og.id)).items.find(claim => claim.field === 'scale')).toMatchObject({
    ...{ is_shown: true, credibility: 2, evidence: [diff], source: { id: other.id } },
  })
  // A source that may not be used, or a stale form, saves nothing at all.
  const wrong = { id: og.id, scale: '600', said: { source_id: 999_999 } }
  await expect(editor.get(updateOg, { body: wrong })).rejects.toThrow(/Source not found/)
  await expect(editor.get(updateOg, { body: { ...patch, scale: '600', rev: 1 } })).rejects.toThrow(/"code":409/)
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ scale: '500', rev: 2 })
  const person = await editor.get(createPerson, { body: { name: '𠮷田', birth_time: '1980', said: stated } })
  await editor.get(updatePerson, { ...at(person.id), body: { birth_time: '1981', said: stated } })
  expect((await claimsOf(editor, 'person', person.id)).facts).toContainEqual({
    ...{ field: 'birth_time', state: 'supported', origins: 1 },
  })
})

test('a claim refers to an existing source and user, a source with claims cannot be deleted, and claims of a deleted user remain', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { name: '姜𤨒姬' })
  const register = await aSource(app.ctx, { name: '登记册' })
  await state(editor, og, register, { aliases: ['A', 'B'] })
  const insert = (source: number, user: number) =>
    sql`insert into claim (noun, record_id, field, value, value_key, source_id, first_seen_at, last_seen_at, stated_by)
      values ('og', ${og.id}, 'aliases', '"C"', 'c', ${source}, now(), now(), ${user})`.execute(app.db)
  await expect(insert(register.id + 1_000, editor.id)).rejects.toMatchObject({ code: '23503' })
  await expect(insert(register.id, editor.id + 1_000)).rejects.toMatchObject({ code: '23503' })
  const remove = sql`delete from source where id = ${register.id}`
  await expect(remove.execute(app.db)).rejects.toMatchObject({ code: '23503' })
  await sql`update claim set withdrawn_by = ${editor.id} where record_id = ${og.id} and value = '"B"'`.execute(app.db)
  await sql`delete from "user" where id = ${editor.id}`.execute(app.db)
  const { rows } = await sql`select value, stated_by, withdrawn_by from claim where noun = 'og' and record_id = ${og.id}
    order by value`.execute(app.db)
  expect(rows).toEqual(['A', 'B'].map(value => ({ value, stated_by: null, withdrawn_by: null })))
})

test('claims of a withheld source cannot be linked across records: they carry no id, author or exact instant', async () => {
  const [editor, reader] = [await app.as('editor'), await app.as('reader')]
  const own = { owner: editor.id, read_user: [editor.id] }
  const [open, hidden] = [await aSource(app.ctx), await aSource(app.ctx, own)]
  const copy = await aSource(app.ctx, { ...own, origin_id: hidden.id })
  const ogs = [await anOg(app.ctx), await anOg(app.ctx)] as const
  for (const source of [hidden, copy]) await state(editor, ogs[0], source, { scale: 'large' })
  for (const source of [open, hidden]) await state(editor, ogs[1], source, { scale: 'large', region: 'CN' })
  const seen = async (client: Client, og: { id: number }) => (await claimsOf(client, 'og', og.id)).items
  for (const og of ogs) {
    const items = await seen(reader, og)
    expect(new Set(items.map(claim => claim.origin))).toEqual(new Set(items.length === 2 ? [1] : [1, 2]))
    for (const claim of items.filter(claim => claim.source === null)) {
      expect(claim.stated_by).toBeNull()
      expect(claim.first_seen_at).toMatch(/T00:00:00.000Z$/)
      expect(claim.last_seen_at).toMatch(/T00:00:00.000Z$/)
    }
  }
  const [shown] = (await seen(reader, ogs[1])).filter(claim => claim.source !== null)
  expect(shown).toMatchObject({ source: { id: open.id }, stated_by: editor.id })
  expect(await seen(editor, ogs[0])).toMatchObject([{ stated_by: editor.id }, { stated_by: editor.id }])
  // Withdrawing a source withdraws all its claims at one instant.
  await editor.get(withdrawSource, { ...at(hidden.id), body: { reason: 'It was a forgery' } })
  const gone = (await seen(reader, ogs[1])).filter(claim => claim.withdrawn_at !== null)
  expect(gone.map(claim => claim.withdrawn_at?.slice(10))).toEqual(gone.map(() => 'T00:00:00.000Z'))
  expect(gone).toHaveLength(2)
})
