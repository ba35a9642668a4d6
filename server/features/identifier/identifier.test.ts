import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listDuplicates, mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { checkIdentifiers, type Identifier } from '#contract/identifier.api.ts'
import { foldIdentifier, identifierKey } from '#contract/identifier-key.ts'
import { createOg, getOg, listOgHistory, listOgs, restoreOgValue, updateOg } from '#contract/og.api.ts'
import { createPerson, getPerson, listPersons, updatePerson } from '#contract/person.api.ts'
import { search, suggestSearch } from '#contract/search.api.ts'
import { findPortion } from '#server/features/duplicate/find.ts'
import { anOg } from '#server/features/og/factory.ts'
import { drainSearch } from '#server/features/search/search.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const none = { country: null, label: null, start_time: null, end_time: null }
const number = (scheme: Identifier['scheme'], value: string, more: Partial<Identifier> = {}): Identifier => ({
  ...none,
  scheme,
  value,
  ...more,
})
const at = (id: number) => ({ params: { id: String(id) } })
const lei = '5493001KJTIIGC8Y1R12'

test('numbers are saved with their record in their scheme’s form, recorded in its history and restored from it', async () => {
  const editor = await app.as('editor')
  const typed = number('lei', '5493 001k-jtii-gc8y-1r12')
  const og = await editor.get(createOg, { body: { name: '𠮷田海运', identifiers: [typed, typed] } })
  expect(og.identifiers).toEqual([{ ...typed, value: lei }])
  await editor.get(updateOg, { body: { id: og.id, identifiers: [] } })
  const { items } = await editor.get(listOgHistory, at(og.id))
  expect(items[0]?.changes).toEqual([{ field: 'identifiers', from: [{ ...typed, value: lei }], to: [] }])
  const params = { id: String(og.id), history_id: String(items[0]?.id) }
  await editor.get(restoreOgValue, { params, body: { field: 'identifiers' } })
  expect((await editor.get(getOg, at(og.id))).identifiers).toEqual([{ ...typed, value: lei }])
})

test('a number of an unknown scheme, without a required country or without characters is refused at its field', async () => {
  const editor = await app.as('editor')
  const wrong = [{ ...number('lei', lei), scheme: 'nonsense' }, number('passport', '', { country: 'XX' })]
  const { status, body } = await editor.call(createPerson, { body: { name: 'A', identifiers: wrong } as never })
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('identifiers.0.scheme')
  expect(JSON.stringify(body)).toContain('identifiers.1.country')
})

test('a record is found by its number in every way of typing it: search, palette, list', async () => {
  const editor = await app.as('editor')
  const og = await editor.get(createOg, {
    body: { name: '京华实业', identifiers: [number('uscc', '91110000MA01ABCD12'), number('imo', 'IMO 9074729')] },
  })
  const contacts = [
    { scheme: 'phone' as const, value: '+86 10 5555 0199', label: '总部', start_time: null, end_time: null },
  ]
  const person = await editor.get(createPerson, { body: { name: '𠮷田太郎', mail: 'taro@yoshida.example', contacts } })
  await drainSearch(app.ctx)
  for (const typed of ['91110000-MA01ABCD12', '９１１１００００ｍａ０１ａｂｃｄ１２', 'IMO 9074729', '٩٠٧٤٧٢٩']) {
    const found = await editor.get(search, { query: { keyword: typed } })
    expect([typed, found.items.map(item => item.id), found.total]).toEqual([typed, [og.id], 1])
    expect(found.items[0]?.why[0]).toEqual({ by: 'identifier', text: null })
    expect((await editor.get(suggestSearch, { query: { keyword: typed } })).items[0]).toMatchObject({
      noun: 'og',
      id: og.id,
    })
    expect((await editor.get(listOgs, { query: { keyword: typed } })).items.map(each => each.id)).toEqual([og.id])
  }
  // A prefix is sufficient for a suggestion.
  expect((await editor.get(suggestSearch, { query: { keyword: '91110000-MA' } })).items[0]).toMatchObject({ id: og.id })
  for (const typed of ['+86-10-55550199', 'taro@yoshida.example'])
    expect((await editor.get(suggestSearch, { query: { keyword: typed } })).items[0]).toMatchObject({
      noun: 'person',
      id: person.id,
    })
  expect((await editor.get(listPersons, { query: { keyword: '9074729' } })).items).toEqual([])
})

const check = async (client: Client, identifiers: Identifier[], record_id: number | null = null) =>
  (await client.get(checkIdentifiers, { body: { noun: 'og', record_id, identifiers } })).items

describe('a number is verified', () => {
  test.each([
    ['lei', lei, null, 'fits'],
    ['lei', '5493001KJTIIGC8Y1R13', null, 'wrong_check'],
    ['lei', 'not one', null, 'wrong_form'],
    ['uscc', '91110000600037341L', null, 'fits'],
    ['uscc', '91110000600037342L', null, 'wrong_check'],
    ['inn', '7707083893', null, 'fits'],
    ['inn', '7707083894', null, 'wrong_check'],
    ['inn', 'ABC', null, 'wrong_form'],
    ['ogrn', '1027700132195', null, 'fits'],
    ['ogrn', '1027700132196', null, 'wrong_check'],
    ['imo', '9074729', null, 'fits'],
    ['imo', '9074728', null, 'wrong_check'],
    ['isin', 'US0378331005', null, 'fits'],
    ['isin', 'US0378331006', null, 'wrong_check'],
    ['vat', 'DE136695976', null, 'fits'],
    ['vat', 'DE136695978', null, 'wrong_check'],
    ['vat', 'EL094259216', null, 'fits'],
    ['national_id', '120103198806018241', 'CN', 'fits'],
    ['national_id', '120103198806018242', 'CN', 'wrong_check'],
    ['national_id', '12', 'FR', 'unchecked'],
    ['bic', 'DEUTDEFF500', null, 'fits'],
    ['company_number', 'HRB 1', 'DE', 'unchecked'],
  ] as const)('%s %s of %s: %s', async (scheme, value, country, state) => {
    expect((await check(await app.as('reader'), [number(scheme, value, { country })]))[0]?.state).toBe(state)
  })

  test('and other records with it are reported to users who may read them, and to no one else', async () => {
    const admin = await app.as('admin')
    const editor = await app.as('editor')
    const shared = number('ogrn', '1027700132195')
    const open = await anOg(app.ctx, { name: 'Open', identifiers: [shared] })
    const secret = await anOg(app.ctx, { name: 'Secret', identifiers: [shared], read_user: [admin.id] })
    expect((await check(editor, [shared]))[0]?.records).toEqual([{ id: open.id, name: 'Open' }])
    expect((await check(admin, [shared], open.id))[0]?.records).toEqual([{ id: secret.id, name: 'Secret' }])
    expect((await check(editor, [shared], open.id))[0]?.records).toEqual([])
  })

  test('a company number matches another only within its country', async () => {
    const editor = await app.as('editor')
    const own = (country: string | null) => number('company_number', '0012-345', { country })
    const og = await anOg(app.ctx, { name: 'Numbered', identifiers: [own('GB')] })
    await anOg(app.ctx, { identifiers: [own(null)] })
    const found = await check(editor, [own('GB'), own('FR'), own(null)])
    expect(found.map(({ records }) => records.map(({ id }) => id))).toEqual([[og.id], [], []])
  })
})

test('the database normalises numbers and builds their keys as the contract does', async () => {
  const odd = [
    '5493 001K-JTII',
    '９１１１－Ａ',
    '٧٧٠٧',
    '۱۲۳',
    '१२३',
    'ИНН 77/07',
    '\u202eא-1\u202c',
    '𠮷田 1・2、3',
    'ß ﬁ Å İ Σ',
    '-',
    'a\u00a0b\u2003c\u3000d',
    'E\u0301 1',
    "it's \\ | {~}",
  ]
  for (const text of odd) {
    const { rows } = await sql<{ folded: string }>`select fold_identifier(${text}) as folded`.execute(app.db)
    expect([text, rows[0]?.folded]).toEqual([text, foldIdentifier(text)])
  }
  const all = [
    number('lei', lei),
    number('passport', 'E 1-2', { country: 'CN' }),
    number('other', 'x 1', { label: 'О К' }),
  ]
  const { rows } = await sql<{ keys: string[] }>`select identifier_keys(${JSON.stringify(all)}::jsonb) as keys`.execute(
    app.db,
  )
  expect(rows[0]?.keys.toSorted()).toEqual(
    all.flatMap(each => [identifierKey(each), foldIdentifier(each.value)]).toSorted(),
  )
})

test('a person’s numbers are returned with their page and not in lists', async () => {
  const editor = await app.as('editor')
  const identifiers = [number('passport', 'E 1234 5678', { country: 'CN', start_time: '2020', end_time: '2030-01' })]
  const { id } = await editor.get(createPerson, { body: { name: '林晚', identifiers } })
  expect((await editor.get(getPerson, at(id))).identifiers).toEqual(identifiers)
})

test('a further account moves to its field if that is empty, and stays a row if it has more data', async () => {
  const editor = await app.as('editor')
  const row = (value: string, label: string | null = null) => ({
    scheme: 'phone' as const,
    value,
    label,
    start_time: null,
    end_time: null,
  })
  const { id } = await editor.get(createPerson, { body: { name: 'Two phones', contacts: [row('+1 2'), row('+1 3')] } })
  expect(await editor.get(getPerson, at(id))).toMatchObject({ phone_number: '+1 2', contacts: [row('+1 3')] })
  const cleared = await editor.get(updatePerson, { ...at(id), body: { phone_number: null } })
  expect(cleared).toMatchObject({ phone_number: '+1 3', contacts: [] })
  const same = await editor.get(updatePerson, { ...at(id), body: { contacts: [row('+1-3')] } })
  expect(same).toMatchObject({ rev: cleared.rev, contacts: [] })
})

test('two records with one number match, those with two numbers do not; merged they have each number once, and undone each its own', async () => {
  const admin = await app.as('admin')
  const shared = number('uscc', '91110000600037341L')
  const phone = { scheme: 'phone' as const, value: '+86 10 1', label: null, start_time: null, end_time: null }
  const a = await anOg(app.ctx, { name: '甲', identifiers: [shared], twitter: 'first' })
  const b = await anOg(app.ctx, {
    name: '乙乙',
    identifiers: [shared, number('isin', 'US0378331005')],
    twitter: 'second',
    contacts: [phone],
  })
  const c = await anOg(app.ctx, { name: '甲', identifiers: [number('uscc', '91110000600037342L')] })
  while (await findPortion(app.ctx, 'og'));
  const { items } = await admin.get(listDuplicates, { query: { noun: 'og' } as never })
  const pair = (x: { id: number }, y: { id: number }) => items.find(each => each.a.id === x.id && each.b.id === y.id)
  expect(pair(a, b)?.reasons.map(({ code }) => code)).toContain('same_identifier')
  expect(pair(a, c)?.reasons.map(({ code }) => code) ?? []).not.toContain('same_identifier')
  const merged = await admin.get(mergeRecords, {
    body: {
      ...{ noun: 'og', target_id: a.id, target_rev: a.rev, sources: [{ id: b.id, rev: b.rev }] },
      fields: { identifiers: 'all', contacts: 'all' },
    },
  })
  const after = await admin.get(getOg, at(a.id))
  expect(after.identifiers).toEqual([shared, number('isin', 'US0378331005')])
  expect(after).toMatchObject({ twitter: 'first', contacts: [phone, { ...phone, scheme: 'twitter', value: 'second' }] })
  await admin.get(undoMerge, at(merged.id))
  expect(await admin.get(getOg, at(a.id))).toMatchObject({ identifiers: [shared], contacts: [], twitter: 'first' })
  expect(await admin.get(getOg, at(b.id))).toMatchObject({ identifiers: b.identifiers, twitter: 'second' })
})
