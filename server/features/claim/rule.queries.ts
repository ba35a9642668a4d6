import { sql } from 'kysely'
import type { Entity } from '#contract/registry.ts'
import { readable } from '#server/core/access.ts'
import { sourcePolicy } from '#server/features/source/source.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { WeighedClaim } from './rule.ts'

export type WeighedRow = WeighedClaim & {
  record_id: number
  field: string
  source_name: string
  is_source_readable: boolean
}

/** Records in their present state, with the claims on these fields, including those of records merged into them. */
export async function findWeighed(
  ctx: Ctx,
  noun: Entity,
  ids: readonly number[],
  fields: readonly string[],
): Promise<{ records: Map<number, Record<string, unknown>>; claims: WeighedRow[] }> {
  if (ids.length === 0) return { records: new Map(), claims: [] }
  const table = sql.table(noun)
  const found = await sql<{ id: number } & Record<string, unknown>>`select * from ${table}
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  const { rows } = await sql<WeighedRow>`
    select claim.id, claim.source_id, claim.value, claim.value_key, claim.credibility, claim.last_seen_at, claim.field,
      coalesce(of.merged_into, of.id) as record_id, source.priority as source_priority,
      source.reliability as source_reliability, source.name as source_name,
      coalesce(claim.withdrawn_at, source.withdrawn_at, source.deleted_at) as withdrawn_at,
      source.deleted_at is null and ${readable(sourcePolicy, ctx, 'source')} as is_source_readable
    from (select id, merged_into from ${table} where id = any(${ids}::bigint[])
        union select id, merged_into from ${table} where merged_into = any(${ids}::bigint[])) as of
      join claim on claim.noun = ${noun} and claim.record_id = of.id
      join source on source.id = claim.source_id
    where claim.field = any(${fields}::text[])
    order by source.priority desc, claim.credibility nulls last, claim.last_seen_at desc, claim.id`.execute(ctx.db)
  return { records: new Map(found.rows.map(row => [row.id, row])), claims: rows }
}

/** The weight that a new claim of this source would have. */
export async function findBrought(
  ctx: Ctx,
  sourceId: number | null,
): Promise<Omit<WeighedClaim, 'value' | 'value_key'>> {
  const { rows } = await sql<
    Pick<WeighedClaim, 'source_priority' | 'source_reliability'>
  >`select priority as source_priority,
    reliability as source_reliability from source where id = ${sourceId}::bigint`.execute(ctx.db)
  const asNew = { source_priority: 50, source_reliability: 'F' as const }
  // Ids of claims begin at 1; the highest number sorts a new claim last if nothing else distinguishes two.
  const id = Number.MAX_SAFE_INTEGER
  const at = { credibility: null, last_seen_at: ctx.now().toISOString(), withdrawn_at: null }
  return { id, source_id: sourceId ?? 0, ...(rows[0] ?? asNew), ...at }
}
