// Checks that the configured database addresses match their purpose: a direct session, or a pooler that has the
// settings of the role.
import pg from 'pg'
import type { DatabaseAddress } from './database-address.ts'
import { sessionOptions } from './db.ts'
import { missingSettings, statementMs } from './role-settings.ts'

const connectMs = 10_000
/** PgBouncer's message when it refuses a start-up parameter; its code, 08P01, has many other meanings. */
const refusedSetting = /unsupported startup parameter/

/** Throws an error of one sentence if an address does not match its purpose; an outage is thrown unchanged. */
export async function checkAddress({ url, directUrl, isPooled }: DatabaseAddress): Promise<void> {
  await withClient(directUrl, true, async direct => {
    if (!(await keepsSession(direct)))
      throw new Error(isPooled ? sentences.directIsPooled : sentences.pooledWithoutDirect)
    if (!isPooled) return
    await withClient(url, false, async pooled => {
      if ((await identityOf(pooled)) !== (await identityOf(direct))) throw new Error(sentences.differ)
      const missing = await missingSettings(pooled)
      if (missing.length > 0) throw new Error(sentences.unset(missing))
    })
  }).catch(error => {
    if (!refusedSetting.test(String((error as Error).message))) throw error
    throw new Error(isPooled ? sentences.directIsPooled : sentences.pooledWithoutDirect)
  })
}

const sentences = {
  pooledWithoutDirect:
    'DATABASE_URL uses a pooler without session pooling: also set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  directIsPooled:
    'DATABASE_DIRECT_URL uses a pooler without session pooling: set it to the address of PostgreSQL itself.',
  differ: 'DATABASE_URL and DATABASE_DIRECT_URL address different databases.',
  unset: (names: string[]) =>
    `These settings are not in effect through DATABASE_URL: ${names.join(', ')}. Run npm run db:migrate, which makes them the role’s, and let the pooler connect anew (RECONNECT).`,
}

async function withClient<T>(url: string, asksAll: boolean, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    ...(asksAll && { options: sessionOptions, statement_timeout: statementMs + 1 }),
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Some poolers accept a start-up parameter and forget it: reading back a value that no one else uses reveals that. */
async function keepsSession(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ms: string }>(
    `select setting as ms from pg_settings where name = 'statement_timeout'`,
  )
  return rows[0]?.ms === String(statementMs + 1)
}

/** The identity of the cluster (its standbys share it) and of the database in it. */
async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select (select system_identifier from pg_control_system()) || '/' || oid as id
     from pg_database where datname = current_database()`,
  )
  return rows[0]?.id ?? ''
}
