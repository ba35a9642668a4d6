import pg from 'pg'
import type { Db } from './db.ts'
import type { Log } from './log.ts'
import { isOutage } from './outage.ts'
import { type Floor, floorOf, type Place, placeOf, timelineOf } from './place.ts'
import { openReading } from './reading.ts'
import type { Replica } from './replica.ts'
import { type Line, readPrimaryPlace, writeLine } from './replica-queries.ts'
import type { StandIn } from './stand-in.ts'

/**
 * Reads by where they were in the end. Of those that may be asked of a replica; `repeated`: one failed, and the primary answered. `stand_in`:
 * of any, by who has all while the primary is away.
 */
export type ReadCount = 'replica' | 'primary' | 'repeated' | 'stand_in'

/** The copies of the database that reads may be asked of (docs/adr/0064). */
export type Replicas = {
  /**
   * Does `work` with a replica that has what `now` and `given` name, else with `db`; again with `db` where the replica fails.
   * `isCopy`: what is read may fail through no fault of the primary, so nobody who reads there may wait for its result.
   */
  read<T>(asked: { db: Db; now: Place | undefined; given: unknown }, work: Work<T>): Promise<T>
  /** Where the primary's log is, for who has just written; undefined where that cannot be told. */
  place(db: Db): Promise<Place | undefined>
  all: readonly Pick<Replica, 'name' | 'lagSeconds' | 'record'>[]
  /** Where it is known who has all; else reads wait for a primary that is away. */
  standIn?: StandIn | undefined
  close(): Promise<void>
}

type Work<T> = (db: Db, isCopy: boolean) => Promise<T>

type Given = {
  replicas: readonly Replica[]
  primary: pg.Pool
  standIn?: StandIn | undefined
  log: Log
  count: (read: ReadCount) => void
}

export function openReplicas({ replicas, primary, standIn, log, count }: Given): Replicas {
  let line: Line | undefined
  let writing = false
  let turn = 0
  for (const replica of replicas) replica.watch(() => line)

  /** Known once it stands in the database; until it does, and after the primary has changed, nothing is read from replicas. */
  const lineOf = (db: Db, now: Place): Line | undefined => {
    if (line?.timeline === timelineOf(now)) return line
    if (!writing) {
      writing = true
      void writeLine(db, now)
        .then(
          written => {
            line = written ?? line
          },
          error => log.warn({ err: error }, 'the timeline could not be written; replicas are not read'),
        )
        .finally(() => {
          writing = false
        })
    }
    return undefined
  }
  const choose = (floor: Floor): Replica | undefined => {
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
      const floor = now && floorOf(now, placeOf(given))
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
        // What several requests read together may have failed on the replica of another one.
        const isAnothers = error instanceof pg.DatabaseError || isOutage(error)
        if (reading.fault() === undefined && !isAnothers) throw error
      }
      // Whoever gathers parts answers without those that failed: that is no answer either.
      log.info({ err: reading.fault(), replica: replica.name }, 'a read failed on a replica; the primary is asked')
      count('repeated')
      return await work(db, false)
    },
    place: db => readPrimaryPlace(db).catch(() => undefined),
    all: replicas,
    standIn,
    close: async () => {
      await Promise.all([...replicas.map(replica => replica.close()), standIn?.close()])
    },
  }
}
