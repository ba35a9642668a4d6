import type { Import } from '#contract/import.api.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'

/** The label of a field: as on the record's page, otherwise the importer's label for fields that only files have. */
export function labelOf({ fields }: Pick<Import, 'fields'>, formatters: FieldFormatters, name: string): string {
  return formatters[name]?.label ?? fields?.find(field => field.name === name)?.label ?? name
}

/** The label of a field that existing records are matched by. */
export function matchLabelOf(current: Pick<Import, 'fields'>, formatters: FieldFormatters, name: string): string {
  const field = current.fields?.find(each => each.name === name)
  return field && field.match_label !== field.label ? field.match_label : labelOf(current, formatters, name)
}

/** The values that a word of the file can mean in a field; undefined for countries. */
export function choicesOf({ fields }: Pick<Import, 'fields'>, name: string, leaveOut: string) {
  const field = fields.find(each => each.name === name)
  return field?.kind === 'region' ? undefined : [...(field?.choices ?? []), { value: '', label: leaveOut }]
}
