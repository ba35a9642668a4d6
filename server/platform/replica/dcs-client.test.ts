import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { inTurns, openDcsClient, parseDcsState, serverOf } from './dcs-client.ts'

const entries = (more: Record<string, string | undefined> = {}) => {
  const all: Record<string, string | undefined> = {
    initialize: '7300000000000000001',
    leader: 'pg1',
    sync: '{"leader":"pg1","sync_standby":"pg2"}',
    ...Object.fromEntries(
      [1, 2, 3].map(n => [`members/pg${n}`, `{"conn_url":"postgres://10.0.0.${n}:5432/postgres"}`]),
    ),
    ...more,
  }
  return new Map(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
const sync = (leader: string, sync_standby: string | null, more = {}) =>
  JSON.stringify({ leader, sync_standby, ...more })
const [one, two, three] = ['10.0.0.1:5432', '10.0.0.2:5432', '10.0.0.3:5432']

describe('servers that have every acknowledged commit', () => {
  it.each([
    ['the primary and its synchronous standby', {}, [one, two]],
    ['the standby, where the lock of the primary is over', { leader: undefined }, [two]],
    ['a standby that took the lock, before it says who follows it', { leader: 'pg2' }, [two]],
    ['a new primary by itself', { leader: 'pg2', sync: sync('pg2', null) }, [two]],
    ['each of several', { sync: sync('pg1', 'pg2, pg3') }, [one, two, three]],
    ['each, where none of a quorum is asked for', { sync: sync('pg1', 'pg2', { quorum: 0 }) }, [one, two]],
  ])('is %s', (_, more, servers) => {
    expect(parseDcsState(entries(more))).toEqual({ system: '7300000000000000001', servers })
  })

  it.each([
    ['it was never said', { sync: undefined }],
    ['what is said is no sentence', { sync: '{"leader":' }],
    ['nobody was synchronous, and the lock is over', { leader: undefined, sync: sync('pg1', null) }],
    ['the lock is with one that was not synchronous', { leader: 'pg3' }],
    ['a quorum is enough for a commit', { sync: sync('pg1', 'pg2,pg3', { quorum: 1 }) }],
    ['the cluster has no number', { initialize: undefined }],
    ['no address is known', { 'members/pg1': '{}', 'members/pg2': undefined }],
  ])('is undefined where %s', (_, more) => {
    expect(parseDcsState(entries(more))).toBeUndefined()
  })
})

it("an address without a port has PostgreSQL's default port", () => {
  expect([
    serverOf('postgres://og:x@db/og'),
    serverOf('postgres://[::1]:6/og'),
    serverOf('nothing'),
    serverOf(1),
  ]).toEqual(['db:5432', '[::1]:6', undefined, undefined])
})

it('an answer comes from a query that began after the call', async () => {
  const begun: ((value: number) => void)[] = []
  const request = inTurns(() => new Promise<number>(resolve => begun.push(resolve)))
  const [first, second, third] = [request(), request(), request()]
  expect(begun).toHaveLength(1)
  begun[0]?.(1)
  expect(await first).toBe(1)
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
})

describe('etcd', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })
  /** An HTTP server that answers by path as etcd does, or never; it records the requests that it received. */
  async function etcd(answer: (path: string, body: string) => unknown) {
    const requested: string[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      requested.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
      const reported = answer(request.url ?? '', body)
      if (reported !== undefined) response.end(JSON.stringify(reported))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return { at: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requested }
  }
  const agreed = { system: '7300000000000000001', servers: [one, two] }
  const tree = () => {
    const node = ([name, value]: [string, string]) => ({ key: `/service/og/${name}`, value })
    const all = [...entries()]
    const members = all.filter(([name]) => name.startsWith('members/')).map(node)
    const rest = all.filter(([name]) => !name.startsWith('members/')).map(node)
    return { node: { key: '/service/og', nodes: [...rest, { key: '/service/og/members', nodes: members }] } }
  }

  it('is queried by its older protocol for state that a majority confirms', async () => {
    const { at, asked } = await etcd(tree)
    expect(await openDcsClient([`etcd:http://me:se%3Acret@${at}/service/og`])()).toEqual(agreed)
    const key = Buffer.from('me:se:cret').toString('base64')
    expect(asked).toEqual([`GET /v2/keys/service/og?recursive=true&quorum=true Basic ${key}`])
  })

  it('is queried by its newer protocol for all keys below the folder and for no others', async () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    let range: unknown
    const { at } = await etcd((path, body) => {
      range = [path, JSON.parse(body)]
      return {
        kvs: [...entries()].map(([name, value]) => ({ key: base64(`/service/og/${name}`), value: base64(value) })),
      }
    })
    expect(await openDcsClient([`etcd3:http://${at}/service/og`])()).toEqual(agreed)
    // Not `serializable`: such a read returns the state that a single member remembers.
    expect(range).toEqual(['/v3/kv/range', { key: base64('/service/og/'), range_end: base64('/service/og0') }])
  })

  it('answers as long as one of its members does, and is undefined when none does', async () => {
    const [silent, well] = [await etcd(() => undefined), await etcd(tree)]
    const addresses = [silent.at, well.at].map(at => `etcd:http://${at}/service/og`)
    expect(await openDcsClient(addresses)()).toEqual(agreed)
    expect(await openDcsClient([addresses[0] ?? '', 'etcd:http://127.0.0.1:1/service/og'])()).toBeUndefined()
  })
})
