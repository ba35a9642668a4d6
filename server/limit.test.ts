import { connect } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { createExport } from '#contract/export.api.ts'
import { createImport } from '#contract/import.api.ts'
import { exportInterchange, runInterchange } from '#contract/interchange.api.ts'
import { createIssue } from '#contract/issue.api.ts'
import { type LimitSetting, limits } from '#contract/limit.ts'
import { countNotifications, follow } from '#contract/notification.api.ts'
import { createSavedSearch } from '#contract/search.api.ts'
import { info } from '#contract/session.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { createToken } from '#contract/token.api.ts'
import { createUploadTicket } from '#contract/upload.api.ts'
import { createView, updateView } from '#contract/view.api.ts'
import { importAndCheck } from './features/interchange/testing.ts'
import { anOg } from './features/og/factory.ts'
import { send } from './features/upload/testing.ts'
import { newToken } from './platform/http/token.ts'
import { type Client, useTestApp } from './testing/test-app.ts'

const app = useTestApp({ boundFactor: 1 })
const set = async (name: LimitSetting, value: number | null) =>
  await (await app.as('admin')).get(setSystemSetting, { body: { name, value } })
const issue = { title: '反馈', content: '内容', kind: 'bug' as const }
const wanted = { noun: 'event' as const, format: 'csv' as const, columns: ['title'], query: {}, reason: 'r' }
const state = { search: '' }
const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

/** Starts an upload of that size and sends none of its bytes. */
const begin = (client: Client, size: number) =>
  app.app.inject({
    method: 'POST',
    url: '/v1/upload/tus',
    headers: { ...tus, authorization: `Bearer ${client.token}`, 'upload-length': String(size) },
  })

describe('the use by one user', () => {
  test('is limited at every endpoint that writes, and every setting is enforced somewhere', () => {
    const writing = api.map(row => row.endpoint).filter(({ method }) => method !== 'GET')
    expect(writing.filter(({ bound }) => !bound || !Object.hasOwn(limits, bound))).toEqual([])
    // Endpoints that could fill the database have limits separate from ordinary changes.
    const heavy = writing.filter(({ path }) => /\/(bulk|import|export|merge|ticket|round|comment)$/.test(path))
    expect(heavy.filter(({ bound, path }) => bound === 'write' && !path.includes('/import/'))).toEqual([])
  })

  test('per hour, for each user separately, is refused with a message beyond the setting, and allowed again afterwards', async () => {
    await set('limit_issues', 3)
    const [user, other] = [await app.as('reader'), await app.as('reader')]
    const answers = await Promise.all(Array.from({ length: 8 }, () => user.call(createIssue, { body: issue })))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(3)
    const refused = answers.find(answer => answer.status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_500)
    expect(refused?.body.message).toContain('“Feedback per user” has reached its limit of 3 per hour')
    const chinese = await user.call(createIssue, { body: issue }, { 'accept-language': 'zh-CN' })
    expect(chinese.body.message).toContain('请在 60 分钟后重试')
    expect((await other.call(createIssue, { body: issue })).status).toBe(200)
    app.clock.advance(3_600_001)
    expect((await user.call(createIssue, { body: issue })).status).toBe(200)
    app.clock.advance(-3_600_001)
    await set('limit_issues', null)
  })

  test('invalid calls are not counted', async () => {
    await set('limit_issues', 1)
    const user = await app.as('reader')
    for (let n = 0; n < 3; n += 1)
      expect((await user.call(createIssue, { body: { ...issue, title: '' } })).status).toBe(422)
    expect((await user.call(createIssue, { body: issue })).status).toBe(200)
    await set('limit_issues', null)
  })

  test('exports waiting at once, even with many concurrent requests', async () => {
    const user = await app.as('reader')
    const answers = await Promise.all(Array.from({ length: 40 }, () => user.call(createExport, { body: wanted })))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(5)
    const refused = answers.find(answer => answer.status === 429)
    expect(refused?.body.message).toContain('Exports waiting or running per user')
    await app.drainJobs()
    expect((await user.call(createExport, { body: wanted })).status).toBe(200)
  })

  test('imports waiting at once', async () => {
    const editor = await app.as('editor')
    const file = { name: 'a.csv', content: 'name\nA\n' }
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => editor.upload(createImport, file, { noun: 'og' })),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(5)
    expect(answers.filter(answer => answer.status === 429)).toHaveLength(4)
    await app.drainJobs()
    expect((await editor.upload(createImport, file, { noun: 'og' })).status).toBe(200)
  })

  test('data exchanges waiting or running at once: writing a checked file starts only within the limit', async () => {
    await set('limit_open_interchanges', 1)
    const editor = await app.as('editor')
    const dry = await importAndCheck(app, editor, [
      { id: 'b1', schema: 'Company', properties: { name: ['Bounded AG'] } },
    ])
    const begin = () =>
      editor.call(runInterchange, { params: { id: String(dry.id) }, body: { read_user: [], write_user: [] } })
    await editor.get(exportInterchange, { body: { kinds: ['og'], reason: 'first' } })
    const refused = await begin()
    expect(refused.status).toBe(429)
    expect(refused.body.message).toContain('Data exchanges waiting or running per user')
    await app.drainJobs()
    expect((await begin()).status).toBe(200)
    await app.drainJobs()
    await set('limit_open_interchanges', null)
  })

  test('unused tickets, until they expire', async () => {
    await set('limit_tickets', 2)
    const editor = await app.as('editor')
    const upload = await send(app, editor, 'a.txt', 'text')
    const request = async () => (await editor.call(createUploadTicket, { params: { id: String(upload.id) } })).status
    expect([await request(), await request(), await request()]).toEqual([200, 200, 429])
    app.clock.advance(61_000)
    expect(await request()).toBe(200)
    await set('limit_tickets', null)
  })

  test('space for files without any received byte, until it is given to others', async () => {
    await set('limit_promised_mb', 40)
    await set('limit_transfers', 3)
    const editor = await app.as('editor')
    const mb = 1_048_576
    const statuses = []
    for (const size of [30 * mb, 30 * mb, 5 * mb, 1 * mb, 1 * mb]) statuses.push((await begin(editor, size)).statusCode)
    expect(statuses).toEqual([201, 429, 201, 201, 429])
    app.clock.advance(3_600_001)
    await sql`select graphile_worker.add_job('remove_old_transfers', '{}'::json)`.execute(app.db)
    await app.drainJobs()
    expect((await begin(editor, 30 * mb)).statusCode).toBe(201)
    await set('limit_promised_mb', null)
    await set('limit_transfers', null)
  })

  test('views: readers have their own, editors share a few', async () => {
    await set('limit_shared_views', 1)
    await set('limit_views', 2)
    const [reader, editor] = [await app.as('reader'), await app.as('editor')]
    const save = (client: Client, name: string, scope: 'private' | 'shared') =>
      client.call(createView, { body: { noun: 'og', name, state, scope } })
    expect((await save(reader, 'for all', 'shared')).status).toBe(403)
    const own = await save(reader, 'mine', 'private')
    expect(own.status).toBe(200)
    const at = { id: String(own.body.data.id) }
    expect((await reader.call(updateView, { params: at, body: { scope: 'shared' } })).status).toBe(403)
    expect((await save(editor, 'one', 'shared')).status).toBe(200)
    expect((await save(editor, 'two', 'shared')).status).toBe(429)
    expect((await save(editor, 'two', 'private')).status).toBe(200)
    expect((await save(editor, 'three', 'private')).status).toBe(429)
    await set('limit_shared_views', null)
    await set('limit_views', null)
  })

  test('follows and searches that notify', async () => {
    await set('limit_follows', 1)
    await set('limit_notifying_searches', 1)
    const reader = await app.as('reader')
    const [one, two] = [await anOg(app.ctx, {}), await anOg(app.ctx, {})]
    const request = async (id: number) => (await reader.call(follow, { body: { noun: 'og', record_id: id } })).status
    // Repeating the same request counts once.
    expect([await request(one.id), await request(one.id), await request(two.id)]).toEqual([200, 200, 429])
    const saved = async (name: string, is_notifying: boolean) =>
      (await reader.call(createSavedSearch, { body: { name, query: { keyword: '姜𤨒姬' }, is_notifying } })).status
    expect([await saved('a', true), await saved('b', true), await saved('c', false)]).toEqual([200, 429, 200])
    await set('limit_follows', null)
    await set('limit_notifying_searches', null)
  })
})

describe('the rate limit of one user', () => {
  test('is generous, applies to each user separately, and recovers with time', async () => {
    await set('limit_requests', 5)
    const slow = await app.another({ boundFactor: 1 })
    const [user, other] = [await app.as('reader'), await app.as('reader')]
    const request = (client: Client) =>
      slow.inject({
        url: countNotifications.path,
        headers: { authorization: `Bearer ${client.token}`, 'accept-language': 'en-US' },
      })
    const answers = await Promise.all(Array.from({ length: 60 }, () => request(user)))
    // A burst of ten seconds, and the requests allowed while it lasts.
    const let_through = answers.filter(answer => answer.statusCode === 200).length
    expect(let_through).toBeGreaterThanOrEqual(50)
    const refused = answers.find(answer => answer.statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(refused?.json().message).toContain('Try again in 1 seconds')
    expect((await request(other)).statusCode).toBe(200)
    app.clock.advance(10_000)
    expect((await request(user)).statusCode).toBe(200)
    // A clock that is set back takes nothing away.
    app.clock.advance(-3_600_000)
    expect((await request(user)).statusCode).toBe(200)
    app.clock.advance(3_590_000)
    await slow.close()
    await set('limit_requests', null)
  })

  test('of tokens is apart from that of the sessions, and more tokens bring no more requests', async () => {
    await set('limit_requests', 5)
    const slow = await app.another({ boundFactor: 1 })
    const user = await app.as('editor')
    const secrets: string[] = []
    for (const name of ['one', 'other']) {
      const params = { id: String(user.id) }
      secrets.push((await user.get(createToken, { params, body: { name, scopes: ['read'], minutes: 60 } })).secret)
    }
    const request = async (token: string) =>
      (await slow.inject({ url: '/v1/og', headers: { authorization: `Bearer ${token}` } })).statusCode
    const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => request(secrets[n % 2] ?? '')))
    // Two limits would allow a hundred at once.
    expect(answers.filter(status => status === 200).length).toBeLessThan(90)
    expect(new Set(answers)).toEqual(new Set([200, 429]))
    expect(await request(user.token)).toBe(200)
    await slow.close()
    await set('limit_requests', null)
  })

  test('allows the load of the screens at their busiest', async () => {
    const editor = await app.as('editor')
    // A dashboard that opens, five reviews a second for a minute, three uploads.
    const reads = await Promise.all(Array.from({ length: 12 }, () => editor.call(info)))
    for (let n = 0; n < 60; n += 1) {
      app.clock.advance(1_000)
      reads.push(...(await Promise.all(Array.from({ length: 5 }, () => editor.call(info)))))
    }
    const uploads = await Promise.all([1, 2, 3].map(n => send(app, editor, `${n}.txt`, 'text')))
    expect(new Set(reads.map(answer => answer.status))).toEqual(new Set([200]))
    expect(uploads).toHaveLength(3)
  })
})

describe('invalid tokens', () => {
  test('are looked up together beyond the rate limit of their network, and do not affect valid ones', async () => {
    await set('limit_requests', 1)
    const lookups: string[] = []
    const db = app.db.withPlugin({
      transformQuery: ({ node }) => {
        if (/"?token_hash"?/.test(JSON.stringify(node))) lookups.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const slow = await app.another({ boundFactor: 1, db })
    const request = (token: string, remoteAddress = '192.0.2.7') =>
      slow.inject({ url: info.path, method: 'POST', remoteAddress, headers: { authorization: `Bearer ${token}` } })
    const seen = await app.as('reader')
    expect((await request(seen.token)).statusCode).toBe(200)
    const wrong = await Promise.all(Array.from({ length: 300 }, () => request(newToken())))
    expect(new Set(wrong.map(answer => answer.statusCode))).toEqual(new Set([401]))
    // The tokens within the burst are looked up individually, the others in a few batches.
    expect(lookups.length).toBeLessThan(100)
    const fresh = await app.as('reader')
    const flood = Array.from({ length: 100 }, () => request(newToken()))
    const good = await Promise.all([request(seen.token), request(fresh.token), request(fresh.token, '192.0.2.8')])
    expect(good.map(answer => answer.statusCode)).toEqual([200, 200, 200])
    await Promise.all(flood)
    // Ended sessions are not remembered.
    await app.db.deleteFrom('session').where('user_id', '=', seen.id).execute()
    expect((await request(seen.token)).statusCode).toBe(401)
    expect((await request('no token at all')).statusCode).toBe(401)
    await slow.close()
    await set('limit_requests', null)
  })
})

test('a body sent one byte at a time is ended for its low rate, and other requests are served', async () => {
  const paced = await app.another({ bodyPace: { everyMs: 40, bytes: 1_000 } })
  const address = await paced.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const ended = new Promise(resolve => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.write('POST /v1/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{')
  expect((await paced.inject('/healthz')).statusCode).toBe(200)
  await ended
  await paced.close()
})
