import { sql } from 'kysely'
import type { LinkEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Claims moved with a link: `moved` by their ids; `folded` as full rows, because the other link already had the same
 * claim from the same source.
 */
export type GivenClaims = { moved: number[]; folded: Record<string, unknown>[] }
type Move = { noun: LinkEntity; from: number; to: number }

/** Moves the claims of a link to an equal link. */
export async function moveClaims(ctx: Ctx, { noun, from, to }: Move): Promise<GivenClaims> {
  const same = sql`kept.noun = ${noun} and kept.record_id = ${to}::bigint and kept.field = claim.field
    and kept.value_key = claim.value_key and kept.source_id = claim.source_id`
  const { rows: folded } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(claim) as row from claim
    where noun = ${noun} and record_id = ${from}::bigint and exists (select from claim as kept where ${same})`.execute(
    ctx.db,
  )
  await sql`update claim as kept set evidence = kept.evidence || (select coalesce(jsonb_agg(each), '[]')
      from jsonb_array_elements(claim.evidence) as each where not kept.evidence @> jsonb_build_array(each))
    from claim where claim.noun = ${noun} and claim.record_id = ${from}::bigint and ${same}`.execute(ctx.db)
  const { rows: moved } = await sql<{ id: number }>`update claim set record_id = ${to}::bigint
    where noun = ${noun} and record_id = ${from}::bigint and not exists (select from claim as kept where ${same})
    returning id`.execute(ctx.db)
  return { moved: moved.map(row => row.id), folded: folded.map(({ row }) => row) }
}

/** Returns claims to a link; those withdrawn since then stay withdrawn. */
export async function moveClaimsBack(
  ctx: Ctx,
  { noun, from, to }: Move,
  { moved, folded }: GivenClaims,
): Promise<void> {
  await sql`update claim set record_id = ${from}::bigint
    where id = any(${moved}::bigint[]) and noun = ${noun} and record_id = ${to}::bigint`.execute(ctx.db)
  await sql`insert into claim overriding system value
    select fresh.* from jsonb_populate_recordset(null::claim, ${JSON.stringify(folded)}::jsonb) as fresh
      join source on source.id = fresh.source_id
    on conflict do nothing`.execute(ctx.db)
}
