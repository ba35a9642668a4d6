import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from './platform/db/migrate.ts'
import { serverOf } from './platform/replica/dcs-client.ts'
import { apiOn, type PairApi, silenceable, userOn } from './testing/on-pair.ts'
import { type StandbyPair, startPair } from './testing/standby.ts'

type User = Awaited<ReturnType<typeof userOn>>

let pair: StandbyPair
let folder: string
let line: Awaited<ReturnType<typeof silenceable>>
let etcd: ReturnType<typeof createServer>
/** The state that Patroni stores. */
let agreed: { leader?: string; sync: object; initialize: string }
/** An API that reaches the primary by an address that can fall silent. */
let api: PairApi
/** An API that always reaches the primary. */
let other: PairApi
let editor: User
let system = ''
/** The number of etcd queries that get no answer. */
let failing = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-stand-in-'))
  pair = await startPair(migrate)
  await waitForStandby()
  line = await silenceable(pair.primary)
  const members: Record<string, string> = {
    pg1: pair.primary.url,
    pg2: pair.standby.url,
    pg3: 'postgres://10.0.0.3/og',
  }
  etcd = createServer((_, response) => {
    if (failing > 0) {
      failing -= 1
      return void response.writeHead(500).end()
    }
    const { sync, ...rest } = agreed
    const values: Record<string, string> = { ...rest, sync: JSON.stringify(sync) }
    for (const [name, url] of Object.entries(members))
      values[`members/${name}`] = JSON.stringify({ conn_url: `postgres://${serverOf(url)}/postgres` })
    const nodes = Object.entries(values).map(([name, value]) => ({ key: `/service/og/${name}`, value }))
    response.end(JSON.stringify({ node: { key: '/service/og', nodes } }))
  })
  await new Promise<void>(resolve => etcd.listen(0, '127.0.0.1', resolve))
  const patroniUrls = [`etcd:http://127.0.0.1:${(etcd.address() as AddressInfo).port}/service/og`]
  const { rows } = await pair.onPrimary.query<{ system: string }>(
    'select system_identifier::text as system from pg_control_system()',
  )
  system = rows[0]?.system ?? ''
  agree()
  ;[api, other] = await Promise.all([apiOn(pair, folder, { primaryUrl: line.url, patroniUrls }), apiOn(pair, folder)])
  editor = await userOn(pair, 'editor')
  expect((await get(editor, '/v1/person')).status).toBe(200)
}, 120_000)
afterAll(async () => {
  line?.speak()
  await Promise.all([api?.close(), other?.close()])
  await line?.close()
  await new Promise(resolve => etcd.close(resolve))
  await pair?.stop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Makes commits synchronous: from now on each commit is on the standby's disk before it is acknowledged, as in
 * Patroni's state.
 */
async function waitForStandby() {
  await pair.onPrimary.query(`alter system set synchronous_standby_names = '*'`)
  await pair.onPrimary.query('select pg_reload_conf()')
  await vi.waitFor(async () => {
    const { rows } = await pair.onPrimary.query(`select from pg_stat_replication where sync_state = 'sync'`)
    expect(rows).toHaveLength(1)
  }, 20_000)
}

/** By default the primary has lost its lock, and the standby was synchronous. */
function agree(more: Partial<typeof agreed> = {}) {
  agreed = { sync: { leader: 'pg1', sync_standby: 'pg2' }, initialize: system, ...more }
}

async function get(user: User, url: string, method: 'GET' | 'POST' = 'GET') {
  const answer = await api.app.inject({ method, url, headers: user.headers })
  return { status: answer.statusCode, data: answer.json().data, text: answer.payload }
}
async function write(user: User, method: 'POST' | 'PUT', url: string, payload: object) {
  const answer = await other.app.inject({ method, url, headers: user.headers, payload })
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.payload}`)
  return answer.json().data
}
const reportedOf = (line: string) => api.logged.filter(each => each.startsWith(line)).length
/** Lets the primary answer again, and waits until the API has noticed. */
async function untilBack() {
  line.speak()
  await vi.waitFor(
    () => expect(reportedOf('failover: primary reachable again')).toBe(reportedOf('failover: primary unreachable')),
    {
      timeout: 20_000,
    },
  )
}
const standIns = async () => (await api.counts()).standIn

/**
 * A request while the primary is silent and no standby may answer: it returns the same once the primary answers again,
 * and the primary answered it.
 */
async function waitsForPrimary(user: User, url: string) {
  await untilBack()
  const [before, times] = [await standIns(), reportedOf('failover: primary unreachable')]
  line.silence()
  const requested = get(user, url)
  await vi.waitFor(() => expect(reportedOf('failover: primary unreachable')).toBe(times + 1), { timeout: 20_000 })
  await untilBack()
  const answer = await requested
  expect(await standIns()).toBe(before)
  return answer
}

describe('while the primary is silent', () => {
  it('a standby with every commit answers lists, records and the current user, and writes nothing', async () => {
    const person = await write(editor, 'POST', '/v1/person', { name: '姜𤨒姬' })
    // So old that a read would update it.
    await pair.onPrimary.query(`update session set last_seen_at = now() - interval '1 hour' where user_id = $1`, [
      editor.id,
    ])
    line.silence()
    const answers = await Promise.all([
      ...['/v1/person', `/v1/person/${person.id}`, '/v1/view?noun=person'].map(url => get(editor, url)),
      get(editor, '/v1/info', 'POST'),
    ])
    for (const { status, text } of answers) expect(status, text).toBe(200)
    expect(answers[0]?.text).toContain('姜𤨒姬')
    expect(answers[1]?.data.name).toBe('姜𤨒姬')
    expect(await standIns()).toBeGreaterThanOrEqual(answers.length)
    // This runs before the primary answers again: it would otherwise answer the requests that it received when it fell
    // silent, and record the use of the session.
    const { rows } = await pair.onPrimary.query(
      `select from session where user_id = $1 and last_seen_at > now() - interval '1 minute'`,
      [editor.id],
    )
    expect(rows).toHaveLength(0)
    line.speak()
  })

  it('a read is not blocked by one etcd query that gets no answer', async () => {
    line.silence()
    failing = 1
    const { status, text } = await get(editor, '/v1/person')
    expect(status, text).toBe(200)
    expect(failing).toBe(0)
    line.speak()
  })

  it('a user who was just signed out, disabled or given another role is treated as such', async () => {
    const [left, disabled, lesser] = await Promise.all([
      userOn(pair, 'editor'),
      userOn(pair, 'editor'),
      userOn(pair, 'editor'),
    ])
    for (const user of [left, disabled, lesser]) expect((await get(user, '/v1/person')).status).toBe(200)
    await pair.onPrimary.query('delete from session where user_id = $1', [left.id])
    await pair.onPrimary.query(`update "user" set status = 'disabled' where id = $1`, [disabled.id])
    await pair.onPrimary.query(`update "user" set role = 'device' where id = $1`, [lesser.id])
    line.silence()
    const before = await standIns()
    expect((await get(left, '/v1/person')).status).toBe(401)
    expect((await get(disabled, '/v1/person')).status).toBe(401)
    expect((await get(lesser, '/v1/person')).status).toBe(403)
    expect(await standIns()).toBe(before + 3)
    line.speak()
  })
})

describe('no standby answers', () => {
  /** A person that has just been restricted to the editor, and a reader who could read it before. */
  async function restricted() {
    const reader = await userOn(pair, 'reader')
    const person = await write(editor, 'POST', '/v1/person', { name: `𠮷田 ${Math.random()}` })
    await vi.waitFor(async () => expect((await get(reader, '/v1/person?pageSize=100')).text).toContain(person.name))
    return {
      reader,
      person,
      restrict: () => write(editor, 'PUT', `/v1/person/${person.id}`, { read_user: [editor.id], rev: person.rev }),
    }
  }

  it('if the standby has received data that it does not show yet', async () => {
    const { reader, person, restrict } = await restricted()
    await pair.lag(600)
    await restrict()
    const { status, text } = await waitsForPrimary(reader, '/v1/person?pageSize=100')
    expect(status).toBe(200)
    expect(text).not.toContain(person.name)
    await pair.lag(0)
  })

  it.each([
    ['another is the synchronous standby by now', { sync: { leader: 'pg1', sync_standby: 'pg3' } }],
    ['the primary goes on alone', { sync: { leader: 'pg1', sync_standby: null } }],
    ['what is agreed on is of another cluster', { initialize: '1' }],
  ])('if %s', async (_, more) => {
    agree(more)
    const { status } = await waitsForPrimary(editor, '/v1/person')
    expect(status).toBe(200)
    agree()
  })
})

it('a standby that became the primary answers with the data written there', async () => {
  line.silence()
  await pair.onStandby.query('select pg_promote(true)')
  await pair.onStandby.query(`insert into person (name, owner) values ('蔡𠀾', $1)`, [editor.id])
  agree({ leader: 'pg2', sync: { leader: 'pg2', sync_standby: null } })
  const { status, text } = await get(editor, '/v1/person?pageSize=100')
  expect([status, text.includes('蔡𠀾')]).toEqual([200, true])
  line.speak()
})
