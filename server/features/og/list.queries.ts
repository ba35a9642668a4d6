import type { OgFilter } from '#contract/og.api.ts'
import { whereOf } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { ogTable } from './og.queries.ts'

/** All organisations that match the filter and that this reader may read, as a query. */
export function filterOgs(ctx: Ctx, filter: OgFilter) {
  return ctx.db.selectFrom('og').where(whereOf(ctx, ogTable, filter))
}
