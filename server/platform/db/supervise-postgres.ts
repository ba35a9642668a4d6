import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { pauseMs, steadyMs } from '../process/supervise-process.ts'
import { leaveServer, useServer } from './embedded.ts'
import { isOutage } from './outage.ts'
import { type Postgres, startPostgres } from './postgres.ts'

/** The embedded PostgreSQL, restarted on the same port whenever its postmaster ends unexpectedly. */
type SupervisedPostgres = { url: string; port: number; stop(): Promise<void> }

const pollMs = 500

export async function supervisePostgres(
  { dataDir, postgresBufferMb }: Pick<Config, 'dataDir' | 'postgresBufferMb'>,
  report: (line: string) => void,
  onChange: (pid: number | null) => void,
): Promise<SupervisedPostgres> {
  const folder = join(dataDir, 'postgres')
  const settings = { shared_buffers: `${postgresBufferMb}MB` }
  let postgres: Postgres = await startPostgres(folder, settings, report)
  const { url, port } = postgres
  let client: pg.Client | undefined
  let isStopping = false
  let startedAt = performance.now()
  let failures = 0
  let isDue = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  const enter = async () => {
    const fresh = await useServer(url, () => {
      if (client === fresh) client = undefined
    })
    client = fresh
  }
  const again = (ms: number) => {
    if (!isStopping) timer = setTimeout(() => (looking = check()), ms)
  }

  /**
   * After a killed backend PostgreSQL restarts itself, and only this connection is lost; after a killed postmaster it
   * must be started here.
   */
  async function check(): Promise<void> {
    try {
      if (!postgres.isAlive()) {
        if (!isDue) return ended()
        postgres = await startPostgres(folder, { ...settings, port: String(port) })
        startedAt = performance.now()
        isDue = false
        onChange(postgres.pid)
      }
      if (!client) await enter()
      again(pollMs)
    } catch (error) {
      failures += 1
      if (failures < 3 || failures % 20 === 0) console.error(error instanceof Error ? error.message : error)
      again(pauseMs(failures))
    }
  }

  function ended(): void {
    failures = performance.now() - startedAt > steadyMs ? 0 : failures + 1
    isDue = true
    client = undefined
    onChange(null)
    console.error(`PostgreSQL ended; restarting in ${pauseMs(failures - 1) / 1000} s.`)
    again(pauseMs(failures - 1))
  }

  try {
    await enter()
  } catch (error) {
    // A crash at this moment: `check` enters, or starts the server again.
    if (!isOutage(error)) {
      await postgres.stop()
      throw error
    }
  }
  onChange(postgres.pid)
  again(pollMs)
  return {
    url,
    port,
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await looking
      if (client) await leaveServer(client, postgres.stop)
      else await postgres.stop()
    },
  }
}
