import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Up to this number, matches of a keyword are sorted at once; more are read in order like any list. */
export const exactUpTo = 10_000
/**
 * Up to this number, a total is counted at every reading; a larger one is reused for a time in proportion to the cost
 * of counting.
 */
const anewUpTo = 100_000
const reuseFactor = 50
/** A count that takes longer is abandoned, and the planner's estimate is used. */
const countWithinMs = 1_000
const guessLivesMs = 10_000

/** `total` rows; `total_estimated` if it was not counted for this reading. */
type ListTotal = { total: number; total_estimated?: boolean }
/** The rows to count: `key` contains the filter and the reader's access; `rows` is a whole `select`. */
type CountQuery = { key: string; rows: RawBuilder<unknown> }

type CachedTotal = { total: number; untilMs: number }
const knownTotals = new Map<string, CachedTotal>()
const counting = new Map<string, Promise<ListTotal>>()
const maxCachedTotals = 1_000

/** Whether this list was recently found too long to be counted at every reading. */
export function isKnownLarge(key: string, nowMs: number): boolean {
  return (knownTotals.get(key)?.untilMs ?? 0) > nowMs
}

/**
 * The number of rows: exact, wherever counting is quick. A record that became unreadable leaves an exact total at once,
 * because exact totals are not cached.
 */
export async function readTotal(ctx: Ctx, { key, rows }: CountQuery): Promise<ListTotal> {
  const nowMs = ctx.now().getTime()
  const before = knownTotals.get(key)
  if (before && before.untilMs > nowMs) return { total: before.total, total_estimated: true }
  const few = await countUpTo(ctx, rows, exactUpTo)
  if (!few.total_estimated) return few
  // A transaction must not run into a timeout, and its state differs from that of other requests.
  if (ctx.db.isTransaction) return { total: await countOf(ctx, rows) }
  const running = counting.get(key)
  if (running) return await running
  const made = countMany(ctx, { key, rows }, nowMs).finally(() => counting.delete(key))
  counting.set(key, made)
  return await made
}

/** The number of rows, exact up to `most`; if there are more, flagged as an estimate. */
export async function countUpTo(ctx: Ctx, rows: RawBuilder<unknown>, most: number): Promise<ListTotal> {
  const few = await countOf(ctx, sql`${rows} limit ${sql.lit(most + 1)}`)
  return few <= most ? { total: few } : { total: most, total_estimated: true }
}

async function countMany(ctx: Ctx, { key, rows }: CountQuery, nowMs: number): Promise<ListTotal> {
  const startedAt = performance.now()
  const counted = await countWithin(ctx, rows)
  const tookMs = performance.now() - startedAt
  if (counted === undefined) {
    const total = Math.max(exactUpTo + 1, await plannedOf(ctx, rows))
    remember(key, { total, untilMs: nowMs + guessLivesMs })
    return { total, total_estimated: true }
  }
  if (counted > anewUpTo) remember(key, { total: counted, untilMs: nowMs + tookMs * reuseFactor })
  return { total: counted }
}

async function countOf(ctx: Ctx, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ total: number }>`select count(*) as total from (${rows}) as found`.execute(ctx.db)
  return found[0]?.total ?? 0
}

/** Undefined on timeout. */
async function countWithin(ctx: Ctx, rows: RawBuilder<unknown>): Promise<number | undefined> {
  try {
    return await ctx.db.transaction().execute(async db => {
      await sql`set local statement_timeout = ${sql.lit(countWithinMs)}`.execute(db)
      return await countOf({ ...ctx, db }, rows)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '57014') return undefined
    throw error
  }
}

/** Number of rows that the planner expects. */
async function plannedOf(ctx: Ctx, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: plan } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`explain (format json)
    ${rows}`.execute(ctx.db)
  return plan[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

function remember(key: string, value: CachedTotal): void {
  knownTotals.delete(key)
  knownTotals.set(key, value)
  if (knownTotals.size > maxCachedTotals) knownTotals.delete(knownTotals.keys().next().value as string)
}
