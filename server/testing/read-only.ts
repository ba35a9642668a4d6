import type pg from 'pg'
import { openReading } from '#server/platform/replica/read-connection.ts'
import type { Replicas } from '#server/platform/replica/replicas.ts'

/**
 * Acts like a replica that may answer every allowed read: on the same database, in read-only transactions. Errors are
 * thrown.
 */
export function readOnly(pool: pg.Pool): Replicas & { statements: () => number } {
  let statements = 0
  const take = async () => {
    const client = await pool.connect()
    await client.query('start transaction read only')
    statements += 1
    const leave = async () => {
      await client.query('rollback')
      client.release()
      return ''
    }
    return { client, leave, failed: () => {} }
  }
  return {
    async read(_, work) {
      const floor = { timeline: '00000001', byte: '', mayWait: true }
      const reading = openReading({ take, primary: pool, floor })
      const result = await work(reading.db, true)
      if (reading.fault() !== undefined) throw reading.fault()
      return result
    },
    place: async () => undefined,
    all: [],
    close: async () => {},
    statements: () => statements,
  }
}
