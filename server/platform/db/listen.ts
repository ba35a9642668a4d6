import type pg from 'pg'

/**
 * Receives PostgreSQL's `notify` on a separate connection. `handle` gets the payload, or null if some may have been
 * missed.
 */
export type Listener = {
  on(channel: string, handle: (payload: string | null) => void): void
  close(): Promise<void>
}

const againAfterMs = 1_000

/** The connection is opened with the first channel, and reopened when it is lost. */
export function openListener(pool: pg.Pool): Listener {
  const handlers = new Map<string, (payload: string | null) => void>()
  let client: pg.PoolClient | undefined
  let opening: Promise<void> | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const open = async () => {
    const fresh = await pool.connect()
    if (isClosed) return fresh.release(true)
    fresh.on('notification', ({ channel, payload }) => handlers.get(channel)?.(payload ?? ''))
    fresh.on('end', () => lose(fresh))
    fresh.on('error', () => lose(fresh))
    client = fresh
    try {
      for (const channel of handlers.keys()) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`)
    } catch {
      return lose(fresh)
    }
    for (const handle of handlers.values()) handle(null)
  }
  const lose = (lost: pg.PoolClient) => {
    if (client !== lost) return
    client = undefined
    lost.release(true)
    again()
  }
  const again = () => {
    if (isClosed) return
    timer = setTimeout(start, againAfterMs)
    timer.unref()
  }
  const start = () => {
    opening = open().catch(again)
  }

  return {
    on(channel, handle) {
      handlers.set(channel, handle)
      if (client)
        void client.query(`listen ${client.escapeIdentifier(channel)}`).then(
          () => handle(null),
          () => undefined,
        )
      else if (!opening) start()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await opening
      const last = client
      client = undefined
      last?.release(true)
    },
  }
}
