import { Readable } from 'node:stream'
import { probeKey } from '#server/platform/blob/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newestMigration } from '#server/platform/db/migrate.ts'
import { tryWrite } from '#server/platform/process/disk.ts'
import { findMigrations } from './state.queries.ts'

/** The requirements for serving: the database with its newest migration, and files that can be written. */
type Readiness = { ok: boolean; checks: Record<'database' | 'schema' | 'data' | 'blobs', boolean> }

const patienceMs = 3_000

/** Each check runs independently; one that does not return in time has failed. */
export async function checkReady(
  ctx: Pick<Ctx, 'db' | 'blobs' | 'log'>,
  dataDir: string,
  patience = patienceMs,
): Promise<Readiness> {
  const check = (name: string, work: () => Promise<boolean>) =>
    withTimeout(patience, work()).catch(error => {
      ctx.log.warn({ err: error, check: name }, 'readiness: check failed')
      return false
    })
  const migrations = findMigrations(ctx)
  const [database, schema, data, blobs] = await Promise.all([
    check('database', async () => (await migrations).length > 0),
    check('schema', async () => (await migrations).includes(await newestMigration())),
    check('data', async () => {
      await tryWrite(dataDir)
      return true
    }),
    check('blobs', () => tryBlobs(ctx)),
  ])
  return { ok: database && schema && data && blobs, checks: { database, schema, data, blobs } }
}

async function tryBlobs({ blobs }: Pick<Ctx, 'blobs'>): Promise<boolean> {
  const written = 'written'
  await blobs.put(probeKey, Readable.from([Buffer.from(written)]))
  return (await blobs.size(probeKey)) === written.length
}

/** The result of `work`, or an error after `ms`; the work itself continues. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
