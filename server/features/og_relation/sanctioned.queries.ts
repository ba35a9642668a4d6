import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isInForce } from '#server/core/in-force.queries.ts'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import { isSanctioned } from '#server/features/standing/standing.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The most steps downwards from a sanctioned party; the page follows as many upwards. */
export const roundsAtMost = 50

/**
 * Whether the organisation `og` is not sanctioned itself, but owned to half in sum by sanctioned parties: the rule of
 * `sanctioned.ts` for all organisations at once, over records that this reader may read. Persons have the negative of
 * their id.
 */
export function isOwnedBySanctioned(ctx: Ctx, by: 'certain' | 'possible'): RawBuilder<SqlBool> {
  const holder = sql`coalesce(link.from_og_id, -link.from_person_id)`
  const shares = sql`select link.og_id, link.is_beneficial, max(coalesce(link.share_min, 0)) as least,
      least(100, sum(coalesce(link.share_max, 100))) as most
    from (
        select near.og_id from unnest(state.fresh) as f (id) join og_relation as near
          on near.from_og_id = f.id and near.type = 'owns'
        union
        select near.og_id from unnest(state.fresh) as f (id) join og_relation as near
          on near.from_person_id = -f.id and near.type = 'owns'
      ) as candidate
      join og_relation as link on link.og_id = candidate.og_id and link.type = 'owns'
      join unnest(state.blocked) as b (id) on b.id = ${holder}
    where ${isInForce(ctx.now().toISOString().slice(0, 10))}
    group by link.og_id, ${holder}, link.is_beneficial`
  const sum = (bound: 'least' | 'most', isBeneficial: boolean) =>
    sql`least(100, coalesce(sum(held.${sql.ref(bound)}) filter (where held.is_beneficial = ${sql.lit(isBeneficial)}), 0))`
  const total =
    by === 'certain'
      ? sql`greatest(${sum('least', false)}, ${sum('least', true)})`
      : sql`${sum('most', false)} + ${sum('most', true)}`
  const sanctioned = (noun: 'og' | 'person', id: RawBuilder<unknown>) =>
    sql`array(select ${id} from ${sql.table(noun)} as party
      where ${isSanctioned(ctx, noun, 'party')} and ${isLivingEnd(ctx, noun, 'party')})`
  return sql<SqlBool>`og.id in (
    with recursive state (blocked, fresh, round) as (
      select first.ids, first.ids, 0 from (select ${sanctioned('og', sql`party.id`)}
        || ${sanctioned('person', sql`-party.id`)} as ids) as first
      union all
      select state.blocked || found.ids, found.ids, state.round + 1 from state cross join lateral (
        select array(
          select held.og_id from (${shares}) as held join og as party on party.id = held.og_id
            left join unnest(state.blocked) as known (id) on known.id = held.og_id
          where known.id is null and ${isLivingEnd(ctx, 'og', 'party')}
          group by held.og_id having ${total} >= 50
        ) as ids
      ) as found where cardinality(found.ids) > 0 and state.round < ${sql.lit(roundsAtMost)}
    ) select unnest(state.fresh) from state where state.round > 0)`
}
