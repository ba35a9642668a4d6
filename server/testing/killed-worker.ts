import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Db } from '#server/platform/db/db.ts'

/** The URL of this test file's database, for a separate process. */
export async function databaseUrl(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return inject('databaseUrl').replace(/postgres$/, rows[0]?.name ?? '')
}

/**
 * A program that opens `ctx` as a worker does, runs a job, and reports each statement it sends. Arguments: the name of
 * the job's function, and its module.
 */
const program = (job: string, from: string) => `
  import { ${job} as job } from '${from}'
  import { openFileBlobs } from '#server/platform/blob/blobs.ts'
  import { openDb, openPool } from '#server/platform/db/db.ts'
  const pool = openPool(process.argv[1], { size: 2 })
  const db = openDb(pool)
  const counted = new WeakSet()
  pool.on('connect', client => {
    if (counted.has(client)) return
    counted.add(client)
    const query = client.query.bind(client)
    client.query = (...all) => (process.stdout.write('.\\n'), query(...all))
  })
  const say = { info() {}, warn() {}, debug() {}, error: console.error }
  const actor = { kind: 'system', id: null, username: 'system', role: 'admin' }
  const ctx = { db, blobs: openFileBlobs(process.argv[2]), now: () => new Date(), log: say, actor, locale: 'en-US', reqId: 'kill', address: '' }
  await job(ctx, JSON.parse(process.argv[3]), { job: {}, signal: undefined })
  process.stdout.write('done\\n')
  process.exit(0)`

type WorkerTask = { job: string; from: string; url: string; folder: string; payload: object }

/**
 * Runs a job in a separate process and kills that process (`kill -9`) when it sends the given statement; 0 never kills.
 */
export async function runAndKill(
  { job, from, url, folder, payload }: WorkerTask,
  statement: number,
): Promise<{ isDone: boolean; sent: number }> {
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval']
  const child = spawn(process.execPath, [...options, program(job, from), url, folder, JSON.stringify(payload)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [sent, isDone] = [0, false]
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'done') isDone = true
    else sent += 1
    if (sent === statement) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return { isDone, sent }
}
