import { randomInt } from 'node:crypto'
import type { Locale } from '#contract/error.ts'
import type { Role } from '#contract/role.ts'
import type { TokenScope } from '#contract/token.api.ts'
import type { Blobs } from './blob/blobs.ts'
import { type Clock, pause } from './clock.ts'
import type { UploadLimits } from './config.ts'
import type { Db } from './db/db.ts'
import { isCollision } from './db/transient-fault.ts'
import type { Fetcher } from './fetcher/fetch.ts'
import type { Guard } from './fetcher/guard.ts'
import { watchOutside } from './http/outside.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Secrets } from './secret.ts'

/**
 * The acting party: a signed-in user, the system itself (jobs, start), or no user yet (during sign-in), with the least
 * privileged role. `keys` are the ids under which access lists name the party: the user's own, and the negative ids of
 * their groups.
 */
export type Actor =
  | {
      kind: 'user'
      id: number
      username: string
      role: Role
      /** 0: not in a session, but by a token or in a job. */
      sessionId: number
      keys: readonly number[]
      /** When the user last proved to be present in this session; absent outside of sessions. */
      confirmedAt?: string | null
      /** An editor in a group that reviews page differences, while the setting is on. */
      isReviewer?: boolean
      /** The session may only set up a second factor. */
      mustEnrol?: boolean
      /** Present if a program acts with an access token: all that it may do. */
      token?: { id: number; scopes: readonly TokenScope[] }
    }
  | { kind: 'system'; id: null; username: string; role: 'admin'; keys: readonly [] }
  | { kind: 'nobody'; id: null; username: string; role: 'device'; keys: readonly [] }

export const systemActor: Actor = { kind: 'system', id: null, username: 'system', role: 'admin', keys: [] }

export const nobody: Actor = { kind: 'nobody', id: null, username: 'nobody', role: 'device', keys: [] }

/** The input of every operation; only HTTP and jobs create it. */
export type Ctx = {
  db: Db
  actor: Actor
  now: Clock
  log: Log
  blobs: Blobs
  locale: Locale
  /** The id of the request or of the job. */
  reqId: string
  /** The client's address; empty for the system. */
  address: string
  /** The database's snapshot (`pg_current_snapshot`) at the request's arrival; absent for the system. */
  snapshot?: string | undefined
  /** The primary's log position at that moment (`place.ts`); absent if no reads go to replicas. */
  place?: string | undefined
  /** Set for a read while the primary is unavailable: nothing can be written. */
  isReadOnly?: boolean | undefined
  /** Multiplies every quota and rate limit; absent: 1. */
  boundFactor?: number | undefined
  /** Present if a mail server is configured. */
  mailer?: Mailer | undefined
  /** Seals secrets that are stored; absent in tests of other parts. */
  secrets?: Secrets | undefined
  /** Starts the nightly backup in a separate process; present in workers. */
  startBackup?: (() => void) | undefined
  /** Fetches web pages through the address guard; present in workers. */
  fetchPage?: Fetcher['fetchPage'] | undefined
  /** Checks the addresses of servers that administrators entered; present in workers. */
  outbound?: Guard | undefined
  /** Limits of files, in bytes; present in workers. */
  uploadLimits?: UploadLimits | undefined
  /** The name of the crawler in its requests, which robots.txt is read for; present in workers. */
  agentName?: string | undefined
}

/** How often a transaction that conflicts with another is attempted. */
const tries = 5
const firstPauseMs = 10

/**
 * Runs `work` in one transaction; inside another transaction it joins that one. After a conflict (40001, 40P01) all of
 * `work` is retried a few times, unless it has touched files or sent mail. `isOnce` is for work that changes the
 * caller's state in memory.
 */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>, { isOnce = false } = {}): Promise<T> {
  if (ctx.db.isTransaction) return await work(ctx)
  for (let tried = 1; ; tried += 1) {
    const outside = watchOutside(ctx)
    try {
      return await ctx.db.transaction().execute(db => work({ ...outside.ctx, db }))
    } catch (error) {
      if (!isCollision(error) || isOnce || outside.isTouched() || tried === tries) throw error
      ctx.log.info({ err: error, tried }, 'database: serialization conflict or deadlock, retrying the transaction')
      await pause(randomInt(firstPauseMs, firstPauseMs * 2 ** (tried + 1)))
    }
  }
}
