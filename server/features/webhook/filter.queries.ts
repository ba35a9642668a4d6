import { sql } from 'kysely'
import type { isVisibleRecord } from '#server/features/notification/notification.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Whether the user may read the organisation, and owns the saved search, of a filter. */
export async function isFilterReadable(
  ctx: Ctx,
  {
    og_id = null,
    saved_search = null,
  }: { og_id?: number | null | undefined; saved_search?: number | null | undefined },
  isVisible: typeof isVisibleRecord,
): Promise<{ og: boolean; search: boolean }> {
  const { rows } = await sql<{ og: boolean; search: boolean }>`select
    ${og_id}::bigint is null or ${isVisible(ctx, sql`'og'::text`, sql`${og_id}::bigint`, ['og'])} as og,
    ${saved_search}::bigint is null or exists (select from saved_search
      where id = ${saved_search}::bigint and owner = ${ctx.actor.id}::bigint) as search`.execute(ctx.db)
  return rows[0]!
}
