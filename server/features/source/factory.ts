import { insertRecord } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type SourceRow, type SourceValues, sourceTable } from './source.queries.ts'

let count = 0

/** A source for tests, owned by the context's user or by `owner`. */
export async function aSource(ctx: Ctx, values: SourceValues = {}): Promise<SourceRow> {
  count += 1
  return await insertRecord(ctx, sourceTable, { name: `Source ${count}`, ...values })
}
