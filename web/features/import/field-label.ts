import type { Import } from '#contract/import.ts'
import type { FieldLooks } from '#web/ui/look.ts'

/** What a field is called: as on the record's page, else as the importer calls what only files have. */
export function labelOf({ fields }: Pick<Import, 'fields'>, looks: FieldLooks, name: string): string {
  return looks[name]?.label ?? fields?.find(field => field.name === name)?.label ?? name
}

/** What a record is recognised by. */
export function matchLabelOf(current: Pick<Import, 'fields'>, looks: FieldLooks, name: string): string {
  const field = current.fields?.find(each => each.name === name)
  return field && field.match_label !== field.label ? field.match_label : labelOf(current, looks, name)
}
