import { randomInt } from 'node:crypto'
import type { Locale } from '#contract/error.ts'
import type { Role } from '#contract/role.ts'
import type { Blobs } from './blobs.ts'
import { type Clock, pause } from './clock.ts'
import type { Db } from './db.ts'
import type { Fetcher } from './fetcher/fetch.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import { watchOutside } from './outside.ts'
import { isCollision } from './passing.ts'

/** Who acts: a signed-in user, the system itself (jobs, start), or nobody yet (signing in), with the role that may least. */
export type Actor =
  | { kind: 'user'; id: number; username: string; role: Role; sessionId: number }
  | { kind: 'system'; id: null; username: string; role: 'admin' }
  | { kind: 'nobody'; id: null; username: string; role: 'device' }

export const systemActor: Actor = { kind: 'system', id: null, username: 'system', role: 'admin' }

export const nobody: Actor = { kind: 'nobody', id: null, username: 'nobody', role: 'device' }

/** What every operation is given: HTTP and jobs make it, nothing else does. */
export type Ctx = {
  db: Db
  actor: Actor
  now: Clock
  log: Log
  blobs: Blobs
  locale: Locale
  /** Of the request, or of the job. */
  reqId: string
  /** Client's address; empty for the system. */
  address: string
  /** The database's snapshot (`pg_current_snapshot`) at the request's arrival; absent for the system. */
  snapshot?: string | undefined
  /** Where the primary's log was at that moment (`place.ts`); absent where nobody reads from replicas. */
  place?: string | undefined
  /** Of a read while the primary is away: nothing can be written. */
  isReadOnly?: boolean | undefined
  /** Widens every bound of use so many times; absent: once. */
  boundFactor?: number | undefined
  /** Where a mail server is named. */
  mailer?: Mailer | undefined
  /** Begins the nightly backup in a process of its own; in workers. */
  startBackup?: (() => void) | undefined
  /** Reaches the web through the guard; in workers. */
  fetchPage?: Fetcher['fetchPage'] | undefined
}

/** So often is a transaction done that meets another each time. */
const tries = 5
const firstPauseMs = 10

/**
 * Runs `work` in one transaction; inside another it joins that one. Where two transactions met (40001, 40P01) all of it is
 * done again a few times, unless it has touched files or sent mail. `isOnce` is for work that changes what the caller keeps
 * in memory.
 */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>, { isOnce = false } = {}): Promise<T> {
  if (ctx.db.isTransaction) return await work(ctx)
  for (let tried = 1; ; tried += 1) {
    const outside = watchOutside(ctx)
    try {
      return await ctx.db.transaction().execute(db => work({ ...outside.ctx, db }))
    } catch (error) {
      if (!isCollision(error) || isOnce || outside.isTouched() || tried === tries) throw error
      ctx.log.info({ err: error, tried }, 'two transactions met; this one is done again')
      await pause(randomInt(firstPauseMs, firstPauseMs * 2 ** (tried + 1)))
    }
  }
}
