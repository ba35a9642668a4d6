import { sql } from 'kysely'

const strange = /\\u0000|\\ud[89a-f]/i

/** Serialises rows as JSON that PostgreSQL accepts: removes NUL and unpaired surrogates. */
export function json(rows: unknown) {
  const text = JSON.stringify(rows)
  const clean = (_: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value
  return sql`${strange.test(text) ? JSON.stringify(rows, clean) : text}::jsonb`
}
