import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { audit } from '#server/platform/audit.ts'
import { blobKinds } from '#server/platform/blob/blobs-key.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Connection, openConnection } from '#server/platform/db/connection.ts'
import { migrate, migrationNames } from '#server/platform/db/migrate.ts'
import { makeFolder } from '#server/platform/process/folder.ts'
import { type BlobReport, checkBlobs } from '#server/store/check.ts'
import { type AuditLogReport, verifyAuditLog } from '../audit/audit.service.ts'
import { readArchive } from './archive-read.ts'
import type { ReportStep } from './dump.ts'
import { analyze, clearDatabase, findTarget, markRestore, takeRestoreLock, unmarkRestore } from './load.queries.ts'
import { beginLoad, type DatabaseLoad } from './load.ts'
import { BackupError, type BackupHeader, type BackupManifest, describeError } from './manifest.ts'

type CheckedBackup = {
  file: string
  passphrase: string | undefined
  header: BackupHeader
  manifest: BackupManifest
}

/** Reads the whole file and compares every hash before anything is written. */
export async function checkBackup(file: string, passphrase: string | undefined): Promise<CheckedBackup> {
  const known = new Set(await migrationNames())
  const onHeader = ({ console, migrations }: BackupHeader) => {
    if (!migrations.every(name => known.has(name)))
      throw new BackupError(`${file} comes from a newer version of the console (${console}): upgrade this one first.`)
  }
  return { file, passphrase, ...(await readArchive(file, passphrase, { onHeader })) }
}

type RestoreTarget = {
  databaseUrl: string
  dataDir: string
  /** Folder of unfinished uploads; undefined: they are in the store. */
  transferDir: string | undefined
  pool: Parameters<typeof migrate>[0]
  report?: ReportStep
}
type RestoreReport = { captures: BlobReport; trail: AuditLogReport; migrated: string[] }

/**
 * Restores a backup into an empty database and an empty store. The database bears a mark until everything is restored
 * and verified: meanwhile no console starts on it, and another restore starts from the beginning.
 */
export async function restoreBackup(ctx: Ctx, backup: CheckedBackup, target: RestoreTarget): Promise<RestoreReport> {
  const report = target.report ?? (() => {})
  const connection = await openConnection(target.databaseUrl)
  try {
    await prepareTarget(ctx, connection, target.transferDir)
    const migrating = { only: backup.header.migrations, isRestoring: true }
    await migrate(target.pool, () => {}, migrating)
    await bringBack(ctx, connection, backup, target.transferDir, report)
    const migrated = await migrate(target.pool, name => report(`migrating ${name}`, 0, 0), { isRestoring: true })
    await analyze(ctx)
    report('captures', 0, 0)
    const captures = await checkBlobs(ctx, { onProgress: count => report('captures', count, 0) })
    report('trail', 0, 0)
    const trail = await verifyAuditLog(ctx, entries => report('trail', entries, 0))
    await audit(ctx, { act: 'restore', noun: 'backup', detail: { started_at: backup.header.started_at } })
    await unmarkRestore(ctx)
    return { captures, trail, migrated }
  } catch (error) {
    throw describeError(error, target.dataDir)
  } finally {
    await connection.end().catch(() => {})
  }
}

async function prepareTarget(ctx: Ctx, connection: Connection, transferDir: string | undefined): Promise<void> {
  const { db } = connection
  if (!(await takeRestoreLock(db))) throw new BackupError('Another restore into this database is running.')
  const { is_marked, is_empty, encoding, consoles } = await findTarget(db)
  if (encoding !== 'UTF8') throw new BackupError(`The database has the encoding ${encoding}; UTF-8 is needed.`)
  if (consoles > 0) throw new BackupError('A console runs on this database: stop it, and use an empty database.')
  if (!is_marked) {
    if (!is_empty)
      throw new BackupError('The database is not empty: nothing was written. Use an empty one, or another OG_DATA_DIR.')
    const kind = await findUsedKind(ctx, transferDir)
    if (kind)
      throw new BackupError(
        `The file store is not empty (${kind}): nothing was written. Use an empty folder or bucket.`,
      )
    await markRestore(db)
    return
  }
  await clearDatabase(db)
  for (const kind of blobKinds) for await (const { key } of ctx.blobs.list(kind)) await ctx.blobs.remove(key)
  if (transferDir !== undefined) await rm(transferDir, { recursive: true, force: true })
}

async function findUsedKind(ctx: Ctx, transferDir: string | undefined): Promise<string | undefined> {
  for (const kind of blobKinds) for await (const _ of ctx.blobs.list(kind)) return kind
  const begun = transferDir === undefined ? [] : await readdir(transferDir).catch(() => [])
  return begun.length > 0 ? 'transfer' : undefined
}

async function bringBack(
  ctx: Ctx,
  connection: Connection,
  { file, passphrase, manifest }: CheckedBackup,
  transferDir: string | undefined,
  report: ReportStep,
): Promise<void> {
  let load: DatabaseLoad | undefined = await beginLoad(connection, manifest, report)
  let files = 0
  try {
    await readArchive(file, passphrase, {
      take: async ({ name, content }) => {
        const [kind = '', second = ''] = name.split('/')
        if (kind === 'table' || kind === 'jobs') return await load?.take(kind === 'jobs' ? kind : second, content)
        await load?.finish()
        load = undefined
        files += 1
        report('files', files, manifest.files)
        if (kind === 'transfer') await putTransfer(transferDir, second, content)
        else await putBlob(ctx, name, content)
      },
    })
    await load?.finish()
    load = undefined
  } catch (error) {
    await load?.abort()
    throw error
  }
}

/** Stores a file and reads it back. */
async function putBlob(ctx: Ctx, key: string, content: AsyncIterable<Buffer>): Promise<void> {
  const kinds: readonly string[] = blobKinds
  if (!/^[a-z]+\/[0-9a-f]{2}\/[0-9a-z-]+$/.test(key) || !kinds.includes(key.split('/')[0] ?? ''))
    throw new BackupError(`The backup contains a file “${key}” of an unknown kind.`)
  const given = createHash('sha256')
  const found = createHash('sha256')
  const watched = async function* () {
    for await (const chunk of content) {
      given.update(chunk)
      yield chunk
    }
  }
  await ctx.blobs.put(key, Readable.from(watched(), { objectMode: false }))
  for await (const chunk of ctx.blobs.read(key)) found.update(chunk)
  if (!given.digest().equals(found.digest()))
    throw new BackupError(`The stored file ${key} differs from the one in the backup.`)
}

async function putTransfer(folder: string | undefined, id: string, content: AsyncIterable<Buffer>): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(id))
    throw new BackupError(`The backup contains a file “transfer/${id}” of an unknown kind.`)
  // In a bucket the transfer starts again; its bytes are still read, so that their hash is verified.
  if (folder === undefined) {
    for await (const _ of content);
    return
  }
  await makeFolder(folder)
  await pipeline(content, createWriteStream(join(folder, id), { flush: true }))
}
