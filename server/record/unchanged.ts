import { sql } from 'kysely'
import { type MergeNoun, mergeNouns } from '#contract/noun.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Frozen, freeze } from '#server/platform/frozen.ts'

/** Tables of which the database tells whether they have changed (`…_change_mark`). */
type MarkedTable = MergeNoun
export const isMarked = (name: string): name is MarkedTable => (mergeNouns as readonly string[]).includes(name)

type Kept = { mark: string; atWork: readonly bigint[]; found: unknown }
const keptAtMost = 500
/** Of each database apart: marks of two say nothing of one another. */
const keptOf = new WeakMap<Ctx['db'], Map<string, Kept>>()

/**
 * Reads again only if the table has changed since, whatever else is written meanwhile. `read` must depend on this one table
 * and on what `key` names, the reader among it; what it finds is frozen, for many are given the same.
 *
 * Every statement on the table raises its mark before its transaction ends. The mark is read first, then who is at work,
 * then the rows: a change that these do not show was made by one of those at work, or raises the mark after it was read.
 */
export async function readUnlessUnchanged<T extends object>(
  ctx: Ctx,
  table: MarkedTable,
  key: string,
  read: () => Promise<T>,
  isKept: (found: T) => boolean = () => true,
): Promise<Frozen<T>> {
  if (ctx.db.isTransaction) return freeze(await read())
  const now = await markOf(ctx, table)
  // A standby learns of marks by the dozen, later than of rows.
  if (now.isStandby) return freeze(await read())
  const all = keptOf.get(ctx.db) ?? new Map<string, Kept>()
  keptOf.set(ctx.db, all)
  const name = `${table} ${key}`
  const before = all.get(name)
  if (before?.mark === now.mark && before.atWork.every(id => isAtWork(now.snapshot, id)))
    return before.found as Frozen<T>
  const atWork = await findAtWork(ctx, now.snapshot)
  const made = await read()
  const found = freeze(made)
  all.delete(name)
  if (!isKept(made)) return found
  all.set(name, { mark: now.mark, atWork, found })
  if (all.size > keptAtMost) all.delete(all.keys().next().value as string)
  return found
}

async function markOf(ctx: Ctx, table: MarkedTable): Promise<{ mark: string; snapshot: string; isStandby: boolean }> {
  const { rows } = await sql<{ mark: string; snapshot: string; isStandby: boolean }>`select last_value::text as mark,
    pg_current_snapshot()::text as snapshot, pg_is_in_recovery() as "isStandby"
    from ${sql.table(`${table}_change_mark`)}`.execute(ctx.db)
  return rows[0]!
}

/** Transactions that have written something. A snapshot does not name those that began after the last one that ended; their locks do. */
async function findAtWork(ctx: Ctx, snapshot: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: string }>`select distinct transactionid::text as id from pg_locks
    where locktype = 'transactionid' and granted`.execute(ctx.db)
  const { end } = readSnapshot(snapshot)
  return rows.map(({ id }) => wholeOf(BigInt(id), end))
}

const round = 1n << 32n
/** A lock names the lower half of the number; the whole one is that nearest to a number of today. */
function wholeOf(id: bigint, near: bigint): bigint {
  const whole = (near / round) * round + id
  if (whole > near + round / 2n) return whole - round
  return whole < near - round / 2n ? whole + round : whole
}

/** `xmin:xmax:xip,…` as PostgreSQL writes a snapshot: transactions from `end` on have not ended. */
function readSnapshot(text: string): { end: bigint; atWork: bigint[] } {
  const [, end = '0', atWork = ''] = text.split(':')
  return { end: BigInt(end), atWork: atWork.split(',').filter(Boolean).map(BigInt) }
}

function isAtWork(snapshot: string, id: bigint): boolean {
  const { end, atWork } = readSnapshot(snapshot)
  return id >= end || atWork.includes(id)
}
