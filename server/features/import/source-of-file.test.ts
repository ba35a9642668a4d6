import { expect, test } from 'vitest'
import { listClaims, stateClaims } from '#contract/claim.api.ts'
import { checkImport } from '#contract/import.api.ts'
import { getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { getSource } from '#contract/source.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { lastRun, undoRun } from '../import_run/testing.ts'
import { dryRun, importFile, readFile, rowsOf, run } from './testing.ts'

const home = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
const csv = (country: string, more = '') =>
  `external_id,name,region\nlegislature,Parliament of ${country},FR\n1,Party of ${country},FR\n${more}`

test('ids belong to their source: two files with the same ids stay separate, and each is recognised by its source at the next import', async () => {
  const editor = await home.as('editor')
  for (const country of ['Aland', '𠮷国']) {
    const done = await importFile(home, editor, `${country}.csv`, csv(country))
    expect(done.counts).toMatchObject({ new: 2, changed: 0 })
    expect(await editor.get(getSource, at(done.plan.source_id ?? 0))).toMatchObject({ name: `${country}.csv` })
  }
  const { items } = await editor.get(listOgs, { query: { keyword: 'Parliament of', sort: 'name' } })
  expect(items.map(og => og.name)).toEqual(['Parliament of Aland', 'Parliament of 𠮷国'])
  for (const country of ['Aland', '𠮷国']) {
    const again = await dryRun(home, editor, await readFile(home, editor, `${country}.csv`, csv(country)))
    expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 2 })
  }
  // Under another name the source is chosen by the user, and the dry run shows the effect.
  const read = await readFile(home, editor, 'Aland-2.csv', csv('Aland', '2,New party,DE\n'))
  expect(read.plan.source_id).toBeNull()
  const first = await readFile(home, editor, 'Aland.csv', csv('Aland'))
  const dry = await dryRun(home, editor, read, { source_id: first.plan.source_id ?? null })
  expect(dry.counts).toMatchObject({ new: 1, changed: 0, unchanged: 2 })
})

test('values of rows are claims of their source with the row as evidence, until the import is undone', async () => {
  const editor = await home.as('editor')
  const og = await anOg(home.ctx, { name: '姜𤨒公司', external_id: 'j-1' })
  const done = await importFile(home, editor, 'j.csv', 'external_id,region,aliases\nj-1,FR,JG\n')
  const claims = async () =>
    (await editor.get(listClaims, { query: { noun: 'og', record_id: String(og.id) } as never })).items
  const last = await lastRun(editor, { import: done.id })
  expect((await claims()).map(claim => [claim.field, claim.value, claim.source?.name, claim.evidence])).toEqual(
    expect.arrayContaining([
      ['region', 'FR', 'j.csv', [{ type: 'row', run_id: last.id, file_name: 'j.csv', n: 1 }]],
      ['aliases', 'JG', 'j.csv', [{ type: 'row', run_id: last.id, file_name: 'j.csv', n: 1 }]],
    ]),
  )
  await undoRun(home, editor, last)
  expect(await claims()).toEqual([])
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ external_id: 'j-1', region: null, aliases: [] })
})

test('the file name of a restricted source is withheld; a source that the user may not read cannot be chosen', async () => {
  const [editor, reader] = [await home.as('editor'), await home.as('reader')]
  const hidden = await aSource(home.ctx, { name: 'Hidden', owner: editor.id, read_user: [editor.id] })
  const og = await anOg(home.ctx, { name: 'Seen', external_id: 's-1' })
  const read = await readFile(home, editor, 'secret-zq.csv', 'external_id,region\ns-1,FR\n')
  const checked = await dryRun(home, editor, read, { source_id: hidden.id })
  await run(home, editor, checked)
  const seen = await reader.get(listClaims, { query: { noun: 'og', record_id: String(og.id) } as never })
  expect(seen.items.length).toBeGreaterThan(0)
  for (const item of seen.items) expect(item).toMatchObject({ source: null, evidence: [{ type: 'withheld' }] })
  expect(JSON.stringify(seen)).not.toContain('zq')
  const other = await home.as('editor')
  const theirs = await readFile(home, other, 'secret-zq.csv', 'external_id,region\ns-1,FR\n')
  expect(theirs.plan.source_id).toBeNull()
  const body = { ...theirs.plan, source_id: hidden.id }
  expect((await other.call(checkImport, { ...at(theirs.id), body })).status).toBe(422)
})

test('if a user created the record in between, the row shows that the dry run had another result', async () => {
  const editor = await home.as('editor')
  const dry = await dryRun(home, editor, await readFile(home, editor, 'w.csv', 'external_id,name\nw-1,Wanted\n'))
  const og = await anOg(home.ctx, { name: 'Wanted' })
  await editor.get(updateOg, { body: { id: og.id, external_id: 'w-1' } })
  const done = await run(home, editor, dry)
  expect(done.counts).toMatchObject({ new: 0, unchanged: 1 })
  expect(await rowsOf(editor, done.id)).toMatchObject([{ verdict: 'unchanged', was: 'new' }])
})

test('a value that a person decided, or a better source states, is kept, and the file’s value is stored as an alternative unless accepted', async () => {
  const editor = await home.as('editor')
  const register = await aSource(home.ctx, { name: 'Register', priority: 90 })
  const og = await anOg(home.ctx, { name: '𠮷商', external_id: 'k-1' })
  const stated = { source_id: register.id }
  await editor.get(stateClaims, {
    body: { noun: 'og', record_id: og.id, values: { region: 'CN' }, said: stated, is_shown: true },
  } as never)
  const file = 'external_id,region,desc\nk-1,FR,New words\n'
  const dry = await dryRun(home, editor, await readFile(home, editor, 'k.csv', file))
  expect(dry).toMatchObject({ counts: { changed: 1 }, held: [{ field: 'region', count: 1 }] })
  const [row] = await rowsOf(editor, dry.id)
  expect(row?.changes.find(change => change.field === 'region')).toMatchObject({
    from: 'CN',
    to: 'FR',
    kept: { why: 'decided' },
  })
  await run(home, editor, dry)
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ region: 'CN', desc: 'New words' })
  const { items } = await editor.get(listClaims, { query: { noun: 'og', record_id: String(og.id) } as never })
  expect(items.filter(claim => claim.field === 'region').map(claim => [claim.value, claim.is_shown])).toEqual([
    ['CN', true],
    ['FR', false],
  ])
  // A second import adds nothing new; an accepted value is shown by the record.
  const again = await dryRun(home, editor, await readFile(home, editor, 'k.csv', file))
  expect(again).toMatchObject({ counts: { changed: 0, unchanged: 1 }, held: [] })
  const taken = await run(home, editor, await dryRun(home, editor, again, { take: ['region'] }))
  expect(taken.counts.changed).toBe(1)
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ region: 'FR' })
})
