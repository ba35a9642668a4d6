import type pg from 'pg'
import { pause } from '../clock.ts'
import { withDeadline } from '../process/deadline.ts'
import type { ReadConnection } from './read-connection.ts'
import { beginCaughtUpCheck, type CaughtUp, readCaughtUpCheck } from './replica.queries.ts'

const pollMs = 3

/**
 * A connection with an open read transaction that sees everything its server had received at the call, including
 * everything it confirmed to a primary. A primary itself sees everything it has. Undefined: the server belongs to
 * another cluster, is unavailable, or has not replayed that much within `ms`.
 */
export async function checkCaughtUp(pool: pg.Pool, system: string, ms: number): Promise<ReadConnection | undefined> {
  const began = performance.now()
  const left = () => ms - (performance.now() - began)
  const client = await withDeadline(pool.connect(), ms, late => late.release()).catch(() => undefined)
  if (!client) return undefined
  try {
    const first = await withDeadline(beginCaughtUpCheck(client), left())
    for (let now = first; now?.system === system; now = await withDeadline(readCaughtUpCheck(client), left())) {
      if (hasAll(now, first?.received)) return { client, leave: () => releaseClient(client), failed: () => {} }
      if (left() <= 0) break
      await pause(pollMs)
    }
  } catch {
    // The server is unavailable.
  }
  client.release(true)
  return undefined
}

/**
 * A copy that has received nothing since it started still replays the log on its disk, and cannot report how much of it
 * there is.
 */
function hasAll(now: CaughtUp, received: string | null | undefined): boolean {
  return !now.is_copy || (typeof received === 'string' && now.byte >= received)
}

async function releaseClient(client: pg.PoolClient): Promise<string> {
  await client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  )
  // All statements of a request use the same server, which never goes back to an earlier state.
  return ''
}
