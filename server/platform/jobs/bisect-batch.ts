import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { isBusy, isTransient } from '../db/transient-fault.ts'

/**
 * Runs `work` on all units together, in the caller's transaction. If it fails, its writes are rolled back and the units
 * are split in halves repeatedly until the failing unit is alone. That unit is passed to `onFailure`; `work` succeeds for
 * the others. A temporary fault belongs to no unit and is thrown; a lock that could not be obtained belongs to its unit
 * (`isBusy`).
 */
export async function bisectBatch<Unit>(
  ctx: Ctx,
  units: readonly Unit[],
  work: (ctx: Ctx, units: readonly Unit[]) => Promise<void>,
  onFailure: (ctx: Ctx, unit: Unit, error: unknown) => Promise<void>,
): Promise<void> {
  if (units.length === 0) return
  await sql`savepoint apart`.execute(ctx.db)
  try {
    await work(ctx, units)
  } catch (error) {
    // If the connection is lost, this statement fails too and its error reports the loss.
    await sql`rollback to savepoint apart`.execute(ctx.db)
    await sql`release savepoint apart`.execute(ctx.db)
    if (isTransient(error) && !isBusy(error)) throw error
    if (units.length === 1) return await onFailure(ctx, units[0]!, error)
    const half = Math.ceil(units.length / 2)
    await bisectBatch(ctx, units.slice(0, half), work, onFailure)
    return await bisectBatch(ctx, units.slice(half), work, onFailure)
  }
  await sql`release savepoint apart`.execute(ctx.db)
}
