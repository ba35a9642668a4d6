import { type Fields, type WritableField, writtenOf } from '#contract/field.ts'
import { useLocale } from '#web/platform/locale.ts'

/** Labels of a schema's fields in the user's language. */
export function useLabels<F extends Fields>(schema: F): (name: keyof F & string) => string {
  const locale = useLocale()
  return name => (schema as Fields)[name]!.label[locale]
}

/** Names of the fields that are facts of a record's page, in the schema's order. */
export function factNames<F extends Fields>(schema: F): WritableField<F>[] {
  return writtenOf(schema).filter(name => schema[name]?.isFact)
}
