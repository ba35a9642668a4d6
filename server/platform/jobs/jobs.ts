import { sql } from 'kysely'
import type { JobName } from '#contract/job.ts'
import type { Ctx } from '../ctx.ts'
import type { Db } from '../db/db.ts'

/** The work of a job; the feature that queued it validates the payload. It must be safe to kill and run again. */
export type Job = (ctx: Ctx, payload: unknown, helpers: { signal: AbortSignal | undefined }) => Promise<void>

/** The jobs of a feature by name. */
export type Jobs = Partial<Record<JobName, Job>>

/**
 * Queues a job in the caller's transaction, so that it exists exactly if the transaction commits. `key`: at most one
 * waiting job of that key; `keepsRunAt`: a waiting job is not postponed; `priority`: lower runs first, 0 by default.
 * The job may be killed at any moment and run again.
 */
export async function addJob(
  db: Db,
  name: JobName,
  payload: Record<string, unknown>,
  options: {
    key?: string
    runAt?: Date
    queue?: string
    maxAttempts?: number
    priority?: number
    keepsRunAt?: boolean
  } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text, ${JSON.stringify(payload)}::json, ${options.queue ?? null}::text, ${options.runAt ?? null}::timestamptz,
    ${options.maxAttempts ?? 5}::int, ${options.key ?? null}::text, ${options.priority ?? null}::int, null::text[],
    ${options.keepsRunAt ? 'preserve_run_at' : 'replace'}::text
  )`.execute(db)
}
