import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createList, getList, listListEntries, loadListFile } from '#contract/list.api.ts'
import { taskList } from '#server/jobs.ts'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { databaseUrl, runAndKill } from '#server/testing/killed-worker.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { fileOf, listParams } from './testing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-list-kill-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const app = useTestApp()

const count = 20_000
const crowd = (word: string) =>
  fileOf(Array.from({ length: count }, (_, n) => ({ id: `p${n}`, properties: { name: [`${word} ${n}`] } })))

test('a worker killed at any statement of a load leaves the previous version intact, and the next worker loads it once', async () => {
  const url = await databaseUrl(app.db)
  const loadAndKill = (payload: object, statement: number) =>
    runAndKill({ job: 'loadJob', from: '#server/features/list/load.ts', url, folder, payload }, statement)
  const blobs = openFileBlobs(folder)
  const ctx = { ...app.ctx, blobs }
  const admin = await app.as('admin')
  const list = await admin.get(createList, { body: { name: 'Killed' } })
  const tasks = taskList(ctx)
  const startLoad = async (content: string) => {
    await admin.upload(loadListFile, { name: 'list.json', content }, {}, listParams(list))
    // Copies the file to where the worker reads it.
    const row = await app.db.selectFrom('list_version').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    await blobs.put(row.file_key!, app.ctx.blobs.read(row.file_key!))
    await app.db.deleteFrom('graphile_worker._private_jobs' as never).execute()
    return row
  }
  const first = await startLoad(crowd('Before'))
  expect((await loadAndKill({ id: first.id, step: 0 }, 0)).isDone).toBe(true)
  const old = await admin.get(getList, { params: listParams(list) })
  expect(old.version).toMatchObject({ n: 1, entries: count })

  const next = await startLoad(crowd('After'))
  let [killed, step, isDone] = [0, 0, false]
  // Each kill comes later in the load: at its first statements, at portions in the middle, at the one transaction at
  // its end.
  for (let statement = 1; !isDone; statement += Math.max(1, Math.floor(statement / 2))) {
    const ended = await loadAndKill({ id: next.id, step }, statement)
    isDone = ended.isDone
    const state = await admin.get(getList, { params: listParams(list) })
    const { total } = await admin.get(listListEntries, {
      params: listParams(list),
      query: { keyword: 'Before', pageSize: 1 },
    })
    const isIn = state.version?.n === next.n
    // A worker killed between its commit and its report may have finished without reporting it.
    isDone ||= isIn
    expect([state.version?.entries, total], `killed at statement ${statement}`).toEqual([count, isIn ? 0 : count])
    if (isDone) break
    killed += 1
    app.clock.advance(180_000)
    await tasks.resume_list_loads!({}, { job: { id: '1' } } as never)
    await app.db.deleteFrom('graphile_worker._private_jobs' as never).execute()
    const row = await app.db.selectFrom('list_version').selectAll().where('id', '=', next.id).executeTakeFirstOrThrow()
    step = row.step
  }
  expect(killed).toBeGreaterThan(10)
  const after = await admin.get(getList, { params: listParams(list) })
  expect(after.version).toMatchObject({ n: next.n, entries: count, added: 0, changed: count, removed: 0 })
  expect(after.loading).toBeNull()
  const rowsOf = async (table: 'list_staged' | 'list_entry') =>
    Number(
      (
        await app.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  expect([await rowsOf('list_staged'), await rowsOf('list_entry')]).toEqual([0, 2 * count])
  // The nightly job removes the file completely.
  await tasks.remove_old_list_files!({}, { job: { id: '2' } } as never)
  const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(each => each.isFile())
  expect(left.map(({ name }) => name)).toEqual([])
}, 300_000)
