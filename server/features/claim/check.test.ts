import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listClaims, stateClaims, withdrawClaim } from '#contract/claim.api.ts'
import { mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { bulkFactCheck, listFactChecks, listSourceClaims } from '#contract/fact_check.api.ts'
import { deleteOg, getOg, updateOg } from '#contract/og.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { deleteSource, reinstateSource, withdrawSource } from '#contract/source.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { insertClaims } from './claim.queries.ts'
import { keyOf } from './value.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
type Of = { id: number }
const stateOf = (client: Client, noun: string, of: Of, source: Of, values: object, is_shown = false) =>
  client.get(stateClaims, {
    body: { noun, record_id: of.id, values, said: { source_id: source.id }, is_shown } as never,
  })
const checks = async (client: Client, query: object) =>
  (await client.get(listFactChecks, { query: query as never })).items
const of = (record: Of, noun = 'og') => ({ noun, record_id: String(record.id) })
const withdraw = (client: Client, source: Of) =>
  client.get(withdrawSource, { ...at(source.id), body: { reason: 'forged' } })
const act = (client: Client, ids: number[], body: object) =>
  client.get(bulkFactCheck, { body: { ids, ...body } as never })

test('facts of a withdrawn source appear in one list at once; another source, another value or clearing removes them', async () => {
  const editor = await app.as('editor')
  const [source, other] = [await aSource(app.ctx, { name: '𠮷田登记册' }), await aSource(app.ctx, {})]
  const long = '长'.repeat(200)
  const og = await anOg(app.ctx, { name: long, scale: '５００', aliases: ['شركة', 'B'], register_time: '1999' })
  await stateOf(editor, 'og', og, source, { scale: ' 500', aliases: ['شركة'], register_time: '1999' })
  expect(await checks(editor, of(og))).toEqual([])
  await withdraw(editor, source)
  const found = await checks(editor, of(og))
  expect(found).toHaveLength(3)
  expect(found.find(each => each.field === 'scale')).toMatchObject({
    ...{ kind: 'unsupported', noun: 'og', record_id: og.id, title: long, value: '５００', claim_count: 1 },
    claims: [{ source: { id: source.id, name: '𠮷田登记册' } }],
    can: ['update'],
  })
  const idOf = (field: string) => found.find(each => each.field === field)!.id
  await act(editor, [idOf('scale')], { act: 'state', said: { source_id: other.id, credibility: 2 } })
  await act(editor, [idOf('aliases'), idOf('register_time')], { act: 'clear' })
  expect(await checks(editor, of(og))).toEqual([])
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ scale: '５００', aliases: ['B'], register_time: null })
  // A reinstated claim supports its value again; a cleared value is no longer shown, so nothing contradicts it.
  await editor.get(reinstateSource, at(source.id))
  expect((await checks(editor, of(og))).map(each => [each.field, each.kind, each.value])).toEqual([
    ['register_time', 'disputed', null],
  ])
})

test("a fact is disputed by another source's value until that value is taken or a person settles it; a new claim reopens it", async () => {
  const editor = await app.as('editor')
  const [a, b, c] = [await aSource(app.ctx, {}), await aSource(app.ctx, {}), await aSource(app.ctx, {})]
  const person = await aPerson(app.ctx, { birth_time: '1980' })
  await stateOf(editor, 'person', person, a, { birth_time: '1980' })
  await stateOf(editor, 'person', person, b, { birth_time: '1981' })
  const [row] = await checks(editor, of(person, 'person'))
  expect(row).toMatchObject({ kind: 'disputed', field: 'birth_time', value: '1980', claims: [{ value: '1981' }] })
  expect(await act(editor, [row!.id], { act: 'settle', note: '护照上写的' })).toMatchObject({ done: 1, refused: 0 })
  expect(await checks(editor, of(person, 'person'))).toEqual([])
  expect(await checks(editor, { ...of(person, 'person'), settled: 'true' })).toMatchObject([
    { note: '护照上写的', settled_by: editor.id },
  ])
  await stateOf(editor, 'person', person, c, { birth_time: '1982' })
  expect(await checks(editor, of(person, 'person'))).toMatchObject([{ claim_count: 2, note: null }])
  await stateOf(editor, 'person', person, a, { birth_time: '1981' }, true)
  expect(await editor.get(getPerson, at(person.id))).toMatchObject({ birth_time: '1981' })
  // A source that corrects itself has one value: its earlier claim disputes nothing.
  expect(await checks(editor, of(person, 'person'))).toMatchObject([{ claims: [{ value: '1982' }], claim_count: 1 }])
  const [left] = await checks(editor, of(person, 'person'))
  await editor.get(withdrawClaim, at(left!.claims[0]!.id))
  expect(await checks(editor, of(person, 'person'))).toEqual([])
})

test('the list and its counts include readable records only, and withhold the names of hidden sources', async () => {
  const [owner, other, reader] = [await app.as('editor'), await app.as('editor'), await app.as('super_reader')]
  const hidden = await aSource(app.ctx, { name: 'Informant Zq', owner: owner.id, read_user: [owner.id] })
  const secret = await anOg(app.ctx, { scale: '1', owner: owner.id, read_user: [owner.id] })
  const open = await anOg(app.ctx, { scale: '1', owner: owner.id, write_user: [owner.id] })
  for (const og of [secret, open]) await stateOf(owner, 'og', og, hidden, { scale: '2' })
  const requested = (client: Client, query: object) => client.get(listFactChecks, { query: query as never })
  for (const client of [other, reader]) {
    expect((await requested(client, of(secret))).total).toBe(0)
    const page = await requested(client, of(open))
    expect([page.total, page.items[0]?.claims[0]?.source, page.items[0]?.can]).toEqual([1, null, []])
    expect(JSON.stringify(page)).not.toMatch(/Zq/)
    // A filter by a source must not reveal what it supports either.
    expect((await requested(client, { source: String(hidden.id) })).total).toBe(0)
    await expect(client.get(listSourceClaims, { ...at(hidden.id), query: {} })).rejects.toThrow(/"code":404/)
  }
  expect((await requested(owner, { source: String(hidden.id) })).total).toBe(2)
  const ids = (await requested(owner, { source: String(hidden.id) })).items.map(each => each.id)
  expect(await act(other, ids, { act: 'settle' })).toMatchObject({ done: 0, refused: 1 })
  await expect(act(reader, ids, { act: 'settle' })).rejects.toThrow(/"code":403/)
  await expect(act(owner, ids, { act: 'state' })).rejects.toThrow(/"code":422/)
  await expect(act(owner, ids, { act: 'state', said: { source_id: 999_999 } })).rejects.toThrow(/Source not found/)
  const all = { act: 'settle', filter: { source: [String(hidden.id)] }, expected: 9 }
  await expect(owner.get(bulkFactCheck, { body: all as never })).rejects.toThrow(/"code":409/)
  const claims = await owner.get(listSourceClaims, { ...at(hidden.id), query: {} })
  expect(claims.items.map(each => [each.record_id, each.field, each.value])).toEqual([
    [open.id, 'scale', '2'],
    [secret.id, 'scale', '2'],
  ])
})

test('the list follows records and sources that are changed, merged, split again, or in the trash', async () => {
  const admin = await app.as('admin')
  const source = await aSource(app.ctx, {})
  const [kept, gone] = [await anOg(app.ctx, { scale: '10' }), await anOg(app.ctx, { scale: '20' })]
  await stateOf(admin, 'og', gone, source, { scale: '20' })
  const merge = await admin.get(mergeRecords, {
    body: { noun: 'og', target_id: kept.id, target_rev: 1, sources: [{ id: gone.id, rev: 1 }], fields: {} },
  })
  expect(await checks(admin, of(kept))).toMatchObject([{ kind: 'disputed', value: '10', claims: [{ value: '20' }] }])
  expect((await admin.get(listSourceClaims, { ...at(source.id), query: {} })).items).toMatchObject([
    { record_id: kept.id },
  ])
  await admin.get(undoMerge, at(merge.id))
  expect([await checks(admin, of(kept)), await checks(admin, of(gone))]).toEqual([[], []])
  await admin.get(updateOg, { body: { id: gone.id, scale: '30' } })
  expect(await checks(admin, of(gone))).toMatchObject([{ kind: 'disputed', value: '30' }])
  await admin.get(updateOg, { body: { id: gone.id, scale: '20' } })
  expect(await checks(admin, of(gone))).toEqual([])
  await admin.get(deleteSource, at(source.id))
  expect(await checks(admin, of(gone))).toMatchObject([{ kind: 'unsupported' }])
  await admin.get(deleteOg, at(gone.id))
  expect(await checks(admin, of(gone))).toEqual([])
})

test('a source withdrawn while something is stated from it leaves no fact out', async () => {
  const editor = await app.as('editor')
  const source = await aSource(app.ctx, {})
  const ogs = await Promise.all(Array.from({ length: 6 }, () => anOg(app.ctx, { scale: '7' })))
  await Promise.all([...ogs.map(og => stateOf(editor, 'og', og, source, { scale: '7' })), withdraw(editor, source)])
  expect(await checks(editor, { source: String(source.id) })).toHaveLength(6)
})

test('the page of a record and the list agree on which facts are disputed or unsupported', async () => {
  const editor = await app.as('editor')
  const [a, b] = [await aSource(app.ctx, {}), await aSource(app.ctx, {})]
  const education = [{ school: '清华大学', degree: '硕士', from: '1999', to: '2002' }]
  const person = await aPerson(app.ctx, { name: 'İSTANBUL ΟΔΟΣ', education, score: 5, birth_time: '1980' } as never)
  await stateOf(editor, 'person', person, a, { name: 'i̇stanbul οδος', education, birth_time: '1980-01' })
  await stateOf(editor, 'person', person, b, { name: 'istanbul οδος', birth_time: '1981' })
  await withdraw(editor, b)
  const query = { noun: 'person', record_id: String(person.id) } as never
  const { facts } = await editor.get(listClaims, { query })
  const listed = await checks(editor, of(person, 'person'))
  expect(listed.map(each => [each.field, each.kind]).toSorted()).toEqual(
    facts
      .filter(fact => fact.state === 'disputed' || fact.state === 'unsupported')
      .map(fact => [fact.field, fact.state])
      .toSorted(),
  )
})

test('claims stated in bulk put the same facts in doubt as a full computation', async () => {
  const [sound, gone] = [await aSource(app.ctx, {}), await aSource(app.ctx, {})]
  await withdraw(await app.as('admin'), gone)
  const contact = { scheme: 'email', value: 'a@b.example' }
  const persons: Of[] = []
  for (const name of ['𠮷田太郎', 'شركة', '长'.repeat(200), 'D', 'E', 'F'])
    persons.push(
      await aPerson(app.ctx, { name, aliases: ['One', 'Two'], birth_time: '1980', contacts: [contact] as never }),
    )
  const [same, other, ofGone, merged, , twice] = persons.map(({ id }) => id) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const into = persons[4]!.id
  await sql`update person set merged_into = ${into}, deleted_at = now() where id = ${merged}`.execute(app.db)
  const decide = (record_id: number, field: string, value: unknown) => ({
    record_id,
    field,
    value,
    value_key: keyOf(value),
  })
  const state = (source: Of, stated: ReturnType<typeof decide>[]) =>
    insertClaims(app.ctx, { noun: 'person', source_id: source.id }, stated)
  await state(sound, [
    ...[decide(same, 'name', ' 𠮷田太郎'), decide(same, 'aliases', 'TWO'), decide(same, 'contacts', contact)],
    ...[decide(other, 'name', 'شركة'), decide(other, 'birth_time', '1981'), decide(other, 'aliases', 'Three')],
    ...[decide(merged, 'birth_time', '1979'), decide(twice, 'birth_time', '1970')],
    decide(999_999_999, 'name', 'nobody'),
  ])
  await state(gone, [decide(ofGone, 'birth_time', '1980'), decide(ofGone, 'name', '长'.repeat(200))])
  await state(sound, [decide(twice, 'aliases', 'One')])
  const all = [...persons.map(({ id }) => id), 999_999_999]
  const facts = async () =>
    (
      await sql`select noun, record_id, field, value_key, kind, claim_ids, source_ids, since from fact_check
        where noun = 'person' and record_id = any(${all}::bigint[]) order by record_id, field, value_key`.execute(
        app.db,
      )
    ).rows
  const kept = await facts()
  expect(kept.map(row => [(row as { record_id: number }).record_id, (row as { field: string }).field])).toEqual([
    [other, 'birth_time'],
    [ofGone, 'birth_time'],
    [ofGone, 'name'],
    [into, 'birth_time'],
    [twice, 'birth_time'],
  ])
  await sql`delete from fact_check where noun = 'person' and record_id = any(${all}::bigint[])`.execute(app.db)
  await sql`select check_facts('person', ${all}::bigint[])`.execute(app.db)
  expect(await facts()).toEqual(kept)
})
