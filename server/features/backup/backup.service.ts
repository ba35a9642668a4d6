import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { audit } from '#server/platform/audit.ts'
import type { BlobLease } from '#server/platform/blob/blobs-hold.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Connection, openConnection } from '#server/platform/db/connection.ts'
import { type BlobReport, checkBlobs } from '#server/store/check.ts'
import { version } from '#server/version.ts'
import { type AuditLogReport, verifyAuditLog } from '../audit/audit.service.ts'
import { type BackupWriter, createArchive } from './archive.ts'
import { readArchive } from './archive-read.ts'
import {
  type BackupCause,
  endBackup,
  endLostBackups,
  findMigrations,
  insertBackup,
  takeBackupLock,
  touchBackup,
} from './backup.queries.ts'
import { type BackupFiles, type DumpedTables, dumpFiles, dumpTables, type ReportStep } from './dump.ts'
import { BackupError, type BackupHeader, type BackupManifest, describeError } from './manifest.ts'

export type { ReportStep } from './dump.ts'
export { BackupError } from './manifest.ts'
export { openNightly, removeOldBackups } from './nightly.ts'
export { checkBackup, restoreBackup } from './restore.ts'

type BackupJob = {
  databaseUrl: string
  /** Folder of unfinished uploads; undefined: they are in the store. */
  transferDir: string | undefined
  file: string
  passphrase: string | undefined
  cause: BackupCause
  report?: ReportStep
}

type BackupReport = {
  id: number
  file: string
  bytes: number
  manifest: BackupManifest
  captures: BlobReport
  trail: AuditLogReport
}

const heartbeatMs = 10_000

/**
 * Writes one snapshot of the database, and the files it names, to one file while the console runs. The file gets its
 * name only once it was read back completely. An error is recorded in the table and thrown; no partial file stays.
 */
export async function makeBackup(ctx: Ctx, job: BackupJob): Promise<BackupReport> {
  const file = resolve(job.file)
  const connection = await openConnection(job.databaseUrl)
  try {
    if (!(await takeBackupLock(connection.db))) throw new BackupError('Another backup is running; wait until it ends.')
    await endLostBackups(ctx)
    const id = await insertBackup(ctx, {
      ...{ cause: job.cause, file, host: hostname() },
      isEncrypted: job.passphrase !== undefined,
    })
    try {
      const made = await holdingRemovals(ctx, id, () => write(ctx, connection, { ...job, file }))
      const tables = Object.values(made.manifest.tables)
      await endBackup(ctx, id, {
        state: 'done',
        bytes: made.bytes,
        tables: tables.length,
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
        files: made.manifest.files,
        lost: made.manifest.lost.length,
      })
      await audit(ctx, { act: 'backup', noun: 'backup', recordId: id, detail: { file } })
      return { id, file, ...made }
    } catch (error) {
      const message = describeError(error, dirname(file))
      const sentence = message instanceof Error ? message.message : String(message)
      await endBackup(ctx, id, { state: 'failed', error: sentence }).catch(() => {})
      throw message
    }
  } finally {
    await connection.end().catch(() => {})
  }
}

/** Postpones removals of files while `work` runs, and sends the heartbeat that marks the backup as running. */
async function holdingRemovals<T>(ctx: Ctx, id: number, work: () => Promise<T>): Promise<T> {
  const hold: BlobLease = await ctx.blobs.hold()
  const heartbeat = setInterval(() => {
    Promise.all([hold.renew(), touchBackup(ctx, id)]).catch(err =>
      ctx.log.warn({ err }, 'backup: heartbeat failed, the backup continues'),
    )
  }, heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    await hold.release()
  }
}

async function write(ctx: Ctx, connection: Connection, job: BackupJob) {
  const report = job.report ?? (() => {})
  let archive: BackupWriter | undefined
  try {
    const { dumped, names, created } = await dumpSnapshot(ctx, connection, job, report)
    archive = created
    const files = await dumpFiles(ctx, job.transferDir, names, archive, report)
    report('captures', 0, 0)
    const captures = await checkBlobs(ctx, { onProgress: count => report('captures', count, 0) })
    report('trail', 0, 0)
    const trail = await verifyAuditLog(ctx, entries => report('trail', entries, 0))
    const written = await archive.finish({ ...dumped, ...files, lost_captures: captures.lost })
    report('reading', 0, 0)
    const { manifest } = await readArchive(written, job.passphrase)
    return { bytes: await archive.keep(), manifest, captures, trail }
  } catch (error) {
    await archive?.abort()
    throw error
  }
}

/** The transaction ends before the files are read, which may take long: so it does not delay vacuuming. */
async function dumpSnapshot(ctx: Ctx, connection: Connection, job: BackupJob, report: ReportStep) {
  return await connection.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async db => {
      const header: BackupHeader = {
        format: 'og-group backup',
        version: 1,
        console: version,
        started_at: ctx.now().toISOString(),
        migrations: await findMigrations(db),
      }
      const created = await createArchive(job.file, job.passphrase, header)
      try {
        const { names, ...dumped }: DumpedTables & { names: BackupFiles } = await dumpTables(
          connection,
          db,
          created,
          report,
        )
        return { dumped, names, created }
      } catch (error) {
        await created.abort()
        throw error
      }
    })
}

/** Prints steps as lines, or on a terminal as one line that is updated. */
export function progressOn(stream: NodeJS.WriteStream): { report: ReportStep; end(): void } {
  let last = ''
  return {
    report(step, done, of) {
      const count = of > 0 ? ` ${done} of ${of}` : done > 0 ? ` ${done}` : ''
      if (stream.isTTY) stream.write(`\r\x1b[K  ${step}${count}`)
      else if (step !== last) stream.write(`  ${step}\n`)
      last = step
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\x1b[K')
    },
  }
}
