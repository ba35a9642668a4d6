import { expect, test } from 'vitest'
import { decideClaim, listClaims, stateClaims } from '#contract/claim.api.ts'
import { mergeRecords } from '#contract/duplicate.api.ts'
import { type Import, listImportRows } from '#contract/import.api.ts'
import {
  type ChoiceRule,
  countImportChoices,
  decideImportChoices,
  listImportChoices,
} from '#contract/import_choice.api.ts'
import { listInterchangeRows } from '#contract/interchange.api.ts'
import { createOg, deleteOg, getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { dryRun, readFile, run } from '#server/features/import/testing.ts'
import { lastRun, undoRun } from '#server/features/import_run/testing.ts'
import { importAndCheck, run as runFile } from '#server/features/interchange/testing.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const home = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
type Of = { import: number } | { interchange: number }
const asText = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`]))
const list = async (client: Client, of: Of, more: object = {}) =>
  (await client.get(listImportChoices, { query: { ...asText(of), ...asText(more) } as never })).items
const count = (client: Client, of: Of) => client.get(countImportChoices, { query: asText(of) as never })
const decide = (client: Client, of: Of, rule: ChoiceRule, more: object = {}) =>
  client.get(decideImportChoices, { body: { ...of, rule, ...more } })
const claimed = async (client: Client, id: number, field: string) => {
  const { items, choices } = await client.get(listClaims, { query: { noun: 'og', record_id: String(id) } as never })
  const of = items.filter(claim => claim.field === field)
  return {
    values: of.map(({ value, is_shown }) => [value, is_shown]),
    reason: choices.find(c => c.field === field)?.reason,
  }
}
const state = (client: Client, og: { id: number }, source: { id: number }, values: object) =>
  client.get(stateClaims, {
    body: { noun: 'og', record_id: og.id, values: { ...values }, said: { source_id: source.id }, is_shown: false },
  })

/**
 * One value typed by a person, one stated by a better source, one stated by a lesser source; the file has a different
 * value for each.
 */
async function differing(client: Client, w: string) {
  const [better, lesser] = [
    await aSource(home.ctx, { name: `Register ${w}`, priority: 90 }),
    await aSource(home.ctx, { name: `Blog ${w}`, priority: 10 }),
  ]
  const typed = await client.get(createOg, { body: { name: `${w} 𠮷田`, external_id: `${w}-1`, scale: '100' } })
  const ruled = await anOg(home.ctx, { name: `${w} 姜𤨒姬`, external_id: `${w}-2`, scale: '200' })
  const loose = await anOg(home.ctx, { name: `${w} شركة`, external_id: `${w}-3`, scale: '300' })
  await state(client, ruled, better, { scale: '200' })
  await state(client, loose, lesser, { scale: '300' })
  const file = `external_id,scale\n${w}-1,101\n${w}-2,201\n${w}-3,301\n`
  const ftm = [typed, ruled, loose].map((og, n) => ({
    id: `${w}-${n + 1}`,
    schema: 'Company',
    properties: { name: [og.name], summary: [`said of ${w}`] },
  }))
  return { typed, ruled, loose, better, lesser, file, ftm }
}
const scales = async (client: Client, ogs: readonly { id: number }[]) =>
  Promise.all(ogs.map(async og => (await client.get(getOg, at(og.id))).scale))

test('each differing value is listed with the origin of the current one; without a decision, persons and better sources prevail', async () => {
  const editor = await home.as('editor')
  const { typed, ruled, loose, better, lesser, file } = await differing(editor, 'qa')
  const dry = await dryRun(home, editor, await readFile(home, editor, 'qa.csv', file))
  const of = { import: dry.id }
  const items = await list(editor, of)
  expect(items).toMatchObject([
    {
      n: 1,
      record_id: typed.id,
      title: typed.name,
      field: 'scale',
      shown: '100',
      value: '101',
      rule: 'keep',
      choice: null,
    },
    { n: 2, record_id: ruled.id, shown: '200', value: '201', rule: 'keep', by: { kind: 'source', id: better.id } },
    { n: 3, record_id: loose.id, shown: '300', value: '301', rule: 'take', by: { kind: 'source', name: lesser.name } },
  ])
  expect(items[0]?.by).toMatchObject({ kind: 'person', user_id: editor.id, at: expect.any(String) })
  expect(await count(editor, of)).toMatchObject({
    ...{ can: ['decide'], noun: 'og', total: 3, records: 3, take: 1, keep: 2, open: 3 },
    fields: [{ noun: 'og', field: 'scale', count: 3 }],
  })
  const done = await run(home, editor, dry)
  expect([done.written, done.counts.changed]).toEqual([3, dry.counts.changed])
  expect(await scales(editor, [typed, ruled, loose])).toEqual(['100', '200', '301'])
  expect((await claimed(editor, typed.id, 'scale')).values).toEqual([['101', false]])
  expect((await count(editor, of)).can).toEqual([])
  // After the import is written, its values can no longer be decided.
  await expect(decide(editor, of, 'take')).rejects.toThrow(/"code":409/)
})

test('one by one and by a rule: decisions are written, and sources do not overrule them', async () => {
  const editor = await home.as('editor')
  const { typed, ruled, loose, better, file } = await differing(editor, 'qb')
  const dry = await dryRun(home, editor, await readFile(home, editor, 'qb.csv', file))
  const of = { import: dry.id }
  const ids = (await list(editor, of)).map(item => item.id)
  const becomes = async () => (await list(editor, of)).map(({ choice, rule }) => choice ?? rule)
  expect(await decide(editor, of, 'priority')).toEqual({ decided: 3 })
  expect(await becomes()).toEqual(['take', 'keep', 'take'])
  await decide(editor, of, 'newest')
  expect(await becomes()).toEqual(['take', 'take', 'take'])
  await decide(editor, of, 'none')
  expect(await becomes()).toEqual(['keep', 'keep', 'take'])
  expect(await decide(editor, of, 'take', { by: String(better.id) })).toEqual({ decided: 1 })
  expect(await decide(editor, of, 'take', { field: 'region' })).toEqual({ decided: 0 })
  await decide(editor, of, 'take', { ids: [ids[0]] })
  await decide(editor, of, 'keep', { ids: [ids[2]] })
  expect(await becomes()).toEqual(['take', 'take', 'keep'])
  expect(await list(editor, of, { choice: 'keep' })).toHaveLength(1)
  expect(await list(editor, of, { choice: 'open' })).toHaveLength(0)
  // The rows show the same before anything is written.
  const rows = await editor.get(listImportRows, { ...at(dry.id), query: { verdict: 'changed' } })
  expect(rows.items.map(row => row.changes[0]?.kept?.why)).toEqual([undefined, undefined, 'chosen'])
  const done = await run(home, editor, dry)
  expect(done.counts).toEqual(dry.counts)
  expect(await scales(editor, [typed, ruled, loose])).toEqual(['101', '201', '300'])
  for (const og of [ruled, loose]) expect((await claimed(editor, og.id, 'scale')).reason).toBe('decided')
  // The rule would show another value, but the decision prevails.
  await state(editor, ruled, await aSource(home.ctx, { priority: 95 }), { scale: '999' })
  expect(await scales(editor, [ruled])).toEqual(['201'])
})

test('files in other formats behave alike: the value typed by a person stays, and the file’s value is an alternative', async () => {
  const editor = await home.as('editor')
  const { typed, ruled, ftm } = await differing(editor, 'qc')
  await editor.get(updateOg, { body: { id: typed.id, desc: 'Typed by hand' } })
  await editor.get(updateOg, { body: { id: ruled.id, desc: 'Typed as well' } })
  const dry = await importAndCheck(home, editor, ftm, 'qc.ftm.json')
  const of = { interchange: dry.id }
  const items = await list(editor, of)
  expect(items.map(({ record_id, field, shown }) => [record_id, field, shown])).toEqual([
    [typed.id, 'desc', 'Typed by hand'],
    [ruled.id, 'desc', 'Typed as well'],
  ])
  await decide(editor, of, 'take', { ids: [items[1]?.id] })
  const rows = await editor.get(listInterchangeRows, { ...at(dry.id), query: { verdict: 'changed' } })
  const kept = rows.items.map(row => row.changes.find(change => change.field === 'desc')?.kept?.why)
  expect(kept).toEqual(['decided', undefined, undefined])
  const done = await runFile(home, editor, dry)
  expect(done.written).toBe(dry.counts.reduce((sum, each) => sum + each.new + each.changed, 0))
  expect(await editor.get(getOg, at(typed.id))).toMatchObject({ desc: 'Typed by hand' })
  expect(await editor.get(getOg, at(ruled.id))).toMatchObject({ desc: 'said of qc' })
  expect((await claimed(editor, typed.id, 'desc')).values).toEqual([['said of qc', false]])
})

test('a second dry run retains decisions about values that are unchanged, and requires new ones for others', async () => {
  const editor = await home.as('editor')
  const { typed, ruled, loose, file } = await differing(editor, 'qd')
  const dry = await dryRun(home, editor, await readFile(home, editor, 'qd.csv', file))
  const of = { import: dry.id }
  await decide(editor, of, 'take')
  await editor.get(updateOg, { body: { id: typed.id, scale: '150' } })
  await editor.get(updateOg, { body: { id: loose.id, scale: '301' } })
  const again = await dryRun(home, editor, dry)
  expect((await list(editor, of)).map(({ record_id, choice }) => [record_id, choice])).toEqual([
    [typed.id, null],
    [ruled.id, 'take'],
  ])
  await run(home, editor, again)
  expect(await scales(editor, [typed, ruled, loose])).toEqual(['150', '201', '301'])
})

test('changes between dry run and run are never overwritten, and unreadable records are not found', async () => {
  const [editor, admin] = [await home.as('editor'), await home.as('admin')]
  const { typed, ruled, loose, file } = await differing(editor, 'qe')
  const other = await editor.get(createOg, { body: { name: 'qe other', scale: '900' } })
  const dry = await dryRun(home, editor, await readFile(home, editor, 'qe.csv', file))
  const of = { import: dry.id }
  const all = (await list(editor, of)).map(item => item.id)
  await decide(editor, of, 'take')
  // One value is edited, one record is merged into another, one is closed to the importing user.
  await editor.get(updateOg, { body: { id: typed.id, scale: '150' } })
  const { rev } = await editor.get(getOg, at(ruled.id))
  const target = await editor.get(getOg, at(other.id))
  await admin.get(mergeRecords, {
    body: { noun: 'og', target_id: other.id, target_rev: target.rev, sources: [{ id: ruled.id, rev }], fields: {} },
  })
  await admin.get(updateOg, { body: { id: loose.id, read_user: [admin.id] } })
  expect((await list(editor, of)).map(item => item.record_id)).toEqual([typed.id])
  expect(await count(editor, of)).toMatchObject({
    total: 1,
    records: 1,
    fields: [{ count: 1 }],
    by: [{ by: 'person' }],
  })
  expect(await decide(editor, of, 'take', { ids: all })).toEqual({ decided: 1 })
  await run(home, editor, dry)
  expect(await scales(admin, [typed, other, loose])).toEqual(['150', '900', '300'])
})

test('a record deleted meanwhile is created again from the file', async () => {
  const editor = await home.as('editor')
  const { typed, file } = await differing(editor, 'qf')
  const dry = await dryRun(
    home,
    editor,
    await readFile(home, editor, 'qf.csv', `${file.replace('scale', 'scale,name').replace('101', '101,qf new')}`),
  )
  const of = { import: dry.id }
  await decide(editor, of, 'take')
  await editor.get(deleteOg, at(typed.id))
  expect(await list(editor, of, { keyword: typed.name })).toEqual([])
  const done = await run(home, editor, dry)
  expect(done.counts).toMatchObject({ new: 1, wrong: 0 })
})

test('only the importing user sees and decides; two concurrent decisions have one outcome; a hidden source is not named', async () => {
  const [editor, other, admin] = [await home.as('editor'), await home.as('editor'), await home.as('admin')]
  const { ruled, file } = await differing(editor, 'qg')
  const secret = await aSource(home.ctx, { name: 'Secret zq', priority: 99, read_user: [admin.id], owner: admin.id })
  await state(admin, ruled, secret, { scale: '200' })
  const dry = await dryRun(home, editor, await readFile(home, editor, 'qg.csv', file))
  const of = { import: dry.id }
  for (const request of [() => count(other, of), () => list(other, of), () => decide(other, of, 'take')])
    await expect(request()).rejects.toThrow(/"code":404/)
  await expect(editor.get(countImportChoices, { query: {} })).rejects.toThrow(/"code":422/)
  await expect(count(editor, { import: dry.id, interchange: 1 } as Of)).rejects.toThrow(/"code":422/)
  const reported = JSON.stringify([await list(editor, of), await count(editor, of)])
  expect(reported).not.toContain('zq')
  expect(reported).not.toContain(`"id":${secret.id},"name"`)
  expect(await list(editor, of, { by: 'withheld' })).toMatchObject([
    { record_id: ruled.id, by: { kind: 'source', id: null, name: null } },
  ])
  expect(await list(editor, of, { by: String(secret.id) })).toEqual([])
  const [one, two] = await Promise.all([decide(editor, of, 'take'), decide(editor, of, 'keep')])
  expect([one.decided, two.decided]).toEqual([3, 3])
  expect(new Set((await list(editor, of)).map(item => item.choice)).size).toBe(1)
})

test('5,000 rows that each differ in five fields are paged, decided in one act and written as counted', async () => {
  const editor = await home.as('editor')
  const columns = ['scale', 'legal_form', 'desc', 'eng_name', 'register_time']
  const made = await readFile(
    home,
    editor,
    'big.csv',
    table(columns, n => [`${n}`, `Road ${n}`, `d${n}`, `e${n}`, '2001']),
  )
  await run(home, editor, await dryRun(home, editor, made))
  const register = await aSource(home.ctx, { name: 'Big register', priority: 80 })
  const other = table(columns, n => [`${n}0`, `Way ${n}`, `D ${n}`, `E ${n}`, '2002'])
  const dry = await dryRun(home, editor, await readFile(home, editor, 'big-2.csv', other), { source_id: register.id })
  const of = { import: dry.id }
  const counts = await count(editor, of)
  expect(counts).toMatchObject({ total: 25_000, records: 5_000, take: 25_000, keep: 0 })
  expect(counts.fields).toHaveLength(5)
  expect((await list(editor, of, { current: 250, pageSize: 100 })).at(-1)).toMatchObject({ n: 5_000 })
  expect(await decide(editor, of, 'keep', { field: 'desc' })).toEqual({ decided: 5_000 })
  expect(await count(editor, of)).toMatchObject({ take: 20_000, keep: 5_000, open: 20_000 })
  const done = await run(home, editor, dry)
  expect(done).toMatchObject({ written: 5_000, counts: dry.counts })
  const { items } = await editor.get(listOgs, { query: { keyword: 'big 4999' } })
  const seen = await editor.get(getOg, at(items[0]?.id ?? 0))
  expect(seen).toMatchObject({ scale: '49990', desc: 'd4999', legal_form: 'Way 4999', register_time: '2002' })
})

function table(columns: readonly string[], cells: (n: number) => readonly string[]): string {
  const rows = Array.from({ length: 5_000 }, (_, index) => [`b-${index + 1}`, `big ${index + 1}`, ...cells(index + 1)])
  return [['external_id', 'name', ...columns], ...rows].map(row => row.join(',')).join('\n')
}

test('decisions of an import are removed by its undo, and earlier decisions apply again', async () => {
  const editor = await home.as('editor')
  const { loose, file } = await differing(editor, 'qu')
  await editor.get(decideClaim, { body: { noun: 'og', record_id: loose.id, field: 'scale', is_kept: false } })
  const twice: Import[] = []
  for (const more of ['1', '2']) {
    const dry = await dryRun(home, editor, await readFile(home, editor, 'qu.csv', file.replaceAll(/01$/gm, `0${more}`)))
    await decide(editor, { import: dry.id }, 'keep')
    twice.push(await run(home, editor, dry))
    expect((await claimed(editor, loose.id, 'scale')).reason).toBe('decided')
  }
  expect(await scales(editor, [loose])).toEqual(['300'])
  // The earlier import is undone first: the value that the later decision replaced must not return with it.
  for (const done of twice) {
    expect((await claimed(editor, loose.id, 'scale')).reason).toBe('decided')
    expect((await undoRun(home, editor, await lastRun(editor, { import: done.id }))).undo?.state).toBe('done')
  }
  expect((await claimed(editor, loose.id, 'scale')).reason).toBe('only')
  // The rule chooses again, as it was set before either import.
  await state(editor, loose, await aSource(home.ctx, { priority: 95 }), { scale: '999' })
  expect(await scales(editor, [loose])).toEqual(['999'])
})

test('a decision that a person makes after an import stays when the import is undone', async () => {
  const editor = await home.as('editor')
  const { loose, file } = await differing(editor, 'qv')
  const dry = await dryRun(home, editor, await readFile(home, editor, 'qv.csv', file))
  await decide(editor, { import: dry.id }, 'keep')
  const done = await run(home, editor, dry)
  await editor.get(decideClaim, { body: { noun: 'og', record_id: loose.id, field: 'scale', is_kept: true } })
  await undoRun(home, editor, await lastRun(editor, { import: done.id }))
  expect((await claimed(editor, loose.id, 'scale')).reason).toBe('decided')
})
