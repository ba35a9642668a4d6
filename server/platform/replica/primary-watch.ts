import type pg from 'pg'
import { pause } from '../clock.ts'
import { withDeadline } from '../process/deadline.ts'

/** A primary that does not answer for this long counts as unavailable. */
const silentMs = 1_000
const pollMs = 250

/**
 * Watches for one process whether the primary answers: from the first doubt it is probed on a separate connection until
 * it answers.
 */
export type PrimaryWatch = {
  isAway(): boolean
  /** Reports that a query got no answer from the primary. */
  doubt(): void
  /** The result of `work`; undefined once the primary is unavailable. */
  unlessAway<T>(work: Promise<T>): Promise<T | undefined>
  close(): Promise<void>
}

export function watchPrimary(pool: pg.Pool, onChange: (isAway: boolean) => void): PrimaryWatch {
  let isAway = false
  let isPolling = false
  let isClosed = false
  const waiting = new Set<() => void>()

  const set = (value: boolean) => {
    if (value !== isAway) onChange(value)
    isAway = value
    if (value) for (const leave of waiting) leave()
  }
  const poll = async () => {
    while (!isClosed) {
      const isThere = await answers(pool)
      if (!isClosed) set(!isThere)
      if (isThere) return
      await pause(pollMs)
    }
  }
  return {
    isAway: () => isAway,
    doubt() {
      if (isPolling) return
      isPolling = true
      void poll().finally(() => {
        isPolling = false
      })
    },
    async unlessAway(work) {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      const leave = () => resolve(undefined)
      waiting.add(leave)
      try {
        return await Promise.race([work, promise])
      } finally {
        waiting.delete(leave)
      }
    },
    async close() {
      isClosed = true
      await pool.end()
    },
  }
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const began = performance.now()
  const client = await withDeadline(pool.connect(), silentMs, late => late.release()).catch(() => undefined)
  if (!client) return false
  const reply = client.query<{ is_primary: boolean }>('select not pg_is_in_recovery() as is_primary')
  const answer = await withDeadline(reply, silentMs - (performance.now() - began)).catch(() => undefined)
  client.release(!answer)
  return answer?.rows[0]?.is_primary ?? false
}
