import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import type { StatusList } from '#contract/standing.api.ts'
import { readableLive } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Only users who decide hits may see hits and decisions. */
const seesHits = ({ actor: { role } }: Ctx) => editors.includes(role)

/** Joins the current entry that a decision is about; a decision applies as long as there is one. */
const joinsEntryInForce = sql`join list_entry as now_entry on now_entry.list_id = screening.list_id
  and now_entry.key = screening.entry_key and now_entry.until is null`

/**
 * The last decision was "same". A change of either side reopens the pair, but its effect lasts until a user decides
 * otherwise: an edited name or a new alias on the list lifts no sanction.
 */
const heldSame = sql`(screening.state = 'same' or (screening.state = 'open' and screening.decided_state is not distinct from 'same'))`

/** Ids of an entity's records that a decision in force identifies with a blocking entry of a sanctions list. */
const decidedIds = (noun: PartyEntity) => sql`select screening.record_id from screening
  join list on list.id = screening.list_id and list.kind = 'sanctions' ${joinsEntryInForce}
  where screening.noun = ${sql.lit(noun)} and ${heldSame}
    and entry_restriction(now_entry.properties) = 'blocking'`

/** Whether the row of this alias is a sanctioned party to this reader: by its level, or by a decision. */
export function isSanctioned(ctx: Ctx, noun: PartyEntity, alias: string): RawBuilder<SqlBool> {
  const byLevel = {
    og: sql<SqlBool>`${sql.ref(`${alias}.danger_level`)} = '受制裁'`,
    person: sql<SqlBool>`false`,
  }[noun]
  if (!seesHits(ctx)) return byLevel
  return sql<SqlBool>`(${byLevel} or ${sql.ref(`${alias}.id`)} in (${decidedIds(noun)}))`
}

type Row = { noun: PartyEntity; id: number; lists: StatusList[]; open: number }

/** The parties among these that have hits and that this reader may read. */
export async function findSanctionStatuses(ctx: Ctx, ids: Record<PartyEntity, readonly number[]>): Promise<Row[]> {
  const parts = partyEntities.flatMap(noun =>
    ids[noun].length === 0
      ? []
      : [
          sql`select ${sql.lit(noun)} as noun, party.id,
      coalesce(jsonb_agg(jsonb_build_object('screening_id', screening.id, 'id', list.id, 'name', list.name,
          'kind', list.kind, 'level', state.level, 'lapse', state.lapse) order by list.name, screening.id)
        filter (where state.level is not null or state.lapse is not null), '[]') as lists,
      (count(*) filter (where screening.state in ('open', 'proposed', 'unsure')
        and not (screening.state = 'open' and screening.is_gone)))::int as open
    from ${sql.table(noun)} as party join screening on screening.noun = ${sql.lit(noun)} and screening.record_id = party.id
      join list on list.id = screening.list_id
      left ${joinsEntryInForce}
      cross join lateral (select
        case when not ${heldSame} or now_entry.id is null then null
          when list.kind <> 'sanctions' then 'listed'
          else case entry_restriction(now_entry.properties) when 'blocking' then 'sanctioned' when 'partial' then 'partial'
            else 'listed' end end as level,
        case when ${heldSame} and now_entry.id is null then 'removed'
          when screening.state = 'open' and screening.decided_state = 'same' then 'reopened' end as lapse) as state
    where party.id = any(${ids[noun]}::bigint[]) and ${readableLive(entities[noun].policy, ctx, 'party')}
      and screening.state <> 'different'
    group by party.id`,
        ],
  )
  if (parts.length === 0) return []
  const { rows } = await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return rows
}
