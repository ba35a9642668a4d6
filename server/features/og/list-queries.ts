import type { OgFilter } from '#contract/og.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { whereOf } from '#server/record/table.ts'
import { ogTable } from './queries.ts'

/** All organisations that the filter finds and this reader may read, to be selected from. */
export function filterOgs(ctx: Ctx, filter: OgFilter) {
  return ctx.db.selectFrom('og').where(whereOf(ctx, ogTable, filter))
}
