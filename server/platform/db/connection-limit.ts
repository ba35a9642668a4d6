import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * The most connections that each process opens, through a pooler if there is one, and directly; a used connection takes
 * about 20 MB.
 */
export const poolSizes = {
  api: { pool: 12, listener: 1, beat: 1 },
  worker: { pool: 10, beat: 1 },
} as const

/** Connections left for others: commands, backups, a migration while the processes run. */
const spare = 6

/**
 * A sentence if all running processes together could want more connections than PostgreSQL allows; otherwise undefined.
 */
export async function connectionShortage(db: Db, isPooled: boolean): Promise<string | undefined> {
  const { rows } = await sql<{ most: number; api: number; worker: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      count(*) filter (where kind = 'api')::int as api, count(*) filter (where kind = 'worker')::int as worker
    from process_beat`.execute(db)
  const { most = 0, api = 0, worker = 0 } = rows[0] ?? {}
  const { pool, listener, beat: heartbeat } = poolSizes.api
  const ofApi = listener + heartbeat + (isPooled ? 0 : pool)
  const ofWorker = poolSizes.worker.pool + poolSizes.worker.beat
  const wanted = api * ofApi + worker * ofWorker + spare
  if (wanted <= most) return undefined
  const pooled = isPooled ? ', besides those of the pooler' : ''
  return `PostgreSQL allows ${most} connections, but ${api} API and ${worker} worker processes can need ${wanted}${pooled}: raise max_connections${isPooled ? '' : ', or put a pooler before it (DATABASE_DIRECT_URL)'}.`
}
