import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

export async function findReportsOf(ctx: Ctx, personIds: readonly number[]) {
  const { rows } = await sql<{ id: number; title: string }>`select id, number || ' ' || title as title from report
    where id in (select report_id from report_person where person_id = any(${personIds}::bigint[]))
    order by id`.execute(ctx.db)
  return rows
}

export async function readReportsOf(ctx: Ctx, personIds: readonly number[]) {
  const { rows } = await sql<
    Record<string, unknown>
  >`select id, number, title, summary, status, created_at, published_at
    from report where id in (select report_id from report_person where person_id = any(${personIds}::bigint[]))
    order by id`.execute(ctx.db)
  return rows
}

export async function removeReports(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`delete from report where id = any(${ids}::bigint[])`.execute(ctx.db)
}

export async function unlinkPersons(ctx: Ctx, personIds: readonly number[]): Promise<void> {
  await sql`delete from report_person where person_id = any(${personIds}::bigint[])`.execute(ctx.db)
}
