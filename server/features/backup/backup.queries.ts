import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/db.ts'
import { migrationTable } from '#server/platform/db/migrate.ts'
import { lostSentence } from './backup.policy.ts'

/**
 * Tables that are not in a backup: their data lives only as long as processes and sessions, or belongs to this console
 * alone.
 */
const notCarried = [
  ...[migrationTable, 'backup', 'session', 'ticket', 'login_attempt', 'report_presence', 'blob_removal'],
  ...['record_change', 'record_change_term', 'entity_type'],
]

export type BackupTable = { name: string; columns: string[] }

/** Every table of a backup, with its stored (not computed) columns. */
export async function findTables(db: Db): Promise<BackupTable[]> {
  const { rows } =
    await sql<BackupTable>`select pg_class.relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(${notCarried}::text[])
    group by pg_class.relname order by pg_class.relname`.execute(db)
  return rows
}

export async function findMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  return rows.map(row => row.name)
}

/**
 * The last value of each identity. It is read after the snapshot began, so no row of the snapshot can have a larger
 * one.
 */
export async function findSequences(db: Db): Promise<{ table: string; column: string; last: string }[]> {
  const { rows } = await sql<{ table: string; column: string; last: string }>`
    select pg_class.relname as table, attname as column, pg_sequence_last_value(seq.oid)::text as last
    from pg_attribute join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace
    join pg_class seq on seq.oid = pg_get_serial_sequence(format('%I.%I', 'public', pg_class.relname), attname)::regclass
    where attidentity <> '' and pg_sequence_last_value(seq.oid) is not null and pg_class.relname <> all(${notCarried}::text[])
    order by 1, 2`.execute(db)
  return rows
}

/** Columns that contain keys of files: found by name, so that tables added later are included. */
export async function findKeyColumns(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`select pg_class.relname as table, attname as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and attname in ('blob_key', 'file_key') order by 1, 2`.execute(db)
  return rows
}

export async function findKeys(db: Db, { table, column }: { table: string; column: string }): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select distinct ${sql.ref(column)} as key from ${sql.table(table)}
    where ${sql.ref(column)} is not null order by 1`.execute(db)
  return rows.map(row => row.key)
}

/** Packs in use, and how many bytes of each belong to the snapshot: packs grow only at their end. */
export async function findPacks(db: Db): Promise<{ pack: string; end: number }[]> {
  const { rows } = await sql<{ pack: string; end: number }>`select pack, max(at + stored)::bigint as end
    from blob group by pack order by pack`.execute(db)
  return rows
}

export async function findTransfers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from transfer where upload_id is null order by id`.execute(db)
  return rows.map(row => row.id)
}

export const copyTable = ({ name, columns }: BackupTable) =>
  `copy (select ${columns.map(quoteIdentifier).join(', ')} from ${quoteIdentifier(name)}) to stdout`

/**
 * The columns of waiting jobs. A job that a worker holds is restored like one whose worker was killed: that attempt
 * does not count.
 */
export const jobColumns = [
  'identifier',
  'payload',
  'queue',
  'run_at',
  'max_attempts',
  'key',
  'priority',
  'flags',
  'attempts',
  'last_error',
]
export const copyJobs = `copy (
    select tasks.identifier, jobs.payload, queues.queue_name, jobs.run_at, jobs.max_attempts, jobs.key, jobs.priority,
      array(select jsonb_object_keys(jobs.flags)),
      case when jobs.locked_at is null then jobs.attempts else greatest(jobs.attempts - 1, 0) end, jobs.last_error
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    left join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id
    where tasks.identifier <> 'start_nightly_backup') to stdout`

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * A lock for one backup at a time: it belongs to the connection that takes the snapshot, and so ends with the process.
 */
export async function takeBackupLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_lock(727003) as is_mine`.execute(db)
  return rows[0]!.is_mine
}

/** A backup that is marked as running while this process has the lock has lost its process. */
export async function endLostBackups(ctx: Ctx): Promise<void> {
  const at = ctx.now().toISOString()
  await sql`update backup set state = 'failed', ended_at = ${at}::timestamptz, error = ${lostSentence}::text
    where state = 'running'`.execute(ctx.db)
}

export type BackupCause = 'command' | 'nightly'

export async function insertBackup(
  ctx: Ctx,
  row: { cause: BackupCause; file: string; host: string; isEncrypted: boolean },
): Promise<number> {
  const at = ctx.now().toISOString()
  const { rows } = await sql<{
    id: number
  }>`insert into backup (cause, started_at, touched_at, file, host, is_encrypted)
    values (${row.cause}, ${at}::timestamptz, ${at}::timestamptz, ${row.file}, ${row.host}, ${row.isEncrypted}) returning id`.execute(
    ctx.db,
  )
  return rows[0]!.id
}

export async function touchBackup(ctx: Ctx, id: number): Promise<void> {
  await sql`update backup set touched_at = ${ctx.now().toISOString()}::timestamptz where id = ${id}`.execute(ctx.db)
}

type BackupEnd =
  | { state: 'failed'; error: string }
  | { state: 'done'; bytes: number; tables: number; rows: number; files: number; lost: number }

export async function endBackup(ctx: Ctx, id: number, end: BackupEnd): Promise<void> {
  await ctx.db
    .updateTable('backup')
    .set({ ...end, ended_at: ctx.now().toISOString(), touched_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Whether a nightly backup was made since, or is being made by a live process. */
export async function hasNightlySince(ctx: Ctx, since: Date, alive: Date): Promise<boolean> {
  const { rows } =
    await sql`select from backup where cause = 'nightly' and started_at >= ${since.toISOString()}::timestamptz
    and (state = 'done' or (state = 'running' and touched_at >= ${alive.toISOString()}::timestamptz)) limit 1`.execute(
      ctx.db,
    )
  return rows.length > 0
}

/** Nightly backups made before this time that still exist, except the last good backup. */
/** `host`: the machine that made it; null for backups made before this column existed. */
type OldBackup = { id: number; file: string; host: string | null }

export async function findOldNightlies(ctx: Ctx, before: Date): Promise<OldBackup[]> {
  const { rows } = await sql<OldBackup>`select id, file, host from backup
    where cause = 'nightly' and state = 'done' and removed_at is null and started_at < ${before.toISOString()}::timestamptz
      and id < (select max(id) from backup where state = 'done' and removed_at is null)
    order by id`.execute(ctx.db)
  return rows
}

export async function markRemoved(ctx: Ctx, id: number): Promise<void> {
  await sql`update backup set removed_at = ${ctx.now().toISOString()}::timestamptz where id = ${id}`.execute(ctx.db)
}
