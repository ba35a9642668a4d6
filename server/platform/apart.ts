import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { isBusy, isPassing } from './passing.ts'

/**
 * Does `work` for all units together, in the caller's transaction. Where that fails its writing is undone, and it is done
 * for ever smaller halves until what fails stands alone; that one is given to `poison`, the others are done.
 * Faults of the moment are nobody's own and are thrown; a lock that was not to be had is its unit's (`isBusy`).
 */
export async function apart<Unit>(
  ctx: Ctx,
  units: readonly Unit[],
  work: (ctx: Ctx, units: readonly Unit[]) => Promise<void>,
  poison: (ctx: Ctx, unit: Unit, error: unknown) => Promise<void>,
): Promise<void> {
  if (units.length === 0) return
  await sql`savepoint apart`.execute(ctx.db)
  try {
    await work(ctx, units)
  } catch (error) {
    // Fails itself where the connection is gone, and then says so.
    await sql`rollback to savepoint apart`.execute(ctx.db)
    await sql`release savepoint apart`.execute(ctx.db)
    if (isPassing(error) && !isBusy(error)) throw error
    if (units.length === 1) return await poison(ctx, units[0]!, error)
    const half = Math.ceil(units.length / 2)
    await apart(ctx, units.slice(0, half), work, poison)
    return await apart(ctx, units.slice(half), work, poison)
  }
  await sql`release savepoint apart`.execute(ctx.db)
}
