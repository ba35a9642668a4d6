import type { Ctx } from '#server/platform/ctx.ts'

export async function findCategoryNames(ctx: Ctx): Promise<Map<number, string>> {
  const rows = await ctx.db.selectFrom('og_cate').select(['id', 'name']).where('deleted_at', 'is', null).execute()
  return new Map(rows.map(row => [row.id, row.name]))
}
