import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getOg, listOgs } from '#contract/og.api.ts'
import { recordEntities } from '#contract/registry.ts'
import { adoptChangedNames } from '#server/features/word/word.service.ts'
import { holders, isReading } from './features/audit/audited-reads.ts'
import { makeSecret, mark } from './testing/secret.ts'
import { urlOf, useTestApp } from './testing/test-app.ts'

const app = useTestApp()
const minutes = 60_000

const readsOf = async (user: number, noun: string, id: number) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit
    where user_id = ${user} and act = 'read' and noun = ${noun} and record_id = ${id}`.execute(app.db)
  return rows[0]!.count
}

/** First segments of paths whose `{id}` is neither a record nor a part of one. */
const others = [
  ...['user', 'import', 'import_run', 'export', 'interchange', 'list', 'screening_file', 'custom_field', 'word'],
  ...['issue', 'erasure', 'audit', 'notification', 'view', 'og_cate', 'coverage', 'examiner', 'retention'],
  ...['group', 'webhook', 'identity_provider', 'mailbox'],
]

test('each reading endpoint with an id shows by its path what it reads', () => {
  const unplaced = api
    .map(row => row.endpoint)
    .filter(endpoint => isReading(endpoint) && endpoint.path.includes('{id}'))
    .map(({ path }) => path.split('/')[2] ?? '')
    .filter(first => !(first in holders) && !others.includes(first))
  expect([...new Set(unplaced)]).toEqual([])
})

test('every read of a restricted record, or of a part of one, leaves an entry', async () => {
  const admin = await app.as('admin')
  const all = await makeSecret(app, admin)
  const missing: string[] = []
  let requested = 0
  const request = async (endpoint: Endpoint, id: number, noun: string, record: number, query = {}) => {
    app.clock.advance(11 * minutes)
    const before = await readsOf(admin.id, noun, record)
    const params = { id, version_id: all.version, number: 1 }
    const answer = await app.app.inject({
      method: endpoint.method,
      url: urlOf(endpoint.path, params, { from: String(all.version), to: String(all.version), ...query }),
      headers: { authorization: `Bearer ${admin.token}` },
      ...(endpoint.body && { payload: {} }),
    })
    const retried =
      answer.statusCode === 422
        ? await app.app.inject({
            method: endpoint.method,
            url: urlOf(endpoint.path, params, query),
            headers: { authorization: `Bearer ${admin.token}` },
          })
        : answer
    if (retried.statusCode !== 200) return
    requested += 1
    const added = (await readsOf(admin.id, noun, record)) - before
    if (added !== 1) missing.push(`${endpoint.path} ${JSON.stringify(query)}: ${added}`)
  }
  for (const { endpoint } of api) {
    // The stream has no end; evidence is downloaded as a file, with a separate entry (`export`).
    if (!isReading(endpoint) || ['/v1/notification/stream', '/v1/page/{id}/evidence'].includes(endpoint.path)) continue
    const first = endpoint.path.split('/')[2] ?? ''
    const noun = recordEntities.find(each => each === first)
    if (endpoint.path.includes('{id}')) {
      if (noun) await request(endpoint, all[noun], noun, all[noun])
      if (first === 'page' || first === 'diff') await request(endpoint, all[first], 'og', all.og)
    }
    const shape = (endpoint.query as { shape?: object } | undefined)?.shape ?? {}
    if ('og_id' in shape) await request(endpoint, all.open.og, 'og', all.og, { og_id: String(all.og) })
    if ('record_id' in shape && 'noun' in shape)
      await request(endpoint, 0, 'og', all.og, { noun: 'og', record_id: String(all.og) })
  }
  expect(missing).toEqual([])
  expect(requested).toBeGreaterThan(40)
}, 120_000)

/** Words of restricted texts, as `makeSecret` writes them; names of records and of links are shown with open records. */
const words = ['excerpt', 'page', 'title', 'note', 'words', 'doubt', 'compared', '机密, Open og'].map(
  each => `${mark} ${each}`,
)

test('every reply with words of a restricted text leaves an entry, whatever the request names', async () => {
  const admin = await app.as('admin')
  const all = await makeSecret(app, admin)
  const { open } = all
  // The names of these records are searched for in the uploaded files; the session outlives the hours of this test.
  await adoptChangedNames(app.ctx, 0)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
  await app.drainJobs()
  await sql`update session set expires_at = '2999-01-01' where user_id = ${admin.id}`.execute(app.db)
  const queries = [
    {},
    { keyword: mark, current: '1' },
    { keyword: 'Open og', kind: 'upload' },
    { noun: 'og', record_id: String(open.og) },
    { noun: 'person', record_id: String(open.person) },
    ...['page', 'upload', 'event', 'report', 'note'].flatMap(kind => [
      { og: String(open.og), kind },
      { person: String(open.person), kind },
    ]),
    { og_id: String(open.og) },
    { person_id: String(open.person) },
  ]
  const { rows: before } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit`.execute(app.db)
  let last = before[0]!.id
  const missing: string[] = []
  const shown = new Set<string>()
  for (const { endpoint } of api) {
    if (!isReading(endpoint) || endpoint.path === '/v1/notification/stream' || endpoint.replies === 'stream') continue
    const first = endpoint.path.split('/')[2] as keyof typeof open
    const ids = endpoint.path.includes('{id}') ? [open[first] ?? 1, all[first] ?? 1] : [0]
    for (const id of ids)
      for (const query of endpoint.method === 'GET' ? queries : [{}]) {
        app.clock.advance(11 * minutes)
        const answer = await app.app.inject({
          method: endpoint.method,
          url: urlOf(endpoint.path, { id, version_id: all.version, number: 1 }, query as never),
          headers: { authorization: `Bearer ${admin.token}` },
          ...(endpoint.body && { payload: {} }),
        })
        const { rows } = await sql<{ id: number; act: string }>`select id, act from audit
          where id > ${last}::bigint and user_id = ${admin.id} order by id`.execute(app.db)
        last = rows.at(-1)?.id ?? last
        if (answer.statusCode !== 200 || !words.some(word => answer.body.includes(word))) continue
        shown.add(endpoint.path)
        if (!rows.some(({ act }) => act === 'read')) missing.push(`${endpoint.path} ${id} ${JSON.stringify(query)}`)
      }
  }
  expect(missing).toEqual([])
  expect([...shown]).toEqual(expect.arrayContaining(['/v1/mention', '/v1/search', '/v1/diff', '/v1/upload/{id}/text']))
}, 300_000)

test('reads of the same user and record within ten minutes are one entry; reads of an open record are none', async () => {
  const admin = await app.as('admin')
  const all = await makeSecret(app, admin)
  const at = (id: number) => ({ params: { id: String(id) } })
  const before = await readsOf(admin.id, 'og', all.og)
  app.clock.advance(11 * minutes)
  for (let n = 0; n < 3; n += 1) await admin.get(getOg, at(all.og))
  await admin.get(getOg, at(all.open.og))
  expect(await readsOf(admin.id, 'og', all.og)).toBe(before + 1)
  expect(await readsOf(admin.id, 'og', all.open.og)).toBe(0)
})

test('a list that shows restricted records is one entry with their number', async () => {
  const admin = await app.as('admin')
  const all = await makeSecret(app, admin)
  await admin.get(listOgs, { query: { id: [String(all.og), String(all.open.og)] } })
  const { rows } = await sql<{ detail: unknown }>`select detail from audit
    where user_id = ${admin.id} and act = 'read' and noun = 'og' and record_id is null`.execute(app.db)
  expect(rows.map(({ detail }) => detail)).toEqual([{ list: '/v1/og', count: 1, ids: [all.og] }])
})
