import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cancelImport, checkImport, getImport, listImportRows, listImports, runImport } from '#contract/import.api.ts'
import { getOg, listOgHistory, listOgs, updateOg } from '#contract/og.api.ts'
import { taskList } from '#server/jobs.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anOg } from '../og/factory.ts'
import { aPerson } from '../person/factory.ts'
import { dryRun, fetchImport, importFile, readFile, rowsOf, run } from './testing.ts'

const test_ = useTestApp()

/** A word that no other test's records contain. */
const fresh = () => `w${randomUUID().slice(0, 8)}x`
const csv = (...rows: string[]) => rows.join('\n')

describe('an existing person in the file', () => {
  test('stays unchanged if nothing differs, and the row shows by which field it was matched and which values remain', async () => {
    const [editor, admin] = [await test_.as('editor'), await test_.as('admin')]
    const name = `𠮷田太郎 ${fresh()}`
    const values = { name, region: 'JP', phone_number: '+81 3 0000', position: '理事', score: 0 }
    const person = await aPerson(test_.ctx, values)
    const file = csv('Name,Country,Position,Summary', `${name},Japan,,`, `${name} 二,Japan,,`)
    const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file, 'person'))
    expect(checked.counts).toEqual({ new: 1, changed: 0, unchanged: 1, repeated: 0, wrong: 0 })
    const [same, other] = await rowsOf(editor, checked.id)
    expect(same).toMatchObject({
      verdict: 'unchanged',
      record_id: person.id,
      record: { title: name, matched_by: 'name', left: ['position', 'phone_number'] },
    })
    expect(other).toMatchObject({ verdict: 'new', record: null })
    const before = await test_.db.selectFrom('person').selectAll().where('id', '=', person.id).executeTakeFirst()
    await run(test_, editor, checked)
    expect(await test_.db.selectFrom('person').selectAll().where('id', '=', person.id).executeTakeFirst()).toEqual(
      before,
    )
    // A record that may no longer be read is shown only by its row.
    await test_.db
      .updateTable('person')
      .set({ read_user: [admin.id], owner: admin.id })
      .where('id', '=', person.id)
      .execute()
    expect((await rowsOf(editor, checked.id))[0]).toMatchObject({ verdict: 'unchanged', record: null })
  })
})

describe('the dry run', () => {
  test('shows for every row the effect of a run and all faults at once, and writes nothing', async () => {
    const editor = await test_.as('editor')
    const w = fresh()
    const same = await anOg(test_.ctx, { name: `${w} same`, region: 'US' })
    const other = await anOg(test_.ctx, { name: `${w} other`, region: 'US' })
    const file = csv(
      'Name,Region,Weight,Founded,Danger level,Category,URL',
      `${w} SAME,USA,,,,,`.replace('SAME', 'same'),
      `${w} other,中国,7,,Class 1,,`,
      `${w} new,DEU,"1",4 Mar 1957,二类,${w} Energy,www.${w}.example/start`,
      `${w} wrong,Atlantis,lots,03/04/1957,bad,,http://`,
      `${w} new,FR,,,,,`,
      ',FR,,,,,',
    )
    const read = await readFile(test_, editor, 'a.csv', file)
    const checked = await dryRun(test_, editor, read, { on_wrong: 'skip_row' })
    expect(checked).toMatchObject({
      state: 'checked',
      counts: { new: 1, changed: 1, unchanged: 1, repeated: 1, wrong: 2 },
      progress: 6,
      written: 0,
      creates: [{ noun: 'og_cate', count: 1, names: [`${w} Energy`] }],
    })
    const rows = await rowsOf(editor, checked.id)
    expect(rows.map(row => row.verdict)).toEqual(['unchanged', 'changed', 'new', 'wrong', 'repeated', 'wrong'])
    expect(rows[0]).toMatchObject({ record_id: same.id, changes: [], faults: [] })
    expect(rows[1]).toMatchObject({ record_id: other.id })
    expect(rows[1]?.changes).toEqual([
      { field: 'region', from: 'US', to: 'CN' },
      { field: 'weight', from: 0, to: 7 },
      { field: 'danger_level', from: '待定', to: '一类' },
    ])
    expect(rows[3]?.faults).toEqual([
      { field: 'region', value: 'Atlantis', message: 'Region code not found' },
      { field: 'weight', value: 'lots', message: 'Wrong type: 1, 2, 3 … is expected' },
      {
        field: 'register_time',
        value: '03/04/1957',
        message: 'It is not clear whether the day or the month comes first',
      },
      { field: 'danger_level', value: 'bad', message: 'Choose one of: Sanctioned, Class 1, Class 2, Neutral, Pending' },
      {
        field: 'website',
        value: 'http://',
        message: 'This is not a valid web address; it starts with http:// or https://',
      },
    ])
    expect(rows[4]?.faults).toEqual([{ field: null, value: '', message: 'Same record as row 3' }])
    expect(rows[5]?.faults).toEqual([{ field: 'name', value: '', message: 'This cannot be empty' }])
    expect((await editor.get(listOgs, { query: { keyword: w } })).total).toBe(2)
    const wrong = await editor.get(listImportRows, {
      params: { id: String(checked.id) },
      query: { verdict: 'wrong', pageSize: 1, current: 2 },
    })
    expect(wrong).toMatchObject({ total: 2, items: [{ n: 6 }] })
  })

  test('an invalid plan is refused field by field', async () => {
    const editor = await test_.as('editor')
    const read = await readFile(test_, editor, 'a.csv', 'Name,Region\nA,US\n')
    const answer = await editor.call(checkImport, {
      params: { id: String(read.id) },
      body: {
        ...read.plan,
        mapping: ['name', 'name'],
        match_on: ['region'],
        constants: { weight: 'heavy', nothing: '1' },
        read_user: [999_999],
      },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.map(error => error.path)).toEqual([
      'mapping.1',
      'match_on.0',
      'constants.nothing',
      'constants.weight',
      'read_user',
    ])
  })

  test('invalid values can be skipped, constants fill unmapped fields, empty cells keep or clear', async () => {
    const editor = await test_.as('editor')
    const w = fresh()
    const og = await anOg(test_.ctx, { name: `${w} a`, desc: 'text', weight: 5 })
    const file = csv('Name,Description,Weight', `${w} a,,9999`, `${w} b,x,1`)
    const read = await readFile(test_, editor, 'a.csv', file)
    const plan = { on_wrong: 'skip_value', constants: { region: 'us', danger_level: 'neutral' } } as const
    const kept = await dryRun(test_, editor, read, plan)
    expect(kept.counts).toEqual({ new: 1, changed: 1, unchanged: 0, repeated: 0, wrong: 0 })
    expect((await rowsOf(editor, read.id))[0]).toMatchObject({
      faults: [{ field: 'weight' }],
      changes: [{ field: 'danger_level' }, { field: 'region', to: 'US' }],
    })
    await dryRun(test_, editor, read, { ...plan, on_empty: 'clear' })
    await run(test_, editor, await fetchImport(editor, read.id))
    const after = await editor.get(getOg, { params: { id: String(og.id) } })
    expect(after).toMatchObject({ desc: null, weight: 5, region: 'US', danger_level: '中性', rev: 2 })
  })

  test('the plan is remembered for its user and for files with the same columns', async () => {
    const editor = await test_.as('editor')
    const read = await readFile(test_, editor, 'a.csv', 'Firm,Where\nA,X\n')
    expect(read.plan).toMatchObject({ mapping: [null, null] })
    await dryRun(test_, editor, read, { mapping: ['name', 'region'], match_on: ['name'], constants: { weight: '3' } })
    const again = await readFile(test_, editor, 'b.csv', 'firm , WHERE\nB,CN\n')
    expect(again).toMatchObject({
      plan_remembered: true,
      plan: { mapping: ['name', 'region'], constants: { weight: '3' } },
    })
    const other = await test_.as('editor')
    expect((await readFile(test_, other, 'b.csv', 'Firm,Where\nB,CN\n')).plan_remembered).toBe(false)
  })
})

describe('the run', () => {
  test('creates and changes records as the importer, with history, and a second import of the file changes nothing', async () => {
    const editor = await test_.as('editor')
    const reader = await test_.as('reader')
    const w = fresh()
    const old = await anOg(test_.ctx, { name: `${w} old` })
    const file = csv(
      'Name,Aliases,Category,Website,External ID',
      `${w} old,"a; b",${w} Cat,https://${w}.example/x,E-${w}`,
      `${w} new,,${w} CAT,,`,
    )
    const done = await importFile(test_, editor, 'a.csv', file, { read_user: [editor.id] })
    expect(done).toMatchObject({
      state: 'done',
      written: 2,
      progress: 2,
      counts: { new: 1, changed: 1, unchanged: 0, repeated: 0, wrong: 0 },
    })
    const rows = await rowsOf(editor, done.id)
    const made = await editor.get(getOg, { params: { id: String(rows[1]?.record_id) } })
    expect(made).toMatchObject({
      name: `${w} new`,
      owner: editor.id,
      rev: 1,
      read_user: [editor.id],
      danger_level: '待定',
    })
    const changed = await editor.get(getOg, { params: { id: String(old.id) } })
    expect(changed).toMatchObject({
      aliases: ['a', 'b'],
      host: `${w}.example`,
      entrances: [],
      contacts: [expect.objectContaining({ scheme: 'website', value: `https://${w}.example/x` })],
      external_id: `E-${w}`,
      rev: 2,
      read_user: [],
      owner: null,
    })
    expect(changed.category_id).toBe(made.category_id)
    const history = await reader.get(listOgHistory, { params: { id: String(old.id) } })
    expect(history.items[0]).toMatchObject({ act: 'update', user_id: editor.id, username: editor.username, rev: 2 })
    expect(history.items[0]?.req_id).toMatch(/^job-/)
    expect(history.items[0]?.changes).toContainEqual({ field: 'category_id', from: null, to: changed.category_id })
    expect((await reader.call(getOg, { params: { id: String(made.id) } })).status).toBe(404)
    const again = await importFile(test_, editor, 'a.csv', file)
    expect(again).toMatchObject({
      written: 0,
      counts: { new: 0, changed: 0, unchanged: 2, repeated: 0, wrong: 0 },
      creates: [],
    })
    expect((await editor.get(getOg, { params: { id: String(old.id) } })).rev).toBe(2)
  })

  test('a record changed since the dry run is judged in its present state', async () => {
    const editor = await test_.as('editor')
    const w = fresh()
    const og = await anOg(test_.ctx, { name: `${w} a`, weight: 1 })
    const checked = await dryRun(
      test_,
      editor,
      await readFile(test_, editor, 'a.csv', csv('Name,Weight', `${w} a,5`, `${w} b,6`)),
    )
    await editor.get(updateOg, { body: { id: og.id, weight: 5 } })
    await anOg(test_.ctx, { name: `${w} b`, write_user: [1_000_000], owner: null })
    const done = await run(test_, editor, checked)
    expect(done).toMatchObject({ state: 'done', written: 0, counts: { new: 0, changed: 0, unchanged: 1, wrong: 1 } })
  })

  test('restricted records are neither matched nor revealed; readable ones that may not be changed are refused', async () => {
    const admin = await test_.as('admin')
    const editor = await test_.as('editor')
    const w = fresh()
    const hidden = await anOg(test_.ctx, { name: `${w} hidden`, read_user: [admin.id], owner: admin.id, weight: 1 })
    const locked = await anOg(test_.ctx, { name: `${w} locked`, write_user: [admin.id], owner: admin.id })
    const file = csv('Name,Weight', `${w} hidden,9`, `${w} locked,9`)
    const done = await importFile(test_, editor, 'a.csv', file)
    const rows = await rowsOf(editor, done.id)
    expect(rows[0]?.verdict).toBe('new')
    expect(rows[0]?.record_id).not.toBe(hidden.id)
    expect(rows[1]).toMatchObject({
      verdict: 'wrong',
      faults: [{ field: null, message: 'You cannot edit the record that this row matches' }],
    })
    expect(await admin.get(getOg, { params: { id: String(hidden.id) } })).toMatchObject({ weight: 1, rev: 1 })
    expect(await admin.get(getOg, { params: { id: String(locked.id) } })).toMatchObject({ weight: 0, rev: 1 })
  })

  test("a name that matches two records is not guessed; the record's id decides", async () => {
    const editor = await test_.as('editor')
    const w = fresh()
    const [a, b] = [await anOg(test_.ctx, { name: w }), await anOg(test_.ctx, { name: w, external_id: `${w}-b` })]
    const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', csv('Name,Weight', `${w},4`)))
    expect((await rowsOf(editor, checked.id))[0]?.faults[0]?.message).toBe(
      `Matches several records: #${a.id}, #${b.id}`,
    )
    const byId = await importFile(test_, editor, 'a.csv', csv('Record ID,Name,Weight', `${b.id},${w},4`))
    expect(byId).toMatchObject({ written: 1 })
    expect((await editor.get(getOg, { params: { id: String(b.id) } })).weight).toBe(4)
    const byCode = await dryRun(
      test_,
      editor,
      await readFile(test_, editor, 'a.csv', csv('External ID,Name,Weight', `${w}-a,${w},4`)),
    )
    expect((await rowsOf(editor, byCode.id))[0]).toMatchObject({ verdict: 'changed', record_id: a.id })
  })

  test('a worker killed between batches writes nothing twice, nor do two concurrent workers', async () => {
    const editor = await test_.as('editor')
    const w = fresh()
    const file = csv('Name,Weight', ...Array.from({ length: 1_700 }, (_, n) => `${w} ${n},${n % 100}`))
    const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file))
    expect(checked.counts.new).toBe(1_700)
    const started = await editor.get(runImport, { params: { id: String(checked.id) } })
    const job = taskList(test_.ctx).run_import!
    const { step } = await test_.db
      .selectFrom('import')
      .select('step')
      .where('id', '=', started.id)
      .executeTakeFirstOrThrow()
    const stop = AbortSignal.abort(new Error('killed'))
    const work = (abortSignal?: AbortSignal) =>
      Promise.resolve(job({ id: started.id, step }, { job: { id: '7' }, abortSignal } as never))
    await expect(work(stop)).rejects.toThrow('killed')
    expect(await fetchImport(editor, started.id)).toMatchObject({ state: 'running', progress: 1_000, written: 1_000 })
    await Promise.all([work(), work()])
    await test_.drainJobs()
    expect(await fetchImport(editor, started.id)).toMatchObject({ state: 'done', written: 1_700, progress: 1_700 })
    expect((await editor.get(listOgs, { query: { keyword: w } })).total).toBe(1_700)
  })

  test('a step whose worker died is found and finished', async () => {
    const editor = await test_.as('editor')
    const w = fresh()
    const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', csv('Name', w)))
    await editor.get(runImport, { params: { id: String(checked.id) } })
    await test_.db.deleteFrom('graphile_worker._private_jobs' as never).execute()
    test_.clock.advance(180_000)
    await Promise.resolve(taskList(test_.ctx).resume_imports!({}, { job: { id: '8' } } as never))
    await test_.drainJobs()
    expect(await fetchImport(editor, checked.id)).toMatchObject({ state: 'done', written: 1 })
  })

  test('a cancelled run stops; written rows stay, and a new dry run continues from there', async () => {
    const editor = await test_.as('editor')
    const w = fresh()
    const file = csv('Name', ...Array.from({ length: 1_200 }, (_, n) => `${w} ${n}`))
    const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file))
    const params = { id: String(checked.id) }
    expect((await editor.call(cancelImport, { params })).status).toBe(409)
    await editor.get(runImport, { params })
    const { step } = await test_.db
      .selectFrom('import')
      .select('step')
      .where('id', '=', checked.id)
      .executeTakeFirstOrThrow()
    const killed = { job: { id: '9' }, abortSignal: AbortSignal.abort(new Error('killed')) }
    await expect(
      Promise.resolve(taskList(test_.ctx).run_import!({ id: checked.id, step }, killed as never)),
    ).rejects.toThrow('killed')
    expect(await editor.get(cancelImport, { params })).toMatchObject({ state: 'cancelled', written: 1_000 })
    await test_.drainJobs()
    expect((await editor.get(listOgs, { query: { keyword: w } })).total).toBe(1_000)
    expect((await editor.call(runImport, { params })).status).toBe(409)
    const again = await dryRun(test_, editor, await fetchImport(editor, checked.id))
    expect(again.counts).toEqual({ new: 200, changed: 0, unchanged: 1_000, repeated: 0, wrong: 0 })
  })

  test('a user who was disabled or lost the role meanwhile imports nothing', async () => {
    const w = fresh()
    for (const loss of [{ status: 'disabled' }, { role: 'reader' }] as const) {
      const editor = await test_.as('editor')
      const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', csv('Name', w)))
      await editor.get(runImport, { params: { id: String(checked.id) } })
      await test_.db.updateTable('user').set(loss).where('id', '=', editor.id).execute()
      await test_.drainJobs()
      const row = await test_.db
        .selectFrom('import')
        .select(['state', 'written', 'error'])
        .where('id', '=', checked.id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({
        state: 'failed',
        written: 0,
        error: 'Your account is disabled, or your role can no longer do this.',
      })
    }
  })
})

test('no user sees another’s imports, not even an administrator', async () => {
  const editor = await test_.as('editor')
  const read = await readFile(test_, editor, 'mine.csv', 'Name\nA\n')
  const params = { id: String(read.id) }
  for (const client of [await test_.as('editor'), await test_.as('admin')]) {
    const answers = await Promise.all([
      client.call(getImport, { params }),
      client.call(listImportRows, { params }),
      client.call(cancelImport, { params }),
      client.call(runImport, { params }),
      client.call(checkImport, { params, body: read.plan }),
    ])
    expect(answers.map(answer => answer.status)).toEqual([404, 404, 404, 404, 404])
    expect((await client.get(listImports)).total).toBe(0)
  }
  expect((await editor.get(listImports, { query: { keyword: 'MINE' } })).items.map(each => each.id)).toEqual([read.id])
})
