import type { Readable, Writable } from 'node:stream'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Db, sessionOptions, types } from './db.ts'
import type { DB } from './db-types.ts'

/** One connection without timeouts: the queries of `db` and the copied rows use it in turn, in one transaction. */
export type Connection = {
  db: Kysely<DB>
  begin(): Promise<OpenTransaction>
  /** Rows of a `COPY … TO STDOUT`, in PostgreSQL's text form, one per line. */
  copyOut(statement: string): Readable
  /** Accepts rows for a `COPY … FROM STDIN` in the same form. */
  copyIn(statement: string): Writable
  end(): Promise<void>
}

/** A transaction that the caller ends; rows copied meanwhile are part of it. */
type OpenTransaction = { db: Db; commit(): Promise<void>; rollback(): Promise<void> }

export async function openConnection(url: string): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    options: sessionOptions,
    application_name: 'og-group backup',
    keepAlive: true,
    types,
  })
  // The next query reports the fault; without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0')
  const leased = Object.assign(client, { release: () => {} })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => leased, end: async () => {} } }),
  })
  return {
    db,
    begin: async () => {
      const transaction = await db.startTransaction().execute()
      return {
        db: transaction,
        commit: () => transaction.commit().execute(),
        rollback: () => transaction.rollback().execute(),
      }
    },
    copyOut: statement => client.query(copyTo(statement)),
    copyIn: statement => client.query(copyFrom(statement)),
    end: () => client.end(),
  }
}
