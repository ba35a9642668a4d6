import { sql } from 'kysely'
import type { JobName } from '#contract/job.ts'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'

/** A job's work; its payload is checked by the feature that queued it. It may be killed and run again without harm. */
export type Job = (ctx: Ctx, payload: unknown, helpers: { signal: AbortSignal | undefined }) => Promise<void>

/** Jobs of a feature by their names. */
export type Jobs = Partial<Record<JobName, Job>>

/**
 * Queues a job in the caller's transaction, so that it exists exactly if the transaction commits.
 * `key`: at most one waiting job of that key; `keepsRunAt`: one that waits is not put off; `priority`: lower goes first, 0 unless given.
 * It may be killed at any moment and run again without harm.
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
