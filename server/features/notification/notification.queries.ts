import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import type { Family, listNotifications, Notification, readNotifications } from '#contract/notification.api.ts'
import { admins, type Role } from '#contract/role.ts'
import type { ListPage } from '#contract/wire.ts'
import { readTotal } from '#server/core/total.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { englishNameOf, entityTitle, mayReceive, targets } from './visible.queries.ts'

type Query = Received<typeof listNotifications>['query']
type Reading = Received<typeof readNotifications>['body']
export type NotificationRow = Omit<Notification, 'target'> & {
  user_id: number
  target_noun: string | null
  target_id: number | null
  target_title: string | null
}

/** Columns of an entry as its reader sees it. */
export function columnsFor(ctx: Ctx, alias: string): RawBuilder<NotificationRow> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const title = (noun: string, id: string, nouns?: readonly string[]) =>
    entityTitle(ctx, sql.ref(`${alias}.${noun}`), sql.ref(`${alias}.${id}`), nouns)
  const names = ['id', 'seq', 'user_id', 'family', 'kind', 'noun', 'record_id', 'target_noun', 'target_id', 'detail']
  return sql`${sql.join([...names, 'count', 'first_at', 'at', 'read_at'].map(column))},
    coalesce(${title('noun', 'record_id')}, '') as title,
    ${englishNameOf(ctx, sql.ref(`${alias}.noun`), sql.ref(`${alias}.record_id`))} as eng_name, ${title('target_noun', 'target_id', targets)} as target_title,
    coalesce((select json_agg(json_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.username)) order by a.place)
      from unnest(${column('actors')}) with ordinality as a (id, place) join "user" u on u.id = a.id), '[]') as actors`
}

/** The entry in the API; the difference that led to a version is included only for users who may review. */
export function entryOf(
  { user_id: _user, target_noun, target_id, target_title, detail, eng_name, ...row }: NotificationRow,
  role: Role,
): Notification {
  const { target: kept, ...rest } = detail as { target?: Record<string, unknown> } & Record<string, unknown>
  const place = (key: 'version' | 'diff' | 'page') => (typeof kept?.[key] === 'number' ? { [key]: kept[key] } : {})
  const target =
    target_noun === null || target_id === null
      ? null
      : {
          noun: target_noun,
          id: target_id,
          title: target_title,
          ...place('version'),
          ...(admins.includes(role) && place('diff')),
          ...place('page'),
        }
  return { ...row, ...(eng_name && { eng_name }), detail: rest, target }
}

const isOwnNotification = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`n.user_id = ${ctx.actor.id}::bigint and n.is_shown and ${mayReceive(ctx, 'n')}`

export async function findNotifications(ctx: Ctx, query: Query): Promise<ListPage<Notification>> {
  const { current, pageSize } = query
  const from = sql`from notification n where ${sql.join(
    [
      sql<SqlBool>`n.user_id = ${ctx.actor.id}::bigint and ${query.beyond ? sql`n.is_beyond` : sql`n.is_shown`}`,
      query.unread !== undefined && sql<SqlBool>`(n.read_at is null) = ${query.unread}`,
      query.family && sql<SqlBool>`n.family = any(${query.family}::text[])`,
      query.noun !== undefined && sql<SqlBool>`n.noun = ${query.noun}`,
      query.record_id !== undefined && sql<SqlBool>`n.record_id = ${query.record_id}::bigint`,
      mayReceive(ctx, 'n'),
    ].filter(condition => !!condition),
    sql` and `,
  )}`
  const order = query.sort === 'seq' ? sql`asc` : sql`desc`
  const key = JSON.stringify(['notification', ctx.actor.role, ctx.actor.id, { ...query, current: 0, pageSize: 0 }])
  const [{ rows }, total] = await Promise.all([
    sql<NotificationRow>`select ${columnsFor(ctx, 'n')} from (select n.* ${from} order by n.seq ${order}
      limit ${pageSize} offset ${(current - 1) * pageSize}) as n order by n.seq ${order}`.execute(ctx.db),
    readTotal(ctx, { key, rows: sql`select 1 ${from}` }),
  ])
  return {
    items: rows.map(row => entryOf(row, ctx.actor.role)),
    ...total,
    current,
    pageSize,
  }
}

export async function countUnread(ctx: Ctx): Promise<{ family: Family; count: number }[]> {
  const { rows } = await sql<{ family: Family; count: number }>`select n.family, count(*)::int as count
    from notification n where n.read_at is null and ${isOwnNotification(ctx)} group by n.family order by n.family`.execute(
    ctx.db,
  )
  return rows
}

/** Marks the requested entries that are not yet in this state; notifies every open stream of the user. */
export async function markRead(ctx: Ctx, { ids, record, all_until, read }: Reading): Promise<number> {
  const at = read ? ctx.now().toISOString() : null
  const which = [
    ids && sql<SqlBool>`n.id = any(${ids}::bigint[])`,
    // An entry with another target is not marked as read when its record is opened, for example a page that names a
    // person.
    record &&
      sql<SqlBool>`(coalesce(n.target_noun, n.noun) = ${record.noun}
        and coalesce(n.target_id, n.record_id) = ${record.id}::bigint)`,
    // Reading the entry that counts further ones also marks those as read.
    ids &&
      sql<SqlBool>`(n.is_beyond and exists (select from notification as more where more.id = any(${ids}::bigint[])
        and more.user_id = n.user_id and more.noun = 'more' and n.first_at between more.first_at and more.at))`,
    all_until !== undefined && sql<SqlBool>`n.seq <= ${all_until}::bigint`,
  ].filter(condition => !!condition)
  if (which.length === 0) return 0
  const { rows } = await sql<{ done: number }>`
    with marked as (
      update notification n set read_at = ${at}::timestamptz
      where n.user_id = ${ctx.actor.id}::bigint and (n.read_at is null) = ${read}::boolean and (${sql.join(which, sql` or `)})
      returning 1
    ), said as (
      select pg_notify('notification', ${JSON.stringify([ctx.actor.id])}) from (select from marked limit 1) as any_marked
    ) select (select count(*) from marked)::int as done, (select count(*) from said)`.execute(ctx.db)
  return rows[0]!.done
}
