// Every process sends heartbeats. Another process takes over the work of one that falls silent.
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'

export const heartbeatMs = 3_000
/** A process whose heartbeat has not changed for this long counts as lost. */
export const lostAfterMs = 15_000
/** A process that could not send a heartbeat for this long touches nothing: well before others may take its work. */
export const mutedAfterMs = 12_000
/** Worker deaths that one job survives; a job that ends its worker each time must eventually fail. */
const mostLosses = 25

type ProcessKind = 'api' | 'worker'
/** A running process, as all processes see it; instants by the database's clock. */
type ProcessHeartbeat = {
  id: number
  kind: ProcessKind
  host: string
  pid: number
  version: string
  started_at: string
  last_at: string
}

type Heartbeat = {
  /** The id of this process. An API that was declared lost gets a new one. */
  id(): number
  /** Throws if other processes may already have taken over this process's work. */
  mayAct(): void
  /** Sends a heartbeat and frees the work of silent processes. Runs automatically every three seconds. */
  tick(): Promise<void>
  /** Starts to call `tick` regularly. */
  start(): void
  stop(): Promise<void>
}

export type HeartbeatOptions = {
  kind: ProcessKind
  version: string
  log: Log
  /**
   * Called in the transaction that frees the jobs of lost processes, so that their other resources are freed in it too.
   */
  onLost?: (db: Db, ids: number[]) => Promise<void>
  /**
   * Called once when this process was declared lost: another process has its jobs. Absent: it continues under a new id.
   */
  onTaken?: () => void
  /** Monotonic milliseconds: neither this machine's clock nor the database's may declare a process lost. */
  clock?: () => number
}

/** Thrown at each statement of a process that may have been replaced. */
class MutedError extends Error {
  readonly code = 'MUTED'
}

const holderPrefix = 'process-'
/** The name under which a worker locks its jobs (`locked_by` of graphile-worker). */
export const holderOf = (id: number) => `${holderPrefix}${id}`

export async function openHeartbeat(db: Db, options: HeartbeatOptions): Promise<Heartbeat> {
  const { log, clock = () => performance.now() } = options
  let id = await register(db, options)
  let heardAt = clock()
  let tickedAt = heardAt
  let isTaken = false
  let isSilent = false
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()
  /** The last heartbeat of each process, and when this process first saw that heartbeat. */
  let seen = new Map<number, { beat: string; since: number }>()

  async function tick(): Promise<void> {
    if (isTaken) return
    const at = clock()
    // A process that was itself suspended cannot know how long the others were silent.
    if (at - tickedAt > 2 * heartbeatMs) seen = new Map()
    tickedAt = at
    try {
      if (!(await updateHeartbeat(db, id))) return await taken(at)
      heardAt = at
      isSilent = false
      await free(await findSilent(at))
      await freeJobs(db, await findOrphaned(db))
    } catch (error) {
      seen = new Map()
      if (!isSilent) log.warn({ why: messageOf(error) }, 'heartbeat: write failed, retrying')
      isSilent = true
    }
  }

  async function taken(at: number): Promise<void> {
    log.warn({ process: id }, 'heartbeat: this process was declared lost after missing its heartbeats')
    if (options.onTaken) {
      isTaken = true
      return options.onTaken()
    }
    id = await register(db, options)
    heardAt = at
  }

  async function findSilent(at: number): Promise<number[]> {
    const before = seen
    seen = new Map()
    const silent: number[] = []
    for (const other of await findOthers(db, id)) {
      const known = before.get(other.id)
      const since = known?.beat === other.beat ? known.since : at
      seen.set(other.id, { beat: other.beat, since })
      if (at - since >= lostAfterMs) silent.push(other.id)
    }
    return silent
  }

  async function free(silent: number[]): Promise<void> {
    if (silent.length === 0) return
    const beats = silent.flatMap(id => seen.get(id)?.beat ?? [])
    const lost = await db.transaction().execute(async tx => {
      const lost = await removeSilent(tx, silent, beats)
      if (lost.length === 0) return lost
      await freeJobs(tx, lost.map(holderOf))
      await options.onLost?.(tx, lost)
      return lost
    })
    if (lost.length > 0) log.warn({ lost }, 'heartbeat: lost processes found, their work is taken over')
  }

  return {
    id: () => id,
    mayAct() {
      if (isTaken || clock() - heardAt > mutedAfterMs)
        throw new MutedError('this process was silent for too long: others may have its work')
    },
    tick: () => (ticking = ticking.then(tick)),
    start() {
      timer = setInterval(() => (ticking = ticking.then(tick)), heartbeatMs)
    },
    async stop() {
      clearInterval(timer)
      await ticking
      await sql`delete from process_beat where id = ${id}::bigint`.execute(db).catch(() => {})
    },
  }
}

/** Processes that are running, or fell silent seconds ago. */
export async function findProcesses(db: Db): Promise<ProcessHeartbeat[]> {
  const { rows } =
    await sql<ProcessHeartbeat>`select id, kind, host, pid, version, started_at, last_at from process_beat
    order by kind, started_at, id`.execute(db)
  return rows
}

async function register(db: Db, { kind, version }: HeartbeatOptions): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into process_beat (kind, host, pid, version)
    values (${kind}, ${hostname()}, ${process.pid}, ${version}) returning id`.execute(db)
  return (rows[0] as { id: number }).id
}

async function updateHeartbeat(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update process_beat set last_at = clock_timestamp()
    where id = ${id}::bigint`.execute(db)
  return Number(numAffectedRows) > 0
}

async function findOthers(db: Db, id: number): Promise<{ id: number; beat: string }[]> {
  const { rows } = await sql<{ id: number; beat: string }>`select id, last_at::text as beat from process_beat
    where id <> ${id}::bigint`.execute(db)
  return rows
}

/**
 * If two processes notice the same silence, only one gets the rows; a process whose heartbeat has changed meanwhile
 * keeps its row.
 */
async function removeSilent(db: Db, ids: number[], beats: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`delete from process_beat
    using unnest(${ids}::bigint[], ${beats}::text[]) as silent (id, beat)
    where process_beat.id = silent.id and process_beat.last_at::text = silent.beat returning process_beat.id`.execute(
    db,
  )
  return rows.map(row => row.id)
}

/** A job whose worker was killed starts again immediately, however often that happened, up to a limit. */
/**
 * Holders of jobs and queues that have no heartbeat row any more: a process that ended while the database was down
 * could free nothing.
 */
async function findOrphaned(db: Db): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`select distinct held.locked_by as holder from (
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union all select locked_by from graphile_worker._private_job_queues where locked_by is not null
    ) as held where held.locked_by like ${`${holderPrefix}%`}
      and not exists (select from process_beat where ${holderPrefix}::text || process_beat.id = held.locked_by)`.execute(
    db,
  )
  return rows.map(row => row.holder)
}

async function freeJobs(db: Db, holders: string[]): Promise<void> {
  if (holders.length === 0) return
  await sql`update graphile_worker._private_jobs set
      max_attempts = case when attempts >= max_attempts and attempts < ${mostLosses}::int then attempts + 1
        else max_attempts end,
      run_at = case when attempts > 5 then now() + interval '10 seconds' else run_at end
    where locked_by = any(${holders}::text[])`.execute(db)
  await sql`select graphile_worker.force_unlock_workers(${holders}::text[])`.execute(db)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
