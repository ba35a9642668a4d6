import { type OgField, ogSchema } from '#contract/og.api.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { useCustomFormatters } from '#web/record/custom-fields.tsx'
import { DangerLevelTag, isDangerLevel } from '#web/ui/danger-level.tsx'
import type { FieldFormatter, FieldFormatters } from '#web/ui/formatter.ts'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useSchemaFormatters } from '#web/ui/schema/schema-formatters.tsx'

/** Names of the categories with these ids; the id is shown until a name has loaded, or if the category was deleted. */
function useOgCateName(ids: readonly number[]): (id: number) => string {
  const items = useChosenItems(ogCateSource, ids)
  return id => items?.get(id)?.label ?? `#${id}`
}

/** Label and formatter of each field of an organisation. `categoryIds` are the categories that may be shown. */
export function useOgFormatters(categoryIds: readonly number[]): Record<OgField, FieldFormatter> & FieldFormatters {
  const cateName = useOgCateName(categoryIds)
  const custom = useCustomFormatters('og')
  const own = useSchemaFormatters(ogSchema, {
    category_id: value => cateName(Number(value)),
    danger_level: value => (isDangerLevel(value) ? <DangerLevelTag level={value} /> : String(value)),
  })
  return { ...own, ...custom }
}
