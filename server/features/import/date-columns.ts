import type { ImportPlan } from '#contract/import.api.ts'
import { readColumnDates } from '#server/ingest/staging/read-table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { DateReadings } from './draft.ts'
import type { ImportAdapter } from './import.adapter.ts'
import { importCells } from './import.queries.ts'

const mostLocales = 30

/**
 * Determines how the dates of each column are read: by the order that its values prove, otherwise by the order that a
 * user chose, and by its languages.
 */
export async function readDateColumns(
  ctx: Ctx,
  adapter: ImportAdapter,
  { id, plan }: { id: number; plan: ImportPlan },
): Promise<DateReadings> {
  const readings: DateReadings = {}
  for (const [at, name] of plan.mapping.entries()) {
    const field = adapter.fields.find(each => each.name === name)
    if (field?.kind !== 'date' && field?.kind !== 'time') continue
    const column = { id, at, order: plan.orders?.[field.name] }
    const { order = null, locales = new Map<string, number>() } = await readColumnDates(ctx, importCells, column)
    const most = [...locales].sort((a, b) => b[1] - a[1]).slice(0, mostLocales)
    readings[field.name] = { order, locales: Object.fromEntries(most) }
  }
  return readings
}
