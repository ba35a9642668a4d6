const lost =
  /Connection terminated|connection error and is not queryable|connection timeout|timeout exceeded when trying to connect|Cannot use a pool after calling end/i

/**
 * 08: the connection; 57P0: ended, or starting; 53: its places, memory or disk are used up. 25006: it only reads, as a
 * primary does that was replaced. MUTED: `platform/beat.ts`.
 */
const codes = /^(08|57P0|53|25006$|MUTED$)|^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/

/** Whether the database is away (restarting, unreachable, full), as against an answer that it gave. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // All addresses of a host refused.
  if (error instanceof AggregateError) return error.errors.some(isOutage)
  const code = 'code' in error ? String(error.code) : ''
  return codes.test(code) || lost.test(error.message)
}
