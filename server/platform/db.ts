import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'
import { idleInTransactionMs, statementMs } from './role-settings.ts'

/** The database, or a transaction in it: queries take either. */
export type Db = Kysely<DB> | Transaction<DB>

/** How values leave the database. */
export const types = new pg.TypeOverrides()
// Ids and counts stay below 2^53; numbers are what JSON carries.
types.setTypeParser(20, Number)
types.setTypeParser(1016, text => parseBigintArray(text))
// Instants leave the database as ISO 8601 UTC, the form of the wire.
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

/** Distinct statements kept prepared on each connection; a list with rare filters is not worth a place. */
const preparedUpTo = 150
const statementNames = new Map<string, string>()

/** The name under which a statement is prepared, so that it is parsed and mostly planned once a connection. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= preparedUpTo || text.length > 5_000 || !/^\s*(select|with)\s/i.test(text))
    return known
  const name = `og${statementNames.size}`
  statementNames.set(text, name)
  return name
}

type ClientConfig = pg.ClientConfig & { mayAct?: () => void; slow?: SlowStatement; isPooled?: boolean }

/** Statements that connections keep prepared under a name. */
export const countPrepared = (): number => statementNames.size

/** Told of statements that took longer than `afterMs`; the text has places (`$1`) instead of values. */
export type SlowStatement = { afterMs: number; tell: (statement: string, ms: number) => void }

function tellIfSlow(result: Promise<unknown>, text: unknown, { afterMs, tell }: SlowStatement): void {
  const since = performance.now()
  const done = () => {
    const ms = performance.now() - since
    if (ms > afterMs) tell(String(text ?? ''), ms)
  }
  result.then(done, done)
}

/** PostgreSQL's code for a write where only reading is possible. */
const readOnly = '25006'

class PreparingClient extends pg.Client {
  /** It was told that nothing can be written there: another is the primary by now. */
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
    // Undoing is always allowed: a connection must not go back into its pool with a transaction open.
    if (config !== 'rollback') this.#mayAct?.()
    const mayName = !this.#isPooled && typeof config === 'string' && Array.isArray(values)
    const name = mayName ? statementName(config) : undefined
    const result = name ? super.query({ name, text: config, values }, callback) : super.query(config, values, callback)
    if (!(result instanceof Promise)) return result
    result.catch(error => {
      if (error?.code === readOnly) this.isReplaced = true
    })
    if (this.#slow) tellIfSlow(result, typeof config === 'string' ? config : config?.text, this.#slow)
    return result
  }
}

type PoolOptions = {
  size?: number
  statementTimeoutMs?: number
  /** Through a pooler in transaction mode: no statement has a name, and the settings are those of the role (`keepSettings`). */
  isPooled?: boolean | undefined
  /** For a connection, or a place that comes free. */
  connectTimeoutMs?: number
  /** By which the database tells a command from a running console, whose connections have none. */
  command?: string | undefined
  /** Asked before each statement; by throwing it keeps a process that was taken for lost from touching anything. */
  mayAct?: () => void
  slow?: SlowStatement
}

/** A machine that is gone without a word loses its connections, and the locks they hold, in 25 seconds. */
export const sessionOptions =
  '-c timezone=UTC -c jit=off -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** A pool of connections in UTC, each statement bounded in time. */
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
    // A machine that does not answer at all is away, too; so is a place that does not come free.
    connectionTimeoutMillis: options.connectTimeoutMs ?? 30_000,
    // Whoever only listens never writes, and would not notice that the other side is gone.
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
  // Told before it would be kept: one that ends is not given to anybody else.
  pool.on('release', (_error, client) => {
    if (client instanceof PreparingClient && client.isReplaced) void client.end().catch(() => {})
  })
  return pool
}

export function openDb(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** PostgreSQL's code of a unique violation, with the constraint's name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  )
}
