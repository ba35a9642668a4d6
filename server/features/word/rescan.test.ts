import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { getCoverage } from '#contract/coverage.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { listSetAside } from '#contract/set_aside.api.ts'
import * as word from '#contract/word.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { aStoredPage } from './factory.ts'
import { adoptChangedNames } from './word.service.ts'

const app = useTestApp()

beforeEach(async () => {
  await sql`truncate word, page, og, set_aside cascade`.execute(app.db)
})

/** Makes jobs that wait for a few quiet seconds due immediately, and runs them. */
async function rescan() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
  await app.drainJobs()
}

test('a page that the store cannot return counts as unsearched, and is searched once the store returns it', async () => {
  const [editor, admin] = [await app.as('editor'), await app.as('admin')]
  for (const n of [1, 2, 3, 4, 5, 6, 7])
    await aStoredPage(app.ctx, { url: `https://example.org/${n}`, html: `<main><p>影子船队 第${n}页</p></main>` })
  await adoptChangedNames(app.ctx, 0)
  const made = await editor.get(word.createWord, { body: { word: '影子船队' } })
  await rename(join(app.folder, 'pack'), join(app.folder, 'away'))
  await rescan()
  const searched = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from page_version, dictionary
      where scanned >= dictionary.version`.execute(app.db)
    ).rows[0]?.count
  expect(await searched()).toBe(0)
  expect(await editor.get(word.getRescan)).toMatchObject({ done: 0, total: 7 })
  const { items } = await admin.get(listSetAside, { query: { queue: ['rescan'], pageSize: '50' } })
  expect(items).toHaveLength(7)
  expect(await admin.get(getCoverage)).toMatchObject({ mentions: { texts: 7, waiting: 7, quarantined: 7 } })
  await rename(join(app.folder, 'away'), join(app.folder, 'pack'))
  app.clock.advance(61_000)
  await sql`select graphile_worker.add_job('retry_set_aside', '{}'::json)`.execute(app.db)
  await app.drainJobs()
  expect((await admin.get(word.getWord, { params: { id: String(made.id) } })).pages).toBe(7)
  expect(await admin.get(getCoverage)).toMatchObject({ mentions: { waiting: 0, quarantined: 0 } })
})

describe('names of records', () => {
  const mentionsOf = async (record: { id: number }) =>
    (await sql<{ page_id: number }>`select page_id from mention where record_id = ${record.id}`.execute(app.db)).rows
  const takeAll = async () => {
    const isTaken = await adoptChangedNames(app.ctx, 0)
    await rescan()
    return isTaken
  }

  test('that are added, changed, deleted and restored are searched in pages stored before', async () => {
    const page = await aStoredPage(app.ctx, { html: '<main><p>Quillfeather Holdings bought 羽笔控股</p></main>' })
    await takeAll()
    const og = await anOg(app.ctx, { name: 'Quillfeather Holdings' })
    expect(await takeAll()).toBe(true)
    expect(await mentionsOf(og)).toEqual([{ page_id: page.page_id }])
    expect(await takeAll()).toBe(false)
    const admin = await app.as('admin')
    await admin.get(updateOg, { body: { id: og.id, name: 'Another House' } })
    await takeAll()
    expect(await mentionsOf(og)).toEqual([])
    await admin.get(updateOg, { body: { id: og.id, aliases: ['羽笔控股'] } })
    await takeAll()
    expect(await mentionsOf(og)).toHaveLength(1)
    await sql`update og set deleted_at = now() where id = ${og.id}`.execute(app.db)
    await takeAll()
    expect(await mentionsOf(og)).toEqual([])
    await sql`update og set deleted_at = null where id = ${og.id}`.execute(app.db)
    await takeAll()
    expect(await mentionsOf(og)).toHaveLength(1)
    // A change that affects no search creates no new version.
    await admin.get(updateOg, { body: { id: og.id, desc: 'nothing of its name' } })
    expect(await adoptChangedNames(app.ctx, 0)).toBe(false)
  })

  test('are found if their transaction commits after a later one', async () => {
    await aStoredPage(app.ctx, { html: '<main><p>Latecomer Trading and Earlybird Trading</p></main>' })
    let late = { id: 0 }
    let early = { id: 0 }
    await app.db.transaction().execute(async db => {
      late = await anOg({ ...app.ctx, db }, { name: 'Latecomer Trading' })
      early = await anOg(app.ctx, { name: 'Earlybird Trading' })
      await takeAll()
      expect(await mentionsOf(early)).toHaveLength(1)
    })
    await takeAll()
    expect(await mentionsOf(late)).toHaveLength(1)
  })

  test('of an organisation are mentions on its own site too, but never new ones', async () => {
    const own = await anOg(app.ctx, { name: 'Selfsame Institute' })
    await aStoredPage(app.ctx, { ogId: own.id, html: '<main><p>Selfsame Institute welcomes you</p></main>' })
    await takeAll()
    const { rows } = await sql`select og_id, is_new from mention where record_id = ${own.id}`.execute(app.db)
    expect(rows).toEqual([{ og_id: own.id, is_new: false }])
  })
})
