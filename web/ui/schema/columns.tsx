import type { Locale } from '#contract/error.ts'
import type { Fields } from '#contract/field.ts'
import type { Column } from '#web/ui/list/list-config.ts'

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(' · ') : String(value ?? ''))

/** The columns that a schema describes, hidden until the user adds them. */
export function schemaColumns<Row extends object>(schema: Fields, locale: Locale): Column<Row>[] {
  return Object.entries(schema).flatMap(([id, { column, label, choices }]): Column<Row>[] => {
    if (!column) return []
    const text = (row: Row) => {
      const value = (row as Record<string, unknown>)[id]
      return choices?.[String(value)]?.[locale] ?? textOf(value)
    }
    const cell = (row: Row) => {
      const value = text(row)
      return column.isMono ? <span className="small mono">{value}</span> : value
    }
    const face = column.isMono ? 'mono' : 'body'
    return [{ id, title: label[locale], cell, text, face, width: Math.ceil(column.width * 1.5), defaultHidden: true }]
  })
}
