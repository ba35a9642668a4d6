// The quarantine: one bad item must not stop a queue. Items that a queue cannot process wait in a table, which
// administrators see, and are retried at increasing intervals.
import { sql } from 'kysely'
import type { QuarantinedItem, QuarantineQueue } from '#contract/set_aside.api.ts'
import { cutText, storable, storableJson } from '#contract/text.ts'
import type { Ctx } from '../ctx.ts'

/** `key` identifies the item within its queue; `detail` is the data needed for a retry, never a text. */
export type Quarantined = { key: string; detail?: Record<string, unknown>; error: unknown }

/**
 * Retries a quarantined item in a separate transaction; throws if it fails again. `queued`: the work was handed over,
 * and the code that completes it calls `settle`.
 */
export type Retry = (ctx: Ctx, item: Pick<QuarantinedItem, 'key' | 'detail'>) => Promise<'queued' | undefined>

/** The retry functions of the queues that have one. */
export type Retries = Partial<Record<QuarantineQueue, Retry>>

const minuteMs = 60_000
const longestMs = 24 * 60 * minuteMs
const longestError = 2_000

/** One minute after the first failure, then four times as long each time, at most a day. */
export function pauseAfter(attempts: number): number {
  return Math.min(longestMs, minuteMs * 4 ** Math.min(attempts - 1, 10))
}

/**
 * Quarantines one item in the caller's transaction, or counts one more failure of it. `isRetried: false` if automatic
 * retries are useless.
 */
export async function quarantine(
  ctx: Ctx,
  queue: QuarantineQueue,
  { key, detail = {}, error }: Quarantined,
  { isRetried = true } = {},
): Promise<void> {
  const now = ctx.now()
  const pauses = isRetried ? [1, 2, 3, 4, 5, 6, 7].map(pauseAfter) : []
  const text = errorText(error)
  await sql`insert into set_aside (queue, key, detail, error, first_at, last_at, next_at)
    values (${queue}::text, ${storable(key)}::text, ${storableJson(detail)}::jsonb, ${text}::text,
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, ${nextAt(now, pauses[0])}::timestamptz)
    on conflict (queue, key) do update set detail = excluded.detail, error = excluded.error,
      attempts = set_aside.attempts + 1, last_at = excluded.last_at,
      next_at = excluded.last_at + make_interval(secs =>
        (${pauses}::float8[])[least(set_aside.attempts + 1, ${pauses.length}::int)] / 1000)`.execute(ctx.db)
  ctx.log.error({ queue, key, err: error }, 'quarantine: unit quarantined, the queue continues')
}

/**
 * Takes items that are due, the longest overdue first, and postpones their next attempt, so that an item that kills a
 * process is not retried immediately.
 */
export async function claimDue(ctx: Ctx, most: number, id?: number): Promise<QuarantinedItem[]> {
  const now = ctx.now()
  const pauses = [2, 3, 4, 5, 6, 7].map(pauseAfter)
  const isWanted = id === undefined ? sql`next_at <= ${now.toISOString()}::timestamptz` : sql`id = ${id}::bigint`
  const { rows } = await sql<QuarantinedItem>`update set_aside set attempts = attempts + 1,
      last_at = ${now.toISOString()}::timestamptz,
      next_at = ${now.toISOString()}::timestamptz
        + make_interval(secs => (${pauses}::float8[])[least(attempts, ${pauses.length}::int)] / 1000)
    where id in (select id from set_aside where ${isWanted} order by next_at, id limit ${most} for update skip locked)
    returning id, queue, key, detail, error, attempts, first_at, last_at, next_at`.execute(ctx.db)
  return rows
}

/** Keys of quarantined items of a queue, so that the queue skips them; `prefix`: only keys that begin with it. */
export async function quarantinedKeys(ctx: Ctx, queue: QuarantineQueue, prefix = ''): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select key from set_aside
    where queue = ${queue}::text and starts_with(key, ${prefix}::text)`.execute(ctx.db)
  return new Set(rows.map(row => row.key))
}

/** Records the error of a retry that failed. */
export async function failedAgain(ctx: Ctx, queue: QuarantineQueue, key: string, error: unknown): Promise<void> {
  await sql`update set_aside set error = ${errorText(error)}::text
    where queue = ${queue}::text and key = ${storable(key)}::text`.execute(ctx.db)
}

/** Releases items that succeeded from the quarantine; returns how many were in it. */
export async function releaseQuarantined(ctx: Ctx, queue: QuarantineQueue, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const { numAffectedRows } = await sql`delete from set_aside
    where queue = ${queue}::text and key = any(${keys.map(storable)}::text[])`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

/** The error as one text that can be stored, with PostgreSQL's detail. */
function errorText(error: unknown): string {
  const { message, detail } = (error ?? {}) as { message?: unknown; detail?: unknown }
  const text = error instanceof Error ? [error.name, message].filter(Boolean).join(': ') : String(error)
  return cutText(storable(typeof detail === 'string' ? `${text} (${detail})` : text), longestError)
}

function nextAt(now: Date, pauseMs: number | undefined): string | null {
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs).toISOString()
}
