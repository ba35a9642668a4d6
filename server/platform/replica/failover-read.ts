import type pg from 'pg'
import { pause } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { isOutage } from '../db/outage.ts'
import type { Log } from '../log.ts'
import { withDeadline } from '../process/deadline.ts'
import type { DcsClient } from './dcs-client.ts'
import type { PrimaryWatch } from './primary-watch.ts'
import { openReading, type ReadConnection } from './read-connection.ts'
import type { Replica } from './replica.ts'

/** How long a read waits for the primary before it tries another server. */
const patienceMs = 1_000
/**
 * Limit for all statements of one read: connecting, verifying that the server has every commit, and waiting until it
 * has replayed them.
 */
const waitMs = 1_500
/** A server that falls silent in the middle of a read delays it no longer than this. */
const mostMs = 10_000
/** While a read waits for the primary, the pause before other servers are tried again. */
const againMs = 500

/** One read request: first the requester is identified, then the answer is computed. */
type ReadRequest<Known, T> = {
  /** Identifies the requester with the primary, or with the given database, where nothing may be written. */
  open(db?: Db): Promise<Known>
  answer(known: Known): Promise<T>
}

/** Reads while the primary does not answer (docs/adr/0071). */
export type FailoverRead = {
  /**
   * Reads from the primary. If it is unavailable, reads from a server that is proven to have every commit that was
   * acknowledged when the read arrived.
   */
  read<Known, T>(read: ReadRequest<Known, T>): Promise<T>
  close(): Promise<void>
}

export type FailoverServer = Pick<Replica, 'takeWhole'> & { server: string | undefined }

type FailoverOptions = {
  agreement: DcsClient
  servers: readonly FailoverServer[]
  watch: PrimaryWatch
  log: Log
  count: () => void
}

export function openFailoverRead({ agreement, servers, watch, log, count }: FailoverOptions): FailoverRead {
  async function ofPrimary<Known, T>({ open, answer }: ReadRequest<Known, T>): Promise<{ result: T } | undefined> {
    try {
      const opened = await withDeadline(
        open().then(known => ({ known })),
        patienceMs,
      )
      if (opened) return await watch.unlessAway(answer(opened.known).then(result => ({ result })))
    } catch (error) {
      if (!isOutage(error)) throw error
    }
    watch.doubt()
    return undefined
  }

  async function ofAnother<Known, T>({ open, answer }: ReadRequest<Known, T>): Promise<{ result: T } | undefined> {
    const agreed = await agreement()
    const known = servers.filter(({ server }) => server !== undefined && agreed?.servers.includes(server))
    if (!agreed || known.length === 0) {
      log.debug({ agreed }, 'failover: no standby is proven to have all commits')
      return undefined
    }
    let isMissing = false
    const nobody = async () => {
      isMissing = true
      throw Object.assign(new Error('no standby is proven to have all commits'), { code: 'EHOSTUNREACH' })
    }
    const reading = openReading({
      take: stickTo(known, agreed.system),
      primary: { connect: nobody } as unknown as pg.Pool,
      floor: { timeline: '', byte: '', mayWait: false },
      waitMs,
    })
    const isWhole = () => reading.fault() === undefined && !isMissing
    try {
      const made = open(reading.db).then(answer)
      const ended = await withDeadline(
        made.then(result => ({ result })),
        mostMs,
      )
      // A caller that collects partial results returns without the failed ones: that result is not valid.
      if (!ended || !isWhole()) return undefined
      count()
      return ended
    } catch (error) {
      if (isWhole() && !isOutage(error)) {
        count()
        throw error
      }
      log.info({ err: reading.fault() ?? error }, 'failover: a read on a standby failed')
      return undefined
    }
  }

  /**
   * No server was known to have every commit: the read waits for the primary and, as long as it is unavailable, for
   * another server that is proven to have them by then.
   */
  async function ofWhoeverIsFirst<Known, T>(read: ReadRequest<Known, T>): Promise<{ result: T }> {
    let isOver = false
    const waiting = read.open().then(async known => ({ result: await read.answer(known) }))
    const another = async () => {
      while (!isOver) {
        await pause(againMs)
        const ended = !isOver && watch.isAway() ? await ofAnother(read) : undefined
        if (ended) return ended
      }
      return await waiting
    }
    return await Promise.race([waiting, another()]).finally(() => {
      isOver = true
    })
  }

  return {
    async read(read) {
      const ended = (watch.isAway() ? undefined : await ofPrimary(read)) ?? (await ofAnother(read))
      return (ended ?? (await ofWhoeverIsFirst(read))).result
    },
    close: () => watch.close(),
  }
}

/**
 * The first statement queries all servers, and the first to answer serves the whole read: servers may differ in commits
 * that were not acknowledged yet.
 */
function stickTo(servers: readonly FailoverServer[], system: string) {
  let chosen: Promise<FailoverServer | undefined> | undefined
  return async (_: unknown, ms: number): Promise<ReadConnection | undefined> => {
    if (chosen) return (await chosen)?.takeWhole(system, ms)
    const { promise, resolve } = Promise.withResolvers<FailoverServer | undefined>()
    chosen = promise
    const first = await firstOf(servers, system, ms)
    resolve(first?.server)
    return first?.reader
  }
}

function firstOf(servers: readonly FailoverServer[], system: string, ms: number) {
  type First = { server: FailoverServer; reader: ReadConnection }
  const { promise, resolve } = Promise.withResolvers<First | undefined>()
  let isTaken = false
  const attempts = servers.map(async server => {
    const reader = await server.takeWhole(system, ms)
    if (!reader) return
    if (isTaken) return void reader.leave()
    isTaken = true
    resolve({ server, reader })
  })
  void Promise.all(attempts).then(() => resolve(undefined))
  return promise
}
