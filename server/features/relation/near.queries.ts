import { sql } from 'kysely'
import type { PartyEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isLivingEnd } from './end.queries.ts'

/** The most members or events whose other participants are counted: a hub costs no more than other records. */
const sharedUpTo = 5_000

/** A party without a stated link: how many persons or events it has in common with a record. */
export type RelatedParty = {
  noun: PartyEntity
  id: number
  name: string
  eng_name?: string | null
  icon: string | null
  persons: number
  events: number
}

/** Organisations with common members or events, most first; records that the user may not read do not count. */
export async function findOgsNear(ctx: Ctx, id: number, most: number): Promise<RelatedParty[]> {
  const { rows } = await sql<RelatedParty>`
    with member as materialized (
      select distinct person.id from membership as link join person on person.id = link.person_id
      where link.og_id = ${id}::bigint and ${isLivingEnd(ctx, 'person', 'person')} limit ${sql.lit(sharedUpTo)}
    ), shared as (
      select other.og_id, count(distinct member.id)::int as persons, 0 as events
      from member join membership as other on other.person_id = member.id group by other.og_id
      union all ${eventsShared(ctx, 'og', id)}
    )
    select 'og' as noun, og.id, og.name, og.eng_name, og.icon, sum(shared.persons)::int as persons, sum(shared.events)::int as events
    from shared join og on og.id = shared.og_id
    where og.id <> ${id}::bigint and ${isLivingEnd(ctx, 'og', 'og')}
    group by og.id order by sum(shared.persons) + sum(shared.events) desc, og.name, og.id
    limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

/** Persons with common events, most first. */
export async function findPersonsNear(ctx: Ctx, id: number, most: number): Promise<RelatedParty[]> {
  const { rows } = await sql<RelatedParty>`
    with shared as (${eventsShared(ctx, 'person', id)})
    select 'person' as noun, person.id, person.name, person.icon, 0 as persons, shared.events
    from shared join person on person.id = shared.person_id
    where person.id <> ${id}::bigint and ${isLivingEnd(ctx, 'person', 'person')}
    order by shared.events desc, person.name, person.id limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

function eventsShared(ctx: Ctx, noun: PartyEntity, id: number) {
  const links = sql.table(`event_${noun}`)
  const column = sql.ref(`${noun}_id`)
  return sql`select other.${column}, 0 as persons, count(*)::int as events
    from (select event.id from ${links} as link join event on event.id = link.event_id
      where link.${column} = ${id}::bigint and ${isLivingEnd(ctx, 'event', 'event')} limit ${sql.lit(sharedUpTo)}) as mine
    join ${links} as other on other.event_id = mine.id group by other.${column}`
}
