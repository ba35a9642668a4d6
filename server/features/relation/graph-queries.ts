import { type RawBuilder, sql } from 'kysely'
import type { GraphEdge, GraphNode } from '#contract/relation.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isThere } from './end-queries.ts'

export type Through = 'relation' | 'membership' | 'both'
/** Ids of the nodes of a graph, by kind. */
export type NodeIds = { persons: readonly number[]; ogs: readonly number[] }
export type Neighbour = { kind: 'person' | 'og'; id: number }

/** Of one node no more links are looked at, whoever may read their ends. */
const linksUpTo = 10_000

const follows = (through: Through, kind: 'relation' | 'membership') => through === 'both' || through === kind

/** Readable links of the node `node.id` to persons or organisations, as ids of their other ends. */
function linksOf(
  ctx: Ctx,
  kind: 'person' | 'og',
  through: Through,
): { kind: 'person' | 'og'; links: RawBuilder<unknown> }[] {
  const node = sql`node.id`
  const readableEnds = (end: 'person' | 'og', ends: RawBuilder<unknown>) => sql`select other.id
    from (${ends} limit ${sql.lit(linksUpTo)}) as link join ${sql.table(end)} as other on other.id = link.id
    where ${isThere(ctx, end, 'other')}`
  const relatives = readableEnds(
    'person',
    sql`select to_id as id from relation where from_id = ${node}
      union all select from_id from relation where to_id = ${node}`,
  )
  const ogs = readableEnds('og', sql`select og_id as id from membership where person_id = ${node}`)
  const members = readableEnds('person', sql`select person_id as id from membership where og_id = ${node}`)
  if (kind === 'og') return follows(through, 'membership') ? [{ kind: 'person', links: members }] : []
  return [
    ...(follows(through, 'relation') ? [{ kind: 'person' as const, links: relatives }] : []),
    ...(follows(through, 'membership') ? [{ kind: 'og' as const, links: ogs }] : []),
  ]
}

/**
 * What is one step from these nodes, each node's first neighbours before any node's second ones; of one node at most
 * `perNode` links of a kind are followed, so that a hub costs no more than others.
 */
export async function findNeighbours(
  ctx: Ctx,
  { persons, ogs }: NodeIds,
  through: Through,
  { perNode, most }: { perNode: number; most: number },
): Promise<Neighbour[]> {
  const from = (kind: 'person' | 'og', ids: readonly number[]) =>
    linksOf(ctx, kind, through).map(
      one => sql`select ${sql.lit(one.kind)} as kind, link.id, link.place, node.turn
        from unnest(${ids}::bigint[]) with ordinality as node (id, turn)
        cross join lateral (
          select found.id, row_number() over () as place from (${one.links} limit ${sql.lit(perNode)}) as found
        ) as link`,
    )
  const parts = [...(persons.length > 0 ? from('person', persons) : []), ...(ogs.length > 0 ? from('og', ogs) : [])]
  if (parts.length === 0) return []
  const { rows } = await sql<Neighbour>`select step.kind, step.id from (${sql.join(parts, sql` union all `)}) as step
    group by step.kind, step.id order by min(step.place), min(step.turn), step.kind desc, step.id
    limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

function degree(ctx: Ctx, kind: 'person' | 'og', through: Through): RawBuilder<unknown> {
  const counts = linksOf(ctx, kind, through).map(({ links }) => sql`(select count(*) from (${links}) as counted)`)
  return counts.length > 0 ? sql`${sql.join(counts, sql` + `)}` : sql`0`
}

type Bare<N> = N extends { depth: number } ? Omit<N, 'depth'> : never

/** Nodes with what is drawn of them and their readable links in all. */
export async function findNodes(ctx: Ctx, { persons, ogs }: NodeIds, through: Through): Promise<Bare<GraphNode>[]> {
  const [found, foundOgs] = await Promise.all([
    sql<Bare<GraphNode>>`select 'person' as kind, node.id, node.name, node.icon, node.position, node.region,
      node.is_focus, ${degree(ctx, 'person', through)} as degree
      from unnest(${persons}::bigint[]) as wanted (id) join person as node on node.id = wanted.id
      where ${isThere(ctx, 'person', 'node')}`.execute(ctx.db),
    sql<Bare<GraphNode>>`select 'og' as kind, node.id, node.name, node.icon, node.danger_level, node.region,
      ${degree(ctx, 'og', through)} as degree
      from unnest(${ogs}::bigint[]) as wanted (id) join og as node on node.id = wanted.id
      where ${isThere(ctx, 'og', 'node')}`.execute(ctx.db),
  ])
  return [...found.rows, ...foundOgs.rows]
}

/** Edges among these nodes alone, at most so many. The caller has seen to it that the nodes may be read. */
export async function findEdges(
  ctx: Ctx,
  { persons, ogs }: NodeIds,
  through: Through,
  most: number,
): Promise<GraphEdge[]> {
  const relations = sql<GraphEdge>`select 'relation' as kind, link.id, 'p' || link.from_id as "from",
      'p' || link.to_id as "to", link.type, link."desc" as label, link.start_time, link.end_time
    from unnest(${persons}::bigint[]) as one (id) join relation as link on link.from_id = one.id
    join unnest(${persons}::bigint[]) as two (id) on two.id = link.to_id limit ${sql.lit(most)}`
  const memberships = sql<GraphEdge>`select 'membership' as kind, link.id, 'p' || link.person_id as "from",
      'o' || link.og_id as "to", null as type, link.role as label, link.start_time, link.end_time
    from unnest(${persons}::bigint[]) as one (id) join membership as link on link.person_id = one.id
    join unnest(${ogs}::bigint[]) as two (id) on two.id = link.og_id limit ${sql.lit(most)}`
  const [related, belonging] = await Promise.all([
    follows(through, 'relation') ? relations.execute(ctx.db) : { rows: [] },
    follows(through, 'membership') && ogs.length > 0 ? memberships.execute(ctx.db) : { rows: [] },
  ])
  return [...related.rows, ...belonging.rows].slice(0, most)
}
