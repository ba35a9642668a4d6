import { openBlobs } from '../blob/blobs.ts'
import { systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { type Ctx, systemActor } from '../ctx.ts'
import { openDb, openPool } from '../db/db.ts'
import { useDatabase } from '../db/embedded.ts'
import { openLog } from '../log.ts'
import { failAtStart, restrictFileMode, stopOnSignal } from './process.ts'

/** For commands that need more of the database than the context's `db`. */
type CommandDatabase = { databaseUrl: string; pool: ReturnType<typeof openPool> }

/**
 * Runs a command of an operator, with or without a running console; ends the process with the result of `work`. Starts
 * the embedded PostgreSQL if none runs, and stops it if no other process uses it. `reqId`: sixteen letters, for the
 * audit log. `before` is called first, with nothing started; `isNew`: the data folder may be empty.
 */
export async function runCommand<Asked = undefined>(
  { reqId, isNew, before }: { reqId: string; isNew?: boolean; before?: (config: Config) => Promise<Asked> },
  work: (ctx: Ctx, config: Config, database: CommandDatabase, input: Asked) => Promise<number>,
): Promise<never> {
  restrictFileMode()
  try {
    const config = readConfig()
    const input = (await before?.(config)) as Asked
    const database = await useDatabase(config, { isNew })
    const pool = openPool(database.url, { size: 3, statementTimeoutMs: 600_000, command: 'command' })
    let leaving: Promise<void> | undefined
    const leave = () => (leaving ??= pool.end().then(database.leave))
    stopOnSignal(database.leave)
    const ctx: Ctx = {
      db: openDb(pool),
      actor: systemActor,
      now: systemClock,
      log: openLog(config, 'command'),
      blobs: openBlobs(config),
      locale: 'en-US',
      reqId,
      address: '',
    }
    try {
      process.exitCode = await work(ctx, config, { databaseUrl: database.url, pool }, input)
    } finally {
      await leave()
    }
    process.exit()
  } catch (error) {
    failAtStart(error)
  }
}
