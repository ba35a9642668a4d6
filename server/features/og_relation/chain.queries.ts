import { type RawBuilder, sql } from 'kysely'
import type { LinkEnd } from '#contract/og_relation.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { isInForce } from '#server/core/in-force.queries.ts'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import { isSanctioned } from '#server/features/standing/standing.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Direction } from './chain.ts'
import type { ChainLink } from './share.ts'

export type FoundEnd = LinkEnd & { is_sanctioned: boolean }
export type FoundLink = ChainLink & { far: FoundEnd }

/** The most links that are read per query, the greatest shares first, and the most that are followed per node. */
const linksUpTo = 2_000
export const linksOfNode = 200

/** Types of links that form a chain. */
const kinds = sql`('controls', 'owns', 'subsidiary')`

const columns = sql`link.id, link.type, link.share_min::float8, link.share_max::float8, link.is_beneficial,
  case when link.from_og_id is null then 'p' || link.from_person_id else 'o' || link.from_og_id end as "from",
  'o' || link.og_id as og`

const dangerLevel: Record<PartyEntity, RawBuilder<unknown>> = { og: sql`far.danger_level`, person: sql`null` }
const englishName: Record<PartyEntity, RawBuilder<unknown>> = { og: sql`far.eng_name`, person: sql`null` }
const end = (ctx: Ctx, kind: PartyEntity) =>
  sql`json_build_object('noun', ${sql.lit(kind)}, 'id', far.id, 'name', far.name, 'eng_name', ${englishName[kind]}, 'icon', null,
    'danger_level', ${dangerLevel[kind]},
    'is_sanctioned', ${isSanctioned(ctx, kind, 'far')}) as far`

/** Links one step up or down from these nodes, whose far ends this reader may read. */
export async function findSteps(
  ctx: Ctx,
  direction: Direction,
  { ogs, persons }: { ogs: readonly number[]; persons: readonly number[] },
): Promise<FoundLink[]> {
  const today = ctx.now().toISOString().slice(0, 10)
  const step = (ids: readonly number[], nearEnd: string, farEnd: string, kind: PartyEntity) =>
    sql`select found.* from unnest(${ids}::bigint[]) as node (id) cross join lateral (
      select ${columns}, ${end(ctx, kind)} from (
        select * from og_relation as link where ${sql.ref(`link.${nearEnd}`)} = node.id and link.type in ${kinds}
        order by link.type, link.share_max desc nulls last limit ${sql.lit(linksUpTo)}
      ) as link join ${sql.table(kind)} as far on far.id = ${sql.ref(`link.${farEnd}`)}
      where ${isInForce(today)} and ${isLivingEnd(ctx, kind, 'far')}
      order by link.share_max desc nulls last, link.id limit ${sql.lit(linksOfNode)}) as found`
  const parts =
    direction === 'up'
      ? [step(ogs, 'og_id', 'from_og_id', 'og'), step(ogs, 'og_id', 'from_person_id', 'person')]
      : [
          ...(ogs.length > 0 ? [step(ogs, 'from_og_id', 'og_id', 'og')] : []),
          ...(persons.length > 0 ? [step(persons, 'from_person_id', 'og_id', 'og')] : []),
        ]
  const { rows } = await sql<FoundLink>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return rows
}

/** The record at the root, if this reader may read it. */
export async function findEnd(ctx: Ctx, noun: 'og' | 'person', id: number): Promise<FoundEnd | undefined> {
  const { rows } = await sql<{ far: FoundEnd }>`select ${end(ctx, noun)} from ${sql.table(noun)} as far
    where far.id = ${id}::bigint and ${isLivingEnd(ctx, noun, 'far')}`.execute(ctx.db)
  return rows[0]?.far
}
