import type { IncomingMessage, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listPages, listPageVersions } from '#contract/page.api.ts'
import { fetchPast, listPageArchives } from '#contract/page-archive.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { taskList } from '#server/jobs.ts'
import { type Fetcher, openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type ReplaySite, startReplaySite } from '#server/testing/replay-site.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { chooseCaptures, readIndex, timeOf } from './past-index.ts'
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
      ['2012-05-01', { file_name: new URL(service.origin).host, sha256: null }],
      ['2008-05-01', { file_name: new URL(service.origin).host, sha256: null }],
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

describe('a list of captures', () => {
  it('is read as a table, as lines of objects and as a TimeMap', () => {
    const entry = { timestamp: '20080501100000', url: home, mime: 'text/html', status: '200' }
    expect(readIndex(JSON.stringify([head, Object.values(entry)]))).toEqual([entry])
    expect(
      readIndex(
        `{"urlkey":"x","timestamp":"20080501100000","url":"${home}","mime":"text/html","status":"200"}\nnonsense\n`,
      ),
    ).toEqual([entry])
    expect(
      readIndex(
        `<${home}>; rel="original",\n<http://archive.example/timemap/link/${home}>; rel="self"; type="application/link-format",\n<http://archive.example/web/20080501100000/${home}>; rel="first memento"; datetime="Thu, 01 May 2008 10:00:00 GMT"`,
      ),
    ).toEqual([{ ...entry, mime: '', status: '' }])
    expect(readIndex('[]')).toEqual([])
    expect(readIndex('')).toEqual([])
    for (const text of [
      '<html></html>',
      '<!doctype html>',
      'Too many requests',
      '[1,2',
      '{"error":"x"}',
      '[["urlkey"],["x"]]',
      'null',
    ])
      expect(readIndex(text), text).toBeNull()
  })

  it('gives one capture of a span, spread over the time', () => {
    const all = Array.from({ length: 48 }, (_, n) => ({
      timestamp: `${2010 + Math.floor(n / 12)}${String((n % 12) + 1).padStart(2, '0')}05000000`,
    }))
    const times = (request: Parameters<typeof chooseCaptures>[1]) =>
      chooseCaptures(all, request).map(each => each.timestamp.slice(0, 6))
    expect(times({ captures: 60, span: 'year' })).toEqual(['201001', '201101', '201201', '201301'])
    expect(times({ captures: 60, span: 'quarter' })).toHaveLength(16)
    expect(times({ captures: 3, span: 'month' })).toEqual(['201001', '201201', '201312'])
    expect(times({ captures: 1, span: 'month' })).toEqual(['201001'])
    expect(times({ captures: 60, span: 'month', from_year: 2012, to_year: 2012 })).toHaveLength(12)
    expect(timeOf('20100231000000')).toBeNull()
    expect(timeOf('2010')).toBeNull()
  })

  it('of ten million characters does not hold the reading', () => {
    const start = performance.now()
    readIndex(`<${'a'.repeat(5_000_000)}>; rel="memento`)
    readIndex(`<${home}>${'; rel="memento"'.repeat(300_000)}`)
    readIndex(`[${'["20100101000000","x"],'.repeat(300_000)}`)
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})
