import type pg from 'pg'
import { isOutage } from '../db/outage.ts'
import type { Log } from '../log.ts'
import { withDeadline } from '../process/deadline.ts'
import { checkCaughtUp } from './caught-up.ts'
import type { ReadRequirement } from './log-position.ts'
import type { ReadConnection } from './read-connection.ts'
import { beginReading, type DatabaseTimeline, endReading, type ReplicaState } from './replica.queries.ts'
import { openWatch } from './replica-watch.ts'

const pollMs = 1_000
/** A failed copy is retried after a second, then after increasing pauses up to this. */
const longestRestMs = 15_000
/** A larger lag than this is logged. */
const loggedLagMs = 10_000

/** One copy of the database, reached by one address. */
export type Replica = {
  /** Host and port. */
  name: string
  /**
   * A connection with an open read transaction that sees everything up to the minimum position; undefined: not
   * available within `ms`.
   */
  take(line: DatabaseTimeline, floor: ReadRequirement, ms: number): Promise<ReadConnection | undefined>
  /**
   * The same for a server of this cluster that is known to have every acknowledged commit (`agreement.ts`), copy or
   * primary, even if it is currently not used.
   */
  takeWhole(system: string, ms: number): Promise<ReadConnection | undefined>
  /** Whether it is worth trying: it is not paused, and no longer lacks the data that it lacked before. */
  mayHave(floor: ReadRequirement): boolean
  /** Reports the position that a read requires, to measure the lag. */
  expect(floor: ReadRequirement): void
  /** Counts a read that another server answered although it was the turn of this copy. */
  passOver(): void
  /** Statistics since this process started; `errorAgoMs`: the age of the last error. */
  record(): { answered: number; passedOver: number; error: string | null; errorAgoMs: number }
  /** Seconds since data was written that this copy does not have; null while it is paused. */
  lagSeconds(): number | null
  /** Checks the state every second. */
  watch(lineOf: () => DatabaseTimeline | undefined): void
  close(): Promise<void>
}

type ReplicaOptions = { name: string; pool: pg.Pool; watchPool: pg.Pool; log: Log; onWait: (isThere: boolean) => void }

export function openReplica({ name, pool, watchPool, log, onWait }: ReplicaOptions): Replica {
  /**
   * The last known position, and the position that it did not reach in time: until it has that, no read waits for it.
   */
  let reached = ''
  let missed = ''
  /** The reason for the pause, and its length. */
  let rest: { why: string; ms: number; isReported: boolean } | undefined
  let isLagReported = false
  let isLookingAgain = false
  /** The timeline that the last read required. */
  let followed: DatabaseTimeline | undefined
  const taken = new Set<pg.PoolClient>()
  /** Positions of the primary that it has not reached, with the time at which each was first required. */
  let awaited: { byte: string; since: number }[] = []
  let answered = 0
  let passedOver = 0
  let lastError: { why: string; at: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const note = ({ byte }: ReplicaState) => {
    reached = byte
    awaited = awaited.filter(one => one.byte > byte)
  }
  const watcher = openWatch(watchPool, note)

  const leaveAlone = (error: unknown, isSure: boolean) => {
    if (isClosed) return
    const why = error instanceof Error ? error.message : String(error)
    lastError = { why, at: performance.now() }
    const ms = Math.min((rest?.ms ?? pollMs / 2) * (isSure ? 2 : 1), longestRestMs)
    if (isSure && !rest?.isReported) log.warn({ replica: name, why }, 'replica: removed from reads')
    rest = { why, ms, isReported: isSure || (rest?.isReported ?? false) }
    if (!isSure) return lookAgain()
    // Reads on these connections use the primary instead of waiting for a server that may never answer.
    for (const client of taken) drop(client)
  }
  /**
   * One late answer proves little on a busy machine: the copy is checked immediately, and paused only if that check
   * fails too.
   */
  const lookAgain = () => {
    if (isLookingAgain || !followed) return
    isLookingAgain = true
    void check(followed).finally(() => {
      isLookingAgain = false
    })
  }
  const drop = (client: pg.PoolClient) => {
    if (taken.delete(client)) client.release(true)
  }
  const isFit = (state: ReplicaState): boolean => {
    if (!state.is_copy) throw new Error('not a replica: the server is not in recovery')
    if (!state.has_line) throw new Error('does not follow the primary yet')
    return true
  }
  const check = async (line: DatabaseTimeline) => {
    try {
      isFit(await watcher.look(line))
      if (rest?.isReported) log.info({ replica: name }, 'replica: returned to reads')
      rest = undefined
      reportLag()
    } catch (error) {
      leaveAlone(error, true)
    }
  }
  const lagMs = () => (awaited[0] ? performance.now() - awaited[0].since : 0)
  const reportLag = () => {
    const isLagging = lagMs() > loggedLagMs
    if (isLagging !== isLagReported)
      log[isLagging ? 'warn' : 'info']({ replica: name }, isLagging ? 'a replica lags' : 'a replica has caught up')
    isLagReported = isLagging
  }

  /** The check runs on the connection that will read: there may be several servers behind one address. */
  const enter = async (
    line: DatabaseTimeline,
    floor: ReadRequirement,
    ms: number,
  ): Promise<ReadConnection | 'behind' | undefined> => {
    const began = performance.now()
    const isFull = pool.idleCount === 0 && pool.totalCount >= (pool.options.max ?? 0)
    const client = await withDeadline(pool.connect(), ms, late => late.release())
    if (!client) {
      if (!isFull) leaveAlone('no connection in time', false)
      return undefined
    }
    taken.add(client)
    const state = await withDeadline(beginReading(client, line), ms - (performance.now() - began)).catch(error => {
      drop(client)
      throw error
    })
    if (!state) {
      drop(client)
      leaveAlone('no answer in time', false)
      return undefined
    }
    note(state)
    const leave = async () => {
      try {
        const end = await endReading(client, line)
        if (taken.delete(client)) client.release()
        return end.byte
      } catch {
        drop(client)
        return undefined
      }
    }
    try {
      if (isFit(state) && state.byte >= floor.byte)
        return { client, leave, failed: error => isOutage(error) && leaveAlone(error, false) }
    } catch (error) {
      void leave()
      throw error
    }
    void leave()
    return 'behind'
  }

  const passed = () => {
    passedOver += 1
    return undefined
  }
  const counted = (reader: ReadConnection) => {
    answered += 1
    return reader
  }
  const mayHave = (floor: ReadRequirement) => !rest && (reached >= missed || reached >= floor.byte)

  return {
    name,
    mayHave,
    takeWhole: (system, ms) => checkCaughtUp(pool, system, ms),
    expect({ byte, mayWait }) {
      const since = performance.now()
      const last = awaited.at(-1)
      // One entry per second is enough to determine the lag.
      if (mayWait && byte > reached && (!last || since - last.since > pollMs)) awaited.push({ byte, since })
    },
    async take(request, floor, ms) {
      followed = request
      const began = performance.now()
      const left = () => ms - (performance.now() - began)
      if (!mayHave(floor)) return passed()
      try {
        const first = await enter(request, floor, left())
        if (first !== 'behind') return first ? counted(first) : passed()
        if (!floor.mayWait) return passed()
        const isThere = await watcher.reach(request, floor.byte, left())
        onWait(isThere)
        if (!isThere && floor.byte > missed) missed = floor.byte
        const second = isThere ? await enter(request, floor, left()) : undefined
        return second && second !== 'behind' ? counted(second) : passed()
      } catch (error) {
        leaveAlone(error, true)
        return passed()
      }
    },
    passOver: passed,
    record: () => ({
      ...{ answered, passedOver, error: lastError?.why ?? null },
      errorAgoMs: lastError ? performance.now() - lastError.at : 0,
    }),
    lagSeconds: () => (rest ? null : lagMs() / 1_000),
    watch(lineOf) {
      const next = () => {
        timer = setTimeout(async () => {
          const known = lineOf()
          if (known) await check(known)
          if (!isClosed) next()
        }, rest?.ms ?? pollMs)
        timer.unref()
      }
      next()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await Promise.all([pool.end(), watchPool.end()])
    },
  }
}
