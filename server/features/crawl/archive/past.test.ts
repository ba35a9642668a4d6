import type { IncomingMessage, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listPages, listPageVersions } from '#contract/page.api.ts'
import { cancelPast, fetchPast, listPageArchives } from '#contract/page-archive.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { taskList } from '#server/jobs.ts'
import { type Fetcher, openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type ReplaySite, startReplaySite } from '#server/testing/replay-site.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { pageOfText } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const test = useTestApp()
let admin: Client
let service: ReplaySite
let fetcher: Fetcher
let requested: string[] = []
beforeAll(async () => {
  admin = await test.as('admin')
})
beforeEach(async () => {
  service = await startReplaySite()
  fetcher = openFetcher(openGuard({ allow: ['127.0.0.1/32'] }), { agentName: 'OgGroupTest/1' })
  requested = []
  answers = new Map()
  service.otherwise(answer)
  const set = (name: 'past_index' | 'past_replay' | 'past_pause_ms', value: string | number) =>
    admin.get(setSystemSetting, { body: { name, value } })
  await set('past_index', `${service.origin}/cdx`)
  await set('past_replay', `${service.origin}/web/{timestamp}id_/{url}`)
  await set('past_pause_ms', 200)
})
afterEach(async () => {
  await fetcher.close()
  await service.close()
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void
/** Answers by the requested path, and for the index by the address that it names. */
let answers = new Map<string, Handler>()
const on = (path: string, handle: Handler) => void answers.set(path, handle)
const json =
  (value: unknown, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }
const cdxPath = (url: string) => `cdx ${url}`
function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service.invalid')
  requested.push(request.url ?? '')
  const handle = answers.get(pathname === '/cdx' ? cdxPath(searchParams.get('url') ?? '') : pathname)
  if (handle) handle(request, response)
  else response.writeHead(404).end('not archived')
}
const head = ['timestamp', 'original', 'mimetype', 'statuscode']
const setCapture = (timestamp: string, url: string, text: string, headers: Record<string, string> = {}) =>
  on(`/web/${timestamp}id_/${url}`, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(pageOfText(text))
  })

async function aSite(paths: readonly string[] = ['/'], values: Parameters<typeof anOg>[1] = {}) {
  const og = await anOg(test.ctx, { name: 'Alpha', host: 'alpha.example', ...values })
  for (const path of paths)
    await sql`insert into page (og_id, url, url_key, first_seen_at) values (${og.id}, ${`https://alpha.example${path}`},
      ${`alpha.example${path}`}, now())`.execute(test.db)
  // The keys are those of the product.
  const { urlKey } = await import('#server/text/url.ts')
  for (const path of paths)
    await sql`update page set url_key = ${urlKey(`https://alpha.example${path}`)} where og_id = ${og.id}
      and url = ${`https://alpha.example${path}`}`.execute(test.db)
  return og
}
const tasks = () => taskList({ ...test.ctx, fetchPage: fetcher.fetchPage })
async function fetchAll(og: { id: number }, body = {}) {
  const params = { id: String(og.id) }
  await admin.get(fetchPast, { params, body })
  await test.drainJobs(tasks())
  return (await admin.get(listPageArchives, { params })).items[0]!
}
async function versionsOf(og: { id: number }) {
  const { items } = await admin.get(listPages, { query: { og_id: [String(og.id)], sort: 'url' } })
  const all = []
  for (const { id } of items) all.push(...(await admin.get(listPageVersions, { params: { id: String(id) } })).items)
  return all
}

const home = 'https://alpha.example/'
const old = 'http://www.alpha.example:80/'

describe('the past of a site', () => {
  it('becomes versions at their own time, and the answers of the service are requested with a pause', async () => {
    const og = await aSite()
    on(
      cdxPath(home),
      json([head, ['20080501100000', old, 'text/html', '200'], ['20120501100000', home, 'text/html', '200']]),
    )
    setCapture('20080501100000', old, 'wood.', { 'memento-datetime': 'Thu, 01 May 2008 10:00:00 GMT' })
    setCapture('20120501100000', home, 'paper.')
    const archive = await fetchAll(og)
    expect(archive).toMatchObject({
      ...{ state: 'done', format: 'service', fault: null, sha256: null, counts: { added: 2 } },
      pages: { done: 1, total: 1 },
    })
    const versions = await versionsOf(og)
    expect(versions.map(({ fetched_at, archive }) => [fetched_at.slice(0, 10), archive])).toEqual([
      ['2012-05-01', { file_name: new URL(service.origin).host, sha256: null, is_clip: false }],
      ['2008-05-01', { file_name: new URL(service.origin).host, sha256: null, is_clip: false }],
    ])
    // The same captures again are the versions that exist.
    expect((await fetchAll(og)).counts).toEqual({ same: 2 })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from search_queue
      where noun = 'page' and record_id = ${versions[0]!.page_id}`.execute(test.db)
    expect(rows[0]!.count).toBeGreaterThan(0)
  })

  it('accepts no capture of another time, another site or a private address', async () => {
    const og = await aSite()
    const at = (n: number) => `20${String(10 + n)}0501100000`
    on(
      cdxPath(home),
      json([
        head,
        ...[0, 1, 2, 3].map(n => [at(n), home, 'text/html', '200']),
        ['20259999000000', home, 'text/html', '200'],
        ['29000101000000', home, 'text/html', '200'],
        ['20100101000000', 'https://other.example/', 'text/html', '200'],
        ['20100101000000', 'https://alpha.example/other', 'text/html', '200'],
        ['20100101000000', 'javascript:alert(1)', 'text/html', '200'],
        ['20100101000000', home, 'image/png', '200'],
        ['20100101000000', home, 'text/html', '302'],
        [7, {}, null],
        'nonsense',
      ]),
    )
    const redirect =
      (to: string): Handler =>
      (_request, response) =>
        void response.writeHead(302, { location: to }).end()
    on(`/web/${at(0)}id_/${home}`, redirect('http://169.254.169.254/latest/meta-data'))
    on(`/web/${at(1)}id_/${home}`, redirect(`/web/19990101000000id_/${home}`))
    setCapture('19990101000000', home, 'clay.')
    setCapture(at(2), home, 'paper.', { 'memento-datetime': 'Thu, 01 May 2003 10:00:00 GMT' })
    setCapture(at(3), home, 'steel.')
    expect(await fetchAll(og)).toMatchObject({
      state: 'done',
      counts: {
        added: 1,
        fetch_failed: 1,
        other_time: 2,
        bad_time: 3,
        out_of_scope: 2,
        bad_address: 1,
        not_page: 1,
        status: 1,
      },
    })
    expect((await versionsOf(og)).map(({ fetched_at }) => fetched_at.slice(0, 4))).toEqual(['2013'])
  })

  it('continues with the next page after HTML, an endless list or an answer without end', async () => {
    const og = await aSite(['/a', '/b', '/c'])
    on(cdxPath('https://alpha.example/a'), json('<!doctype html><title>Busy</title>'))
    on(cdxPath('https://alpha.example/b'), (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const row = `${JSON.stringify(['20100101000000', home, 'text/html', '200'])},`.repeat(2_000)
      const write = () => {
        while (!response.destroyed && response.write(row));
        if (!response.destroyed) response.once('drain', write)
      }
      response.write('[')
      write()
    })
    on(
      cdxPath('https://alpha.example/c'),
      json([head, ['20100101000000', 'https://alpha.example/c', 'text/html', '200']]),
    )
    setCapture('20100101000000', 'https://alpha.example/c', 'wood.')
    expect(await fetchAll(og)).toMatchObject({
      ...{ state: 'done', counts: { list_failed: 2, added: 1 }, pages: { done: 3, total: 3 } },
    })
  })

  it('waits as long as the service requests, and continues after the last capture', async () => {
    const og = await aSite()
    on(
      cdxPath(home),
      json([head, ['20080501100000', home, 'text/html', '200'], ['20120501100000', home, 'text/html', '200']]),
    )
    setCapture('20080501100000', home, 'wood.')
    on(
      `/web/20120501100000id_/${home}`,
      (_request, response) => void response.writeHead(503, { 'retry-after': '600' }).end(),
    )
    expect(await fetchAll(og)).toMatchObject({ state: 'reading', counts: { added: 1 } })
    const { rows } = await sql<{ cursor: { until: string; after: string } }>`select cursor from page_archive
      where og_id = ${og.id}`.execute(test.db)
    expect(Date.parse(rows[0]!.cursor.until) - test.ctx.now().getTime()).toBeGreaterThan(590_000)
    expect(rows[0]!.cursor.after).toBe('20080501100000')
    setCapture('20120501100000', home, 'paper.')
    requested = []
    test.clock.advance(601_000)
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(test.db)
    await test.drainJobs(tasks())
    const params = { id: String(og.id) }
    expect((await admin.get(listPageArchives, { params })).items[0]).toMatchObject({
      state: 'done',
      counts: { added: 2 },
    })
    expect(requested.filter(each => each.includes('20080501100000'))).toEqual([])
  })

  it('continues after the last stored capture when its worker is replaced', async () => {
    const og = await aSite()
    on(cdxPath(home), json([head, ...[2008, 2010, 2012].map(year => [`${year}0501100000`, home, 'text/html', '200'])]))
    for (const year of [2008, 2012]) setCapture(`${year}0501100000`, home, `made in ${year}.`)
    // The new step, which another worker begins, takes the fetch from this one.
    on(`/web/20100501100000id_/${home}`, (_request, response) => {
      void sql`update page_archive set step = step + 1 where og_id = ${og.id}`.execute(test.db).then(() => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end(pageOfText('made in 2010.'))
      })
    })
    expect(await fetchAll(og)).toMatchObject({ state: 'reading', counts: { added: 1 } })
    setCapture('20100501100000', home, 'made in 2010.')
    requested = []
    const { rows } = await sql<{
      id: number
      step: number
    }>`select id, step from page_archive where og_id = ${og.id}`.execute(test.db)
    await addJob(test.db, 'read_page_archive', rows[0]!)
    await test.drainJobs(tasks())
    const params = { id: String(og.id) }
    expect((await admin.get(listPageArchives, { params })).items[0]).toMatchObject({
      state: 'done',
      counts: { added: 3 },
    })
    expect(requested.filter(each => each.includes('20080501100000'))).toEqual([])
  })

  it('requests captures again that the service did not deliver, and gives up after four requests', async () => {
    const og = await aSite(['/', '/list'])
    const lost = '20120501100000'
    on(
      cdxPath(home),
      json([head, ...['20080501100000', '20100501100000', lost].map(at => [at, home, 'text/html', '200'])]),
    )
    const broken: Handler = (_request, response) => void response.writeHead(502).end()
    setCapture('20080501100000', home, 'wood.')
    on(`/web/20100501100000id_/${home}`, broken)
    on(`/web/${lost}id_/${home}`, broken)
    const list = 'https://alpha.example/list'
    on(cdxPath(list), broken)
    expect(await fetchAll(og)).toMatchObject({ state: 'reading', counts: { added: 1 }, captures: 1, retries: 3 })
    setCapture('20100501100000', home, 'paper.')
    on(cdxPath(list), json([head, ['20150501100000', list, 'text/html', '200']]))
    setCapture('20150501100000', list, 'glass.')
    const params = { id: String(og.id) }
    const later = async (minutes: number) => {
      requested = []
      test.clock.advance(minutes * 60_000)
      await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(test.db)
      await test.drainJobs(tasks())
      return (await admin.get(listPageArchives, { params })).items[0]!
    }
    expect(await later(1)).toMatchObject({ state: 'reading', retries: 3 })
    expect(requested).toEqual([])
    expect(await later(2)).toMatchObject({ state: 'reading', counts: { added: 3 }, retries: 1 })
    expect(await later(5)).toMatchObject({ retries: 1 })
    expect(requested).toEqual([])
    expect(await later(6)).toMatchObject({ state: 'reading', retries: 1 })
    expect(requested).toHaveLength(1)
    expect(await later(61)).toMatchObject({
      ...{ state: 'done', fault: null, counts: { added: 3, fetch_failed: 1 }, retries: 0 },
    })
    expect(await versionsOf(og)).toHaveLength(3)
  })

  it('stores a capture and the note to request it again together with its position', async () => {
    const og = await aSite()
    on(cdxPath(home), json([head, ['20080501100000', home, 'text/html', '200']]))
    // Another worker takes the fetch while the service fails.
    on(`/web/20080501100000id_/${home}`, (_request, response) => {
      void sql`update page_archive set step = step + 1 where og_id = ${og.id}`
        .execute(test.db)
        .then(() => response.writeHead(502).end())
    })
    expect(await fetchAll(og)).toMatchObject({ state: 'reading', counts: {}, retries: 0 })
    const { rows } = await sql<{ after: string }>`select cursor ->> 'after' as after from page_archive
      where og_id = ${og.id}`.execute(test.db)
    expect(rows[0]!.after).toBe('')
  })

  it('is cancelled by the user who started it or an administrator, and what it added remains', async () => {
    const og = await aSite()
    const editor = await test.as('editor')
    const [other, reader] = [await test.as('editor'), await test.as('reader')]
    await sql`update og set write_user = ${[editor.id, other.id]}::bigint[] where id = ${og.id}`.execute(test.db)
    const params = { id: String(og.id) }
    on(
      cdxPath(home),
      json([head, ['20080501100000', home, 'text/html', '200'], ['20120501100000', home, 'text/html', '200']]),
    )
    setCapture('20080501100000', home, 'wood.')
    const { id } = await editor.get(fetchPast, { params, body: {} })
    const cancel = (client: Client) => client.call(cancelPast, { params: { ...params, archive: String(id) } })
    const of = async (client: Client) => (await client.get(listPageArchives, { params })).items[0]!
    expect((await of(editor)).can).toEqual(['cancel'])
    expect((await of(admin)).can).toEqual(['cancel'])
    expect((await of(other)).can).toEqual([])
    expect((await cancel(other)).status).toBe(403)
    expect((await cancel(reader)).status).toBe(403)
    expect((await admin.call(cancelPast, { params: { id: String(og.id + 1_000), archive: String(id) } })).status).toBe(
      404,
    )
    // The cancellation comes while a capture is fetched: it is not stored.
    on(`/web/20120501100000id_/${home}`, (_request, response) => {
      void cancel(editor).then(() => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end(pageOfText('paper.'))
      })
    })
    await test.drainJobs(tasks())
    expect(await of(editor)).toMatchObject({ state: 'cancelled', counts: { added: 1 }, can: [], retries: 0 })
    expect(await versionsOf(og)).toHaveLength(1)
    expect((await cancel(editor)).status).toBe(409)
    // Cancelled twice at once, one of both fails; and another fetch can start.
    const again = await editor.get(fetchPast, { params, body: {} })
    const both = await Promise.all(
      [editor, admin].map(client => client.call(cancelPast, { params: { ...params, archive: String(again.id) } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('ends when the service is turned off, or fails again and again', async () => {
    const og = await aSite(Array.from({ length: 12 }, (_, n) => `/${n}`))
    for (let n = 0; n < 12; n += 1)
      on(cdxPath(`https://alpha.example/${n}`), (_request, response) => void response.writeHead(500).end())
    expect(await fetchAll(og)).toMatchObject({
      ...{ state: 'failed', fault: 'service_failed', counts: { list_failed: 8 }, pages: { done: 8, total: 12 } },
    })
    const params = { id: String(og.id) }
    await admin.get(fetchPast, { params, body: {} })
    await admin.get(setSystemSetting, { body: { name: 'past_replay', value: null } })
    await test.drainJobs(tasks())
    expect((await admin.get(listPageArchives, { params })).items[0]).toMatchObject({ fault: 'service_off' })
  })
})

describe('access', () => {
  it('needs the right to change the organisation, a service, and no other fetch of it', async () => {
    const og = await aSite([], { owner: admin.id, read_user: [admin.id], write_user: [admin.id] })
    const params = { id: String(og.id) }
    const editor = await test.as('editor')
    expect((await editor.call(fetchPast, { params, body: {} })).status).toBe(404)
    expect((await (await test.as('reader')).call(fetchPast, { params, body: {} })).status).toBe(403)
    const both = await Promise.all([1, 2].map(() => admin.call(fetchPast, { params, body: {} })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await test.drainJobs(tasks())
    await admin.get(setSystemSetting, { body: { name: 'past_index', value: null } })
    expect((await admin.get(listPageArchives, { params })).service).toBe(null)
    expect((await admin.call(fetchPast, { params, body: {} })).status).toBe(409)
  })

  it('refuses addresses in the setting that are none, or whose host would come from a page', async () => {
    const status = async (name: 'past_index' | 'past_replay', value: string) =>
      (await admin.call(setSystemSetting, { body: { name, value } })).status
    for (const value of [
      'file:///etc/passwd',
      'https://',
      'https://user@x.example/{timestamp}{url}',
      'https://{url}/{timestamp}',
      'https://x.example/web/',
    ])
      expect(await status('past_replay', value), value).toBe(422)
    expect(await status('past_replay', 'https://x.example/web/{timestamp}id_/{url}')).toBe(200)
    expect(await status('past_index', 'https://x.example/timemap/link/{url}')).toBe(200)
  })
})
