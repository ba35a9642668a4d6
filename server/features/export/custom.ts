import { customKeyIn } from '#contract/custom_field.api.ts'
import { entityNames } from '#contract/registry.ts'
import { readCustomSchema } from '#server/features/custom_field/custom_field.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ExportAdapter, ExportCell } from './export.adapter.ts'
import { cellsOfSchema, exportLabelsOf } from './schema-export.ts'

/** The export with the columns of the entity's custom fields. */
export async function withCustomFields(ctx: Ctx, adapter: ExportAdapter): Promise<ExportAdapter> {
  const noun = entityNames.find(each => each === adapter.noun)
  const schema = noun ? await readCustomSchema(ctx, noun) : {}
  if (Object.keys(schema).length === 0) return adapter
  const customCells = cellsOfSchema(schema)
  return {
    ...adapter,
    labels: { ...adapter.labels, ...exportLabelsOf(schema) },
    cellsOf: async (ctx, columns, isPlain) => {
      const own = await adapter.cellsOf(ctx, columns, isPlain)
      const custom = await customCells(ctx, columns, isPlain)
      const customFlags = columns.map(name => customKeyIn(name) !== undefined)
      return record => {
        const values = customValues(record)
        const [cells, others] = [own(record), custom(values)]
        return cells.map((cell, place): ExportCell => (customFlags[place] ? (others[place] ?? null) : cell))
      }
    },
  }
}

const customValues = ({ custom = {} }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(custom as object).map(([key, value]) => [`custom.${key}`, value]))
