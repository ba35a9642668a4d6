import { sql } from 'kysely'

const strange = /\\u0000|\\ud[89a-f]/i

/** Rows as JSON that PostgreSQL takes: no NUL, and no half of a character that was cut in two. */
export function json(rows: unknown) {
  const text = JSON.stringify(rows)
  const clean = (_: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value
  return sql`${strange.test(text) ? JSON.stringify(rows, clean) : text}::jsonb`
}
