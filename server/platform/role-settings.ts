// What a connection through a pooler in transaction mode cannot ask for itself, because it is many connections.
import pg from 'pg'

/** Milliseconds of one statement of the API. */
export const statementMs = 30_000
/** Milliseconds of a transaction in which nothing is asked. */
export const idleInTransactionMs = 60_000

/** By name, as PostgreSQL shows them. A client that is gone has its statement ended within ten seconds. */
const settings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  jit: 'off',
  statement_timeout: `${statementMs / 1_000}s`,
  idle_in_transaction_session_timeout: `${idleInTransactionMs / 60_000}min`,
  client_connection_check_interval: '10s',
}

/** Makes them the role's own in this database; connections that are open already keep what they have. */
export async function keepSettings(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; database: string }>(
    'select current_user as role, current_database() as database',
  )
  const [{ role, database } = { role: '', database: '' }] = rows
  for (const [name, value] of Object.entries(settings))
    await pool.query(
      `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set ${name} = ${pg.escapeLiteral(value)}`,
    )
}

/** The names of those that do not hold on this connection. */
export async function missingSettings(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [Object.keys(settings)],
  )
  return rows.filter(({ name, value }) => settings[name] !== value).map(({ name }) => name)
}
