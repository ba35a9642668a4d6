import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/db.ts'
import { restoreMark } from '#server/platform/db/migrate.ts'
import { type BackupTable, findTables, quoteIdentifier } from './backup.queries.ts'

type TargetDatabase = { is_marked: boolean; is_empty: boolean; encoding: string; consoles: number }

/** The state of the database before a restore: empty, or left by a restore that was killed. */
export async function findTarget(db: Db): Promise<TargetDatabase> {
  const { rows } = await sql<TargetDatabase>`select to_regnamespace(${restoreMark}) is not null as is_marked,
    not exists (select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname not like 'pg\\_%' and nspname not in ('information_schema', ${restoreMark})
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')) as is_empty,
    current_setting('server_encoding') as encoding,
    (select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'og-group') as consoles`.execute(db)
  return rows[0]!
}

export async function takeRestoreLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_lock(727004) as is_mine`.execute(db)
  return rows[0]!.is_mine
}

/** While the mark exists, no console starts on the database, and only a restore may touch it. */
export async function markRestore(db: Db): Promise<void> {
  await sql`create schema if not exists ${sql.id(restoreMark)}`.execute(db)
}

export async function unmarkRestore(ctx: Ctx): Promise<void> {
  await sql`drop schema ${sql.id(restoreMark)}`.execute(ctx.db)
}

/** Removes the data that a killed restore left. */
export async function clearDatabase(db: Db): Promise<void> {
  await sql`drop schema if exists graphile_worker cascade`.execute(db)
  await sql`drop schema if exists public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

export type RebuildPlan = { statements: string[] }

/**
 * Drops whatever slows down loading or requires an order: foreign keys, indexes, triggers. The owner of the tables may
 * do that; `session_replication_role` would need a superuser. Returns the statements that restore them.
 */
export async function bareTables(db: Db): Promise<{ tables: BackupTable[]; rebuilding: RebuildPlan }> {
  const tables = await findTables(db)
  const { rows } = await sql<{ drop: string; make: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make, 2 as place
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
    order by place desc, drop`.execute(db)
  const always = await sql<{
    make: string
  }>`select format('alter table %s enable always trigger %I', tgrelid::regclass, tgname) as make
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'A'`.execute(db)
  for (const { drop } of rows) await sql.raw(drop).execute(db)
  for (const { name } of tables) await sql.raw(`alter table ${quoteIdentifier(name)} disable trigger user`).execute(db)
  await sql.raw(`truncate ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')}`).execute(db)
  return {
    tables,
    rebuilding: {
      statements: [
        ...rows.map(({ make }) => make).reverse(),
        ...tables.map(({ name }) => `alter table ${quoteIdentifier(name)} enable trigger user`),
        ...always.rows.map(({ make }) => make),
      ],
    },
  }
}

export async function rebuild(
  db: Db,
  { statements }: RebuildPlan,
  onStep: (done: number, of: number) => void,
): Promise<void> {
  await sql`set local maintenance_work_mem = '256MB'`.execute(db)
  for (const [index, statement] of statements.entries()) {
    onStep(index, statements.length)
    await sql.raw(statement).execute(db)
  }
}

export async function setSequence(
  db: Db,
  { table, column, last }: { table: string; column: string; last: string },
): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(format('public.%I', ${table}::text), ${column}::text), ${last}::bigint)`.execute(
    db,
  )
}

export const copyInto = ({ name, columns }: BackupTable) =>
  `copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`

export async function makeJobTable(db: Db): Promise<void> {
  await sql`create temporary table restored_job (identifier text, payload json, queue text, run_at timestamptz,
    max_attempts integer, key text, priority integer, flags text[], attempts integer, last_error text) on commit drop`.execute(
    db,
  )
}

/**
 * Adds the jobs through the queue's own function, because its tables are internal; then sets the columns that this
 * function cannot set.
 */
export async function addRestoredJobs(db: Db): Promise<void> {
  await sql`create temporary table restored_id on commit drop as
    select job.id, restored_job.attempts, restored_job.last_error from restored_job cross join lateral graphile_worker.add_job(
      identifier, payload, queue, restored_job.run_at, restored_job.max_attempts, restored_job.key, restored_job.priority,
      restored_job.flags) as job`.execute(db)
  await sql`update graphile_worker._private_jobs as jobs
    set attempts = restored_id.attempts::smallint, last_error = restored_id.last_error
    from restored_id where restored_id.id = jobs.id and restored_id.attempts > 0`.execute(db)
}

export async function analyze(ctx: Ctx): Promise<void> {
  await sql`analyze`.execute(ctx.db)
}
