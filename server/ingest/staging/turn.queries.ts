import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Serialises imports of an entity, of tables as well as of exchange files, so that each sees the other's records. */
export async function takeTurn(ctx: Ctx, noun: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('import'), hashtext(${noun}))`.execute(ctx.db)
}

/** A dry run replaces the previous verdict; writing stores its result next to the verdict of the dry run. */
export const previousVerdict = (table: string, isWritten: boolean) =>
  isWritten
    ? sql`case when ${sql.ref(`${table}.verdict`)} <> judged.verdict then ${sql.ref(`${table}.verdict`)} end`
    : sql`null`
