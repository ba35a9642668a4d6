import { type SqlBool, sql } from 'kysely'
import { followerKinds } from '#contract/notification.api.ts'
import { entityNames } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { existForReaders, mayReceiveEach } from './visible.queries.ts'

export type PendingEvent = {
  id: number
  at: string
  kind: string
  noun: string
  record_id: number
  actor_id: number | null
  detail: Record<string, unknown>
}

/** Advisory lock that serialises the handling of events, so that entries become visible in the order of `seq`. */
const deliveryLock = 727_017

export async function claimDomainEvents(ctx: Ctx, limit: number): Promise<PendingEvent[]> {
  await takeTurn(ctx)
  const { rows } = await sql<PendingEvent>`select id, at, kind, noun, record_id, actor_id, detail from news
    where told_at is null order by id limit ${limit}`.execute(ctx.db)
  return rows
}

/** One event, whether handled or not. */
export async function findDomainEvents(ctx: Ctx, id: number): Promise<PendingEvent[]> {
  await takeTurn(ctx)
  const { rows } = await sql<PendingEvent>`select id, at, kind, noun, record_id, actor_id, detail from news
    where id = ${id}::bigint`.execute(ctx.db)
  return rows
}

async function takeTurn(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${deliveryLock}::bigint)`.execute(ctx.db)
}

export type Recipient = { news_id: number; user_id: number; link_fields: string[] }

/**
 * Recipients of events: the named users and, for kinds whose audience includes them, the followers of the record; never
 * the actor, and only users who may read the record now. For changed links, each user gets the fields in which a link
 * leads to a record they may read; a user for whom nothing of the event remains gets none.
 */
export async function findRecipients(
  ctx: Ctx,
  events: readonly Pick<PendingEvent, 'id' | 'noun' | 'detail'>[],
): Promise<Recipient[]> {
  // Most events change no links, and planning this part takes longer than executing all the rest.
  const linkFields = events.some(({ detail }) => detail.links)
    ? sql`array(select distinct link.field
      from jsonb_to_recordset(coalesce(c.links, '[]')) as link (field text, noun text, id bigint)
      where ${existForReaders(ctx, 'u', sql.ref('link.noun'), sql.ref('link.id'), [...entityNames, 'source'])})`
    : sql`'{}'::text[]`
  const { rows } = await sql<Recipient>`
    with c as materialized (
      select news.id as news_id, who.user_id, news.kind, news.noun, news.record_id, news.detail -> 'target' ->> 'noun' as target_noun,
        (news.detail -> 'target' ->> 'id')::bigint as target_id,
        news.detail -> 'links' as links, news.detail -> 'fields' = '[]' and news.kind = 'updated' as is_of_links
      from news cross join lateral (
        select follow.user_id from follow where follow.noun = news.noun and follow.record_id = news.record_id
          and news.kind = any(${followerKinds}::text[])
        union select unnest(news.users)
        union select follow.user_id from word join follow on follow.noun = 'word_level' and follow.record_id = word.level
          where news.noun = 'word' and word.id = news.record_id and news.kind = any(${followerKinds}::text[])
      ) as who
      where news.id = any(${events.map(({ id }) => id)}::bigint[]) and who.user_id is distinct from news.actor_id
    )
    select c.news_id, c.user_id, seen.link_fields from c join "user" u on u.id = c.user_id
      cross join lateral (select ${linkFields} as link_fields) as seen
    where ${mayReceiveEach(ctx, 'c', 'u', [...new Set(events.map(({ noun }) => noun))])}
      and (c.links is null or not c.is_of_links or seen.link_fields <> '{}')`.execute(ctx.db)
  return rows
}

export type NotificationGroup = {
  user_id: number
  family: string
  kind: string
  noun: string
  record_id: number
  target_noun: string | null
  target_id: number | null
  place_id: number
  detail: Record<string, unknown>
  actors: number[]
  count: number
  first_at: string
  at: string
  is_shown: boolean
  /** Stored outside the list, which has a limit. */
  is_beyond: boolean
  mail: 'off' | 'now' | 'digest'
}

/** Those of these groups, by index, that belong to an unread entry begun within the window. */
export async function findOpen(ctx: Ctx, groups: readonly NotificationGroup[], windowMs: number): Promise<Set<number>> {
  const keys = groups.map(({ user_id, noun, record_id, family, place_id, at }, n) => ({
    ...{ n, user_id, noun, record_id, family, place_id, at },
  }))
  const { rows } = await sql<{
    n: number
  }>`select g.n from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as g (n int,
      user_id bigint, noun text, record_id bigint, family text, place_id bigint, at timestamptz)
    where exists (select from notification n where ${isOpen(windowMs)})`.execute(ctx.db)
  return new Set(rows.map(row => row.n))
}

/** The unread entry `n` of the window that the group `g` belongs to. */
const isOpen = (
  windowMs: number,
) => sql<SqlBool>`n.user_id = g.user_id and n.noun = g.noun and n.record_id = g.record_id
  and n.family = g.family and n.place_id = g.place_id and n.read_at is null
  and n.first_at > g.at - make_interval(secs => ${windowMs / 1000}::float)`

/** Number of listed entries of each of these users begun since then. */
export async function countSince(ctx: Ctx, userIds: readonly number[], since: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{
    user_id: number
    count: number
  }>`select user_id, count(*)::int as count from notification
    where user_id = any(${userIds}::bigint[]) and first_at > ${since.toISOString()}::timestamptz and is_shown and noun <> 'more'
    group by user_id`.execute(ctx.db)
  return new Map(rows.map(row => [row.user_id, row.count]))
}

/** Adds groups to unread entries begun within the window; creates entries for the others. */
export async function addEntries(ctx: Ctx, groups: readonly NotificationGroup[], windowMs: number): Promise<void> {
  if (groups.length === 0) return
  await sql`
    with g as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(groups.map((group, place) => ({ ...group, place })))}::jsonb) as g (place int, user_id bigint, family text, kind text, noun text,
        record_id bigint, target_noun text, target_id bigint, place_id bigint, detail jsonb, actors bigint[], count int,
        first_at timestamptz, at timestamptz, is_shown boolean, is_beyond boolean, mail text)
    ), open as materialized (
      select distinct on (g.user_id, g.noun, g.record_id, g.family, g.place_id) n.id as entry_id, g.*
      from g join notification n on ${isOpen(windowMs)}
      order by g.user_id, g.noun, g.record_id, g.family, g.place_id, n.id desc
    ), grown as (
      update notification n set seq = default, kind = open.kind, target_noun = open.target_noun, target_id = open.target_id,
        detail = open.detail || case when open.detail ? 'fields' then jsonb_build_object('fields', (
          select jsonb_agg(distinct field) from jsonb_array_elements(coalesce(n.detail -> 'fields', '[]') || (open.detail -> 'fields'))
            as each (field))) else '{}' end,
        actors = (select coalesce(array_agg(id order by place), '{}') from (
          select id, min(place) as place from unnest(open.actors || n.actors) with ordinality as a (id, place)
          group by id order by place limit 5) as few),
        count = n.count + open.count, at = greatest(n.at, open.at), is_shown = n.is_shown or (open.is_shown and not n.is_beyond),
        mail = open.mail, mail_id = null
      from open where n.id = open.entry_id
    )
    insert into notification (user_id, family, kind, noun, record_id, target_noun, target_id, place_id, detail, actors, count,
      first_at, at, is_shown, is_beyond, mail)
    select g.user_id, g.family, g.kind, g.noun, g.record_id, g.target_noun, g.target_id, g.place_id, g.detail, g.actors, g.count,
      g.first_at, g.at, g.is_shown, g.is_beyond, g.mail
    from g where not exists (select from open where open.user_id = g.user_id and open.noun = g.noun
      and open.record_id = g.record_id and open.family = g.family and open.place_id = g.place_id)
    order by g.at, g.place`.execute(ctx.db)
}

/** Marks events as handled in this transaction: a killed job begins again with the remaining ones. */
export async function markDelivered(ctx: Ctx, newsIds: readonly number[], userIds: readonly number[]): Promise<void> {
  await sql`update news set told_at = ${ctx.now().toISOString()}::timestamptz where id = any(${newsIds}::bigint[])`.execute(
    ctx.db,
  )
  // A payload is at most 8,000 bytes.
  for (let at = 0; at < userIds.length; at += 400)
    await sql`select pg_notify('notification', ${JSON.stringify(userIds.slice(at, at + 400))})`.execute(ctx.db)
}

export async function removeOld(ctx: Ctx, deliveredBefore: Date, entriesBefore: Date): Promise<void> {
  await sql`delete from news where told_at < ${deliveredBefore.toISOString()}::timestamptz`.execute(ctx.db)
  await sql`delete from notification where at < ${entriesBefore.toISOString()}::timestamptz`.execute(ctx.db)
  await sql`delete from outgoing_mail where created_at < ${entriesBefore.toISOString()}::timestamptz`.execute(ctx.db)
}
