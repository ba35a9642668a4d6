import type { Locale } from '#contract/error.ts'
import type { Role } from '#contract/role.ts'
import type { Blobs } from './blobs.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'

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
  /** Widens every bound of use so many times; absent: once. */
  boundFactor?: number | undefined
  /** Where a mail server is named. */
  mailer?: Mailer | undefined
  /** Begins the nightly backup in a process of its own; in workers. */
  startBackup?: (() => void) | undefined
}

/** Runs `work` in one transaction; inside another it joins that one. */
export function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute(db => work({ ...ctx, db }))
}
