// Checks that a separately started process makes before it begins: the database exists and matches this version, and
// files can be stored.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Blobs } from '../blob/blobs.ts'
import { trialKey } from '../blob/blobs-key.ts'
import type { Config } from '../config.ts'
import { checkAddress } from '../db/check-address.ts'
import type { DatabaseAddress } from '../db/database-address.ts'
import { migrationNames, migrationTable, restoreMark } from '../db/migrate.ts'
import { isOutage } from '../db/outage.ts'

const againMs = 1_000
const logEveryMs = 30_000

/** Runs both checks, for a process of this configuration. */
export async function checkStart(config: Config, address: DatabaseAddress, blobs: Blobs): Promise<void> {
  await checkDatabase(address.directUrl)
  await whileOut(hostAndDatabase(address.url), () => checkAddress(address))
  await checkFiles(blobs, config.blobUrl === 'file:' ? join(config.dataDir, 'blobs') : config.blobUrl)
}

/**
 * Returns once the database answers; waits for one that is starting or not there yet. Throws an error of one sentence
 * where waiting does not help: a wrong password, or a database without this version's tables.
 */
export async function checkDatabase(
  url: string,
  report?: (line: string) => void,
  pause?: () => Promise<unknown>,
): Promise<void> {
  await whileOut(hostAndDatabase(url), () => checkOnce(url), report, pause)
}

async function whileOut(
  place: string,
  check: () => Promise<void>,
  report: (line: string) => void = line => console.error(line),
  pause: () => Promise<unknown> = () => sleep(againMs),
): Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (!isOutage(error)) throw error
      if (performance.now() - reportedAt > logEveryMs)
        report(`Waiting for the database at ${place}: ${messageOf(error)}`)
      reportedAt = performance.now() - reportedAt > logEveryMs ? performance.now() : reportedAt
      await pause()
    }
  }
}

async function checkOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect().catch(error => {
      throw refusal(url, error) ?? error
    })
    const { rows } = await client.query<{ is_there: boolean; is_half: boolean }>(
      'select to_regclass($1) is not null as is_there, to_regnamespace($2) is not null as is_half',
      [migrationTable, restoreMark],
    )
    if (rows[0]?.is_half)
      throw new Error(
        `A restore into the database at ${hostAndDatabase(url)} is incomplete: wait until it ends, or run it again.`,
      )
    const done = rows[0]?.is_there
      ? (await client.query<{ name: string }>('select name from migration')).rows.map(row => row.name)
      : []
    // A newer database is accepted: migrations first expand, and this version continues until it is replaced.
    const missing = (await migrationNames()).filter(name => !done.includes(name))
    if (missing.length === 0) return
    throw new Error(
      done.length === 0
        ? `The database at ${hostAndDatabase(url)} has no tables yet: run npm run db:migrate first.`
        : `The database at ${hostAndDatabase(url)} is older than this version (it lacks ${missing.join(', ')}): run npm run db:migrate first.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** The reason why waiting cannot help; undefined if it may help. */
function refusal(url: string, error: unknown): Error | undefined {
  const code = (error as { code?: unknown }).code
  if (code === '28P01' || code === '28000')
    return new Error(`The database at ${hostAndDatabase(url)} refuses the user or the password of DATABASE_URL.`)
  if (code === '3D000')
    return new Error(`The database at ${hostAndDatabase(url)} does not exist: create it, or correct DATABASE_URL.`)
  return undefined
}

/** Writes a file and removes it again; throws an error of one sentence if that fails. */
export async function checkFiles(blobs: Blobs, place: string): Promise<void> {
  const key = trialKey()
  try {
    await blobs.put(
      key,
      (async function* () {
        yield Buffer.from('written to see whether it can be')
      })(),
    )
    await blobs.remove(key)
  } catch (error) {
    throw new Error(`Files cannot be stored at ${place}: ${messageOf(error)}`, { cause: error })
  }
}

/** Host and database, without user and password. */
function hostAndDatabase(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
