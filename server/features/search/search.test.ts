import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteEvent, restoreEvent, updateEvent } from '#contract/event.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { visitOg, visitPerson } from '#contract/overview.api.ts'
import { recentRecords, type SearchResult, search, suggestSearch } from '#contract/search.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { drainSearch, indexQueuedRecords, rebuildSearch } from './search.service.ts'

const app = useTestApp()
let admin: Client
beforeAll(async () => {
  admin = await app.as('admin')
})

const searchFor = (keyword: string, query: object = {}, client = admin): Promise<SearchResult> =>
  client.get(search, { query: { keyword, ...query } as never })
const titles = async (keyword: string, query: object = {}, client = admin) =>
  (await searchFor(keyword, query, client)).items.map(item => item.title)
const suggested = async (keyword: string, client = admin) =>
  (await client.get(suggestSearch, { query: { keyword } })).items

describe('a suggestion', () => {
  test('distinguishes persons of the same name by country and by the readable organisation with the highest weight', async () => {
    const secret = await anOg(app.ctx, { name: 'Wheatear Group', weight: 90, read_user: [admin.id] })
    const open = await anOg(app.ctx, { name: 'Stonechat Trust', weight: 10 })
    const ogs = [secret.id, open.id]
    const { id } = await aPerson(app.ctx, { name: '𠮷田鶺鴒', region: 'JP', position: '会长', ogs })
    await drainSearch(app.ctx)
    const editor = await app.as('editor')
    const [seen] = await suggested('𠮷田')
    expect(seen).toMatchObject({ id, region: 'JP', subtitle: '会长', og: { name: 'Wheatear Group' } })
    expect((await suggested('𠮷田', editor))[0]).toMatchObject({ id, og: { name: 'Stonechat Trust' } })
  })

  test("for an empty text shows the user's last records, as far as they may still read them", async () => {
    const first = await anOg(app.ctx, { name: 'Redstart' })
    const second = await aPerson(app.ctx, { name: 'Whinchat' })
    const unseen = await anOg(app.ctx, { name: 'Linnet' })
    await drainSearch(app.ctx)
    const editor = await app.as('editor')
    await editor.get(visitOg, { params: { id: String(first.id) } })
    app.clock.advance(60_000)
    await editor.get(visitPerson, { params: { id: String(second.id) } })
    const recent = async () => (await editor.get(recentRecords)).items.map(item => [item.noun, item.title])
    expect(await recent()).toEqual([
      ['person', 'Whinchat'],
      ['og', 'Redstart'],
    ])
    expect((await admin.get(recentRecords)).items.map(item => item.id)).not.toContain(unseen.id)
    await admin.get(updateOg, { body: { id: first.id, read_user: [admin.id] } })
    expect(await recent()).toEqual([['person', 'Whinchat']])
  })
})

describe('search results', () => {
  test('the exact name comes first, then another name, then names with this beginning, then texts', async () => {
    await anOg(app.ctx, { name: 'Kestrel Harbour Works', desc: 'Nothing' })
    await anOg(app.ctx, { name: 'Some company', desc: 'It bought Kestrel last year', weight: 100 })
    await anOg(app.ctx, { name: 'Kestrel' })
    await anOg(app.ctx, { name: 'Windhover plc', aliases: ['KESTREL'] })
    await drainSearch(app.ctx)
    const { items, total } = await searchFor('kestrel')
    expect(total).toBe(4)
    expect(
      items
        .slice(0, 2)
        .map(item => item.title)
        .sort(),
    ).toEqual(['Kestrel', 'Windhover plc'])
    expect(items.slice(2).map(item => item.title)).toEqual(['Kestrel Harbour Works', 'Some company'])
    expect(items.find(item => item.title === 'Windhover plc')?.why[0]).toEqual({ by: 'alias', text: 'KESTREL' })
    const last = items[3]
    expect(last?.why).toEqual([{ by: 'text', text: null }])
    expect(last?.passage?.marks.map(({ start, end }) => last.passage?.text.slice(start, end))).toEqual(['Kestrel'])
  })

  test('Chinese is found by words, not by characters that happen to be adjacent', async () => {
    await anEvent(app.ctx, { title: '甲方案', desc: '他们在北京大学生活动中心见面' })
    await drainSearch(app.ctx)
    expect(await titles('活动')).toEqual(['甲方案'])
    expect(await titles('生活')).toEqual([])
  })

  test('a fragment of a name is found anywhere in the name, in any script', async () => {
    await anOg(app.ctx, { name: '浦发海外控股', eng_name: 'Quixotronics' })
    await drainSearch(app.ctx)
    expect(await titles('发海')).toEqual(['浦发海外控股'])
    expect(await titles('xotron')).toEqual(['浦发海外控股'])
    expect(await titles('xotrom')).toEqual([])
  })

  test('a single Chinese character is found anywhere in a name, and in a text if it is a word of its own', async () => {
    await anOg(app.ctx, { name: '馥港燃气' })
    await anOg(app.ctx, { name: 'Somewhere else', desc: '总部在馥港。' })
    await anOg(app.ctx, { name: 'By itself', desc: '馥，香也。' })
    await drainSearch(app.ctx)
    expect((await titles('馥')).sort()).toEqual(['By itself', '馥港燃气'])
  })

  test('traditional and simplified, full and half width, accents and case make no difference', async () => {
    await aPerson(app.ctx, { name: '劉曉東', desc: 'Visited the Société Générale' })
    await drainSearch(app.ctx)
    for (const keyword of ['刘晓东', '劉曉東', 'ｓｏｃｉｅｔｅ', 'GÉNÉRALE'])
      expect(await titles(keyword)).toEqual(['劉曉東'])
  })

  test('English is found by stems, a phrase in its order, and a minus excludes', async () => {
    await anEvent(app.ctx, { title: 'First ruling', desc: 'The court imposed new sanctions on shipping' })
    await anEvent(app.ctx, { title: 'Second ruling', desc: 'New court for banks: a sanction was imposed' })
    await drainSearch(app.ctx)
    expect((await titles('sanctioned impose')).sort()).toEqual(['First ruling', 'Second ruling'])
    expect(await titles('"court imposed"')).toEqual(['First ruling'])
    expect(await titles('“new court”')).toEqual(['Second ruling'])
    expect(await titles('sanctions -banks')).toEqual(['First ruling'])
    expect(await titles('the sanctions on the shipping')).toEqual(['First ruling'])
  })

  test('a Chinese phrase keeps its order', async () => {
    await anEvent(app.ctx, { title: '丙', desc: '银行宣布制裁名单' })
    await anEvent(app.ctx, { title: '丁', desc: '制裁名单由银行宣布' })
    await drainSearch(app.ctx)
    expect((await titles('宣布 制裁名单')).sort()).toEqual(['丁', '丙'])
    expect(await titles('"宣布制裁名单"')).toEqual(['丙'])
  })

  test('pages are found with their versions, the newest first, with the words marked', async () => {
    const page = await aStoredPage(app.ctx, { html: '<main><p>Old: the trawler Vesperine sank</p></main>' })
    await drainSearch(app.ctx)
    await newVersion(page, '<main><p>New: the trawler Vesperine was raised.</p></main>')
    await drainSearch(app.ctx)
    const { items, total } = await searchFor('vesperine trawlers')
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({ noun: 'page', id: page.page_id, is_newest: true, more_versions: 1 })
    expect(items[0]?.passage?.text).toContain('New: the trawler Vesperine was raised.')
    expect((await searchFor('vesperine sank')).items[0]).toMatchObject({
      is_newest: false,
      version_id: page.version_id,
    })
    await sql`delete from page where id = ${page.page_id}`.execute(app.db)
    expect(await titles('vesperine')).toEqual([])
  })

  test('filters narrow the result, and facets count other kinds besides the selected one', async () => {
    const og = await anOg(app.ctx, { name: 'Marlowe Line', region: 'CN' })
    await anEvent(app.ctx, { title: 'Marlowe in 2019', start_time: '2019-05', ogs: [og.id] })
    await anEvent(app.ctx, { title: 'Marlowe in 2021', start_time: '2021' })
    await drainSearch(app.ctx)
    const all = await searchFor('marlowe')
    expect(all.facets.noun).toEqual([
      { value: 'og', count: 1 },
      { value: 'event', count: 2 },
    ])
    const events = await searchFor('marlowe', { kind: 'event' })
    expect([events.total, events.facets.noun, events.facets.year]).toEqual([
      2,
      all.facets.noun,
      [
        { value: 2021, count: 1 },
        { value: 2019, count: 1 },
      ],
    ])
    expect(await titles('marlowe', { kind: 'event', og: String(og.id) })).toEqual(['Marlowe in 2019'])
    expect(await titles('marlowe', { from: '2020', to: '2021' })).toEqual(['Marlowe in 2021'])
    expect(await titles('marlowe', { region: 'CN' })).toEqual(['Marlowe Line'])
    expect(await titles('marlowe', { current: 2, pageSize: 2 })).toHaveLength(1)
  })

  test.each([
    '',
    '   ',
    '!!! & | <-> :*',
    "'",
    '\\',
    '-',
    '-only',
    '"',
    '""',
    '((((',
    'a'.repeat(200),
    '　',
    '的',
    '\u{20000}',
    '\ud800',
  ])('the text %j causes no error', async keyword => {
    expect((await admin.call(search, { query: { keyword } })).status).toBe(200)
    expect((await admin.call(suggestSearch, { query: { keyword: keyword.slice(0, 100) } })).status).toBe(200)
  })

  test('a text that is too long is refused', async () => {
    expect((await admin.call(search, { query: { keyword: 'a'.repeat(201) } })).status).toBe(422)
  })
})

async function newVersion(page: { og_id: number; page_id: number }, html: string): Promise<void> {
  const next = await aStoredPage(app.ctx, { html, ogId: page.og_id, url: `https://example.org/${Math.random()}` })
  const { rows } = await sql<{ id: number }>`insert into page_version (og_id, page_id, round, fetched_at, last_seen_at,
      is_good, hash, text_hash, extractor, size, content_type, final_url)
    select og_id, ${page.page_id}::bigint, 2, fetched_at, last_seen_at, is_good, hash, text_hash, extractor, size,
      content_type, final_url from page_version where id = ${next.version_id} returning id`.execute(app.db)
  await sql`delete from page where id = ${next.page_id}`.execute(app.db)
  await sql`update page set last_version = ${rows[0]!.id} where id = ${page.page_id}`.execute(app.db)
}

describe('access to results', () => {
  test('an unreadable record is in no result, total, facet or suggestion, from the moment access changes', async () => {
    const editor = await app.as('editor')
    const og = await anOg(app.ctx, { name: 'Ptarmigan Trust', owner: admin.id })
    const page = await aStoredPage(app.ctx, { ogId: og.id, html: '<main><p>Ptarmigan annual letter</p></main>' })
    await anEvent(app.ctx, { title: 'Open meeting', desc: 'ptarmigan', ogs: [og.id] })
    await drainSearch(app.ctx)
    expect((await searchFor('ptarmigan', {}, editor)).facets.noun.map(each => each.value)).toEqual([
      'og',
      'event',
      'page',
    ])
    expect(page.page_id).toBeGreaterThan(0)

    await admin.get(updateOg, { body: { id: og.id, read_user: [admin.id] } })
    // No entry has been written again yet.
    const hidden = await searchFor('ptarmigan', {}, editor)
    expect([hidden.total, hidden.items.map(item => item.title), hidden.facets.noun]).toEqual([
      1,
      ['Open meeting'],
      [{ value: 'event', count: 1 }],
    ])
    expect(await suggested('ptarm', editor)).toEqual([])
    expect((await searchFor('meeting', { og: String(og.id) }, editor)).total).toBe(0)
    await drainSearch(app.ctx)
    expect((await searchFor('ptarmigan', {}, editor)).total).toBe(1)
    expect((await searchFor('ptarmigan')).total).toBe(3)
    expect((await suggested('ptarm'))[0]).toMatchObject({ title: 'Ptarmigan Trust', by: 'name' })

    await admin.get(updateOg, { body: { id: og.id, read_user: [admin.id, editor.id] } })
    expect((await searchFor('ptarmigan', {}, editor)).total).toBe(3)
  })

  test('an access list changed while an entry is being written is always applied', async () => {
    const og = await anOg(app.ctx, { name: 'Curlew Ltd', owner: admin.id })
    await app.db.transaction().execute(async db => {
      await sql`update og set read_user = array[${admin.id}]::bigint[] where id = ${og.id}`.execute(db)
      // Another transaction holds the record: its entry is left for later, not written with the old access.
      await indexQueuedRecords(app.ctx)
      expect((await searchFor('curlew', {}, admin)).total).toBe(0)
    })
    await drainSearch(app.ctx)
    expect((await searchFor('curlew', {}, await app.as('reader'))).total).toBe(0)
    expect((await searchFor('curlew')).total).toBe(1)
  })

  test('each role finds the entities it may read', async () => {
    const { og_id } = await aStoredPage(app.ctx, { html: '<main><p>Dunlin page</p></main>' })
    await sql`update og set name = 'Dunlin' where id = ${og_id}`.execute(app.db)
    await drainSearch(app.ctx)
    const seen: Record<string, string[]> = {}
    for (const role of ['admin', 'super_editor', 'editor', 'super_reader', 'reader', 'uploader'] as const)
      seen[role] = (await searchFor('dunlin', {}, await app.as(role))).facets.noun.map(each => each.value)
    expect(seen).toEqual({
      admin: ['og', 'page'],
      super_editor: ['og', 'page'],
      editor: ['og', 'page'],
      super_reader: ['og'],
      reader: ['og'],
      uploader: [],
    })
    expect((await (await app.as('device')).call(search, { query: { keyword: 'x' } })).status).toBe(403)
  })
})

describe('keeping up to date', () => {
  test('a change, a deletion and a restoration are found', async () => {
    const event = await anEvent(app.ctx, { title: 'Whimbrel sighted', owner: admin.id })
    await drainSearch(app.ctx)
    await admin.get(updateEvent, { params: { id: String(event.id) }, body: { title: 'Godwit sighted' } })
    await drainSearch(app.ctx)
    expect([await titles('whimbrel'), await titles('godwit')]).toEqual([[], ['Godwit sighted']])
    await admin.get(deleteEvent, { params: { id: String(event.id) } })
    expect([await titles('godwit'), await suggested('godw')]).toEqual([[], []])
    await admin.get(restoreEvent, { params: { id: String(event.id) } })
    expect(await titles('godwit')).toEqual(['Godwit sighted'])
    await sql`delete from event where id = ${event.id}`.execute(app.db)
    await drainSearch(app.ctx)
    expect(await titles('godwit')).toEqual([])
  })

  test('a transaction that fails leaves nothing to be found', async () => {
    await app.db
      .transaction()
      .execute(async db => {
        await anOg({ ...app.ctx, db }, { name: 'Never Was' })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await drainSearch(app.ctx)
    expect(await titles('never was')).toEqual([])
  })

  test('a rebuilt index equals the previous one', async () => {
    const image = async () =>
      (
        await sql`select noun, record_id, part, og_id, owner, readers, is_hidden, is_newest, weight, region, at, title,
          aliases, subtitle, names, sounds, body, words::text,
          (select json_agg(n order by kind, key) from search_name n where (n.noun, n.record_id, n.part)
            = (search_entry.noun, search_entry.record_id, search_entry.part)) as suggested
          from search_entry order by noun, record_id, part`.execute(app.db)
      ).rows
    await drainSearch(app.ctx)
    const before = await image()
    await rebuildSearch(app.ctx)
    expect(before.length).toBeGreaterThan(20)
    expect(await image()).toEqual(before)
  })
})
