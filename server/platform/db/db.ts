import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'
import { idleInTransactionMs, statementMs } from './role-settings.ts'

/** The database, or a transaction in it: queries take either. */
export type Db = Kysely<DB> | Transaction<DB>

/** Parsers for values that the database returns. */
export const types = new pg.TypeOverrides()
// Ids and counts stay below 2^53, so JSON can carry them as numbers.
types.setTypeParser(20, Number)
types.setTypeParser(1016, text => parseBigintArray(text))
// Instants leave the database as ISO 8601 UTC, the form that the API uses.
types.setTypeParser(1184, isoInstant)

function parseBigintArray(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
}

function isoInstant(text: string): string {
  // With the session in UTC: `2026-11-21 14:05:00[.123456]+00`.
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000'
  // units: an instant is ASCII
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

/** Distinct statements that each connection keeps prepared; a list with rare filters is not worth a slot. */
const preparedUpTo = 150
const statementNames = new Map<string, string>()

/**
 * Reads, and writes of any number of rows: their texts do not depend on the values. A write with a placeholder for each
 * row would take a slot for each number of rows.
 */
const isWorthASlot = (text: string) =>
  /^\s*(select|with)\s/i.test(text) ||
  (/^\s*(insert|update|delete)\s/i.test(text) && /\b(jsonb_to_recordset|unnest)\(/i.test(text))

/** The name under which a statement is prepared, so that each connection parses it once and rarely plans it again. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= preparedUpTo || text.length > 5_000 || !isWorthASlot(text)) return known
  const name = `og${statementNames.size}`
  statementNames.set(text, name)
  return name
}

type ClientConfig = pg.ClientConfig & { mayAct?: () => void; slow?: SlowStatement; isPooled?: boolean }

/** The number of statements that connections keep prepared under a name. */
export const countPrepared = (): number => statementNames.size

/**
 * `report` is called for statements that took longer than `afterMs`; the text has placeholders (`$1`) instead of values.
 */
export type SlowStatement = { afterMs: number; report: (statement: string, ms: number) => void }

function reportIfSlow(result: Promise<unknown>, text: unknown, { afterMs, report }: SlowStatement): void {
  const since = performance.now()
  const done = () => {
    const ms = performance.now() - since
    if (ms > afterMs) report(String(text ?? ''), ms)
  }
  result.then(done, done)
}

/** PostgreSQL's code for a write in a read-only transaction. */
const readOnly = '25006'

class PreparingClient extends pg.Client {
  /** A write failed because the server is read-only: another server is the primary by now. */
  isReplaced = false
  readonly #mayAct: (() => void) | undefined
  readonly #slow: SlowStatement | undefined
  readonly #isPooled: boolean

  constructor(config?: ClientConfig) {
    super(config)
    this.#mayAct = config?.mayAct
    this.#slow = config?.slow
    this.#isPooled = config?.isPooled ?? false
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads cannot be restated
  override query(config: any, values?: any, callback?: any): any {
    // A rollback is always allowed: a connection must not return to its pool with an open transaction.
    if (config !== 'rollback') this.#mayAct?.()
    const mayName = !this.#isPooled && typeof config === 'string' && Array.isArray(values)
    const name = mayName ? statementName(config) : undefined
    const result = name ? super.query({ name, text: config, values }, callback) : super.query(config, values, callback)
    if (!(result instanceof Promise)) return result
    result.catch(error => {
      if (error?.code === readOnly) this.isReplaced = true
    })
    if (this.#slow) reportIfSlow(result, typeof config === 'string' ? config : config?.text, this.#slow)
    return result
  }
}

type PoolOptions = {
  size?: number
  statementTimeoutMs?: number
  /**
   * Through a pooler in transaction mode: statements have no names, and the settings are those of the role
   * (`storeRoleSettings`).
   */
  isPooled?: boolean | undefined
  /** Limit for opening a connection, or for waiting until one is free. */
  connectTimeoutMs?: number
  /**
   * The name of a command; it distinguishes the command's connections from those of a running console, which have none.
   */
  command?: string | undefined
  /** Called before each statement. It throws in a process that was declared lost, which must not touch anything. */
  mayAct?: () => void
  slow?: SlowStatement
}

/** A machine that disappears silently loses its connections, and the locks they hold, after 25 seconds. */
export const sessionOptions =
  '-c timezone=UTC -c jit=off -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** A pool of connections in UTC; each statement has a timeout. */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const config: pg.PoolConfig & ClientConfig = {
    Client: PreparingClient,
    connectionString: url,
    max: options.size ?? 10,
    ...(options.isPooled
      ? { isPooled: true }
      : {
          statement_timeout: options.statementTimeoutMs ?? statementMs,
          idle_in_transaction_session_timeout: idleInTransactionMs,
          options: sessionOptions,
        }),
    // A machine that does not answer counts as unavailable; so does a pool without a free connection.
    connectionTimeoutMillis: options.connectTimeoutMs ?? 30_000,
    // A connection that only listens never writes, so it needs keepalives to notice that the other side is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: options.command ? `og-group ${options.command}` : 'og-group',
    types,
    ...(options.mayAct && { mayAct: options.mayAct }),
    ...(options.slow && { slow: options.slow }),
  }
  const pool = new pg.Pool(config)
  // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  // This runs before the pool takes the connection back: a connection that is ended here is not reused.
  pool.on('release', (_error, client) => {
    if (client instanceof PreparingClient && client.isReplaced) void client.end().catch(() => {})
  })
  return pool
}

export function openDb(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Whether the error is PostgreSQL's unique violation, optionally of this constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  )
}
