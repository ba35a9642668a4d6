import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Records whose custom fields match: any of the values given for one field, and all of several fields. A filter is
 * text, so a number or a boolean may be meant too; all readings match.
 */
export function matchesCustom(table: string, filters: readonly string[]): RawBuilder<SqlBool> {
  const custom = sql.ref(`${table}.custom`)
  const parts = filters.map(filter => {
    const [key = '', ...rest] = filter.split(':')
    return { key, value: rest.length > 0 ? rest.join(':') : undefined }
  })
  const each = [...Map.groupBy(parts, part => part.key)].map(([key, own]) => {
    const any = own.flatMap(({ value }) =>
      value === undefined
        ? [sql<SqlBool>`${custom} ? ${key}::text`]
        : meaningsOf(value).map(
            meaning => sql<SqlBool>`${custom} @> ${JSON.stringify({ [key]: meaning })}::text::jsonb`,
          ),
    )
    return sql<SqlBool>`(${sql.join(any, sql` or `)})`
  })
  // The index covers only records with custom values.
  return sql<SqlBool>`(${custom} <> '{}' and ${sql.join(each, sql` and `)})`
}

function meaningsOf(value: string): unknown[] {
  if (value === 'true' || value === 'false') return [value, value === 'true']
  const number = Number(value)
  return value.trim() !== '' && Number.isFinite(number) ? [value, number] : [value]
}
