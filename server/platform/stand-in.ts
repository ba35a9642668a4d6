import type pg from 'pg'
import type { Agreement } from './agreement.ts'
import { pause } from './clock.ts'
import type { Db } from './db.ts'
import type { Log } from './log.ts'
import { isOutage } from './outage.ts'
import type { PrimaryWatch } from './primary-watch.ts'
import { openReading, type Reader } from './reading.ts'
import type { Replica } from './replica.ts'
import { within } from './within.ts'

/** So long is the primary waited for before another is asked. */
const patienceMs = 1_000
/** Connecting, being proven to have all, and waiting for what is not replayed yet, for all statements of one read. */
const waitMs = 1_500
/** A server that falls silent in the middle of a read keeps nobody longer. */
const mostMs = 10_000
/** While the primary is waited for, another is asked again so long after one could not answer. */
const againMs = 500

/** One request that reads: who asks, then the answer. */
export type Read<Known, T> = {
  /** Asks the primary, or the database given: then nothing may be written. */
  open(db?: Db): Promise<Known>
  answer(known: Known): Promise<T>
}

/** Reads while the primary does not answer (docs/adr/0075). */
export type StandIn = {
  /** Of the primary; where that is away, of a server that is proven to have every commit that was acknowledged when the read came. */
  read<Known, T>(read: Read<Known, T>): Promise<T>
  close(): Promise<void>
}

export type Server = Pick<Replica, 'takeWhole'> & { server: string | undefined }

type Given = { agreement: Agreement; servers: readonly Server[]; watch: PrimaryWatch; log: Log; count: () => void }

export function openStandIn({ agreement, servers, watch, log, count }: Given): StandIn {
  async function ofPrimary<Known, T>({ open, answer }: Read<Known, T>): Promise<{ result: T } | undefined> {
    try {
      const opened = await within(
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

  async function ofAnother<Known, T>({ open, answer }: Read<Known, T>): Promise<{ result: T } | undefined> {
    const agreed = await agreement()
    const known = servers.filter(({ server }) => server !== undefined && agreed?.servers.includes(server))
    if (!agreed || known.length === 0) {
      log.debug({ agreed }, 'no server is known to have all')
      return undefined
    }
    let isMissing = false
    const nobody = async () => {
      isMissing = true
      throw Object.assign(new Error('no server is proven to have all'), { code: 'EHOSTUNREACH' })
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
      const ended = await within(
        made.then(result => ({ result })),
        mostMs,
      )
      // Whoever gathers parts answers without those that failed: that is no answer.
      if (!ended || !isWhole()) return undefined
      count()
      return ended
    } catch (error) {
      if (isWhole() && !isOutage(error)) {
        count()
        throw error
      }
      log.info({ err: reading.fault() ?? error }, 'a read failed on who stands in for the primary')
      return undefined
    }
  }

  /** Nobody was known to have all: the primary is waited for, and as long as it is away, another that has by then. */
  async function ofWhoeverIsFirst<Known, T>(read: Read<Known, T>): Promise<{ result: T }> {
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

/** All are asked at the first statement, and who answers first is kept: two need not be equally far in what nobody was told yet. */
function stickTo(servers: readonly Server[], system: string) {
  let chosen: Promise<Server | undefined> | undefined
  return async (_: unknown, ms: number): Promise<Reader | undefined> => {
    if (chosen) return (await chosen)?.takeWhole(system, ms)
    const { promise, resolve } = Promise.withResolvers<Server | undefined>()
    chosen = promise
    const first = await firstOf(servers, system, ms)
    resolve(first?.server)
    return first?.reader
  }
}

function firstOf(servers: readonly Server[], system: string, ms: number) {
  type First = { server: Server; reader: Reader }
  const { promise, resolve } = Promise.withResolvers<First | undefined>()
  let isTaken = false
  const asked = servers.map(async server => {
    const reader = await server.takeWhole(system, ms)
    if (!reader) return
    if (isTaken) return void reader.leave()
    isTaken = true
    resolve({ server, reader })
  })
  void Promise.all(asked).then(() => resolve(undefined))
  return promise
}
