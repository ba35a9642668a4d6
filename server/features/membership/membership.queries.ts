import { sql } from 'kysely'
import type { OgRef } from '#contract/wire.ts'
import { type AccessColumns, accessColumns } from '#server/core/access.ts'
import { ogRef } from '#server/core/link.queries.ts'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'

/** The membership that the unique key of `row` belongs to, except `row` itself. */
export async function findSame(
  ctx: Ctx,
  { id = 0, person_id, og_id, role, start_time, term }: Omit<MembershipRow, 'id'> & { id?: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from membership
    where person_id = ${person_id}::bigint and og_id = ${og_id}::bigint and id <> ${id}::bigint
      and coalesce(role, '') = ${role ?? ''} and coalesce(start_time, '') = ${start_time ?? ''}
      and coalesce(term, '') = ${term ?? ''}`.execute(ctx.db)
  return rows[0]?.id
}

export type MembershipColumns = {
  role: string | null
  start_time: string | null
  end_time: string | null
  area: string | null
  term: string | null
  on_behalf_of: number | null
}
export type MembershipRow = MembershipColumns & { id: number; person_id: number; og_id: number }
/** `on_behalf_of`: only if this reader may read it; `party_id`: regardless of access. */
export type ReadableMembership = Omit<MembershipRow, 'on_behalf_of'> & {
  og_name: string
  og_eng_name: string | null
  on_behalf_of: OgRef | null
  party_id: number | null
}

/** Joins the party of a membership for readers who may read it; for others it does not exist. */
export const joinParty = (ctx: Ctx) =>
  sql`left join og as party on party.id = membership.on_behalf_of and ${isLivingEnd(ctx, 'og', 'party')}`

/** The visible columns of a membership, for rows that `joinParty` has joined. */
export const membershipColumns = sql`membership.role, membership.start_time, membership.end_time, membership.area,
  membership.term, case when party.id is not null then ${ogRef('party')} end as on_behalf_of`

const ownColumns = sql`id, person_id, og_id, role, start_time, end_time, area, term, on_behalf_of`

/** Memberships of these persons in organisations that this reader may read, sorted by name. */
export async function findReadableMemberships(ctx: Ctx, personIds: readonly number[]): Promise<ReadableMembership[]> {
  if (personIds.length === 0) return []
  const { rows } = await sql<ReadableMembership>`
    select membership.id, membership.person_id, membership.og_id, og.name as og_name, og.eng_name as og_eng_name, ${membershipColumns},
      membership.on_behalf_of as party_id
    from membership join og on og.id = membership.og_id ${joinParty(ctx)}
    where membership.person_id = any(${personIds}::bigint[]) and ${isLivingEnd(ctx, 'og', 'og')}
    order by og.name, membership.start_time desc nulls first, membership.id`.execute(ctx.db)
  return rows
}

/** Every membership of a person, regardless of access: only for writing, never for display. */
export const findAll = (ctx: Ctx, personId: number): Promise<MembershipRow[]> => findAllOf(ctx, [personId])

/** The same for several persons. */
export async function findAllOf(ctx: Ctx, personIds: readonly number[]): Promise<MembershipRow[]> {
  if (personIds.length === 0) return []
  const { rows } = await sql<MembershipRow>`
    select ${ownColumns} from membership
    where person_id = any(${personIds}::bigint[]) order by id`.execute(ctx.db)
  return rows
}

/** One membership, regardless of access: the caller checks both its ends. */
export async function findOne(ctx: Ctx, id: number): Promise<MembershipRow | undefined> {
  const { rows } = await sql<MembershipRow>`
    select ${ownColumns} from membership where id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

export type LockedOg = AccessColumns & { id: number; rev: number }

/** Locks live organisations that this reader may read until the transaction ends. */
export async function lockOgsForShare(ctx: Ctx, ids: readonly number[]): Promise<Map<number, LockedOg>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<LockedOg>`select id, rev, ${accessColumns('og')} from og
    where id = any(${ids}::bigint[]) and ${isLivingEnd(ctx, 'og', 'og')} order by id for share`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}

export async function insertMemberships(
  ctx: Ctx,
  rows: readonly (Omit<MembershipRow, 'id'> & { id?: number | undefined })[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const made = sql<{ id: number }>`
    insert into membership (${ownColumns}) overriding system value
    select coalesce(fresh.id, nextval(pg_get_serial_sequence('membership', 'id'))), fresh.person_id, fresh.og_id,
      fresh.role, fresh.start_time, fresh.end_time, fresh.area, fresh.term, fresh.on_behalf_of
    from json_populate_recordset(null::membership, ${JSON.stringify(rows)}::json) as fresh returning id`
  try {
    return (await made.execute(ctx.db)).rows.map(row => row.id)
  } catch (error) {
    if (isUniqueViolation(error, 'membership_person_key'))
      throw new AppError('duplicate', { value: rows[0]?.role ?? '' })
    throw error
  }
}

export async function removeMemberships(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from membership where id = any(${ids}::bigint[])`.execute(ctx.db)
}
