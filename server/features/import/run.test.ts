// Changes between two batches of an import: while one batch is written, the rows of the next are already read.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Import, runImport } from '#contract/import.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { taskList } from '#server/jobs.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { anOg } from '../og/factory.ts'
import { aPerson } from '../person/factory.ts'
import { importErasure } from './erase.ts'
import { dryRun, fetchImport, importFile, readFile, rowsOf, run } from './testing.ts'

const test_ = useTestApp()

const fresh = () => `w${randomUUID().slice(0, 8)}x`
const csv = (...rows: string[]) => rows.join('\n')
/** One more than a batch contains. */
const many = 1_001
const each = (line: (n: number) => string) => Array.from({ length: many }, (_, n) => line(n + 1))

const countPersons = async (w: string) => {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from person
    where name like ${`${w}%`} and deleted_at is null`.execute(test_.db)
  return rows[0]?.total
}

test('a record that matches rows of two batches is written by the first', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const mail = `${w}@a.example`
  const file = csv('Name,Mail,External ID', ...each(n => `${w} ${n},${n === 1 ? mail : ''},${n === many ? w : ''}`))
  const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file, 'person'))
  expect(checked.counts).toMatchObject({ new: many })
  // Since the dry run, a user has created a person that matches the first row by mail and the last one by an id.
  const person = await aPerson(test_.ctx, { name: `${w} old`, mail, external_id: w })
  const done = await run(test_, editor, checked)
  expect(done).toMatchObject({ state: 'done', progress: many, counts: { new: many - 2, changed: 1, repeated: 1 } })
  const [repeated] = await rowsOf(editor, checked.id, 'repeated')
  expect(repeated).toMatchObject({ n: many, faults: [{ message: 'Same record as row 1' }] })
  expect((await rowsOf(editor, checked.id, 'changed'))[0]).toMatchObject({ n: 1, record_id: person.id })
})

test('further records that a batch creates are found by the next one', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const file = csv('Name,Category', ...each(n => `${w} ${n},${n === 1 || n === many ? `${w} Energy` : ''}`))
  expect(await importFile(test_, editor, 'a.csv', file)).toMatchObject({ state: 'done', written: many })
  const made = await test_.db.selectFrom('og_cate').select('id').where('name', '=', `${w} Energy`).execute()
  expect(made).toHaveLength(1)
  const of = await test_.db.selectFrom('og').select('name').where('category_id', '=', made[0]!.id).execute()
  expect(of.map(({ name }) => name).toSorted()).toEqual([`${w} 1`, `${w} ${many}`].toSorted())
})

test('persons of the next batch are linked to an organisation that was created while the previous batch was written', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const file = csv('Name,Organisations', ...each(n => `${w} ${n},${n === many ? `${w} Ltd (Chair)` : ''}`))
  const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file, 'person'))
  let og_id = 0
  const done = await runWithBetween(editor, checked, async () => {
    og_id = (await anOg(test_.ctx, { name: `${w} Ltd` })).id
  })
  expect(done).toMatchObject({ state: 'done', written: many })
  const { items } = await editor.get(listPersons, { query: { keyword: `${w} ${many}` } })
  expect(items[0]).toMatchObject({ og_names: [], ogs: [og_id] })
})

test('a row that an erasure empties between two batches is not written from data read before', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const person = await aPerson(test_.ctx, { name: `${w} ${many}` })
  const file = csv('Name,Position', ...each(n => `${w} ${n},Chair`))
  const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file, 'person'))
  expect(checked.counts).toMatchObject({ new: many - 1, changed: 1 })
  const done = await runWithBetween(editor, checked, async () => {
    await inTransaction(test_.ctx, ctx => importErasure.erase(ctx, { ids: [person.id] } as never, {} as never))
  })
  expect(done).toMatchObject({ state: 'done', written: many - 1, counts: { new: many - 1, wrong: 1 } })
  expect((await rowsOf(editor, checked.id, 'wrong'))[0]).toMatchObject({ n: many, cells: [] })
})

test('a batch that the database refuses leaves nothing of itself or the next, and everything is written at the next try', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const file = csv('Name,Position', ...each(n => `${w} ${n},Chair`))
  const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file, 'person'))
  await sql`create function refuse_test() returns trigger language plpgsql as $$
    begin raise exception 'refused'; end $$`.execute(test_.db)
  await sql`create trigger refuse_test before insert on import_mark for each row execute function refuse_test()`.execute(
    test_.db,
  )
  expect(await run(test_, editor, checked)).toMatchObject({ state: 'failed', written: 0, progress: 0 })
  expect(await countPersons(w)).toBe(0)
  await sql`drop function refuse_test cascade`.execute(test_.db)
  const again = await run(test_, editor, await dryRun(test_, editor, await fetchImport(editor, checked.id)))
  expect(again).toMatchObject({ state: 'done', written: many, progress: many })
  expect(await countPersons(w)).toBe(many)
})

/** Writes the result of a dry run, and runs `between` once after the first batch. */
async function runWithBetween(client: Client, checked: Import, between: () => Promise<void>): Promise<Import> {
  await client.get(runImport, { params: { id: String(checked.id) } })
  const { step } = await test_.db
    .selectFrom('import')
    .select('step')
    .where('id', '=', checked.id)
    .executeTakeFirstOrThrow()
  let isDone = false
  const transaction = () => ({
    execute: async (work: never) => {
      const { progress, state } = await fetchImport(client, checked.id)
      if (!isDone && state === 'running' && progress === many - 1) {
        isDone = true
        await between()
      }
      return await test_.db.transaction().execute(work)
    },
  })
  const db = new Proxy(test_.db, {
    get: (target, name) => {
      const own = Reflect.get(target, name) as unknown
      if (name === 'transaction') return transaction
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
  const job = taskList({ ...test_.ctx, db }).run_import!
  await Promise.resolve(job({ id: checked.id, step }, { job: { id: '7' } } as never))
  expect(isDone).toBe(true)
  return await fetchImport(client, checked.id)
}
