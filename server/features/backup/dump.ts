import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { packKey } from '#server/platform/blob/blobs-key.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Connection } from '#server/platform/db/connection.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type BackupWriter, serial } from './archive.ts'
import {
  copyJobs,
  copyTable,
  findKeyColumns,
  findKeys,
  findPacks,
  findSequences,
  findTables,
  findTransfers,
  jobColumns,
} from './backup.queries.ts'
import type { BackupManifest, TableContent } from './manifest.ts'
import { rowDigest } from './row-digest.ts'

/** The size of a member must be known first: this much of a table is collected in memory. */
const memberBytes = 8 * 1_048_576
const partBytes = 1_048_576

/** Called between two steps, and now and then within one. */
export type ReportStep = (step: string, done: number, of: number) => void

export type DumpedTables = Pick<BackupManifest, 'tables' | 'jobs' | 'sequences'>
export type BackupFiles = { keys: string[]; packs: { pack: string; end: number }[]; transfers: string[] }

/** Every table and the waiting jobs, as the transaction of `db` sees them, and the names of their files. */
export async function dumpTables(
  connection: Connection,
  db: Db,
  archive: BackupWriter,
  report: ReportStep,
): Promise<DumpedTables & { names: BackupFiles }> {
  const tables: Record<string, TableContent> = {}
  const found = await findTables(db)
  const sequences = await findSequences(db)
  for (const [index, table] of found.entries()) {
    report('tables', index, found.length)
    const rows = await dumpRows(connection.copyOut(copyTable(table)), `table/${table.name}`, archive)
    tables[table.name] = { ...rows, columns: table.columns }
  }
  const jobs = { ...(await dumpRows(connection.copyOut(copyJobs), 'jobs', archive)), columns: jobColumns }
  const keys: string[] = []
  for (const column of await findKeyColumns(db)) keys.push(...(await findKeys(db, column)))
  const names = { keys, packs: await findPacks(db), transfers: await findTransfers(db) }
  report('tables', found.length, found.length)
  return { tables, jobs, sequences, names }
}

async function dumpRows(source: Readable, name: string, archive: BackupWriter): Promise<Omit<TableContent, 'columns'>> {
  const digest = rowDigest()
  let gathered: Buffer[] = []
  let bytes = 0
  let number = 0
  const flush = async () => {
    number += 1
    await archive.add(`${name}/${serial(number)}`, bytes, gathered)
    gathered = []
    bytes = 0
  }
  for await (const chunk of source as AsyncIterable<Buffer>) {
    digest.add(chunk)
    gathered.push(chunk)
    bytes += chunk.length
    if (bytes >= memberBytes) await flush()
  }
  if (bytes > 0) await flush()
  return digest.end()
}

/** Adds the files that rows name; a missing one is reported and does not stop the backup. */
export async function dumpFiles(
  ctx: Ctx,
  transferDir: string | undefined,
  names: BackupFiles,
  archive: BackupWriter,
  report: ReportStep,
): Promise<Pick<BackupManifest, 'files' | 'file_bytes' | 'lost'>> {
  const done = { files: 0, file_bytes: 0, lost: [] as string[] }
  const count = names.keys.length + names.packs.length + names.transfers.length
  const add = async (name: string, size: number | null, read: (size: number) => AsyncIterable<Uint8Array>) => {
    if (size === null) {
      done.lost.push(name)
      return
    }
    await archive.add(name, size, read(size))
    done.files += 1
    done.file_bytes += size
    report('files', done.files + done.lost.length, count)
  }
  for (const { pack, end } of names.packs) {
    const there = await ctx.blobs.size(packKey(pack))
    await add(packKey(pack), there === null ? null : Math.min(there, end), size => readPack(ctx, pack, size))
  }
  for (const key of names.keys) await add(key, await ctx.blobs.size(key), () => ctx.blobs.read(key))
  // In a bucket they are objects of rows of `transfer_part`, and have been added with those.
  const folder = transferDir ?? ''
  for (const id of folder === '' ? [] : names.transfers) {
    // Its bytes may be on another machine, or have become an upload meanwhile: then the transfer starts again.
    const file = await open(join(folder, id), 'r').catch(() => null)
    const size = (await file?.stat())?.size ?? 0
    if (file && size > 0)
      await add(`transfer/${id}`, size, size => file.createReadStream({ end: size - 1, autoClose: false }))
    await file?.close()
  }
  return done
}

async function* readPack(ctx: Ctx, pack: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += partBytes) {
    const [part] = await ctx.blobs.readParts(pack, [{ at, length: Math.min(partBytes, size - at) }])
    if (!part) return
    yield part
  }
}
