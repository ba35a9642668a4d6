import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { listDiffs } from '#contract/diff.api.ts'
import { getPage, getPageTimeline, listPages, listPageVersions } from '#contract/page.api.ts'
import { addPageArchive, listPageArchives } from '#contract/page-archive.api.ts'
import { search } from '#contract/search.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { drainSearch } from '#server/features/search/search.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { pageOfText, type WrittenRecord, warcFile } from './testing.ts'

const test = useTestApp()
let admin: Client
beforeAll(async () => {
  admin = await test.as('admin')
})

const home = 'https://alpha.example/'
const at = (year: number) => `${year}-05-01T10:00:00Z`
const capture = (year: number, text: string, more: WrittenRecord = {}): WrittenRecord => ({
  url: home,
  date: at(year),
  body: pageOfText(text),
  ...more,
})

const aSite = (values: Parameters<typeof anOg>[1] = {}) =>
  anOg(test.ctx, { name: 'Alpha', host: 'alpha.example', ...values })

async function send(og: { id: number }, content: Buffer, { name = 'past.warc', client = admin } = {}) {
  const params = { id: String(og.id) }
  const answer = await client.upload(addPageArchive, { name, content }, {}, params)
  if (answer.status !== 200) return { answer, archive: undefined }
  await test.drainJobs()
  const { items } = await client.get(listPageArchives, { params })
  return { answer, archive: items[0]! }
}

async function pagesOf(og: { id: number }) {
  return (await admin.get(listPages, { query: { og_id: [String(og.id)], sort: 'url' } })).items
}

async function yearsOf(pageId: number) {
  const { items } = await admin.get(listPageVersions, { params: { id: String(pageId) } })
  return items.map(each => each.fetched_at.slice(0, 4))
}

describe('an archive', () => {
  it('adds versions at their own time, in the order of time, whatever their order in the file', async () => {
    const og = await aSite()
    const { archive } = await send(
      og,
      warcFile([capture(2012, 'paper.'), capture(2008, 'wood.'), capture(2016, 'steel.')]),
    )
    expect(archive).toMatchObject({ state: 'done', format: 'warc', fault: null, counts: { added: 3 }, captures: 3 })
    const [page] = await pagesOf(og)
    expect(page).toMatchObject({ url: home, status: 'active', last_version_id: null, versions: 3 })
    expect(await yearsOf(page!.id)).toEqual(['2016', '2012', '2008'])
    const { items } = await admin.get(getPageTimeline, { params: { id: String(page!.id) } })
    expect(items.map(each => each.archive)).toEqual(
      Array.from({ length: 3 }, () => ({ file_name: 'past.warc', sha256: archive!.sha256, is_clip: false })),
    )
  })

  it('leaves the newest version, the state of the page and the queue as they were', async () => {
    const og = await aSite()
    await send(og, warcFile([capture(2012, 'paper.')]))
    const [page] = await pagesOf(og)
    // The version of 2012 takes the place of one that the collector fetched.
    await sql`update page_version set archive_id = null, round = 3 where page_id = ${page!.id}`.execute(test.db)
    await sql`update page set last_version = (select id from page_version where page_id = ${page!.id}),
      last_fetched_at = ${at(2012)}, last_changed_at = ${at(2012)} where id = ${page!.id}`.execute(test.db)
    const before = await admin.get(getPage, { params: { id: String(page!.id) } })
    const { archive } = await send(og, warcFile([capture(2008, 'wood.'), capture(2016, 'steel.')]), { name: 'b.warc' })
    expect(archive).toMatchObject({ counts: { added: 2 } })
    expect(await admin.get(getPage, { params: { id: String(page!.id) } })).toEqual({ ...before, versions: 3 })
    expect(await yearsOf(page!.id)).toEqual(['2016', '2012', '2008'])
    expect((await admin.get(listDiffs, { query: { og_id: [String(og.id)] } })).items).toEqual([])
  })

  it('widens the time of an equal neighbour, and splits it when a different version lies between', async () => {
    const og = await aSite()
    await send(og, warcFile([capture(2008, 'wood.'), capture(2016, 'wood.')]))
    const [page] = await pagesOf(og)
    const versions = async () => (await admin.get(listPageVersions, { params: { id: String(page!.id) } })).items
    expect(await versions()).toMatchObject([
      { first_seen_at: '2008-05-01T10:00:00.000Z', last_seen_at: '2016-05-01T10:00:00.000Z' },
    ])
    const { archive } = await send(og, warcFile([capture(2012, 'paper.')]), { name: 'b.warc' })
    expect(archive).toMatchObject({ counts: { added: 1 } })
    expect(await versions()).toMatchObject([
      { fetched_at: '2016-05-01T10:00:00.000Z', archive: { file_name: 'past.warc' } },
      { fetched_at: '2012-05-01T10:00:00.000Z', archive: { file_name: 'b.warc' } },
      { fetched_at: '2008-05-01T10:00:00.000Z', last_seen_at: '2008-05-01T10:00:00.000Z' },
    ])
  })

  it('counts what is no version by its reason', async () => {
    const og = await aSite({ forbidden_rules: ['/private/'] })
    const { archive } = await send(
      og,
      warcFile([
        { type: 'warcinfo', contentType: 'application/warc-fields' },
        capture(2008, 'wood.'),
        capture(2009, 'x', { url: 'https://other.example/' }),
        capture(2009, 'x', { url: 'https://alpha.example/private/a' }),
        capture(2009, 'x', { status: '302 Found', headers: { Location: '/' } }),
        capture(2009, 'x', { status: '404 Not Found' }),
        capture(2009, 'x', { headers: { 'Content-Type': 'image/png' } }),
        capture(2009, 'x', { body: '<html><head><title>Just a moment...</title></head><body></body></html>' }),
        capture(2009, 'x', { url: 'javascript:alert(1)' }),
        capture(2009, 'x', { url: 'file:///etc/passwd' }),
        capture(2009, 'x', { url: 'https://user:secret@alpha.example/' }),
        capture(1985, 'x'),
        capture(2090, 'x'),
      ]),
    )
    expect(archive).toMatchObject({
      state: 'done',
      counts: {
        added: 1,
        out_of_scope: 1,
        refused_rule: 1,
        redirect: 1,
        status: 1,
        not_page: 1,
        challenge: 1,
        bad_address: 3,
        bad_time: 2,
      },
    })
    const [page] = await pagesOf(og)
    expect(await pagesOf(og)).toHaveLength(1)
    expect(await yearsOf(page!.id)).toEqual(['2008'])
  })

  it('finds the page of an address that had another scheme or www. then', async () => {
    const og = await aSite()
    await send(og, warcFile([capture(2008, 'wood.')]))
    await send(og, warcFile([capture(2004, 'clay.', { url: 'http://www.alpha.example/' })]), { name: 'b.warc' })
    const pages = await pagesOf(og)
    expect(pages).toHaveLength(1)
    expect(await yearsOf(pages[0]!.id)).toEqual(['2008', '2004'])
  })
})

describe('a record that refers to another capture', () => {
  const refers = (year: number, to: number | null, digest = '', more: WrittenRecord = {}): WrittenRecord => ({
    ...{ type: 'revisit', url: home, date: at(year), status: '304 Not Modified' },
    lines: [
      'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
      ...(to === null ? [] : [`WARC-Refers-To-Target-URI: ${home}`, `WARC-Refers-To-Date: ${at(to)}`]),
      ...(digest === '' ? [] : [`WARC-Payload-Digest: ${digest}`]),
    ],
    ...more,
  })
  const digest = (letter: string) => `sha1:${letter.repeat(32)}`
  const withDigest = (letter: string): WrittenRecord => ({ lines: [`WARC-Payload-Digest: ${digest(letter)}`] })

  it('is a sighting of that capture, or a version if the page was different in between', async () => {
    const og = await aSite()
    const { archive } = await send(
      og,
      warcFile([
        capture(2008, 'wood.', withDigest('A')),
        refers(2009, 2008, digest('A')),
        capture(2012, 'paper.', withDigest('B')),
        refers(2016, null, digest('A')),
        refers(2017, 2012),
      ]),
    )
    expect(archive).toMatchObject({ state: 'done', counts: { added: 4, same: 1 } })
    const [page] = await pagesOf(og)
    const { items } = await admin.get(listPageVersions, { params: { id: String(page!.id) } })
    expect(items.map(each => [each.first_seen_at.slice(0, 4), each.last_seen_at.slice(0, 4)])).toEqual([
      ['2017', '2017'],
      ['2016', '2016'],
      ['2012', '2012'],
      ['2008', '2009'],
    ])
    expect(items[0]!.text_hash).toBe(items[2]!.text_hash)
    expect(items[1]!.text_hash).toBe(items[3]!.text_hash)
    expect(page!.versions).toBe(4)
  })

  it('finds a capture of an earlier file, and is left out if there is none or the digest contradicts it', async () => {
    const og = await aSite()
    await send(og, warcFile([capture(2008, 'wood.', withDigest('A'))]))
    const { archive } = await send(
      og,
      warcFile([
        refers(2010, 2008, digest('A')),
        refers(2011, 2008, digest('B')),
        refers(2011, 2007, digest('C')),
        // The past refers to no future.
        refers(2005, 2008, digest('A')),
        refers(2011, 2008, '', { url: 'https://alpha.example/elsewhere' }),
        refers(2011, null),
        { ...refers(2011, 2008, digest('A')), lines: ['WARC-Profile: urn:other', `WARC-Refers-To-Date: ${at(2008)}`] },
        { ...refers(2090, 2008, digest('A')) },
      ]),
      { name: 'b.warc' },
    )
    expect(archive).toMatchObject({ state: 'done', counts: { same: 1, revisit: 6, bad_time: 1 } })
    const [page] = await pagesOf(og)
    expect(await pagesOf(og)).toHaveLength(1)
    expect(await yearsOf(page!.id)).toEqual(['2008'])
  })
})

describe('hostile records', () => {
  it('a length that lies, and a compression inside a compression, take nothing of their neighbours', async () => {
    const og = await aSite()
    const page = (year: number, text: string) => capture(year, text)
    const nested = gzipSync(gzipSync(Buffer.alloc(30 * 1_048_576, 'a')))
    const { archive } = await send(
      og,
      warcFile([
        page(2008, 'wood.'),
        { ...page(2009, 'lie.'), length: '99999999' },
        page(2010, 'paper.'),
        { ...page(2011, 'lie.'), length: '3' },
        page(2012, 'steel.'),
        { ...page(2013, 'x'), body: nested, headers: { 'Content-Encoding': 'gzip, gzip' } },
        { ...page(2014, 'x'), body: gzipSync(nested), headers: { 'Content-Encoding': 'gzip, gzip, gzip, gzip' } },
        page(2016, 'glass.'),
      ]),
    )
    expect(archive).toMatchObject({ state: 'done' })
    const [found] = await pagesOf(og)
    const years = await yearsOf(found!.id)
    for (const year of ['2008', '2012', '2016']) expect(years).toContain(year)
    for (const year of ['2011', '2013', '2014']) expect(years).not.toContain(year)
  })
})

it('texts from an archive are found, of a page that only the archive has as well', async () => {
  const og = await aSite()
  await send(og, warcFile([capture(2008, 'the wooden zeppelin hangar.'), capture(2012, 'the steel hangar.')]))
  await drainSearch(test.ctx)
  const [page] = await pagesOf(og)
  const found = await admin.get(search, { query: { keyword: 'zeppelin', kind: ['page'] } })
  expect(found.items.map(({ id }) => id)).toEqual([page!.id])
})

describe('access', () => {
  it('hides the archives of an organisation that the user may not read, and refuses those who may not change it', async () => {
    const og = await aSite({ owner: admin.id, read_user: [admin.id], write_user: [admin.id] })
    const editor = await test.as('editor')
    const params = { id: String(og.id) }
    const content = warcFile([capture(2008, 'wood.')])
    expect((await editor.upload(addPageArchive, { name: 'a', content }, {}, params)).status).toBe(404)
    expect((await editor.call(listPageArchives, { params })).status).toBe(404)
    const reader = await test.as('reader')
    expect((await reader.upload(addPageArchive, { name: 'a', content }, {}, params)).status).toBe(403)
  })

  it('does not report a damaged file without records as an archive without pages', async () => {
    const og = await aSite()
    for (const content of [Buffer.from('\x1f\x8bnonsense', 'latin1'), Buffer.from('WARC/1.')])
      expect((await send(og, content)).archive).toMatchObject({ state: 'failed', fault: 'broken', captures: 0 })
  })

  it('refuses a file that was read before, and continues one that failed', async () => {
    const og = await aSite()
    const content = warcFile([capture(2008, 'wood.'), capture(2012, 'paper.')])
    await send(og, content)
    expect((await send(og, content)).answer.status).toBe(409)
    await sql`update page_archive set state = 'failed', fault = 'internal', records = 1, counts = '{"added":1}'
      where og_id = ${og.id}`.execute(test.db)
    await sql`delete from page_archive_sighting where record = 1`.execute(test.db)
    expect((await send(og, content)).archive).toMatchObject({ state: 'done', counts: { added: 1, same: 1 } })
  })
})
