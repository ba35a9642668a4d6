import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Connection } from '#server/platform/db/connection.ts'
import type { Db } from '#server/platform/db/db.ts'
import { copyTable } from './backup.queries.ts'
import type { ReportStep } from './dump.ts'
import {
  addRestoredJobs,
  bareTables,
  copyInto,
  makeJobTable,
  type RebuildPlan,
  rebuild,
  setSequence,
} from './load.queries.ts'
import { BackupError, type BackupManifest } from './manifest.ts'
import { rowDigest } from './row-digest.ts'

export type DatabaseLoad = {
  /** Loads rows of a table in portions, one table after the other. The table `jobs` has the waiting jobs. */
  take(table: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Rebuilds indexes and constraints and commits; no row is visible before. */
  finish(): Promise<void>
  abort(): Promise<void>
}

/** Loads every table in one transaction: if it is killed, no row is stored. */
export async function beginLoad(
  connection: Connection,
  manifest: BackupManifest,
  report: ReportStep,
): Promise<DatabaseLoad> {
  const { db, commit, rollback } = await connection.begin()
  const rebuilding = await prepare(db, manifest).catch(async error => {
    await rollback()
    throw error
  })
  const count = Object.keys(manifest.tables).length
  let open: { table: string; copy: Writable } | undefined
  let loaded = 0

  async function close(): Promise<void> {
    if (!open) return
    const ended = once(open.copy, 'finish')
    open.copy.end()
    await ended
    open = undefined
  }
  return {
    async take(table, content) {
      if (open?.table !== table) {
        await close()
        report('tables', loaded, count)
        loaded += 1
        open = { table, copy: connection.copyIn(statementFor(table, manifest)) }
        // The next write reports the error.
        open.copy.on('error', () => {})
      }
      for await (const chunk of content) await writeChunk(open.copy, chunk)
    },
    async finish() {
      await close()
      await rebuild(db, rebuilding, (done, of) => report('indexes', done, of))
      for (const sequence of manifest.sequences) await setSequence(db, sequence)
      await addRestoredJobs(db)
      await compareTables(connection, manifest, report)
      await commit()
    },
    async abort() {
      open?.copy.destroy()
      await rollback().catch(() => {})
    },
  }
}

async function prepare(db: Db, manifest: BackupManifest): Promise<RebuildPlan> {
  const { tables, rebuilding } = await bareTables(db)
  const known = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  for (const [name, { columns }] of Object.entries(manifest.tables))
    if (!columns.every(column => known.get(name)?.has(column)))
      throw new BackupError(`The backup's table “${name}” does not match its migrations.`)
  await makeJobTable(db)
  return rebuilding
}

function statementFor(table: string, { tables, jobs }: BackupManifest): string {
  if (table === 'jobs') return copyInto({ name: 'restored_job', columns: jobs.columns })
  const found = tables[table]
  if (!found)
    throw new BackupError(`The backup contains rows of the table “${table}”, which its manifest does not list.`)
  return copyInto({ name: table, columns: found.columns })
}

function writeChunk(copy: Writable, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    copy.once('error', reject)
    copy.write(chunk, error => {
      copy.off('error', reject)
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Reads every table back and compares the number of rows and their digest. */
async function compareTables(connection: Connection, manifest: BackupManifest, report: ReportStep): Promise<void> {
  const tables = Object.entries(manifest.tables)
  for (const [index, [name, expected]] of tables.entries()) {
    report('comparing', index, tables.length)
    const digest = rowDigest()
    for await (const chunk of connection.copyOut(copyTable({ name, columns: expected.columns }))) digest.add(chunk)
    const found = digest.end()
    if (found.rows !== expected.rows || found.digest !== expected.digest)
      throw new BackupError(`The table “${name}” was not restored completely: ${found.rows} of ${expected.rows} rows.`)
  }
}
