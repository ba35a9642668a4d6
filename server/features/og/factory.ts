import { insertRecord } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type OgRow, type OgValues, ogTable } from './og.queries.ts'

let count = 0

/** An organisation for tests, owned by the context's user or by `owner`. */
export async function anOg(ctx: Ctx, values: OgValues = {}): Promise<OgRow> {
  count += 1
  return await insertRecord(ctx, ogTable, { name: `Organisation ${count}`, ...values })
}
