import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openReading, type ReadConnection } from './read-connection.ts'

/** A replica that answers each statement by `answer` and records it. */
function aReading(answer: (text: string) => unknown = () => ({ command: 'SELECT', rowCount: 0, rows: [] })) {
  const requested: string[] = []
  const failures: unknown[] = []
  const query = async (text: string) => {
    requested.push(text)
    return answer(text)
  }
  const client = { query } as unknown as ReadConnection['client']
  const reader: ReadConnection = { client, leave: async () => '0', failed: error => void failures.push(error) }
  const primary = { connect: () => Promise.reject(new Error('the primary was asked')) } as unknown as pg.Pool
  const floor = { timeline: '1', byte: '0', mayWait: true }
  const reading = openReading({ take: async () => reader, primary, floor })
  return { reading, asked: requested, failures }
}

it('a count with a time limit runs on the replica, in the read transaction that is already open', async () => {
  const { reading, asked, failures } = aReading()
  await reading.db.transaction().execute(async db => {
    await sql`set local statement_timeout = 80`.execute(db)
    await sql`select 1`.execute(db)
  })
  expect(asked).toEqual(['set local statement_timeout = 80', 'select 1'])
  expect([reading.fault(), reading.from(), failures]).toEqual([undefined, 'replica', []])
})

it('a count that exceeds its time limit is not a fault of the replica', async () => {
  const over = new pg.DatabaseError('canceling statement due to statement timeout', 1, 'error')
  over.code = '57014'
  const { reading, failures } = aReading(text => {
    if (text.startsWith('select')) throw over
    return { command: 'SET', rowCount: 0, rows: [] }
  })
  const counted = reading.db.transaction().execute(async db => {
    await sql`set local statement_timeout = 80`.execute(db)
    await sql`select 1`.execute(db)
  })
  await expect(counted).rejects.toBe(over)
  expect([reading.fault(), failures]).toEqual([undefined, []])
})

it('a read that needs one snapshot for several statements runs on the primary', async () => {
  const { reading } = aReading()
  const requested = reading.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(db => sql`select 1`.execute(db))
  await expect(requested).rejects.toThrow('cannot open a transaction')
  expect(reading.fault()).toBeDefined()
})
