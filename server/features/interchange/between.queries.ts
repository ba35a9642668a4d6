import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Determines links whose kind depends on their ends: files use membership, succession or an unknown link between
 * organisations as well as between persons. Those that lead to an organisation become links of organisations.
 */
export async function resolveLinksBetweenOgs(ctx: Ctx, id: number): Promise<void> {
  const of = sql`(select kind from interchange_row as far where far.interchange_id = row.interchange_id
    and far.key = ends.`
  await sql`with ends as (
      select n, coalesce(ends -> 'person' ->> 0, ends -> 'from' ->> 0) as a,
        coalesce(ends -> 'og' ->> 0, ends -> 'to' ->> 0) as b, coalesce(("values" #>> '{between_ogs,is_turned}')::boolean, false) as is_turned
      from interchange_row where interchange_id = ${id}::bigint and kind in ('membership', 'relation')
    ), kinds as (
      select row.n, ${of}a order by far.n limit 1) as a_kind, ${of}b order by far.n limit 1) as b_kind,
        ends.a, ends.b, ends.is_turned
      from interchange_row as row join ends on ends.n = row.n where row.interchange_id = ${id}::bigint
    )
    update interchange_row as row set kind = 'og_relation',
      ends = jsonb_build_object('from', jsonb_build_array(case when is_turned then b else a end),
        'og', jsonb_build_array(case when is_turned then a else b end)),
      "values" = jsonb_build_object('type', row."values" #> '{between_ogs,type}', 'share_min', null, 'share_max', null,
        'is_beneficial', false, 'desc', row."values" #> '{between_ogs,desc}',
        'start_time', row."values" -> 'start_time', 'end_time', row."values" -> 'end_time')
    from kinds where row.interchange_id = ${id}::bigint and row.n = kinds.n
      and ((a_kind = 'og' and b_kind = 'og')
        or (row.kind = 'relation' and not is_turned and a_kind = 'person' and b_kind = 'og'
          and row."values" #>> '{between_ogs,type}' in ('controls', 'partner', 'supplies', 'funds', 'other')))`.execute(
    ctx.db,
  )
  await sql`update interchange_row set "values" = "values" - 'between_ogs'
    where interchange_id = ${id}::bigint and kind in ('membership', 'relation')`.execute(ctx.db)
}
