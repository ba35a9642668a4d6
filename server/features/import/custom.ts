import { customKeyIn } from '#contract/custom_field.api.ts'
import { readCustomSchema } from '#server/features/custom_field/custom_field.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ImportAdapter, ImportValues } from './import.adapter.ts'
import { importFieldsOf } from './schema-fields.ts'

/** The import adapter with the custom fields of its entity. */
export async function withCustomFields(ctx: Ctx, adapter: ImportAdapter): Promise<ImportAdapter> {
  const schema = await readCustomSchema(ctx, adapter.noun)
  if (Object.keys(schema).length === 0) return adapter
  const { id: _, ...fields } = schema
  return {
    ...adapter,
    fields: [...adapter.fields, ...importFieldsOf(fields).filter(({ name }) => name !== 'id')],
    settle: (values, before) => {
      const { custom, rest } = splitCustom(values)
      const settled = adapter.settle(rest, before)
      return Object.keys(custom).length === 0
        ? settled
        : { ...settled, custom: overlayValues(before?.custom as ImportValues, custom) }
    },
  }
}

/** Cells of custom fields have prefixed names; the record stores their values in one object. */
function splitCustom(values: ImportValues): { custom: ImportValues; rest: ImportValues } {
  const all = Object.entries(values)
  return {
    custom: Object.fromEntries(all.flatMap(([name, value]) => (customKeyIn(name) ? [[customKeyIn(name), value]] : []))),
    rest: Object.fromEntries(all.filter(([name]) => !customKeyIn(name))),
  }
}

function overlayValues(before: ImportValues = {}, given: ImportValues): ImportValues {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null))
}
