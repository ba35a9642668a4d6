import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Records whose fields of the team say so: of one field any of its values, of several fields all of them. A filter is text,
 * a number or a yes is not: either may be meant.
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
  // The index holds only records that have such values at all.
  return sql<SqlBool>`(${custom} <> '{}' and ${sql.join(each, sql` and `)})`
}

function meaningsOf(value: string): unknown[] {
  if (value === 'true' || value === 'false') return [value, value === 'true']
  const number = Number(value)
  return value.trim() !== '' && Number.isFinite(number) ? [value, number] : [value]
}
