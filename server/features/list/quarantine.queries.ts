import { sql } from 'kysely'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { QuarantineReason } from './quarantine.ts'

export type StoredQuarantine = {
  n: number
  key: string | null
  caption: string
  reason: QuarantineReason
  detail: Record<string, unknown>
  is_taken: boolean
}

export async function insertQuarantined(
  ctx: Ctx,
  versionId: number,
  asides: readonly StoredQuarantine[],
): Promise<void> {
  if (asides.length === 0) return
  await sql`insert into list_set_aside (version_id, n, key, caption, reason, detail, is_taken)
    select ${versionId}::bigint, n, key, caption, reason, detail, is_taken
    from json_populate_recordset(null::list_set_aside, ${JSON.stringify(asides)}::json)
    on conflict do nothing`.execute(ctx.db)
}

export async function removeQuarantinedEntries(ctx: Ctx, versionId: number): Promise<void> {
  await ctx.db.deleteFrom('list_set_aside').where('version_id', '=', versionId).execute()
}

/**
 * Carries quarantined entries over from the previous version: a broken line must not remove what is known about a
 * party.
 */
export async function storeQuarantined(ctx: Ctx, listId: number, versionId: number): Promise<void> {
  await sql`insert into list_staged (version_id, key, schema, caption, properties)
    select distinct on (entry.key) ${versionId}::bigint, entry.key, entry.schema, entry.caption, entry.properties
    from list_set_aside as aside
    join list_entry as entry on entry.list_id = ${listId}::bigint and entry.key = aside.key and entry.until is null
    where aside.version_id = ${versionId}::bigint and not aside.is_taken
    on conflict do nothing`.execute(ctx.db)
}

export async function findQuarantinedEntries(
  ctx: Ctx,
  versionId: number,
  { current, pageSize, sort }: { current: number; pageSize: number; sort?: 'n' | '-n' | undefined },
): Promise<ListPage<StoredQuarantine>> {
  const all = ctx.db.selectFrom('list_set_aside').where('version_id', '=', versionId)
  const [items, count] = await Promise.all([
    all
      .select(['n', 'key', 'caption', 'reason', 'detail', 'is_taken'])
      // Rejected entries come before shortened ones, because they are worse.
      .orderBy('is_taken')
      .orderBy('n', sort === '-n' ? 'desc' : 'asc')
      .orderBy('reason')
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute(),
    all.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: items as StoredQuarantine[], total: count.total, current, pageSize }
}
