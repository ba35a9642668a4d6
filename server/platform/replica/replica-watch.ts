import type pg from 'pg'
import { pause } from '../clock.ts'
import { withDeadline } from '../process/deadline.ts'
import { type DatabaseTimeline, type ReplicaState, readReplicaState } from './replica.queries.ts'

/** The interval between two checks while a read waits; without waiting reads, `openReplica` checks once a second. */
const pollMs = 3
/** A server that does not answer for this long counts as unavailable. */
const silentMs = 1_000

type ReplicaWatch = {
  /** The current state of the copy; rejects if it is unavailable. */
  look(line: DatabaseTimeline): Promise<ReplicaState>
  /** Whether the copy has this byte within `ms`; all waiting reads share one query. */
  reach(line: DatabaseTimeline, byte: string, ms: number): Promise<boolean>
}

/** Checks the state of a copy on a separate connection; `onState` is called with each answer. */
export function openWatch(pool: pg.Pool, onState: (state: ReplicaState) => void): ReplicaWatch {
  type Waiter = { byte: string; until: number; done: (isThere: boolean) => void }
  const waiters = new Set<Waiter>()
  let isLooking = false

  const check = async (line: DatabaseTimeline) => {
    const client = await withDeadline(pool.connect(), silentMs, late => late.release())
    if (!client) throw new Error('accepts no connection')
    try {
      const state = await withDeadline(readReplicaState(client, line), silentMs)
      if (!state) throw new Error('does not answer')
      client.release()
      onState(state)
      return state
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const settle = (which: (waiter: Waiter) => boolean, isThere: boolean) => {
    for (const waiter of [...waiters].filter(which)) {
      waiters.delete(waiter)
      waiter.done(isThere)
    }
  }
  const follow = async (line: DatabaseTimeline) => {
    isLooking = true
    try {
      while (waiters.size > 0) {
        const { byte } = await check(line)
        settle(waiter => waiter.byte <= byte, true)
        settle(waiter => waiter.until <= performance.now(), false)
        if (waiters.size > 0) await pause(pollMs)
      }
    } catch {
      settle(() => true, false)
    } finally {
      isLooking = false
    }
  }
  return {
    look: check,
    async reach(line, byte, ms) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const waiter = { byte, until: performance.now() + ms, done: resolve }
      waiters.add(waiter)
      if (!isLooking) void follow(line)
      const isThere = await withDeadline(promise, ms)
      waiters.delete(waiter)
      return isThere ?? false
    },
  }
}
