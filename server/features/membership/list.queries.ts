import { sql } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import type { listMemberships } from '#contract/membership.api.ts'
import type { OgRef } from '#contract/wire.ts'
import { type AccessColumns, accessJson } from '#server/core/access.ts'
import { anyOf } from '#server/core/table.ts'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { joinParty, type MembershipRow, membershipColumns } from './membership.queries.ts'

export type MembershipQuery = Received<typeof listMemberships>['query']

/** A membership with both its ends and their access, which decides who may change it. */
export type MembershipWithEnds = Omit<MembershipRow, 'on_behalf_of'> & {
  on_behalf_of: OgRef | null
  person_name: string
  person_icon: string | null
  person_position: string | null
  is_focus: boolean
  og_name: string
  og_eng_name: string | null
  og_icon: string | null
  person: AccessColumns
  og: AccessColumns
}

/** Sorted by names before ids, so that pages do not overlap. */
const orders = {
  start_time: 'membership.start_time',
  person_name: 'person.name',
  og_name: 'og.name',
} as const

function whereOf(ctx: Ctx, { og, person, keyword }: Partial<MembershipQuery>, id?: number) {
  const pattern = keyword && `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`
  const all = [
    isLivingEnd(ctx, 'person', 'person'),
    isLivingEnd(ctx, 'og', 'og'),
    ...(id === undefined ? [] : [sql`membership.id = ${id}::bigint`]),
    ...(og ? [anyOf('membership.og_id', 'bigint', og)] : []),
    ...(person ? [anyOf('membership.person_id', 'bigint', person)] : []),
    ...(pattern
      ? [sql`(person.name ilike ${pattern} or og.name ilike ${pattern} or membership.role ilike ${pattern})`]
      : []),
  ]
  return sql`from membership join person on person.id = membership.person_id join og on og.id = membership.og_id
    ${joinParty(ctx)}
    where ${sql.join(all, sql` and `)}`
}

const columns = sql`membership.id, membership.person_id, person.name as person_name, person.icon as person_icon,
  person.position as person_position, person.is_focus, membership.og_id, og.name as og_name, og.eng_name as og_eng_name, og.icon as og_icon,
  ${membershipColumns},
  ${accessJson('person')} as person, ${accessJson('og')} as og`

export async function findMembershipPage(
  ctx: Ctx,
  query: MembershipQuery,
): Promise<{ items: MembershipWithEnds[]; total: number }> {
  const { sort, current, pageSize } = query
  const column = sort?.replace(/^-/, '') as keyof typeof orders | undefined
  const direction = sort?.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  const order = column
    ? sql`${sql.ref(orders[column])} ${direction}, membership.id`
    : sql`person.is_focus desc, person.name, og.name, membership.id`
  const [page, counted] = await Promise.all([
    sql<MembershipWithEnds>`select ${columns} ${whereOf(ctx, query)} order by ${order}
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db),
    sql<{ total: number }>`select count(*) as total ${whereOf(ctx, query)}`.execute(ctx.db),
  ])
  return { items: page.rows, total: counted.rows[0]?.total ?? 0 }
}

/** One membership with both its ends, if this reader may read both. */
export async function findFull(ctx: Ctx, id: number): Promise<MembershipWithEnds | undefined> {
  const { rows } = await sql<MembershipWithEnds>`select ${columns} ${whereOf(ctx, {}, id)}`.execute(ctx.db)
  return rows[0]
}
