import { type RawBuilder, sql } from 'kysely'
import type { LinkEntity, PartyEntity } from '#contract/registry.ts'
import type { GraphEdge, GraphNode } from '#contract/relation.api.ts'
import { readable } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isLivingEnd } from './end.queries.ts'

type GraphLinks = LinkEntity | 'both' | 'any'
/** Ids of the nodes of a graph, by kind. */
export type NodeIds = { persons: readonly number[]; ogs: readonly number[] }
export type Neighbour = { kind: PartyEntity; id: number }

/** The most links that are examined per node, regardless of access to their ends. */
const linksUpTo = 10_000

const follows = (through: GraphLinks, kind: LinkEntity) =>
  through === 'any' || through === kind || (through === 'both' && kind !== 'og_relation')

type NeighbourKind = Neighbour['kind']
type Links = { kind: NeighbourKind; links: RawBuilder<unknown> }

/**
 * Links of the node `node.id` to persons or organisations, as ids of their other ends regardless of access; they are
 * read from indexes alone. A role that may not read a kind gets no links to it.
 */
function linksOf(ctx: Ctx, kind: NeighbourKind, through: GraphLinks): Links[] {
  const node = sql`node.id`
  const of = (end: NeighbourKind, parts: [LinkEntity, RawBuilder<unknown>][]): Links[] => {
    const followed = parts.filter(([link]) => follows(through, link)).map(([, ends]) => ends)
    return followed.length > 0 && entities[end].policy.read.includes(ctx.actor.role)
      ? [{ kind: end, links: sql`${sql.join(followed, sql` union all `)} limit ${sql.lit(linksUpTo)}` }]
      : []
  }
  const ends: Record<NeighbourKind, () => Links[]> = {
    og: () => [
      ...of('person', [
        ['membership', sql`select person_id as id from membership where og_id = ${node}`],
        [
          'og_relation',
          sql`select from_person_id as id from og_relation where og_id = ${node} and from_person_id is not null`,
        ],
      ]),
      ...of('og', [
        ['og_relation', sql`select from_og_id as id from og_relation where og_id = ${node} and from_og_id is not null`],
        ['og_relation', sql`select og_id as id from og_relation where from_og_id = ${node}`],
      ]),
    ],
    person: () => [
      ...of('person', [
        ['relation', sql`select to_id as id from relation where from_id = ${node}`],
        ['relation', sql`select from_id as id from relation where to_id = ${node}`],
      ]),
      ...of('og', [
        ['membership', sql`select og_id as id from membership where person_id = ${node}`],
        ['og_relation', sql`select og_id as id from og_relation where from_person_id = ${node}`],
      ]),
    ],
  }
  return ends[kind]()
}

/**
 * Queries for records among `records.id = …` that this reader may not see, as two ranges of narrow indexes. Most
 * records are in neither, so a link is known to be visible without reading the record it leads to. The opposite of
 * `isThere`.
 */
function hiddenOf(ctx: Ctx, kind: NeighbourKind, where: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const hidden = sql`select hidden.id from ${sql.table(kind)} as hidden where hidden.id ${where}`
  const deleted = sql`${hidden} and hidden.deleted_at is not null`
  if (ctx.actor.role === 'admin') return [deleted]
  // The owner may be unknown, so the condition is null: a record that is not certainly readable is hidden.
  const closed = sql`${hidden} and hidden.deleted_at is null and hidden.read_user <> '{}'
    and (${readable(entities[kind].policy, ctx, 'hidden')}) is not true`
  return [deleted, closed]
}

/**
 * The neighbours of these nodes: the first neighbour of each node comes before the second one of any node. At most
 * `perNode` links of a kind are followed per node, so that a hub costs no more than others.
 */
export async function findNeighbours(
  ctx: Ctx,
  { persons, ogs }: NodeIds,
  through: GraphLinks,
  { perNode, most }: { perNode: number; most: number },
): Promise<Neighbour[]> {
  const from = (kind: PartyEntity, ids: readonly number[]) =>
    linksOf(ctx, kind, through).map(
      one => sql`select ${sql.lit(one.kind)} as kind, link.id, link.place, node.turn
        from unnest(${ids}::bigint[]) with ordinality as node (id, turn)
        cross join lateral (
          select found.id, row_number() over () as place
          from (${thereAmong(ctx, one)} limit ${perNode}::bigint) as found
        ) as link`,
    )
  const parts = [...(persons.length > 0 ? from('person', persons) : []), ...(ogs.length > 0 ? from('og', ogs) : [])]
  if (parts.length === 0) return []
  const { rows } = await sql<Neighbour>`select step.kind, step.id from (${sql.join(parts, sql` union all `)}) as step
    group by step.kind, step.id order by min(step.place), min(step.turn), step.kind = 'og', step.id
    limit ${most}::bigint`.execute(ctx.db)
  return rows
}

/** Checks links one after the other until there are enough, and none after the last one needed. */
function thereAmong(ctx: Ctx, { kind, links }: Links): RawBuilder<unknown> {
  // The offset prevents the planner from turning the lookup into a join, which could read all hidden records for every
  // node.
  const isHidden = hiddenOf(ctx, kind, sql`= link.id`).map(hidden => sql`exists (${hidden} offset 0)`)
  return sql`select link.id from (${links}) as link where not (${sql.join(isHidden, sql` or `)})`
}

type Degree = Neighbour & { degree: number }

/** The number of readable links of each of these nodes; nodes without links are left out. */
export async function findDegrees(ctx: Ctx, { persons, ogs }: NodeIds, through: GraphLinks): Promise<Degree[]> {
  const from = (kind: NeighbourKind, ids: readonly number[]) =>
    ids.length === 0
      ? []
      : linksOf(ctx, kind, through).map(
          one => sql`select ${sql.lit(kind)} as kind, node.id, ${sql.lit(one.kind)} as end_kind, link.id as end_id
            from unnest(${ids}::bigint[]) as node (id) cross join lateral (${one.links}) as link`,
        )
  const links = [...from('person', persons), ...from('og', ogs)]
  if (links.length === 0) return []
  const hidden = (kind: NeighbourKind) =>
    sql.join(
      hiddenOf(ctx, kind, sql`= any(array(select end_id from link where end_kind = ${sql.lit(kind)}))`),
      sql` union all `,
    )
  const { rows } = await sql<Degree>`with link as materialized (${sql.join(links, sql` union all `)}),
      hidden_person as materialized (${hidden('person')}), hidden_og as materialized (${hidden('og')})
    select kind, id, count(*) as degree from link
    where not case end_kind when 'person' then end_id in (select id from hidden_person)
      else end_id in (select id from hidden_og) end
    group by kind, id`.execute(ctx.db)
  return rows
}

type Bare<N> = N extends { depth: number; degree: number } ? Omit<N, 'depth' | 'degree'> : never

/** Nodes with the data that is displayed. */
export async function findNodes(ctx: Ctx, { persons, ogs }: NodeIds): Promise<Bare<GraphNode>[]> {
  const [found, foundOgs] = await Promise.all([
    sql<Bare<GraphNode>>`select 'person' as kind, node.id, node.name, node.icon, node.position, node.region,
      node.is_focus from unnest(${persons}::bigint[]) as wanted (id) join person as node on node.id = wanted.id
      where ${isLivingEnd(ctx, 'person', 'node')}`.execute(ctx.db),
    sql<
      Bare<GraphNode>
    >`select 'og' as kind, node.id, node.name, node.eng_name, node.icon, node.danger_level, node.region
      from unnest(${ogs}::bigint[]) as wanted (id) join og as node on node.id = wanted.id
      where ${isLivingEnd(ctx, 'og', 'node')}`.execute(ctx.db),
  ])
  return [...found.rows, ...foundOgs.rows]
}

/** At most `most` edges between these nodes. The caller has checked that the nodes are readable. */
export async function findEdges(
  ctx: Ctx,
  { persons, ogs }: NodeIds,
  through: GraphLinks,
  most: number,
): Promise<GraphEdge[]> {
  const relations = sql<GraphEdge>`select 'relation' as kind, link.id, 'p' || link.from_id as "from",
      'p' || link.to_id as "to", link.type, link."desc" as label, link.start_time, link.end_time
    from unnest(${persons}::bigint[]) as one (id) join relation as link on link.from_id = one.id
    join unnest(${persons}::bigint[]) as two (id) on two.id = link.to_id limit ${most}::bigint`
  const memberships = sql<GraphEdge>`select 'membership' as kind, link.id, 'p' || link.person_id as "from",
      'o' || link.og_id as "to", null as type, link.role as label, link.start_time, link.end_time
    from unnest(${persons}::bigint[]) as one (id) join membership as link on link.person_id = one.id
    join unnest(${ogs}::bigint[]) as two (id) on two.id = link.og_id limit ${most}::bigint`
  const linked = sql<GraphEdge>`select 'og_relation' as kind, link.id, case when link.from_og_id is null
      then 'p' || link.from_person_id else 'o' || link.from_og_id end as "from", 'o' || link.og_id as "to", null as type,
      link.type as og_type, case when link.share_min is not null then json_build_object('min', link.share_min::float8,
        'max', link.share_max::float8) end as share, link."desc" as label, link.start_time, link.end_time
    from unnest(${ogs}::bigint[]) as one (id) join og_relation as link on link.og_id = one.id
    where link.from_og_id = any(${ogs}::bigint[]) or link.from_person_id = any(${persons}::bigint[])
    limit ${most}::bigint`
  const none = { rows: [] }
  const [related, belonging, owning] = await Promise.all([
    follows(through, 'relation') ? relations.execute(ctx.db) : none,
    follows(through, 'membership') && ogs.length > 0 ? memberships.execute(ctx.db) : none,
    follows(through, 'og_relation') && ogs.length > 0 ? linked.execute(ctx.db) : none,
  ])
  return [...related.rows, ...belonging.rows, ...owning.rows].slice(0, most)
}
