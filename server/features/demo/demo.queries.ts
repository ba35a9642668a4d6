import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { demoOgs } from './records.ts'

/** Serialises loading and removing between all requests. */
export async function lockDemo(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(ctx.db)
}

export async function countDemo(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from og where is_demo) + (select count(*) from og_cate where is_demo)
      + (select count(*) from person where is_demo) + (select count(*) from event where is_demo) as total
  `.execute(ctx.db)
  return rows[0]?.total ?? 0
}

/** The category's id; an existing category with the name is used, even if it is created at this moment. */
export async function insertDemoCategory(ctx: Ctx, name: string): Promise<{ id: number; isNew: boolean }> {
  const at = ctx.now().toISOString()
  const made = await ctx.db
    .insertInto('og_cate')
    .values({ name, is_demo: true, owner: ctx.actor.id, created_at: at, updated_at: at })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true }
  const { id } = await ctx.db
    .selectFrom('og_cate')
    .select('id')
    .where(sql`lower(normalize(name, NFKC))`, '=', name.normalize('NFKC').toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

type DemoOg = (typeof demoOgs)[number]['values'] & { category_id: number; read_user: number[] }

export async function insertDemoOgs(ctx: Ctx, ogs: DemoOg[]) {
  const at = ctx.now().toISOString()
  return await ctx.db
    .insertInto('og')
    .values(ogs.map(og => ({ ...og, is_demo: true, owner: ctx.actor.id, created_at: at, updated_at: at })))
    .returning(['id', 'rev', 'name'])
    .execute()
}

/** Removes the team's own organisations from demonstration categories, before these are deleted. */
export async function leaveDemoCategories(ctx: Ctx) {
  const { rows } = await sql<{ id: number; rev: number; category_id: number }>`
    with leaving as (
      select og.id, og.category_id from og
      join og_cate on og_cate.id = og.category_id and og_cate.is_demo
      where not og.is_demo
      order by og.id
      for update of og
    )
    update og set category_id = null, rev = og.rev + 1
    from leaving where og.id = leaving.id
    returning og.id, og.rev, leaving.category_id
  `.execute(ctx.db)
  return rows
}

/** Marks records that were created through the normal service as part of the demonstration. */
export async function markDemo(ctx: Ctx, table: 'person' | 'event', ids: readonly number[]): Promise<void> {
  await ctx.db.updateTable(table).set({ is_demo: true }).where('id', 'in', ids).execute()
}

const titles = { og: 'name', og_cate: 'name', person: 'name', event: 'title' } as const

/** Deletes the records; links, memberships and relations are deleted with either end. */
export async function removeDemoRows(ctx: Ctx, table: keyof typeof titles) {
  const { rows } = await sql<{ id: number; rev: number; name: string }>`
    delete from ${sql.table(table)} where is_demo returning id, rev, ${sql.ref(titles[table])} as name`.execute(ctx.db)
  return rows
}
