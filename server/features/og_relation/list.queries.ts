import { type RawBuilder, sql } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import type { LinkEnd, listOgRelations } from '#contract/og_relation.api.ts'
import { type AccessColumns, accessJson } from '#server/core/access.ts'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type OgRelationRow, rowColumns } from './og_relation.queries.ts'

export type OgRelationQuery = Received<typeof listOgRelations>['query']

/** A link with both its ends and their access, which decides who may change the link. */
export type OgRelationWithEnds = OgRelationRow & {
  from: LinkEnd
  og: LinkEnd
  from_access: AccessColumns
  og_access: AccessColumns
}

const ogEnd = (alias: string) =>
  sql`json_build_object('noun', 'og', 'id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)},
    'eng_name', ${sql.ref(`${alias}.eng_name`)},
    'icon', ${sql.ref(`${alias}.icon`)}, 'danger_level', ${sql.ref(`${alias}.danger_level`)})`

const columns = sql`${rowColumns}, ${ogEnd('og')} as og, ${accessJson('og')} as og_access,
  case when link.from_og_id is null then json_build_object('noun', 'person', 'id', person.id, 'name', person.name,
    'icon', person.icon, 'danger_level', null) else ${ogEnd('holder')} end as "from",
  case when link.from_og_id is null then ${accessJson('person')} else ${accessJson('holder')} end as from_access`

/** Links of which this reader may read both ends. */
function linksWhere(ctx: Ctx, conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const all = [
    isLivingEnd(ctx, 'og', 'og'),
    sql`case when link.from_og_id is null then ${isLivingEnd(ctx, 'person', 'person')}
      else ${isLivingEnd(ctx, 'og', 'holder')} end`,
    ...conditions,
  ]
  return sql`from og_relation as link join og on og.id = link.og_id
    left join og as holder on holder.id = link.from_og_id left join person on person.id = link.from_person_id
    where ${sql.join(all, sql` and `)}`
}

function conditionsOf({ og, person, type, keyword }: OgRelationQuery): RawBuilder<unknown>[] {
  const pattern = keyword && `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`
  return [
    ...(og ? [sql`(link.og_id = ${og}::bigint or link.from_og_id = ${og}::bigint)`] : []),
    ...(person ? [sql`link.from_person_id = ${person}::bigint`] : []),
    ...(type ? [sql`link.type = any(${type}::text[])`] : []),
    ...(pattern
      ? [
          sql`(og.name ilike ${pattern} or coalesce(holder.name, person.name) ilike ${pattern}
          or link."desc" ilike ${pattern})`,
        ]
      : []),
  ]
}

/** Types in the contract's order, the greatest share first, ended links last. */
const usualOrder = sql`link.end_time is not null, array_position(array['owns', 'controls', 'subsidiary', 'member', 'partner',
  'successor', 'supplies', 'funds'], link.type) nulls last, link.share_max desc nulls last,
  coalesce(holder.name, person.name), og.name, link.id`

export async function findRelationPage(
  ctx: Ctx,
  query: OgRelationQuery,
): Promise<{ items: OgRelationWithEnds[]; total: number }> {
  const { sort, current, pageSize } = query
  const where = linksWhere(ctx, conditionsOf(query))
  const direction = sort?.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  const order = sort ? sql`${sql.ref(`link.${sort.replace(/^-/, '')}`)} ${direction}, link.id` : usualOrder
  const [page, counted] = await Promise.all([
    sql<OgRelationWithEnds>`select ${columns} ${where} order by ${order} limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*) as total ${where}`.execute(ctx.db),
  ])
  return { items: page.rows, total: counted.rows[0]?.total ?? 0 }
}

/** One link with both its ends, if this reader may read both. */
export async function findFull(ctx: Ctx, id: number): Promise<OgRelationWithEnds | undefined> {
  const { rows } =
    await sql<OgRelationWithEnds>`select ${columns} ${linksWhere(ctx, [sql`link.id = ${id}::bigint`])}`.execute(ctx.db)
  return rows[0]
}
