import { sql } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import type { Follow, FollowEntity, listFollows } from '#contract/notification.api.ts'
import { editors } from '#contract/role.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { englishNameOf, entityTitle, isVisibleRecord } from './visible.queries.ts'

type Query = Received<typeof listFollows>['query']

const followEntity = sql.ref<string>('follow.noun')
const recordId = sql.ref<number>('follow.record_id')

/** Levels of words exist only for users who may read words; the number of a level is its name. */
const isLevel = (ctx: Ctx) => sql`(follow.noun = 'word_level' and ${editors.includes(ctx.actor.role)}::boolean)`

export async function findFollows(ctx: Ctx, query: Query): Promise<ListPage<Follow>> {
  const { current, pageSize } = query
  const from = sql`from follow where follow.user_id = ${ctx.actor.id}::bigint
    and ${query.noun ? sql`follow.noun = any(${query.noun}::text[])` : sql`true`}
    and ${query.record_id ? sql`follow.record_id = ${query.record_id}::bigint` : sql`true`}
    and (${isLevel(ctx)} or ${isVisibleRecord(ctx, followEntity, recordId)})`
  const { rows } = await sql<Follow & { total: number }>`
    select follow.noun, follow.record_id, follow.is_auto, follow.created_at,
      coalesce(${entityTitle(ctx, followEntity, recordId)}, follow.record_id::text) as title,
      ${englishNameOf(ctx, followEntity, recordId)} as eng_name, (count(*) over ())::int as total ${from}
    order by follow.created_at ${query.sort === 'created_at' ? sql`asc` : sql`desc`}, follow.noun, follow.record_id
    limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db)
  if (rows.length > 0 || current === 1)
    return {
      items: rows.map(({ total: _, eng_name, ...row }) => ({ ...row, ...(eng_name && { eng_name }) })),
      total: rows[0]?.total ?? 0,
      current,
      pageSize,
    }
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(ctx.db)
  return { items: [], total: counted.rows[0]!.count, current, pageSize }
}

/** Follows a record that the actor may read; false if there is none. */
export async function insertFollow(ctx: Ctx, what: { noun: FollowEntity; record_id: number }): Promise<boolean> {
  const isThereNow =
    what.noun === 'word_level'
      ? sql`${editors.includes(ctx.actor.role) && what.record_id <= 3}::boolean`
      : isVisibleRecord(ctx, sql`wanted.noun`, sql`wanted.record_id`)
  const { rows } = await sql`
    with wanted as (select ${what.noun}::text as noun, ${what.record_id}::bigint as record_id),
    there as (select wanted.* from wanted where ${isThereNow}),
    added as (
      insert into follow (noun, record_id, user_id, created_at)
      select noun, record_id, ${ctx.actor.id}::bigint, ${ctx.now().toISOString()}::timestamptz from there
      on conflict (noun, record_id, user_id) do update set is_auto = false
    )
    select noun from there`.execute(ctx.db)
  return rows.length === 1
}

/** Number of records that the user follows besides this one. */
export async function countFollows(ctx: Ctx, what: { noun: FollowEntity; record_id: number }): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from follow
    where user_id = ${ctx.actor.id}::bigint and (noun, record_id) is distinct from (${what.noun}::text, ${what.record_id}::bigint)`.execute(
    ctx.db,
  )
  return rows[0]!.total
}

export async function deleteFollow(ctx: Ctx, what: { noun: FollowEntity; record_id: number }): Promise<void> {
  await ctx.db
    .deleteFrom('follow')
    .where('noun', '=', what.noun)
    .where('record_id', '=', what.record_id)
    .where('user_id', '=', ctx.actor.id)
    .execute()
}
