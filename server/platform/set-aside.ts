// One bad thing stops one thing: what a queue cannot do waits in a table, is listed there and tried again ever more seldom.
import { sql } from 'kysely'
import type { SetAside, SetAsideQueue } from '#contract/set_aside.ts'
import { cutText, storable, storableJson } from '#contract/text.ts'
import type { Ctx } from './ctx.ts'

/** `key` says what it is within its queue; `detail` is what trying again needs, never a text. */
export type Poison = { key: string; detail?: Record<string, unknown>; error: unknown }

/**
 * Does once more what was set aside, in a transaction of its own; throws where it fails again. `asked`: it goes on
 * elsewhere, and whoever does it settles it.
 */
export type Retry = (ctx: Ctx, aside: Pick<SetAside, 'key' | 'detail'>) => Promise<'asked' | undefined>

/** For each queue that tries again, how. */
export type Retries = Partial<Record<SetAsideQueue, Retry>>

const minuteMs = 60_000
const longestMs = 24 * 60 * minuteMs
const longestError = 2_000

/** One minute after the first failure, then four times as long each time, at most a day. */
export function pauseAfter(attempts: number): number {
  return Math.min(longestMs, minuteMs * 4 ** Math.min(attempts - 1, 10))
}

/**
 * Sets one thing aside in the caller's transaction, or counts one more failure of it. `isRetried: false` where trying
 * again by itself is no use.
 */
export async function setAside(
  ctx: Ctx,
  queue: SetAsideQueue,
  { key, detail = {}, error }: Poison,
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
  ctx.log.error({ queue, key, err: error }, 'set aside: nothing else waits for it')
}

/** Takes what is due, the longest overdue first, and puts off its next trial, so that what kills a process is not tried at once. */
export async function takeDue(ctx: Ctx, most: number, id?: number): Promise<SetAside[]> {
  const now = ctx.now()
  const pauses = [2, 3, 4, 5, 6, 7].map(pauseAfter)
  const isWanted = id === undefined ? sql`next_at <= ${now.toISOString()}::timestamptz` : sql`id = ${id}::bigint`
  const { rows } = await sql<SetAside>`update set_aside set attempts = attempts + 1,
      last_at = ${now.toISOString()}::timestamptz,
      next_at = ${now.toISOString()}::timestamptz
        + make_interval(secs => (${pauses}::float8[])[least(attempts, ${pauses.length}::int)] / 1000)
    where id in (select id from set_aside where ${isWanted} order by next_at, id limit ${most} for update skip locked)
    returning id, queue, key, detail, error, attempts, first_at, last_at, next_at`.execute(ctx.db)
  return rows
}

/** Keys of what a queue has set aside, so that it passes over them; `prefix`: only those that begin so. */
export async function keysAside(ctx: Ctx, queue: SetAsideQueue, prefix = ''): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select key from set_aside
    where queue = ${queue}::text and starts_with(key, ${prefix}::text)`.execute(ctx.db)
  return new Set(rows.map(row => row.key))
}

/** What was taken and failed once more: why. */
export async function failedAgain(ctx: Ctx, queue: SetAsideQueue, key: string, error: unknown): Promise<void> {
  await sql`update set_aside set error = ${errorText(error)}::text
    where queue = ${queue}::text and key = ${storable(key)}::text`.execute(ctx.db)
}

/** What went well is set aside no more; tells how many were. */
export async function settle(ctx: Ctx, queue: SetAsideQueue, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const { numAffectedRows } = await sql`delete from set_aside
    where queue = ${queue}::text and key = any(${keys.map(storable)}::text[])`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

/** The error as one text that can be kept: what PostgreSQL says of the place goes with it. */
export function errorText(error: unknown): string {
  const { message, detail } = (error ?? {}) as { message?: unknown; detail?: unknown }
  const text = error instanceof Error ? [error.name, message].filter(Boolean).join(': ') : String(error)
  return cutText(storable(typeof detail === 'string' ? `${text} (${detail})` : text), longestError)
}

function nextAt(now: Date, pauseMs: number | undefined): string | null {
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs).toISOString()
}
