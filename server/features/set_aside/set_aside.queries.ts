import { sql } from 'kysely'
import type { ListQuarantined, QuarantinedItem } from '#contract/set_aside.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export async function findQuarantined(
  ctx: Ctx,
  { queue, keyword, sort, current, pageSize }: ListQuarantined,
): Promise<ListPage<QuarantinedItem>> {
  const like = keyword ? `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%` : null
  const where = sql`(${queue ?? null}::text[] is null or queue = any(${queue ?? null}::text[]))
    and (${like}::text is null or key ilike ${like} or error ilike ${like})`
  const direction = sort === 'last_at' ? sql`asc` : sql`desc`
  const { rows } = await sql<QuarantinedItem>`select id, queue, key, detail, error, attempts, first_at, last_at, next_at
    from set_aside where ${where} order by last_at ${direction}, id ${direction}
    limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total from set_aside
    where ${where}`.execute(ctx.db)
  return { items: rows, total: counts[0]!.total, current, pageSize }
}

/** Removes an item and returns its queue and key. */
export async function removeQuarantined(
  ctx: Ctx,
  id: number,
): Promise<Pick<QuarantinedItem, 'queue' | 'key'> | undefined> {
  const { rows } = await sql<Pick<QuarantinedItem, 'queue' | 'key'>>`delete from set_aside where id = ${id}::bigint
    returning queue, key`.execute(ctx.db)
  return rows[0]
}

export async function findQuarantinedKey(
  ctx: Ctx,
  id: number,
): Promise<Pick<QuarantinedItem, 'queue' | 'key'> | undefined> {
  const { rows } = await sql<Pick<QuarantinedItem, 'queue' | 'key'>>`select queue, key from set_aside
    where id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

type DeadJob = { id: string; task: string; key: string | null; payload: unknown; error: string | null }

/**
 * Removes jobs from the queue that have no attempts left and are not locked: their worker was killed in the last
 * attempt.
 */
export async function claimDeadJobs(ctx: Ctx): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`delete from graphile_worker._private_jobs as job
      using graphile_worker._private_tasks as task
    where task.id = job.task_id and job.attempts >= job.max_attempts and job.locked_at is null
    returning job.id::text, task.identifier as task, job.key, job.payload, job.last_error as error`.execute(ctx.db)
  return rows
}
