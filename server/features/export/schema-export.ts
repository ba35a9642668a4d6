import type * as z from 'zod/mini'
import type { BilingualText, FieldDefinition, Fields } from '#contract/field.ts'
import type { ContactRead } from '#contract/identifier.api.ts'
import { numberText } from '#contract/identifier-text.ts'
import { findGroupNames } from '#server/features/group/group.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ExportAdapter, ExportCell } from './export.adapter.ts'
import { findUsernames } from './export.queries.ts'
import { regionName } from './words.ts'

/** The column headings of a schema's fields; files contain no pictures. */
export function exportLabelsOf(schema: Fields): Record<string, BilingualText> {
  const { id, ...rest } = schema
  const all = { ...(id && { id }), ...rest }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, { kind, label }]) => (kind === 'icon' ? [] : [[name, label]])),
  )
}

/** A parser for the query of a list, without its paging. */
export function queryParser(schema: z.ZodMiniType): ExportAdapter['parseQuery'] {
  return ({ current: _current, pageSize: _pageSize, ...rest }) => {
    const parsed = schema.safeParse(rest)
    return parsed.success ? { query: parsed.data } : { faults: parsed.error.issues.map(issue => issue.path.join('.')) }
  }
}

type SpecialFormatter = (value: unknown) => ExportCell

/**
 * Converts a record with this schema into cells. Fields outside the schema, dates of kind `time` and the fields in
 * `special` are converted by `special` or stay unchanged. In a plain file (JSON) values are those of the API.
 */
export function cellsOfSchema(
  schema: Fields,
  specialOf: (ctx: Ctx) => Promise<Readonly<Record<string, SpecialFormatter>>> = async () => ({}),
): ExportAdapter['cellsOf'] {
  return async (ctx, columns, isPlain) => {
    const [usernames, groupNames, special] = await Promise.all([
      findUsernames(ctx),
      findGroupNames(ctx),
      specialOf(ctx),
    ])
    const user = (id: unknown) => usernames.get(Number(id)) ?? `#${id}`
    const cellOf = ({ kind, choices, likeness }: FieldDefinition, value: unknown): ExportCell => {
      if (!isPlain && (likeness === 'identifiers' || likeness === 'contacts'))
        return (value as ContactRead[]).map(numberText)
      if (kind === 'user') return user(value)
      if (kind === 'users') return (value as number[]).map(user)
      if (kind === 'groups') return (value as number[]).map(id => groupNames.get(id) ?? `#${id}`)
      if (kind === 'region' && !isPlain) return regionName(String(value), ctx.locale)
      if (kind === 'choice' && !isPlain) return choices?.[String(value)]?.[ctx.locale] ?? String(value)
      if (kind === 'date') return { date: String(value) }
      if (kind === 'instant') return { instant: String(value) }
      return value as ExportCell
    }
    const cell = (name: string, value: unknown): ExportCell => {
      if (value === null || value === undefined) return null
      if (special[name]) return special[name](value)
      const field = schema[name]
      return field ? cellOf(field, value) : (value as ExportCell)
    }
    return record => columns.map(name => cell(name, record[name]))
  }
}
