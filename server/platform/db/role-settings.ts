// Settings that a connection through a transaction pooler cannot set for itself, because it uses many server
// connections.
import pg from 'pg'

/** Timeout of one statement of the API in milliseconds. */
export const statementMs = 30_000
/** Timeout of an idle transaction in milliseconds. */
export const idleInTransactionMs = 60_000

/**
 * Settings by name, as PostgreSQL shows them. The statement of a client that has disconnected ends within ten seconds.
 */
const settings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  jit: 'off',
  statement_timeout: `${statementMs / 1_000}s`,
  idle_in_transaction_session_timeout: `${idleInTransactionMs / 60_000}min`,
  client_connection_check_interval: '10s',
}

/** Sets them for the role in this database; open connections are not affected. */
export async function storeRoleSettings(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; database: string }>(
    'select current_user as role, current_database() as database',
  )
  const [{ role, database } = { role: '', database: '' }] = rows
  for (const [name, value] of Object.entries(settings))
    await pool.query(
      `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set ${name} = ${pg.escapeLiteral(value)}`,
    )
}

/** The names of the settings that do not apply on this connection. */
export async function missingSettings(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [Object.keys(settings)],
  )
  return rows.filter(({ name, value }) => settings[name] !== value).map(({ name }) => name)
}
