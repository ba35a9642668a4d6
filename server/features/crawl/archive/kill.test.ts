import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addPageArchive, listPageArchives } from '#contract/page-archive.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { databaseUrl, runAndKill } from '#server/testing/killed-worker.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { defaultBounds } from './capture.ts'
import { pageOfText, warcFile } from './testing.ts'

vi.setConfig({ testTimeout: 120_000 })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-archive-kill-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const app = useTestApp()
const count = defaultBounds.portionCaptures + 50

test('a worker killed in the middle of an archive leaves whole portions, and the next worker continues after them', async () => {
  const url = await databaseUrl(app.db)
  const admin = await app.as('admin')
  const contentOf = (word: string) =>
    warcFile(
      Array.from({ length: count }, (_, n) => ({
        url: `https://alpha.example/${n % 50}`,
        date: new Date(Date.UTC(2001 + Math.floor(n / 50), 1, 1)).toISOString().replace('.000Z', 'Z'),
        body: pageOfText(`${word} ${n}.`),
      })),
      { gzip: true },
    )
  // Contents that are already stored need fewer statements, so each run has its own.
  async function send(word: string) {
    const content = contentOf(word)
    const og = await anOg(app.ctx, { name: 'Alpha', host: 'alpha.example' })
    const params = { id: String(og.id) }
    const answer = await admin.upload(addPageArchive, { name: 'past.warc.gz', content }, {}, params)
    const { id } = answer.body.data as { id: number }
    const row = await app.db.selectFrom('page_archive').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await openFileBlobs(folder).put(row.file_key!, app.ctx.blobs.read(row.file_key!))
    await app.db.deleteFrom('graphile_worker._private_jobs' as never).execute()
    return {
      versions: async () =>
        (
          await sql<{ count: number }>`select count(*)::int as count from page_version where og_id = ${og.id}`.execute(
            app.db,
          )
        ).rows[0]!.count,
      state: async () => (await admin.get(listPageArchives, { params })).items[0]!,
      read: async (step: number, statement: number) => {
        await sql`update page_archive set step = ${step} where id = ${id}`.execute(app.db)
        const payload = { id, step }
        const from = '#server/features/crawl/archive/read-archive.ts'
        return await runAndKill({ job: 'readArchiveJob', from, url, folder, payload }, statement)
      },
    }
  }
  const whole = await send('first')
  const { isDone, sent } = await whole.read(0, 0)
  expect(isDone).toBe(true)
  expect(await whole.versions()).toBe(count)

  const { versions, state, read } = await send('second')
  // In the middle of the first portion: nothing is stored.
  expect((await read(0, Math.floor(sent / 2))).isDone).toBe(false)
  expect(await versions()).toBe(0)
  // In the middle of the second portion: the first one is stored.
  expect((await read(1, Math.floor(sent * 0.93))).isDone).toBe(false)
  const stored = await versions()
  expect(stored).toBe(defaultBounds.portionCaptures)
  expect(await state()).toMatchObject({ state: 'reading', captures: stored, counts: { added: stored } })
  expect((await read(2, 0)).isDone).toBe(true)
  expect(await versions()).toBe(count)
  expect(await state()).toMatchObject({ state: 'done', captures: count, counts: { added: count } })
  // A late second run of the same step changes nothing.
  expect((await read(2, 0)).isDone).toBe(true)
  expect(await versions()).toBe(count)
})
