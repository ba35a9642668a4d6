import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { roles } from '#contract/role.ts'
import { listSetAside, retrySetAside } from '#contract/set_aside.api.ts'
import * as word from '#contract/word.api.ts'
import { marksIn } from '#server/features/namesake/namesake.service.ts'
import { anOg } from '#server/features/og/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { aStoredPage } from './factory.ts'

const app = useTestApp()
const at = (record: { id: number }) => ({ id: String(record.id) })

beforeEach(async () => {
  await sql`truncate word, page, og, set_aside cascade`.execute(app.db)
})

const add = (client: Client, text: string, more: Record<string, unknown> = {}) =>
  client.get(word.createWord, { body: { word: text, ...more } })
const list = async (client: Client, query: Record<string, string | string[]> = {}) =>
  (await client.get(word.listWords, { query: query as never })).items.map(item => item.word)

/** Makes jobs that wait for a few quiet seconds due immediately, and runs them. */
async function rescan() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
  await app.drainJobs()
}

describe('words', () => {
  test('are added, found in every way of writing them, changed and deleted', async () => {
    const editor = await app.as('editor')
    const made = await add(editor, ' 軟體炸彈 ', { category: '武器', level: 3, note: 'n' })
    expect(made).toMatchObject({
      word: '軟體炸彈',
      kind: 'word',
      category: '武器',
      level: 3,
      enabled: true,
      rev: 1,
      owner: editor.id,
      owner_name: editor.username,
      hits: 0,
      can: ['update', 'delete'],
    })
    for (const keyword of ['软体', '軟 體', '炸弹'])
      expect(await list(editor, { keyword }), keyword).toEqual(['軟體炸彈'])
    expect(await list(editor, { keyword: '%' })).toEqual([])
    expect(await list(editor, { level: '3', category: '武器', enabled: 'true', kind: 'word' })).toHaveLength(1)
    expect(await list(editor, { enabled: 'false' })).toEqual([])

    const again = await editor.call(word.createWord, { body: { word: '软-体 炸弹' } })
    expect([again.status, again.body.message]).toEqual([409, '“软-体 炸弹” already exists. Choose another.'])
    const changed = await editor.get(word.updateWord, {
      params: at(made),
      body: { rev: 1, enabled: false, category: '' },
    })
    expect(changed).toMatchObject({ enabled: false, category: null, level: 3, rev: 2 })
    const stale = await editor.call(word.updateWord, { params: at(made), body: { rev: 1, level: 1 } })
    expect([stale.status, stale.body.data]).toEqual([409, changed])
    await editor.get(word.deleteWord, { params: at(made) })
    expect((await editor.call(word.getWord, { params: at(made) })).status).toBe(404)
    expect((await editor.call(word.deleteWord, { params: at(made) })).status).toBe(404)
    const acts = await sql<{ act: string }>`select act from history where noun = 'word' and record_id = ${made.id}
      order by id`.execute(app.db)
    expect(acts.rows.map(row => row.act)).toEqual(['create', 'update', 'delete'])
  })

  test('cannot have the form of another word, or no form at all', async () => {
    const editor = await app.as('editor')
    await add(editor, 'alpha')
    const beta = await add(editor, 'beta')
    const taken = await editor.call(word.updateWord, { params: at(beta), body: { word: 'ＡＬＰＨＡ' } })
    expect(taken.status).toBe(409)
    for (const body of [
      { word: '\u200b' },
      { word: ' ' },
      { word: 'x'.repeat(101) },
      { word: 'x', level: 4 },
      { word: 'x', kind: 'deny' },
      { word: 'a\u0000b' },
      { word: 'x', category: 'c'.repeat(61) },
      {},
    ])
      expect((await editor.call(word.createWord, { body: body as never })).status, JSON.stringify(body)).toBe(422)
  })

  test('are changed and deleted many at once, by id or by a filter that still selects the same number', async () => {
    const editor = await app.as('super_editor')
    for (const text of ['one', 'two', 'three']) await add(editor, text)
    const bulk = (body: Record<string, unknown>) => editor.call(word.bulkWord, { body: body as never })
    expect((await bulk({ act: 'update', filter: {}, expected: 2, patch: { level: 1 } })).status).toBe(409)
    expect((await bulk({ act: 'update', filter: {}, patch: { level: 1 } })).status).toBe(422)
    expect((await bulk({ act: 'update', ids: [1], patch: {} })).status).toBe(422)
    expect((await bulk({ act: 'update', filter: {}, expected: 3, patch: { enabled: false } })).body.data).toEqual({
      done: 3,
    })
    expect(await list(editor, { enabled: 'false' })).toHaveLength(3)
    const { items } = await editor.get(word.listWords, { query: { keyword: 'two' } })
    expect(items[0]?.rev).toBe(2)
    expect((await bulk({ act: 'delete', ids: items.map(item => item.id) })).body.data).toEqual({ done: 1 })
    expect(await list(editor, { sort: 'word' })).toEqual(['one', 'three'])
  })

  test('are added as a pasted list, after a preview of the outcome of each line', async () => {
    const editor = await app.as('editor')
    await add(editor, '已有', { level: 1 })
    const text = [
      '\ufeff词,分类,级别,备注',
      '新词',
      '',
      '"a, b",政治,高,"说""明"',
      '新·词',
      '已有,类,3',
      '坏,类,9',
      'x'.repeat(101),
      ',类',
    ].join('\r\n')
    const dry = await editor.get(word.pasteWords, { body: { text, dry_run: true, existing: 'update' } })
    expect(dry).toMatchObject({ added: 2, updated: 1, kept: 1, invalid: 3 })
    expect(dry.lines.map(line => [line.line, line.outcome])).toEqual([
      [5, 'repeated'],
      [6, 'updated'],
      [7, 'bad_level'],
      [8, 'too_long'],
      [9, 'empty'],
    ])
    expect(await list(editor)).toEqual(['已有'])
    const kept = await editor.get(word.pasteWords, { body: { text, category: '默认', level: 1 } })
    expect(kept).toMatchObject({ added: 2, updated: 0, kept: 2, invalid: 3 })
    const { items } = await editor.get(word.listWords, { query: { sort: 'word' } })
    expect(items.map(item => [item.word, item.category, item.level, item.note])).toEqual([
      ['a, b', '政治', 3, '说"明'],
      ['已有', null, 1, null],
      ['新词', '默认', 1, null],
    ])
    const again = await editor.get(word.pasteWords, { body: { text: '已有\t类\t3', existing: 'update' } })
    expect(again).toMatchObject({ added: 0, updated: 1 })
    expect((await editor.get(word.listWordCategories)).items).toEqual([
      { category: '政治', count: 1 },
      { category: '类', count: 1 },
      { category: '默认', count: 1 },
    ])
  })

  test('are only for administrators and editors', async () => {
    const admin = await app.as('admin')
    const made = await add(admin, 'secret')
    const params = at(made)
    const calls: [Endpoint, object][] = [
      [word.listWords, {}],
      [word.getWord, { params }],
      [word.listWordCategories, {}],
      [word.listWordHits, { query: { by: 'word' } }],
      [word.getRescan, {}],
      [word.tryWords, { body: { text: 'secret' } }],
      [word.createWord, { body: { word: 'another' } }],
      [word.updateWord, { params, body: {} }],
      [word.bulkWord, { body: { act: 'update', ids: [made.id], patch: { level: 2 } } }],
      [word.pasteWords, { body: { text: 'x', dry_run: true } }],
      [word.deleteWord, { params }],
    ]
    for (const role of roles.toReversed()) {
      const client = await app.as(role)
      const isEditor = ['admin', 'super_editor', 'editor'].includes(role)
      for (const [endpoint, sent] of isEditor ? calls.slice(0, 6) : calls)
        expect((await client.call(endpoint, sent as never)).status, `${role} ${endpoint.path}`).toBe(
          isEditor ? 200 : 403,
        )
      const { marks } = await marksIn(
        { ...app.ctx, actor: { kind: 'user', id: client.id, username: '', role, sessionId: 1, keys: [client.id] } },
        ['a secret'],
      )
      expect(marks[0]?.length, role).toBe(isEditor ? 1 : 0)
    }
    expect((await app.anonymous.call(word.listWords)).status).toBe(401)
  })
})

describe('the results of the dictionary', () => {
  test('have offsets, levels and the records that the reader may read', async () => {
    const owner = await app.as('editor')
    const other = await app.as('editor')
    await add(owner, '口交', { level: 3 })
    await add(owner, '路口交通', { kind: 'allow' })
    await add(owner, '停用', { enabled: false })
    const open = await anOg(app.ctx, { name: 'Target', aliases: ['目标公司'] })
    await anOg(app.ctx, { name: '秘密组织', owner: owner.id, read_user: [owner.id] })
    const text = '路口交通 口-交 停用，Target hit a target；目标公司和秘密组织'
    const seen = async (client: Client) =>
      (await client.get(word.tryWords, { body: { text } })).marks.map(mark => [
        text.slice(mark.start, mark.end),
        mark.kind,
        mark.name,
        mark.level,
      ])
    const shared = [
      ['口-交', 'word', '口交', 3],
      ['Target', 'og', open.name, null],
      ['目标公司', 'og', open.name, null],
    ]
    expect(await seen(other)).toEqual(shared)
    expect(await seen(owner)).toEqual([...shared, ['秘密组织', 'og', '秘密组织', null]])
    await sql`update og set deleted_at = now() where id = ${open.id}`.execute(app.db)
    expect(await seen(other)).toEqual(shared.slice(0, 1))
  })

  test('an acronym is found only in capitals; a longer name in capitals is found in normal spelling', async () => {
    const editor = await app.as('editor')
    await anOg(app.ctx, { name: 'Lashkar', aliases: ['LET', 'ФСБН', 'M23', 'HAMAS', 'ليت', '里特', '레트바'] })
    const text = "Let’s go, Let's, let us; LET’s, LET's, ＬＥＴ; Фсбн ФСБН; m23 M23; Hamas; ليت 里特 레트바"
    const { marks } = await editor.get(word.tryWords, { body: { text } })
    const found = ['LET', 'LET', 'ＬＥＴ', 'ФСБН', 'M23', 'Hamas', 'ليت', '里特', '레트바']
    expect(marks.map(mark => text.slice(mark.start, mark.end))).toEqual(found)
  })

  test('refuses an empty text and one beyond its limit', async () => {
    const editor = await app.as('editor')
    for (const text of ['', 'x'.repeat(200_001)])
      expect((await editor.call(word.tryWords, { body: { text } })).status).toBe(422)
  })
})

describe('hits', () => {
  test('in stored pages follow the dictionary and are counted by word, page, organisation and day', async () => {
    const editor = await app.as('editor')
    const open = await anOg(app.ctx, { name: 'Open' })
    const hidden = await anOg(app.ctx, { name: 'Hidden', read_user: [1] })
    await anOg(app.ctx, { name: 'Mentioned House' })
    const page = await aStoredPage(app.ctx, {
      ogId: open.id,
      html: '<main><p>敏感 敏-感 Mentioned House</p><p>别的</p></main>',
    })
    await aStoredPage(app.ctx, { ogId: open.id, url: 'https://example.org/2', html: '<main><p>别的敏感</p></main>' })
    await aStoredPage(app.ctx, { ogId: hidden.id, url: 'https://hidden.example/', html: '<main><p>敏感</p></main>' })
    const first = await add(editor, '敏感', { level: 3 })
    const second = await add(editor, '别的', { level: 1 })
    expect(await editor.get(word.getRescan)).toMatchObject({ words: 2, done: 0, total: 2, is_running: true })
    await rescan()
    expect(await editor.get(word.getRescan)).toMatchObject({ done: 2, total: 2, is_running: false })

    const by = async (query: Record<string, unknown>) =>
      (await editor.get(word.listWordHits, { query: query as never })).items
    expect(await by({ by: 'word' })).toEqual([
      { id: first.id, name: '敏感', eng_name: null, og_id: null, level: 3, hits: 3, new_hits: 0, pages: 2 },
      { id: second.id, name: '别的', eng_name: null, og_id: null, level: 1, hits: 2, new_hits: 0, pages: 2 },
    ])
    expect((await by({ by: 'page' })).map(row => [row.og_id, row.hits])).toEqual([
      [open.id, 3],
      [open.id, 2],
    ])
    expect((await by({ by: 'page' }))[0]?.id).toBe(page.page_id)
    expect(await by({ by: 'og', level: '3' })).toMatchObject([{ id: open.id, name: 'Open', hits: 3, pages: 2 }])
    expect(await by({ by: 'og', og_id: String(hidden.id) })).toEqual([])
    const days = await by({ by: 'day', days: '3' })
    expect(days.map(day => day.hits)).toEqual([5, 0, 0])
    expect(days[0]?.name).toBe(app.ctx.now().toISOString().slice(0, 10))
    const { items } = await editor.get(word.listWords, { query: { sort: '-hits' } })
    expect(items.map(item => [item.word, item.hits, item.pages])).toEqual([
      ['敏感', 3, 2],
      ['别的', 2, 2],
    ])
    expect((await (await app.as('admin')).get(word.getWord, { params: at(first) })).hits).toBe(4)
    const mentions = await sql<{ name: string }>`select name from mention`.execute(app.db)
    expect(mentions.rows).toEqual([{ name: 'Mentioned House' }])

    await editor.get(word.updateWord, { params: at(first), body: { enabled: false } })
    await rescan()
    expect((await by({ by: 'word' })).map(row => row.name)).toEqual(['别的'])
    const pages = await sql<{ hits: number }>`select hits from page order by id`.execute(app.db)
    expect(pages.rows.map(row => row.hits)).toEqual([1, 1, 0])
  })

  test('that cannot be written for one version are found in the others, and in that one after a retry', async () => {
    const [editor, admin] = [await app.as('editor'), await app.as('admin')]
    const bad = await aStoredPage(app.ctx, { html: '<p>姜𤨒姬 谈离岸</p>' })
    await aStoredPage(app.ctx, { html: '<p>也谈离岸</p>' })
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      if new.version_id = ${sql.lit(bad.version_id)} then raise exception 'refused by the test'; end if; return new; end $$`.execute(
      app.db,
    )
    await sql`create trigger refuse before insert on word_hit for each row execute function refuse()`.execute(app.db)
    const made = await add(editor, '离岸')
    await rescan()
    const pages = async () => (await admin.get(word.getWord, { params: at(made) })).pages
    expect(await pages()).toBe(1)
    const quarantined = async () => (await admin.get(listSetAside, { query: { queue: ['rescan'] } })).items
    const [row] = await quarantined()
    expect(row).toMatchObject({ key: `version:${bad.version_id}` })
    const again = async () => {
      await admin.get(retrySetAside, { params: { id: String(row?.id) } })
      await app.drainJobs()
    }
    await again()
    expect((await quarantined())[0]?.error).toContain('refused by the test')
    await sql`drop trigger refuse on word_hit`.execute(app.db)
    await again()
    expect([await pages(), await quarantined()]).toEqual([2, []])
  })

  test('found before stay if a snapshot can no longer be read', async () => {
    const editor = await app.as('editor')
    const made = await add(editor, 'lost')
    const page = await aStoredPage(app.ctx, { html: `<p>lost ${app.ctx.now().getTime()}</p>` })
    await rescan()
    await sql`update blob set at = 1_000_000 where hash = (select hash from page_version where id = ${page.version_id})`.execute(
      app.db,
    )
    await add(editor, 'another')
    await rescan()
    expect((await editor.get(word.getWord, { params: at(made) })).hits).toBe(1)
    expect((await editor.get(word.getRescan)).is_running).toBe(false)
  })

  test('refuse invalid queries', async () => {
    const editor = await app.as('editor')
    for (const query of [
      {},
      { by: 'year' },
      { by: 'day', days: '0' },
      { by: 'day', offset: 'x' },
      { by: 'og', word: 'a' },
    ])
      expect((await editor.call(word.listWordHits, { query: query as never })).status, JSON.stringify(query)).toBe(422)
  })
})
