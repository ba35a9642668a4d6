import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { JobName } from '#contract/job.ts'
import { createList, loadListFile } from '#contract/list.api.ts'
import { createOg } from '#contract/og.api.ts'
import { createPerson } from '#contract/person.api.ts'
import { decideScreening, listScreenings } from '#contract/screening.api.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { send } from '#server/features/upload/testing.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { openConnection } from '#server/platform/db/connection.ts'
import { openPool } from '#server/platform/db/db.ts'
import { migrate, migrationNames } from '#server/platform/db/migrate.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { putCapture } from '#server/store/store.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { sealAuditLog } from '../audit/audit.service.ts'
import { copyTable, findTables } from './backup.queries.ts'
import { makeBackup } from './backup.service.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { rowDigest } from './row-digest.ts'
import { anEmptyTarget } from './testing.ts'

const test = useTestApp()
let folder: string
let databaseUrl: string
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-backup-'))
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.db)
  databaseUrl = inject('databaseUrl').replace(/postgres$/, rows[0]?.name ?? '')
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(closeEngine)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function aTarget() {
  const target = await anEmptyTarget(test.ctx)
  closing.push(target.close)
  return target
}

let count = 0
const backUp = (values: { file?: string; passphrase?: string } = {}) => {
  count += 1
  const file = values.file ?? join(folder, `${count}.ogbackup`)
  const job = {
    databaseUrl,
    transferDir: join(test.folder, 'transfer'),
    file,
    passphrase: values.passphrase,
    cause: 'command' as const,
  }
  return makeBackup(test.ctx, job)
}

/** Every table of the backup: rows and their digest. */
async function digestsOf(url: string): Promise<Record<string, string>> {
  const connection = await openConnection(url)
  const digests: Record<string, string> = {}
  for (const table of await findTables(connection.db)) {
    const digest = rowDigest()
    for await (const chunk of connection.copyOut(copyTable(table))) digest.add(chunk)
    const { rows, digest: sum } = digest.end()
    digests[table.name] = `${rows} ${sum}`
  }
  await connection.end()
  return digests
}

/** Creates data of every kind that is difficult to restore. */
async function fill(ctx: Ctx): Promise<void> {
  const editor = await test.as('editor')
  for (const name of ['𠮷田太郎', 'שלום\tעולם', 'back\\slash\nline', `${'长'.repeat(199)}𤨒`])
    await editor.get(createOg, { body: { name, aliases: ['a,b', '"quoted"', '\\N'] } })
  await send(test, await test.as('uploader'), '报告 𠮷.txt', 'Ein Satz, der bleibt.')
  await send(test, await test.as('uploader'), 'empty.txt', '')
  await test.drainJobs()
  await putCapture(ctx, Buffer.from('<p>captured</p>'))
  await sealAuditLog(ctx)
}

/** A list with a decided hit, or one whose file is stored but not read yet. */
async function fillLists(editor: Client, waiting?: string): Promise<void> {
  const admin = await test.as('admin')
  const list = await admin.get(createList, { body: { name: waiting ?? '名单 𠮷' } })
  const content = JSON.stringify({ id: 'b', schema: 'Person', properties: { name: ['Wendelgard Oxenstierna'] } })
  if (!waiting) await editor.get(createPerson, { body: { name: 'Wendelgard Oxenstierna' } })
  await admin.upload(loadListFile, { name: 'l.ftm.json', content }, {}, { id: String(list.id) })
  if (waiting) return
  await test.drainJobs()
  const { items } = await editor.get(listScreenings, { query: { list_id: [String(list.id)] } as never })
  for (const { id } of items)
    await editor.get(decideScreening, { params: { id: String(id) }, body: { state: 'different', note: '不是 𤨒' } })
}

describe('a backup', () => {
  it('restores every table and file, with everything written before it', async () => {
    await fill(test.ctx)
    await fillLists(await test.as('editor'))
    await fillLists(await test.as('editor'), 'waits to be read')
    const made = await backUp({ passphrase: 'correct horse battery' })
    const before = await digestsOf(databaseUrl)
    const target = await aTarget()
    const report = await restoreBackup(target.ctx, await checkBackup(made.file, 'correct horse battery'), target)
    expect(report.trail.fault).toBeNull()
    expect(report.captures).toMatchObject({ lost: 0, missing: 0 })
    const after = await digestsOf(target.databaseUrl)
    // Each of the two commands recorded itself in the audit log.
    const { audit: _before, ...rest } = before
    const { audit: _after, ...restAfter } = after
    expect(restAfter).toEqual(rest)
    const { rows: kept } = await sql<{ file_key: string | null; note: string | null }>`select
      (select file_key from list_version where state = 'loading') as file_key,
      (select note from screening where decided_state = 'different') as note`.execute(target.ctx.db)
    expect(kept[0]?.note).toBe('不是 𤨒')
    expect(kept[0]?.file_key).toMatch(/^list/)
    const chunks: Uint8Array[] = []
    for await (const chunk of target.ctx.blobs.read(kept[0]?.file_key ?? '')) chunks.push(chunk as Uint8Array)
    expect(Buffer.concat(chunks).toString()).toContain('Oxenstierna')
    expect(made.manifest.lost).toEqual([])
    expect(made.manifest.files).toBeGreaterThanOrEqual(3)
  })

  it('contains waiting jobs, but no sessions', async () => {
    await addJob(
      test.db,
      'of_nobody' as JobName,
      { words: '等待 \\ 𠮷' },
      { key: 'only:one', runAt: new Date('2031-02-03T04:05:06Z'), maxAttempts: 7 },
    )
    await test.as('admin')
    const target = await aTarget()
    await restoreBackup(target.ctx, await checkBackup((await backUp()).file, undefined), target)
    const { rows } = await sql<{
      payload: unknown
    }>`select payload, run_at, max_attempts, key from graphile_worker._private_jobs
      where key = 'only:one'`.execute(target.ctx.db)
    expect(rows).toEqual([
      { payload: { words: '等待 \\ 𠮷' }, run_at: '2031-02-03T04:05:06.000Z', max_attempts: 7, key: 'only:one' },
    ])
    const left = await sql<{ count: number }>`select count(*)::int as count from session`.execute(target.ctx.db)
    expect(left.rows[0]?.count).toBe(0)
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs where key = 'only:one'))`.execute(
      test.db,
    )
  })

  it('is one snapshot while records are written, and ids continue from there', async () => {
    const editor = await test.as('editor')
    let isDone = false
    const writing = (async () => {
      for (let number = 0; !isDone; number += 1) await editor.get(createOg, { body: { name: `Meanwhile ${number}` } })
    })()
    const made = await backUp()
    isDone = true
    await writing
    const target = await aTarget()
    await restoreBackup(target.ctx, await checkBackup(made.file, undefined), target)
    const { rows } = await sql<{ alone: number }>`select count(*)::int as alone from og
      where not exists (select from history where noun = 'og' and record_id = og.id)`.execute(target.ctx.db)
    expect(rows[0]?.alone).toBe(0)
    const { rows: next } = await sql<{ id: number; most: number }>`insert into og (name) values ('Next')
      returning id, (select max(id) from og)::bigint as most`.execute(target.ctx.db)
    expect(next[0]?.id).toBeGreaterThan(next[0]?.most ?? 0)
  })

  it('retains files that are removed while it is made, and removes them afterwards', async () => {
    const uploader = await test.as('uploader')
    await send(test, uploader, 'short-lived.txt', 'soon gone')
    const { rows } = await sql<{
      blob_key: string
    }>`select blob_key from upload_content order by created_at desc limit 1`.execute(test.db)
    const key = rows[0]?.blob_key ?? ''
    const hold = await test.ctx.blobs.hold()
    await test.ctx.blobs.remove(key)
    expect(await test.ctx.blobs.size(key)).toBe(9)
    await hold.release()
    expect(await test.ctx.blobs.size(key)).toBeNull()
    const made = await backUp()
    expect(made.manifest.lost).toEqual([key])
    await sql`delete from upload where sha256 in (select sha256 from upload_content where blob_key = ${key})`.execute(
      test.db,
    )
    await sql`delete from upload_content where blob_key = ${key}`.execute(test.db)
  })

  it('is recorded in the table, done or failed, and leaves no partial file if it failed', async () => {
    const made = await backUp()
    const row = () => test.db.selectFrom('backup').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(await row()).toMatchObject({
      id: made.id,
      state: 'done',
      bytes: made.bytes,
      file: made.file,
      lost: 0,
      error: null,
    })
    await expect(backUp({ file: made.file })).rejects.toThrow('already exists')
    const unmounted = join(folder, 'disk')
    await expect(backUp({ file: join(unmounted, 'backup', 'one') })).rejects.toThrow(
      `The folder ${unmounted} does not exist. Mount or create it, or choose another one.`,
    )
    expect(existsSync(unmounted)).toBe(false)
    expect(await row()).toMatchObject({ state: 'failed', bytes: null })
    const before = await readdir(folder)
    const full = { ...test.ctx, blobs: { ...test.ctx.blobs, read: () => failing('ENOSPC'), size: async () => 5 } }
    await expect(
      makeBackup(full, {
        databaseUrl,
        transferDir: join(test.folder, 'transfer'),
        file: join(folder, 'never'),
        passphrase: undefined,
        cause: 'command',
      }),
    ).rejects.toThrow('The disk is full')
    expect(await row()).toMatchObject({ state: 'failed', error: expect.stringContaining('The disk is full') })
    expect(await readdir(folder)).toEqual(before)
  })
})

function failing(code: string): Readable {
  return new Readable({
    read() {
      this.destroy(Object.assign(new Error(code), { code }))
    },
  })
}

describe('a restore', () => {
  let file: string
  beforeAll(async () => {
    await fill(test.ctx)
    file = (await backUp()).file
  })

  it('refuses a file that was changed anywhere, is incomplete, or is not a backup', async () => {
    const bytes = await readFile(file)
    const refused = join(folder, 'refused')
    for (const at of [4, 30, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2), bytes.length - 3]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] as number) ^ 0x10
      await writeFile(refused, changed)
      await expect(checkBackup(refused, undefined)).rejects.toThrow(/is damaged or truncated/)
    }
    for (const length of [12, 40, Math.floor(bytes.length / 2), bytes.length - 1]) {
      await writeFile(refused, bytes.subarray(0, length))
      await expect(checkBackup(refused, undefined)).rejects.toThrow(/is damaged or truncated/)
    }
    for (const other of ['', 'PK\x03\x04 something else entirely, long enough to be looked at']) {
      await writeFile(refused, other)
      await expect(checkBackup(refused, undefined)).rejects.toThrow(/is not a backup of Og Group/)
    }
    await expect(checkBackup(join(folder, 'nowhere'), undefined)).rejects.toThrow(/is not there/)
  })

  it('refuses a missing or wrong passphrase, and changed bytes of an encrypted file', async () => {
    const { file: closed } = await backUp({ passphrase: '正确的口令 𠮷' })
    await expect(checkBackup(closed, undefined)).rejects.toThrow(/is encrypted/)
    await expect(checkBackup(closed, 'another one')).rejects.toThrow('Wrong pass phrase for')
    const bytes = await readFile(closed)
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] as number) ^ 1
    await writeFile(join(folder, 'changed'), bytes)
    await expect(checkBackup(join(folder, 'changed'), '正确的口令 𠮷')).rejects.toThrow(/is damaged or truncated/)
  })

  it('refuses a database or a folder that is not empty, and one with a running console', async () => {
    const backup = await checkBackup(file, undefined)
    const target = await aTarget()
    const console = openPool(target.databaseUrl)
    await console.query('create table somebody_elses (id int)')
    await expect(restoreBackup(target.ctx, backup, target)).rejects.toThrow('A console runs on this database')
    await console.end()
    await expect(restoreBackup(target.ctx, backup, target)).rejects.toThrow('The database is not empty')
    const other = await aTarget()
    await other.ctx.blobs.put('upload/ab/ab', Readable.from(['x']))
    await expect(restoreBackup(other.ctx, backup, other)).rejects.toThrow('The file store is not empty (upload)')
  })

  it('that was killed leaves a database that is marked as such, and can be started again', async () => {
    const backup = await checkBackup(file, undefined)
    const target = await aTarget()
    const stops = {
      ...target.ctx.blobs,
      put: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    }
    await expect(restoreBackup({ ...target.ctx, blobs: stops }, backup, target)).rejects.toThrow('The disk is full')
    await expect(migrate(target.pool)).rejects.toThrow('A restore into this database is incomplete')
    await target.ctx.blobs.put('upload/ab/ab', Readable.from(['half']))
    await restoreBackup(target.ctx, backup, target)
    expect(await target.ctx.blobs.size('upload/ab/ab')).toBeNull()
    expect(await migrate(target.pool)).toEqual([])
  })

  it('of a backup from before tables were renamed keeps their rows', async () => {
    const older = await aTarget()
    await migrate(older.pool, () => {}, { only: (await migrationNames()).filter(name => name < '0215') })
    const db = older.ctx.db
    await sql`with reader as (insert into "user" (username, role, password_hash) values ('reader', 'editor', 'x') returning id),
      seen as (insert into visit (user_id, noun, record_id, at) select id, 'og', 1, now() from reader),
      sent as (insert into mail (user_id, kind, created_at) select id, 'now', now() from reader)
      insert into view (noun, name, scope, owner, state) select 'og', 'Renamed', 'private', id, '{}' from reader`.execute(
      db,
    )
    await sql`insert into content (sha256, size, blob_key) values (repeat('a', 64), 1, 'upload/aa/lost')`.execute(db)
    await sql`insert into erasure (person_id, ids, names, state, username, plan)
      values (1, '{1}', '{Ann}', 'ready', 'admin', '{"names": [{"name": "Ann", "places": [{"place": "view.name", "count": 1}]}]}')`.execute(
      db,
    )
    const file = join(folder, 'older.ogbackup')
    const job = { databaseUrl: older.databaseUrl, transferDir: undefined, file, passphrase: undefined }
    await makeBackup(older.ctx, { ...job, cause: 'command' })
    const target = await aTarget()
    const { migrated } = await restoreBackup(target.ctx, await checkBackup(file, undefined), target)
    expect(migrated).toContain('0215-table-names.sql')
    const { rows } =
      await sql`select (select name from saved_view) as view, (select count(*)::int from record_visit) as visits,
      (select kind from outgoing_mail) as mail, (select blob_key from upload_content) as key,
      (select plan #>> '{names,0,places,0,place}' from erasure) as place,
      (select array_agg(relname::text) from pg_class where relkind = 'i'
        and relname ~ '^(hit|missing(?!_url)|visit|view|mail|content)_') as left`.execute(target.ctx.db)
    expect(rows).toEqual([
      { view: 'Renamed', visits: 1, mail: 'now', key: 'upload/aa/lost', place: 'saved_view.name', left: null },
    ])
  })

  it('refuses a backup of a newer console', async () => {
    await sql`insert into migration (name) values ('9999-later.sql')`.execute(test.db)
    const newer = await backUp()
    await sql`delete from migration where name = '9999-later.sql'`.execute(test.db)
    await expect(checkBackup(newer.file, undefined)).rejects.toThrow('comes from a newer version of the console')
  })
})
