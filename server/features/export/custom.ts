import { customKeyIn } from '#contract/custom_field.ts'
import { cardNouns } from '#contract/noun.ts'
import { readCustomCard } from '#server/features/custom_field/custom_field.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { cellsOfCard, exportLabelsOf } from './card.ts'
import type { Cell, ExportKit } from './kit.ts'

/** The export with the columns of the entity's custom fields. */
export async function withCustomFields(ctx: Ctx, kit: ExportKit): Promise<ExportKit> {
  const noun = cardNouns.find(each => each === kit.noun)
  const card = noun ? await readCustomCard(ctx, noun) : {}
  if (Object.keys(card).length === 0) return kit
  const customCells = cellsOfCard(card)
  return {
    ...kit,
    labels: { ...kit.labels, ...exportLabelsOf(card) },
    cellsOf: async (ctx, columns, isPlain) => {
      const own = await kit.cellsOf(ctx, columns, isPlain)
      const custom = await customCells(ctx, columns, isPlain)
      const isCustom = columns.map(name => customKeyIn(name) !== undefined)
      return record => {
        const values = customValues(record)
        const [cells, others] = [own(record), custom(values)]
        return cells.map((cell, place): Cell => (isCustom[place] ? (others[place] ?? null) : cell))
      }
    },
  }
}

const customValues = ({ custom = {} }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(custom as object).map(([key, value]) => [`custom.${key}`, value]))
