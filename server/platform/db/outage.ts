const connectionLost =
  /Connection terminated|connection error and is not queryable|connection timeout|timeout exceeded when trying to connect|Cannot use a pool after calling end/i

/**
 * 08: connection errors; 57P0: shut down, or starting; 53: out of connections, memory or disk. 25006: read-only, as a
 * primary is after it was replaced. MUTED: `platform/beat.ts`.
 */
const codes = /^(08|57P0|53|25006$|MUTED$)|^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/

/**
 * Whether the error means that the database is unavailable (restarting, unreachable, full), rather than an answer of
 * it.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // All addresses of a host refused the connection.
  if (error instanceof AggregateError) return error.errors.some(isOutage)
  const code = 'code' in error ? String(error.code) : ''
  return codes.test(code) || connectionLost.test(error.message)
}
