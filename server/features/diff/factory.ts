import { sql } from 'kysely'
import type { PartyEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type DiffPageRef = { og_id: number; page_id: number; version_id: number }

/** Inserts an unread difference that led to the page's version; `mention` adds a new mention of a record. */
export async function aDiff(
  ctx: Ctx,
  page: DiffPageRef,
  values: { score?: number; excerpt?: string; cluster?: string; mention?: { noun: PartyEntity; id: number } } = {},
): Promise<number> {
  const at = ctx.now().toISOString()
  const { rows } = await sql<{ id: number }>`
    insert into diff (og_id, page_id, round, to_version, kind, added, score, is_judged, excerpt, cluster, created_at)
    values (${page.og_id}::bigint, ${page.page_id}::bigint, 1, ${page.version_id}::bigint, 'added', 100,
      ${values.score ?? 60}::int, true, ${values.excerpt ?? 'An excerpt'}, ${values.cluster ?? null}, ${at})
    returning id`.execute(ctx.db)
  const { mention } = values
  if (mention)
    await sql`insert into mention (og_id, page_id, version_id, noun, record_id, name, count, is_new, found_at)
      values (${page.og_id}::bigint, ${page.page_id}::bigint, ${page.version_id}::bigint, ${mention.noun},
        ${mention.id}::bigint, 'x', 1, true, ${at})`.execute(ctx.db)
  return rows[0]!.id
}
