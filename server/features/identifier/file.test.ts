import { describe, expect, test } from 'vitest'
import { listClaims, stateClaims } from '#contract/claim.api.ts'
import { createExport, getExportFile } from '#contract/export.api.ts'
import type { Identifier } from '#contract/identifier.api.ts'
import { getOg, listOgs } from '#contract/og.api.ts'
import { getPerson, listPersons } from '#contract/person.api.ts'
import { dryRun, importFile, readFile, rowsOf } from '#server/features/import/testing.ts'
import { importAndCheck, run as runFile, sum } from '#server/features/interchange/testing.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const none = { country: null, label: null, start_time: null, end_time: null }
const lei = '5493001KJTIIGC8Y1R12'
const csv = (...rows: string[]) => rows.join('\n')
const number = (scheme: Identifier['scheme'], value: string, more: Partial<Identifier> = {}) => ({
  ...none,
  scheme,
  value,
  ...more,
})
const at = (id: number | undefined) => ({ params: { id: String(id) } })
const ogOf = async (client: Client, keyword: string) =>
  await client.get(getOg, at((await client.get(listOgs, { query: { keyword } })).items[0]?.id))

describe('an import file', () => {
  test('with a column of LEIs is matched by it: the record with the number is found, and a second run changes nothing', async () => {
    const editor = await app.as('editor')
    const og = await anOg(app.ctx, { name: 'Known by its number', identifiers: [number('lei', lei)] })
    const file = csv(
      'Name,LEI,VAT number,Company number,Country,Telephone',
      `Other name,5493-001k-jtii-gc8y-1r12,DE136695976,HRB 1,Germany,+49 30 1`,
      `New one,549300DTUYXVMJXZNY75,,HRB 2,Germany,`,
    )
    const read = await readFile(app, editor, 'lei.csv', file)
    expect(read.plan.mapping).toEqual([
      'name',
      'number.lei',
      'number.vat',
      'number.company_number',
      'region',
      'number.phone',
    ])
    expect(read.plan.match_on).toEqual(['number.lei', 'number.vat', 'name'])
    const done = await importFile(app, editor, 'lei.csv', file)
    expect(done.counts).toMatchObject({ new: 1, changed: 1 })
    const known = await editor.get(getOg, at(og.id))
    expect(known).toMatchObject({
      name: 'Other name',
      region: 'DE',
      contacts: [{ scheme: 'phone', value: '+49 30 1' }],
    })
    expect(known.identifiers).toEqual([
      number('lei', lei),
      number('vat', 'DE136695976'),
      number('company_number', 'HRB 1', { country: 'DE' }),
    ])
    const again = await dryRun(app, editor, await readFile(app, editor, 'again.csv', file))
    expect(again.counts).toMatchObject({ unchanged: 2 })
  })

  test('finds a record that has the number as the id of another source, as earlier files gave it', async () => {
    const editor = await app.as('editor')
    const og = await anOg(app.ctx, { name: 'From before', external_id: '91110000600037341L' })
    const file = csv('名称,统一社会信用代码', '新名,91110000-600037341L')
    const rows = await rowsOf(editor, (await dryRun(app, editor, await readFile(app, editor, 'uscc.csv', file))).id)
    expect(rows[0]).toMatchObject({ verdict: 'changed', record_id: og.id })
  })

  test('finds no record by the number that its reader may not read', async () => {
    const admin = await app.as('admin')
    const editor = await app.as('editor')
    await anOg(app.ctx, { name: 'Secret', read_user: [admin.id], identifiers: [number('ogrn', '1027700132195')] })
    const file = csv('Name,OGRN', 'Open one,1027700132195')
    const rows = await rowsOf(editor, (await dryRun(app, editor, await readFile(app, editor, 'ogrn.csv', file))).id)
    expect(rows[0]).toMatchObject({ verdict: 'new', record_id: null })
  })

  test('that contains a different LEI from the record with that name means another record', async () => {
    const editor = await app.as('editor')
    await anOg(app.ctx, { name: 'Twice named', identifiers: [number('lei', lei)] })
    const file = csv('Name,LEI', 'Twice named,7LTWFZYICNSX8D621K86')
    const rows = await rowsOf(editor, (await dryRun(app, editor, await readFile(app, editor, 'two.csv', file))).id)
    expect(rows[0]).toMatchObject({ verdict: 'new', record_id: null })
  })

  test('reports the cell that names no scheme, and imports the rest', async () => {
    const editor = await app.as('editor')
    const file = csv(
      'Name,Identifiers',
      '"A cell","just a number"',
      '"B cell","lei:5493001KJTIIGC8Y1R12; ОКПО:00032537"',
    )
    const done = await importFile(app, editor, 'cells.csv', file)
    const rows = await rowsOf(editor, done.id)
    expect(rows[0]?.faults[0]).toMatchObject({ field: 'identifiers', value: 'just a number' })
    expect((await ogOf(editor, 'B cell')).identifiers).toEqual([
      number('lei', lei),
      number('other', '00032537', { label: 'ОКПО' }),
    ])
  })
})

test('that was exported is imported unchanged: country, dates, remarks, further phones', async () => {
  const editor = await app.as('editor')
  const identifiers = [
    number('passport', 'TK 12;34', { country: 'JP', start_time: '2019-02', end_time: '2029-02-28' }),
    number('wikidata', 'Q42'),
    number('other', '00032537', { label: 'ОКПО' }),
  ]
  const contacts = [
    { scheme: 'phone', value: '+81 3 5555 0199', label: '私人', start_time: null, end_time: null },
    { scheme: 'wechat', value: 'taro_𠮷', label: null, start_time: null, end_time: '2020' },
  ]
  await aPerson(app.ctx, { name: '𠮷田太郎', phone_number: '+81 1', identifiers, contacts })
  const query = { keyword: '𠮷田太郎' }
  const columns = ['name', 'phone_number', 'identifiers', 'contacts']
  const made = await editor.get(createExport, {
    body: { noun: 'person', format: 'csv', columns, query, reason: 'for a test' },
  })
  await app.drainJobs()
  const file = await editor.call(getExportFile, at(made.id))
  const content = String(file.body).replaceAll('𠮷田太郎', '𠮷田次郎')
  expect(content).toContain('wikidata:Q42')
  await importFile(app, editor, 'back.csv', content, {}, 'person')
  const { items } = await editor.get(listPersons, { query: { keyword: '𠮷田次郎' } })
  expect(await editor.get(getPerson, at(items[0]?.id))).toMatchObject({ phone_number: '+81 1', identifiers, contacts })
})

describe('an import file of another source', () => {
  const popolo = (identifiers: object[], more: object = {}) =>
    JSON.stringify({ organizations: [{ id: 'o/1', name: 'Named elsewhere', identifiers, ...more }] })

  test('matches the record with the same number and adds its data; an unreadable record is not found by it', async () => {
    const admin = await app.as('admin')
    const editor = await app.as('editor')
    const ogrn = '1027700132195'
    const og = await anOg(app.ctx, { name: 'Named here', identifiers: [number('inn', '7707083893')] })
    await anOg(app.ctx, { identifiers: [number('ogrn', ogrn)], read_user: [admin.id] })
    const file = popolo(
      [
        { scheme: 'RU-INN', identifier: 'ИНН 7707083893' },
        { scheme: 'ОКПО', identifier: '00032537' },
      ],
      {
        contact_details: [
          { type: 'fax', value: '+7 495 1', label: 'office' },
          { type: 'twitter', value: '@named' },
        ],
      },
    )
    const dry = await importAndCheck(app, editor, file, 'register.json')
    expect([sum(dry, 'new'), sum(dry, 'changed')]).toEqual([0, 1])
    await runFile(app, editor, dry)
    expect(await editor.get(getOg, at(og.id))).toMatchObject({
      identifiers: [number('inn', '7707083893'), number('other', '00032537', { label: 'ОКПО' })],
      contacts: [{ scheme: 'fax', value: '+7 495 1', label: 'office' }],
      twitter: 'named',
    })
    const hidden = await importAndCheck(app, editor, popolo([{ scheme: 'RU-OGRN', identifier: ogrn }]), 'other.json')
    expect([sum(hidden, 'new'), sum(hidden, 'changed'), sum(hidden, 'wrong')]).toEqual([1, 0, 0])
  })
})

test('a number that a second source states with a date is the same claim as the first', async () => {
  const editor = await app.as('editor')
  const [one, other] = [await aSource(app.ctx, {}), await aSource(app.ctx, {})]
  const og = await anOg(app.ctx, { identifiers: [number('lei', lei, { start_time: '2014' })] })
  for (const [source, row] of [
    [one, number('lei', lei)],
    [other, number('lei', lei.toLowerCase(), { start_time: '2014-01-02' })],
  ] as const)
    await editor.get(stateClaims, {
      body: {
        noun: 'og',
        record_id: og.id,
        values: { identifiers: [row] },
        said: { source_id: source.id },
        is_shown: false,
      },
    })
  const { facts } = await editor.get(listClaims, { query: { noun: 'og', record_id: String(og.id) } })
  expect(facts).toMatchObject([{ field: 'identifiers', state: 'supported', origins: 2 }])
})
