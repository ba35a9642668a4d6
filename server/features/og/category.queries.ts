import type { Ctx } from '#server/platform/ctx.ts'
import { filterOgs } from './list.queries.ts'

/** The number of readable organisations in each category; a category without any has no entry. */
export async function countOgsByCategory(ctx: Ctx, categoryIds: number[]): Promise<Map<number, number>> {
  if (categoryIds.length === 0) return new Map()
  const rows = await filterOgs(ctx, {})
    .select(['og.category_id', eb => eb.fn.countAll<number>().as('count')])
    .where('og.category_id', 'in', categoryIds)
    .groupBy('og.category_id')
    .execute()
  return new Map(rows.map(row => [row.category_id as number, row.count]))
}
