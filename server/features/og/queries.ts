import type { Og } from '#contract/og.ts'
import { type Allowed, readable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { ogPolicy } from './policy.ts'

/** What one row holds; `can` is added for its reader. */
export const ogColumns = [
  'og.id',
  'og.rev',
  'og.owner',
  'og.created_at',
  'og.updated_at',
  'og.read_user',
  'og.write_user',
  'og.name',
  'og.eng_name',
  'og.aliases',
  'og.icon',
  'og.desc',
  'og.category_id',
  'og.host',
  'og.entrances',
  'og.version',
  'og.new_version',
  'og.version_keep',
  'og.forbidden_rules',
  'og.twitter',
  'og.facebook',
  'og.youtube',
  'og.register_time',
  'og.scale',
  'og.weight',
  'og.region',
  'og.danger_level',
  'og.external_id',
  'og.is_demo',
] as const
export type OgRow = Omit<Og, 'can'>

/** A live row, or one in the trash; locked when it is about to be written. */
export async function findOg(
  ctx: Ctx,
  id: number,
  options: { trash?: boolean; lock?: boolean } = {},
): Promise<OgRow | undefined> {
  return ctx.db
    .selectFrom('og')
    .select(ogColumns)
    .where('og.id', '=', id)
    .where('og.deleted_at', options.trash ? 'is not' : 'is', null)
    .where(readable(ogPolicy, ctx, 'og'))
    .$if(options.lock === true, query => query.forUpdate())
    .executeTakeFirst()
}

export type OgValues = Partial<Omit<OgRow, 'id' | 'rev' | 'created_at' | 'updated_at'>>

export async function insertOg(ctx: Ctx, values: OgValues & { name: string }): Promise<OgRow> {
  const at = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('og')
    .values({ ...values, owner: ctx.actor.id, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return ctx.db.selectFrom('og').select(ogColumns).where('og.id', '=', id).executeTakeFirstOrThrow()
}

export async function patchOg(ctx: Ctx, og: Allowed<OgRow>, values: OgValues): Promise<OgRow> {
  await ctx.db
    .updateTable('og')
    .set({ ...values, rev: og.rev + 1, updated_at: ctx.now().toISOString() })
    .where('id', '=', og.id)
    .execute()
  return ctx.db.selectFrom('og').select(ogColumns).where('og.id', '=', og.id).executeTakeFirstOrThrow()
}

export async function markOgDeleted(ctx: Ctx, og: Allowed<OgRow>, isDeleted: boolean): Promise<OgRow> {
  const at = ctx.now().toISOString()
  await ctx.db
    .updateTable('og')
    .set({ deleted_at: isDeleted ? at : null, rev: og.rev + 1, updated_at: at })
    .where('id', '=', og.id)
    .execute()
  return ctx.db.selectFrom('og').select(ogColumns).where('og.id', '=', og.id).executeTakeFirstOrThrow()
}

/** Which of these users there are (and stay, until the transaction ends), and whether the category is live: what a record may point to. */
export async function findMissing(
  ctx: Ctx,
  userIds: number[],
  categoryId: number | null,
): Promise<{ users: number[]; category: boolean }> {
  const [users, category] = await Promise.all([
    userIds.length === 0
      ? []
      : ctx.db.selectFrom('user').select('id').where('id', 'in', userIds).forKeyShare().execute(),
    categoryId === null
      ? true
      : ctx.db
          .selectFrom('og_cate')
          .select('id')
          .where('id', '=', categoryId)
          .where('deleted_at', 'is', null)
          .executeTakeFirst(),
  ])
  const known = new Set(users.map(user => user.id))
  return { users: userIds.filter(id => !known.has(id)), category: !category }
}
