import pg from 'pg'
import type { Db } from '../db/db.ts'
import { isOutage } from '../db/outage.ts'
import type { Log } from '../log.ts'
import type { FailoverRead } from './failover-read.ts'
import { floorOf, type LogPosition, parseLogPosition, type ReadRequirement, timelineOf } from './log-position.ts'
import { openReading } from './read-connection.ts'
import { type DatabaseTimeline, readPrimaryLogPosition, writeLine } from './replica.queries.ts'
import type { Replica } from './replica.ts'

/**
 * Counts reads by the server that answered in the end. Among reads that a replica may answer, `repeated` means that a
 * replica failed and the primary answered. `stand_in`: any read answered by a server that has every acknowledged
 * commit, while the primary is unavailable.
 */
export type ReadCount = 'replica' | 'primary' | 'repeated' | 'stand_in'

/** The copies of the database that may answer reads (docs/adr/0060). */
export type Replicas = {
  /**
   * Runs `work` with a replica that has reached `now` and `given`, else with `db`; runs it again with `db` if the
   * replica fails. `isCopy`: the read may fail through no fault of the primary, so no reader of the primary may wait
   * for its result.
   */
  read<T>(request: { db: Db; now: LogPosition | undefined; given: unknown }, work: ReadWork<T>): Promise<T>
  /** The log position of the primary, after a write; undefined if it cannot be determined. */
  place(db: Db): Promise<LogPosition | undefined>
  all: readonly Pick<Replica, 'name' | 'lagSeconds' | 'record'>[]
  /**
   * Present if it is known which servers have every acknowledged commit; otherwise reads wait for a primary that is
   * unavailable.
   */
  standIn?: FailoverRead | undefined
  close(): Promise<void>
}

type ReadWork<T> = (db: Db, isCopy: boolean) => Promise<T>

type ReplicasOptions = {
  replicas: readonly Replica[]
  primary: pg.Pool
  standIn?: FailoverRead | undefined
  log: Log
  count: (read: ReadCount) => void
}

export function openReplicas({ replicas, primary, standIn, log, count }: ReplicasOptions): Replicas {
  let line: DatabaseTimeline | undefined
  let writing = false
  let turn = 0
  for (const replica of replicas) replica.watch(() => line)

  /**
   * The timeline is known once it is stored in the database. Until then, and after the primary has changed, replicas
   * serve no reads.
   */
  const lineOf = (db: Db, now: LogPosition): DatabaseTimeline | undefined => {
    if (line?.timeline === timelineOf(now)) return line
    if (!writing) {
      writing = true
      void writeLine(db, now)
        .then(
          written => {
            line = written ?? line
          },
          error => log.warn({ err: error }, 'replica: timeline write failed, reads use the primary'),
        )
        .finally(() => {
          writing = false
        })
    }
    return undefined
  }
  const choose = (floor: ReadRequirement): Replica | undefined => {
    turn += 1
    const inTurn = [...replicas.slice(turn % replicas.length), ...replicas.slice(0, turn % replicas.length)]
    for (const replica of replicas) replica.expect(floor)
    const first = inTurn.findIndex(replica => replica.mayHave(floor))
    for (const replica of first < 0 ? inTurn : inTurn.slice(0, first)) replica.passOver()
    return inTurn[first]
  }
  return {
    async read({ db, now, given }, work) {
      const known = now && lineOf(db, now)
      const floor = now && floorOf(now, parseLogPosition(given))
      const replica = floor && choose(floor)
      if (!known || !floor || !replica) {
        count('primary')
        return await work(db, false)
      }
      const reading = openReading({ take: (least, ms) => replica.take(known, least, ms), primary, floor })
      try {
        const result = await work(reading.db, true)
        if (reading.fault() === undefined) {
          const from = reading.from()
          if (from) count(from)
          return result
        }
      } catch (error) {
        // A result shared by several requests may have failed on the replica of another request.
        const isAnothers = error instanceof pg.DatabaseError || isOutage(error)
        if (reading.fault() === undefined && !isAnothers) throw error
      }
      // A caller that collects partial results returns without the failed ones: that result is not valid either.
      log.info({ err: reading.fault(), replica: replica.name }, 'replica: read failed, the primary repeats it')
      count('repeated')
      return await work(db, false)
    },
    place: db => readPrimaryLogPosition(db).catch(() => undefined),
    all: replicas,
    standIn,
    close: async () => {
      await Promise.all([...replicas.map(replica => replica.close()), standIn?.close()])
    },
  }
}
