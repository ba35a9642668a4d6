import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isThere } from '#server/features/relation/relation.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isInForce } from './chain-queries.ts'

/** Whoever holds whom round after round: beyond that no chain of the world goes. */
const roundsAtMost = 50

/**
 * Organisations `og` that parties which are sanctioned own to half in sum, and that are not sanctioned themselves: the rule
 * of `sanctioned.ts`, begun from the sanctioned and told of all at once. Over what this reader may read.
 */
export function isOwnedBySanctioned(ctx: Ctx, by: 'certain' | 'possible'): RawBuilder<SqlBool> {
  const held = sql`select link.og_id, link.is_beneficial, max(coalesce(link.share_min, 0)) as least,
      least(100, sum(coalesce(link.share_max, 100))) as most
    from (select distinct near.og_id from unnest(state.fresh) as f (id) join og_relation as near
        on near.from_og_id = f.id and near.type = 'owns') as candidate
      join og_relation as link on link.og_id = candidate.og_id and link.type = 'owns'
      join unnest(state.blocked) as b (id) on b.id = link.from_og_id
    where ${isInForce(ctx.now().toISOString().slice(0, 10))}
    group by link.og_id, link.from_og_id, link.is_beneficial`
  const sum = (bound: 'least' | 'most', isBeneficial: boolean) =>
    sql`least(100, coalesce(sum(held.${sql.ref(bound)}) filter (where held.is_beneficial = ${sql.lit(isBeneficial)}), 0))`
  const total =
    by === 'certain'
      ? sql`greatest(${sum('least', false)}, ${sum('least', true)})`
      : sql`${sum('most', false)} + ${sum('most', true)}`
  return sql<SqlBool>`og.id in (
    with recursive state (blocked, fresh, round) as (
      select first.ids, first.ids, 0 from (select array(select party.id from og as party
        where party.danger_level = '受制裁' and ${isThere(ctx, 'og', 'party')}) as ids) as first
      union all
      select state.blocked || found.ids, found.ids, state.round + 1 from state cross join lateral (
        select array(
          select held.og_id from (${held}) as held join og as party on party.id = held.og_id
            left join unnest(state.blocked) as known (id) on known.id = held.og_id
          where known.id is null and ${isThere(ctx, 'og', 'party')}
          group by held.og_id having ${total} >= 50
        ) as ids
      ) as found where cardinality(found.ids) > 0 and state.round < ${sql.lit(roundsAtMost)}
    ) select unnest(state.fresh) from state where state.round > 0)`
}
