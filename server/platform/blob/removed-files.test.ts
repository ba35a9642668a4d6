import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { inTransaction } from '../ctx.ts'
import { newBlobKey } from './blobs.ts'
import { releaseFiles, removeReleasedFiles } from './removed-files.ts'

const app = useTestApp()

async function aFile(): Promise<string> {
  const key = newBlobKey('upload')
  await app.ctx.blobs.put(key, Readable.from(['𠮷田']))
  return key
}
const isThere = async (key: string) => (await app.ctx.blobs.size(key)) !== null
const waiting = async () =>
  (await sql<{ key: string }>`select key from blob_removal order by key`.execute(app.db)).rows.map(row => row.key)

test('a released file is removed after the commit, and stays if there was none', async () => {
  const [kept, gone] = [await aFile(), await aFile()]
  const undone = inTransaction(app.ctx, async ctx => {
    await releaseFiles(ctx, [kept])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await inTransaction(app.ctx, ctx => releaseFiles(ctx, [gone, gone]))
  expect([await isThere(kept), await isThere(gone)]).toEqual([true, true])
  await removeReleasedFiles(app.ctx)
  expect([await isThere(kept), await isThere(gone)]).toEqual([true, false])
  expect(await waiting()).toEqual([])
})

test('files that a killed process left are removed by the scheduled job', async () => {
  const key = await aFile()
  await inTransaction(app.ctx, ctx => releaseFiles(ctx, [key]))
  await sql`select graphile_worker.add_job('remove_gone_files', '{}'::json)`.execute(app.db)
  await app.drainJobs()
  expect(await isThere(key)).toBe(false)
})

test('one that cannot be removed does not block the others, and is tried again next time', async () => {
  const [bad, good] = (await Promise.all([aFile(), aFile()])).sort() as [string, string]
  await inTransaction(app.ctx, ctx => releaseFiles(ctx, [bad, good]))
  const remove = async (key: string) => {
    if (key === bad) throw new Error('no such luck')
    await app.ctx.blobs.remove(key)
  }
  await expect(removeReleasedFiles({ ...app.ctx, blobs: { ...app.ctx.blobs, remove } })).rejects.toThrow('no such luck')
  expect([await isThere(bad), await isThere(good)]).toEqual([true, false])
  expect(await waiting()).toEqual([bad])
  await removeReleasedFiles(app.ctx)
  expect(await waiting()).toEqual([])
})

test('a file is not removed before the transaction that deletes its row commits', async () => {
  const key = await aFile()
  await expect(inTransaction(app.ctx, ctx => ctx.blobs.remove(key))).rejects.toThrow('after the commit')
  await expect(releaseFiles(app.ctx, [key])).rejects.toThrow('in the transaction')
  expect(await isThere(key)).toBe(true)
})

test.each([
  ['import', 'remove_old_imports'],
  ['export', 'remove_old_exports'],
  ['interchange', 'remove_old_interchanges'],
  ['attachment', 'tidy_attachments'],
  ['upload', 'remove_unused_contents'],
] as const)(
  'a file of %s that a process killed before writing its row left is removed after a day, whole or partial',
  async (kind, job) => {
    const key = newBlobKey(kind)
    await app.ctx.blobs.put(key, Readable.from(['𠮷田']))
    const half = `${key}.${randomUUID()}.part`
    await writeFile(join(app.folder, half), '𠮷')
    const work = async () => {
      await sql`select graphile_worker.add_job(${job}, '{}'::json)`.execute(app.db)
      await app.drainJobs()
    }
    await work()
    expect([await isThere(key), await isThere(half)]).toEqual([true, true])
    app.clock.advance(2 * 86_400_000)
    await work()
    expect([await isThere(key), await isThere(half)]).toEqual([false, false])
    app.clock.advance(-2 * 86_400_000)
  },
)
