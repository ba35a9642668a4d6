import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { positionHeader } from '#contract/endpoint.ts'
import { migrate } from './platform/db/migrate.ts'
import { apiOn, type PairApi, silenceable, userOn } from './testing/on-pair.ts'
import { type StandbyPair, startPair } from './testing/standby.ts'

type User = Awaited<ReturnType<typeof userOn>>

let pair: StandbyPair
let folder: string
let one: PairApi
let two: PairApi
let editor: User

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-replica-'))
  pair = await startPair(migrate)
  ;[one, two] = await Promise.all([apiOn(pair, folder), apiOn(pair, folder)])
  editor = await userOn(pair, 'editor')
  // The first reads record the timeline of the primary.
  for (const api of [one, two]) await untilRead(api)
}, 120_000)
afterAll(async () => {
  await Promise.all([one?.close(), two?.close()])
  await pair?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function request(
  api: PairApi,
  user: User,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  more: InjectOptions = {},
) {
  const { headers = {}, ...rest } = more
  const answer = await api.app.inject({ method, url, headers: { ...user.headers, ...headers }, ...rest })
  if (answer.statusCode !== 200) throw new Error(`${method} ${url}: ${answer.payload}`)
  return { data: answer.json().data, headers: answer.headers }
}

const persons = async (api: PairApi, user: User, headers = {}): Promise<string[]> => {
  const { data } = await request(api, user, 'GET', '/v1/person?pageSize=100&sort=-updated_at', { headers })
  return data.items.map(({ name }: { name: string }) => name)
}

/** Waits until the replica answers reads of this process. */
async function untilRead(api: PairApi) {
  await vi.waitFor(
    async () => {
      const before = await api.counts()
      await request(api, editor, 'GET', `/v1/person?keyword=${Math.random()}`)
      expect((await api.counts()).replica).toBeGreaterThan(before.replica)
    },
    { timeout: 60_000, interval: 20 },
  )
}

/**
 * Repeats: a user writes through one process and reads through another, without sending a log position. Returns the
 * wrong reads.
 */
async function writesAndReads(times: number): Promise<string[]> {
  const wrong: string[] = []
  const users = await Promise.all(Array.from({ length: 5 }, () => userOn(pair, 'device')))
  const each = async (user: User) => {
    for (let n = 0; n < times / users.length; n += 1) {
      const [writing, reading] = n % 2 ? [one, two] : [two, one]
      const title = `𠮷田 ${user.id} ${n}`
      await request(writing, user, 'POST', '/v1/issue', { payload: { title, kind: 'wish' } })
      const { data } = await request(reading, user, 'GET', '/v1/issue?pageSize=1&sort=-created_at')
      if (data.items[0]?.title !== title) wrong.push(`${title}: ${data.items[0]?.title}`)
    }
  }
  await Promise.all(users.map(each))
  return wrong
}

describe('reads after writes', () => {
  it('are correct 500 of 500 times through another process, and the replica answers most of them', async () => {
    const before = [await one.counts(), await two.counts()]
    expect(await writesAndReads(500)).toEqual([])
    const after = [await one.counts(), await two.counts()]
    const gained = (which: 'replica' | 'primary') =>
      after.reduce((sum, now, at) => sum + now[which] - (before[at]?.[which] ?? 0), 0)
    expect(gained('replica') + gained('primary')).toBe(500)
    expect(gained('replica')).toBeGreaterThan(0)
  })

  it('are correct 500 of 500 times while the replica lags by 10 seconds, and few wait for it', async () => {
    await pair.lag(10)
    const before = await one.counts()
    expect(await writesAndReads(500)).toEqual([])
    const after = await one.counts()
    expect(after.primary).toBeGreaterThan(before.primary)
    // After one read has waited in vain, others do not wait, until the replica has the data that it required.
    expect(after.missed - before.missed).toBeLessThan(50)
    await pair.lag(0)
    await untilRead(one)
  })
})

describe('restricted records', () => {
  it('are not shown by a replica that does not have the restriction yet', async () => {
    const reader = await userOn(pair, 'reader')
    const { data: person } = await request(one, editor, 'POST', '/v1/person', { payload: { name: '姜𤨒姬' } })
    expect(await persons(two, reader)).toContain('姜𤨒姬')
    await untilRead(two)
    await pair.lag(10)
    const payload = { read_user: [editor.id], rev: person.rev }
    await request(one, editor, 'PUT', `/v1/person/${person.id}`, { payload })
    expect(await persons(two, reader)).not.toContain('姜𤨒姬')
    // Old, invented and malformed log positions do not reveal them either.
    for (const place of [
      '00000001-00000000000001',
      'ffffffff-ffffffffffffff',
      '00000001-ffffffffffffff',
      "'; drop table person",
    ])
      expect(await persons(two, reader, { [positionHeader]: place })).not.toContain('姜𤨒姬')
    await pair.lag(0)
    await untilRead(two)
    expect(await persons(two, reader)).not.toContain('姜𤨒姬')
  })

  it('are not shown to a user who lost their role a moment ago', async () => {
    const reader = await userOn(pair, 'reader')
    expect((await two.app.inject({ url: '/v1/person', headers: reader.headers })).statusCode).toBe(200)
    await pair.lag(10)
    await pair.onPrimary.query(`update "user" set role = 'device' where id = $1`, [reader.id])
    expect((await two.app.inject({ url: '/v1/person', headers: reader.headers })).statusCode).toBe(403)
    await pair.lag(0)
    await untilRead(two)
  })
})

describe('the log position', () => {
  it('is returned with each write, increases, and never causes a read to be refused', async () => {
    const write = () => request(one, editor, 'POST', '/v1/issue', { payload: { title: 'Place', kind: 'wish' } })
    const [first, second] = [await write(), await write()]
    const [before, after] = [first, second].map(({ headers }) => String(headers[positionHeader]))
    expect(before).toMatch(/^[0-9a-f]{8}-[0-9a-f]{14}$/)
    expect(after && before && after > before).toBe(true)
    expect(
      (await request(two, editor, 'GET', '/v1/issue', { headers: { [positionHeader]: after } })).data.total,
    ).toBeGreaterThan(1)
  })

  it('that was invented does not keep other reads from the replica', async () => {
    await persons(one, editor, { [positionHeader]: '00000001-ffffffffffffff' })
    await untilRead(one)
  })
})

describe('a replica', () => {
  it('that ends during reads fails none of them, and is used again when it is back', async () => {
    const reads = async (until: () => boolean) => {
      for (let n = 0; !until(); n += 1) await request(one, editor, 'GET', `/v1/person?keyword=k${n}`)
    }
    let isOver = false
    const all = Promise.all([reads(() => isOver), reads(() => isOver), reads(() => isOver)])
    await untilRead(one)
    await pair.killStandby()
    await vi.waitFor(() => expect(one.logged).toContain('replica: removed from reads'), { timeout: 30_000 })
    const gone = await one.counts()
    await request(one, editor, 'GET', '/v1/person?keyword=gone')
    expect((await one.counts()).primary).toBeGreaterThan(gone.primary)
    await pair.startStandby()
    await untilRead(one)
    isOver = true
    await all
    expect(one.logged.filter(line => line === 'replica: removed from reads')).toHaveLength(1)
    expect(one.logged).toContain('replica: returned to reads')
  })

  /** A read that waits on the replica, and only there, until `pair.onStandby` releases the lock. */
  async function waitingRead(api: PairApi) {
    await untilRead(api)
    const holder = await pair.onStandby.connect()
    await holder.query('select pg_advisory_lock(77)')
    const requested = { db: api.db, now: await api.replicas.place(api.db), given: undefined }
    let isOver = false
    const begin = () => {
      isOver = false
      const reading = api.replicas.read(requested, async db => {
        const { rows } = await sql`select from probe, pg_advisory_xact_lock(77)`.execute(db)
        return rows.length
      })
      void reading.finally(() => {
        isOver = true
      })
      return reading
    }
    let read = begin()
    await vi.waitFor(
      async () => {
        // On a busy machine the read may have gone to the primary, where nothing blocks it.
        if (isOver) read = begin()
        const { rows } = await pair.onStandby.query(`select from pg_locks where locktype = 'advisory' and not granted`)
        expect(rows).toHaveLength(1)
      },
      { timeout: 30_000 },
    )
    return { read, letGo: () => holder.release(true) }
  }

  it('that cancels a read because of its replay passes it to the primary', async () => {
    await pair.onPrimary.query('create table probe as select 1 as n')
    const before = await one.counts()
    const { read, letGo } = await waitingRead(one)
    await pair.onPrimary.query('truncate probe')
    expect(await read).toBe(0)
    expect((await one.counts()).repeated).toBe(before.repeated + 1)
    letGo()
  })

  it('that falls silent is not used, and the primary answers a read that had begun there', async () => {
    const line = await silenceable(pair.standby)
    const three = await apiOn(pair, folder, { replicaUrl: line.url })
    const { read, letGo } = await waitingRead(three)
    line.silence()
    const names = await Promise.all(Array.from({ length: 15 }, () => persons(three, editor)))
    expect(names).toHaveLength(15)
    expect(await read).toBe(0)
    expect(three.logged).toContain('replica: removed from reads')
    letGo()
    line.speak()
    await untilRead(three)
    await three.close()
    await line.close()
  })

  it('that has become a primary of its own is no longer used', async () => {
    await untilRead(one)
    await pair.onStandby.query('select pg_promote(true)')
    expect(await writesAndReads(20)).toEqual([])
    const before = await one.counts()
    await request(one, editor, 'GET', '/v1/person?keyword=promoted')
    expect((await one.counts()).replica).toBe(before.replica)
  })
})
