import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import {
  confirmListVersion,
  createList,
  getList,
  type List,
  listListEntries,
  listListSetAside,
  loadListAddress,
} from '#contract/list.api.ts'
import { taskList } from '#server/jobs.ts'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { zipStream } from '#server/platform/files/zip.ts'
import { euXml, nestedFile, ofacXml } from '#server/testing/list-files.ts'
import { startReplaySite } from '#server/testing/replay-site.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { captions, fileOf, listParams, load } from './testing.ts'

const app = useTestApp()
let made = 0
async function aList(admin: Client, over: object = {}): Promise<List> {
  made += 1
  return await admin.get(createList, { body: { name: `Bad ${made}`, ...over } })
}
const zipped = (files: Record<string, string | Buffer>) =>
  buffer(zipStream(Object.entries(files).map(([name, content]) => ({ name, content: [content as string] }))) as never)
const good = fileOf([{ id: 'a', properties: { name: ['Ada'] } }])

/** A member name that leads out of the folder (path traversal), which no honest program writes. */
const pathsIn = (archive: Buffer) =>
  Buffer.from(archive.toString('latin1').replaceAll('xx_xx_etc_b.json', '../../etc/b.json'), 'latin1')

/** A failed load leaves no data behind. */
async function expectNoLeftovers() {
  const staged = await app.db.selectFrom('list_staged').select('key').limit(1).execute()
  expect(staged).toEqual([])
  const held = await app.db.selectFrom('list_version').select('id').where('file_key', 'is not', null).execute()
  expect(held).toEqual([])
}

const xml = ofacXml()
const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`

describe('a file that is not a list', () => {
  test.each([
    ['XML that is cut off', xml.slice(0, 900), /incomplete or damaged/],
    ['no XML at all behind a bracket', '<<<< 1 < 2', /This XML file is not/],
    ['a page of errors', '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>', /web page \(HTML\)/],
    [
      'XML that reads other files',
      xml.replace('?>', '?><!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      /declares its own entities/,
    ],
    ['a billion laughs', xml.replace(/<\?xml[^>]*>/, laughs), /declares its own entities/],
    ['a hundred thousand elements within each other', `<sdnList><sdnEntry>${'<a>'.repeat(100_000)}`, /too deep/],
    ['a tag without an end', `<sdnList><sdnEntry a="${'x'.repeat(5_000_000)}`, /incomplete or damaged/],
    ['the Advanced form of OFAC', '<Sanctions xmlns="x/ADVANCED_XML"><DateOfIssue/></Sanctions>', /sdn\.xml/],
    ['an array of JSON', '[{"name": "Ada"}]', /Unknown file format/],
    ['an object of JSON', '{"results": {"a": 1}}', /Unknown file format/],
    ['nothing in JSON', 'null', /Unknown file format/],
    ['blanks', ' \n\n\t ', /empty/],
    ['a heading alone', 'id,name,country\n', /no data/],
    ['an archive that is cut off', Buffer.from('PK\u0003\u0004xxxxxxxx'), /archive cannot be read/],
  ])('is reported for %s, and the previous version stays', async (_what, content, sentence) => {
    const admin = await app.as('admin')
    const list = await aList(admin)
    await load(app, admin, list, good)
    const after = await load(app, admin, list, content)
    expect(after.loading?.state).toBe('failed')
    expect(after.loading?.error).toMatch(sentence)
    expect(await captions(admin, after)).toEqual(['Ada'])
    await expectNoLeftovers()
  })

  test('is reported for archives of several files, of archives, of nothing, and of more than is ever unpacked', async () => {
    const admin = await app.as('admin')
    const list = await aList(admin)
    await load(app, admin, list, good)
    const inner = await zipped({ 'list.json': good })
    const cases: [Buffer, RegExp][] = [
      [pathsIn(await zipped({ 'a.json': good, 'xx_xx_etc_b.json': good })), /contains 2 files/],
      [await zipped({ 'inner.zip': inner }), /another archive/],
      [await zipped({}), /contains no files/],
      [await zipped({ 'list.txt': 'just words' }), /Unknown file format/],
    ]
    for (const [content, sentence] of cases) {
      const after = await load(app, admin, list, content)
      expect([String(sentence), after.loading?.state]).toEqual([String(sentence), 'failed'])
      expect(after.loading?.error).toMatch(sentence)
      expect(after.version?.n).toBe(1)
    }
    await expectNoLeftovers()
  })

  test('does not include one with a DOCTYPE that declares nothing: it is read', async () => {
    const admin = await app.as('admin')
    const list = await load(app, admin, await aList(admin), xml.replace('?>', '?><!DOCTYPE sdnList SYSTEM "sdn.dtd">'))
    expect(list.version).toMatchObject({ entries: 3 })
  })
})

const entity = (id: string, properties: object, schema = 'Person') => JSON.stringify({ id, schema, properties })
const bad: [string, string][] = [
  ['long', entity('long', { name: ['x'.repeat(5_000_000)] })],
  ['aliases', entity('aliases', { name: ['Ali'], alias: Array.from({ length: 500_000 }, (_, n) => `Alias ${n}`) })],
  ['cut', '{"id": "cut", "schema": "Person", "properties": {"name": ["Cut o'],
  ['nameless', entity('nameless', { alias: [], name: [''] })],
  ['odd', entity('odd', { name: [[['Nested']], { text: 'x' }, null] })],
  ['robot', entity('robot', { name: ['Robot'] }, 'Robot')],
  ['constructor', entity('ctor', { name: ['Ctor'] }, 'constructor')],
]

describe('a bad entry', () => {
  test('does not stop the others, is reported with its position and reason, and keeps its previous values', async () => {
    const admin = await app.as('admin')
    const list = await aList(admin)
    const crowd = Array.from({ length: 300 }, (_, n) => ({ id: `p${n}`, properties: { name: [`Person ${n}`] } }))
    const before = [...crowd, ...['long', 'cut', 'nameless'].map(id => ({ id, properties: { name: [`Old ${id}`] } }))]
    await load(app, admin, list, fileOf(before))
    const lines = [fileOf(crowd), ...bad.map(([, line]) => line), entity('p7', { name: ['Another seventh'] })]
    const after = await load(app, admin, list, lines.join('\n'))
    expect(after.version).toMatchObject({ n: 1, entries: 303 })
    expect(after.loading).toMatchObject({ n: 2, state: 'same', set_aside: 8, left_out: 8 })
    const { items } = await admin.get(listListSetAside, { params: { ...listParams(list), n: '2' }, query: {} })
    expect(items.map(({ n, key, reason }) => [n, key, reason])).toEqual([
      [301, 'long', expect.stringMatching(/longer than 4 MB/)],
      [302, 'aliases', expect.stringMatching(/longer than 4 MB/)],
      [303, 'cut', expect.stringMatching(/not a valid JSON object/)],
      [304, 'nameless', expect.stringMatching(/No name/)],
      [305, 'odd', expect.stringMatching(/No name/)],
      [306, 'robot', expect.stringMatching(/Robot/)],
      [307, 'ctor', expect.stringMatching(/constructor/)],
      [308, 'p7', expect.stringMatching(/same id/)],
    ])
    expect(await captions(admin, after, { keyword: 'Old' })).toEqual(['Old cut', 'Old long', 'Old nameless'])
    // Entries that are absent without a fault are removed.
    const gone = await load(app, admin, list, fileOf(crowd))
    expect(gone.version).toMatchObject({ n: 3, removed: 3 })
  })

  test('that is accepted without some of its values is reported as well', async () => {
    const admin = await app.as('admin')
    const list = await aList(admin)
    const mixed = Buffer.concat([
      Buffer.from(
        `${fileOf(Array.from({ length: 40 }, (_, n) => ({ id: `é${n}`, properties: { name: [`Zoë ${n}`] } })))}\n`,
      ),
      Buffer.from('{"id": "gbk", "schema": "Person", "properties": {"name": ["Wang Wei", "'),
      Buffer.from([0xcd, 0xf5, 0xce, 0xb0]),
      Buffer.from('"]}}\n{"id": "only", "schema": "Person", "properties": {"name": ["'),
      Buffer.from([0xcd, 0xf5]),
      Buffer.from(
        `"]}}\n${[
          entity('odd', {
            name: ['Odd', 7, null],
            birthDate: ['99999-01-01', '1958', '1958-13-01'],
            constructor: ['x'],
            ['__proto__']: ['y'],
          }),
          '{"id": "proto", "schema": "Person", "properties": {"name": ["Proto"], "__proto__": ["x"], "toString": ["y"]}}',
          entity('tall', { name: ['Tall', 'T'.repeat(10_000)] }),
          entity('many', { name: ['Many'], alias: Array.from({ length: 1_000 }, (_, n) => `Alias ${n}`) }),
        ].join('\n')}`,
      ),
    ])
    const after = await load(app, admin, list, mixed)
    expect(after.version).toMatchObject({ entries: 45, set_aside: 1, trimmed: 5 })
    const { items } = await admin.get(listListEntries, { params: listParams(list), query: { pageSize: 100 } })
    const stated = (key: string) => items.find(item => item.key === key)?.properties
    expect(stated('gbk')).toEqual({ name: ['Wang Wei'] })
    expect(stated('odd')).toEqual({
      name: ['Odd', '7'],
      birthDate: ['1958'],
      notes: ['birthDate: 1958-13-01', 'birthDate: 99999-01-01'],
    })
    expect(stated('proto')).toEqual({ name: ['Proto'] })
    expect(stated('tall')?.name?.[1]).toHaveLength(2_000)
    expect(stated('many')?.alias).toHaveLength(200)
    const reported = (await admin.get(listListSetAside, { params: { ...listParams(list), n: '1' }, query: {} })).items
    expect(reported.map(({ key, is_taken }) => [key, is_taken])).toEqual([
      ['only', false],
      ['gbk', true],
      ['odd', true],
      ['proto', true],
      ['tall', true],
      ['many', true],
    ])
    expect(reported[0]?.reason).toMatch(/encodings/)
  })

  test('together with too many others holds the load until a user confirms it', async () => {
    const admin = await app.as('admin')
    const list = await aList(admin)
    await load(app, admin, list, good)
    const nameless = Array.from({ length: 12 }, (_, n) => entity(`x${n}`, {}))
    const held = await load(app, admin, list, [good, ...nameless].join('\n'))
    expect(held.loading).toMatchObject({ state: 'same', set_aside: 12 })
    const again = await load(app, admin, list, [good, entity('b', { name: ['Ben'] }), ...nameless].join('\n'))
    expect(again.version?.n).toBe(1)
    expect(again.loading).toMatchObject({ state: 'held', held_for: 'set_aside', set_aside: 12 })
    await admin.get(confirmListVersion, { params: { ...listParams(list), n: String(again.loading?.n) } })
    await app.drainJobs()
    expect(await captions(admin, await admin.get(getList, { params: listParams(list) }))).toEqual(['Ada', 'Ben'])
    await expectNoLeftovers()
  })

  test('of XML is too large for an entry: the others are read', async () => {
    const admin = await app.as('admin')
    const alias = '<nameAlias wholeName="Someone else entirely" strong="true"/>'
    const huge = `<sanctionEntity euReferenceNumber="EU.9"><nameAlias wholeName="Huge"/>${alias.repeat(60_000)}</sanctionEntity>`
    const list = await load(app, admin, await aList(admin), euXml.replace('</export>', `${huge}</export>`))
    expect(list.version).toMatchObject({ entries: 3, set_aside: 2 })
  })
})

describe('an address', () => {
  const answer = (response: ServerResponse, status: number, headers: Record<string, string> = {}, body = '') => {
    response.writeHead(status, headers)
    response.end(body)
  }
  test('that is invalid, redirects in a circle or to the internal network, never ends or is empty is reported, and the previous version stays', async () => {
    const site = await startReplaySite()
    const inner = await startReplaySite('127.0.0.2')
    const fetcher = openFetcher(openGuard({ allow: ['127.0.0.1/32'] }), { agentName: 'OgGroupTest/1' })
    const admin = await app.as('admin')
    try {
      const tasks = taskList({ ...app.ctx, fetchPage: fetcher.fetchPage })
      const list = await aList(admin, { address: `${site.origin}/list` })
      const fetched = async () => {
        await admin.get(loadListAddress, { params: listParams(list) })
        await app.drainJobs(tasks)
        return await admin.get(getList, { params: listParams(list) })
      }
      site.set('/list', { html: nestedFile, type: 'text/plain', headers: { etag: '"same"' } })
      expect((await fetched()).version).toMatchObject({ n: 1, entries: 2 })
      const cases: [Parameters<typeof site.set>[1], RegExp][] = [
        [(_, response) => answer(response, 302, { location: '/list' }), /possibly a loop/],
        [(_, response) => answer(response, 302, { location: `${inner.origin}/list` }), /not allowed/],
        [(_, response) => answer(response, 304), /HTTP 304/],
        [(_, response) => answer(response, 503), /HTTP 503/],
        [(_, response) => answer(response, 200), /empty/],
        [{ html: '<html><body>Please log in</body></html>' }, /web page/],
        [
          (_, response) => {
            response.writeHead(200)
            const chunk = Buffer.alloc(1_048_576, 10)
            const more = () => {
              while (!response.destroyed && response.write(chunk));
            }
            response.on('drain', more)
            more()
          },
          /too large/,
        ],
        [(_, response) => response.destroy(), /connection was interrupted/],
      ]
      for (const [page, sentence] of cases) {
        site.set('/list', page)
        const after = await fetched()
        expect(after.loading?.error).toMatch(sentence)
        expect(after.version?.n).toBe(1)
      }
      // The file is read even if its validators are unchanged.
      site.set('/list', { html: nestedFile.replace('Beispiel GmbH', 'Beispiel AG'), headers: { etag: '"same"' } })
      expect((await fetched()).version).toMatchObject({ changed: 1 })
      expect(inner.requests).toEqual([])
      await expectNoLeftovers()
    } finally {
      await fetcher.close()
      await site.close()
      await inner.close()
    }
  })
})
