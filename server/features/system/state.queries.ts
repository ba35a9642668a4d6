// Measurements of the database and its queues. Each count is limited: a long queue costs no more than a short one.
import { type RawBuilder, sql } from 'kysely'
import { queueCountLimit, type SystemQueue, type SystemQueueName, type SystemTask } from '#contract/system-state.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type QueueBacklog = Omit<SystemQueue, 'name'>

/** Waiting rows, with an instant `at`; counted up to the limit. */
const waiting: Record<Exclude<SystemQueueName, 'job'>, RawBuilder<unknown>> = {
  search: sql`select at from search_queue order by is_bulk, id`,
  news: sql`select at from news where told_at is null order by id`,
  upload: sql`select touched_at as at from upload where status in ('received', 'processing') order by touched_at`,
  // Entries after the last link of the hash chain; those that were still being written then are added with the next
  // link too.
  seal: sql`select at from audit where id >= coalesce((select audit_next from audit_seal order by id desc limit 1), 1)
    union all select at from history
      where id >= coalesce((select history_next from audit_seal order by id desc limit 1), 1)`,
  page: sql`select next_at as at from frontier where state in ('waiting', 'taken')`,
}

export async function measureQueue(ctx: Ctx, name: Exclude<SystemQueueName, 'job'>): Promise<QueueBacklog> {
  const { rows } = await sql<{ waiting: number; oldest: string | null }>`
    select count(*)::int as waiting, min(at)::timestamptz(3) as oldest
    from (select at from (${waiting[name]}) as everything limit ${queueCountLimit}::int) as bounded`.execute(ctx.db)
  return { waiting: rows[0]?.waiting ?? 0, oldest_at: rows[0]?.oldest ?? null }
}

/** Jobs by name, most waiting first. The age counts from the job that has been due for the longest time. */
export async function measureTasks(ctx: Ctx): Promise<SystemTask[]> {
  const { rows } = await sql<SystemTask>`select task.identifier as name,
      count(*) filter (where job.locked_at is null and job.run_at <= now() and job.attempts < job.max_attempts)::int as waiting,
      count(*) filter (where job.locked_at is not null)::int as running,
      count(*) filter (where job.locked_at is null and job.run_at > now() and job.attempts < job.max_attempts)::int as later,
      count(*) filter (where job.locked_at is null and job.attempts >= job.max_attempts)::int as failed,
      (min(job.run_at) filter (where job.locked_at is null and job.run_at <= now()
        and job.attempts < job.max_attempts))::timestamptz(3) as oldest_at
    from (select * from graphile_worker._private_jobs order by id limit ${queueCountLimit}::int) as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
    group by task.identifier order by waiting desc, name limit 200`.execute(ctx.db)
  return rows
}

type DatabaseRow = { version: string; bytes: number; connections: number; max_connections: number }

export async function measureDatabase(ctx: Ctx): Promise<DatabaseRow> {
  const { rows } = await sql<DatabaseRow>`select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as max_connections`.execute(ctx.db)
  return rows[0] as DatabaseRow
}

export async function findMigrations(ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(ctx.db)
  return rows.map(row => row.name)
}

type RoundsRow = {
  running: number
  overdue: number
  hosts_held: number
  hosts_backing_off: number
  collectors: number
  collectors_silent: number
}

export async function measureRounds(ctx: Ctx): Promise<RoundsRow> {
  const at = ctx.now()
  const now = at.toISOString()
  const silent = new Date(at.getTime() - 60_000).toISOString()
  const { rows } = await sql<RoundsRow>`select
      (select count(*)::int from round where state = 'running') as running,
      (select count(*)::int from round where state = 'running' and deadline_at < ${now}::timestamptz) as overdue,
      (select count(*)::int from host_clock where lease_until > ${now}::timestamptz) as hosts_held,
      (select count(*)::int from host_clock where fails > 0 and next_at > ${now}::timestamptz) as hosts_backing_off,
      (select count(*)::int from device where stopped_at is null and last_seen_at >= ${silent}::timestamptz) as collectors,
      (select count(*)::int from device where stopped_at is null and last_seen_at < ${silent}::timestamptz
        and last_seen_at > ${silent}::timestamptz - interval '1 day') as collectors_silent`.execute(ctx.db)
  return rows[0] as RoundsRow
}

type BackupRow = {
  state: 'running' | 'done' | 'failed'
  at: string
  /** When its process last sent a heartbeat. */
  touched_at: string
  bytes: number | null
  error: string | null
}

/** The newest backup in each state. */
export async function findBackups(ctx: Ctx): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`select distinct on (state) state, coalesce(ended_at, started_at) as at,
      touched_at, bytes::float8 as bytes, error from backup order by state, started_at desc, id desc`.execute(ctx.db)
  return rows
}

type QuarantineRow = { queue: string; count: number; first_at: string | null }

export async function countQuarantined(ctx: Ctx): Promise<QuarantineRow[]> {
  const { rows } =
    await sql<QuarantineRow>`select queue, count(*)::int as count, min(first_at)::timestamptz(3) as first_at
    from (select queue, first_at from set_aside limit ${queueCountLimit}::int) as bounded
    group by queue order by count desc, queue`.execute(ctx.db)
  return rows
}

/** By the database's clock, like the heartbeats. */
export async function findHeartbeats(ctx: Ctx, lostAfterMs: number) {
  const { rows } = await sql<{
    id: number
    kind: 'api' | 'worker'
    host: string
    pid: number
    version: string
    started_at: string
    last_at: string
    is_silent: boolean
  }>`select id, kind, host, pid, version, started_at, last_at::timestamptz(3) as last_at,
      last_at < clock_timestamp() - make_interval(secs => ${lostAfterMs / 1000}::float8) as is_silent
    from process_beat order by kind, started_at, id limit 200`.execute(ctx.db)
  return rows
}

export async function findLastLink(ctx: Ctx): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`select at from audit_seal order by id desc limit 1`.execute(ctx.db)
  return rows[0]?.at ?? null
}

export async function findLastCheck(ctx: Ctx): Promise<{ at: string; is_broken: boolean } | undefined> {
  const { rows } = await sql<{ at: string; is_broken: boolean }>`select at::timestamptz(3) as at,
      coalesce(jsonb_typeof(detail->'fault') = 'object', false) as is_broken
    from audit where act = 'verify' order by at desc, id desc limit 1`.execute(ctx.db)
  return rows[0]
}
