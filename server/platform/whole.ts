import type pg from 'pg'
import { pause } from './clock.ts'
import type { Reader } from './reading.ts'
import { beginWhole, readWhole, type Whole } from './replica-queries.ts'
import { within } from './within.ts'

const lookEveryMs = 3

/**
 * A connection on which a transaction that reads has begun, and sees all that its server had received when it was asked: what it confirmed to a
 * primary is among that. A primary itself sees all it has. Undefined: it is of another cluster, away, or not that far within `ms`.
 */
export async function takeWhole(pool: pg.Pool, system: string, ms: number): Promise<Reader | undefined> {
  const began = performance.now()
  const left = () => ms - (performance.now() - began)
  const client = await within(pool.connect(), ms, late => late.release()).catch(() => undefined)
  if (!client) return undefined
  try {
    const first = await within(beginWhole(client), left())
    for (let now = first; now?.system === system; now = await within(readWhole(client), left())) {
      if (hasAll(now, first?.received)) return { client, leave: () => leave(client), failed: () => {} }
      if (left() <= 0) break
      await pause(lookEveryMs)
    }
  } catch {
    // It is away.
  }
  client.release(true)
  return undefined
}

/** A copy that has received nothing since it began still reads what lies on its disk, and cannot say how much there is. */
function hasAll(now: Whole, received: string | null | undefined): boolean {
  return !now.is_copy || (typeof received === 'string' && now.byte >= received)
}

async function leave(client: pg.PoolClient): Promise<string> {
  await client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  )
  // The same server is asked for all of a request, and forgets nothing.
  return ''
}
