import { sql } from 'kysely'
import { recordEntities } from '#contract/registry.ts'
import type { RecordName } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const portion = 5_000

type Access = { owner: number | null; read_user: number[]; write_user: number[] }

/**
 * Transfers a portion of an entity's records that name the user: ownership goes to the heir, and the user is removed
 * from the access lists. A list with only that user would become empty and open the record to all, so the heir replaces
 * the user there. `updated_at` stays: a change of owner is not a change of content.
 */
export async function passRecords(ctx: Ctx, noun: RecordName, from: number, to: number) {
  const table = sql.table(noun)
  const without = (list: string) => sql`case
    when ${from} = any(${sql.ref(list)}) and array_remove(${sql.ref(list)}, ${from}::bigint) = '{}' then array[${to}::bigint]
    else array_remove(${sql.ref(list)}, ${from}::bigint) end`
  const { rows } = await sql<{ id: number; rev: number; before: Access; after: Access }>`
    with named as (
      select id, owner, read_user, write_user
      from ${table}
      where owner = ${from} or ${from} = any(read_user) or ${from} = any(write_user)
      order by id limit ${portion}
      for update
    )
    update ${table} as kept set
      owner = case when named.owner = ${from} then ${to}::bigint else named.owner end,
      read_user = ${without('named.read_user')},
      write_user = ${without('named.write_user')},
      rev = kept.rev + 1
    from named where kept.id = named.id
    returning kept.id, kept.rev,
      json_build_object('owner', named.owner, 'read_user', named.read_user, 'write_user', named.write_user) as before,
      json_build_object('owner', kept.owner, 'read_user', kept.read_user, 'write_user', kept.write_user) as after
  `.execute(ctx.db)
  return rows
}

/** Transfers the responsibility for service accounts. */
export async function passServices(ctx: Ctx, from: number, to: number): Promise<void> {
  await ctx.db.updateTable('user').set({ keeper: to }).where('keeper', '=', from).execute()
}

/** Transfers notes on timelines with their text. */
export async function passNotes(ctx: Ctx, from: number, to: number): Promise<void> {
  await ctx.db.updateTable('timeline_note').set({ owner: to }).where('owner', '=', from).execute()
}

export function passCategories(ctx: Ctx, from: number, to: number) {
  return ctx.db
    .updateTable('og_cate')
    .set(eb => ({ owner: to, rev: eb('rev', '+', 1) }))
    .where('owner', '=', from)
    .returning(['id', 'rev'])
    .execute()
}

/**
 * Transfers views that others see; if the heir has a view with the same name, the id is appended to distinguish them.
 */
export async function passViews(ctx: Ctx, from: number, to: number): Promise<void> {
  await sql`
    update saved_view set owner = ${to}, rev = saved_view.rev + 1, name = case
      when exists (
        select 1 from saved_view as own
        where own.owner = ${to} and own.noun = saved_view.noun and lower(own.name) = lower(saved_view.name)
      ) then saved_view.name || ' #' || saved_view.id else saved_view.name end
    where saved_view.owner = ${from} and saved_view.scope <> 'private'`.execute(ctx.db)
}

/** The number of records with only this key on a list: a user, or (negative) a group. */
export async function countListsOf(ctx: Ctx, key: number): Promise<number> {
  const only = sql`array[${key}::bigint]`
  const counts = recordEntities.map(
    noun => sql`select count(*) as count from ${sql.table(noun)} where read_user = ${only} or write_user = ${only}`,
  )
  const { rows } = await sql<{ count: number }>`select sum(count)::int as count
    from (${sql.join(counts, sql` union all `)}) as each`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/**
 * The number of records, categories, notes and shared views that need another user: owned by this user, or with only
 * this user on a list.
 */
export async function countToPass(ctx: Ctx, userId: number): Promise<number> {
  const me = sql`${userId}::bigint`
  const owned = (table: string) => sql`select count(*) as count from ${sql.table(table)} where owner = ${me}`
  const counts = [
    ...recordEntities.map(noun => sql`${owned(noun)} or read_user = array[${me}] or write_user = array[${me}]`),
    owned('og_cate'),
    owned('timeline_note'),
    sql`${owned('saved_view')} and scope <> 'private'`,
  ]
  const { rows } = await sql<{ count: number }>`select sum(count)::int as count
    from (${sql.join(counts, sql` union all `)}) as each`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
