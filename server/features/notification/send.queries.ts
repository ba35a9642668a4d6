import { sql } from 'kysely'
import type { RecordEntity } from '#contract/registry.ts'
import type { VisibleUser } from '#contract/user.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { existForReaders, isVisibleRecord } from './visible.queries.ts'

export type Sendable = { noun: RecordEntity; record_id: number }

const row = ({ noun, record_id }: Sendable) =>
  sql`(select ${noun}::text as noun, ${record_id}::bigint as record_id) as sent`
const [noun, recordId] = [sql.ref<string>('sent.noun'), sql.ref<number>('sent.record_id')]

export async function existsForReader(ctx: Ctx, what: Sendable): Promise<boolean> {
  const { rows } =
    await sql`select from ${row(what)} where ${isVisibleRecord(ctx, noun, recordId, [what.noun])}`.execute(ctx.db)
  return rows.length > 0
}

/** Active users who may read the record, by name, without the caller. */
export async function findReaders(ctx: Ctx, what: Sendable): Promise<VisibleUser[]> {
  const { rows } = await sql<VisibleUser>`select u.id, u.username, u.name, u.avatar from "user" u, ${row(what)}
    where u.status = 'active' and u.id <> ${ctx.actor.id}::bigint
      and ${existForReaders(ctx, 'u', noun, recordId, [what.noun])}
    order by lower(coalesce(nullif(u.name, ''), u.username)), u.id`.execute(ctx.db)
  return rows
}

/** Those of the groups that exist, with their present members. */
export async function findGroupsWithMembers(
  ctx: Ctx,
  ids: readonly number[],
): Promise<{ name: string; members: number[] }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ name: string; members: number[] }>`select user_group.name,
      array(select user_id from group_member where group_id = user_group.id) as members
    from user_group where user_group.id = any(${ids}::bigint[]) order by user_group.name`.execute(ctx.db)
  return rows
}
