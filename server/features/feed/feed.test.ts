import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import * as contract from '#contract/feed.api.ts'
import { createOg, updateOg } from '#contract/og.api.ts'
import { createSavedSearch } from '#contract/search.api.ts'
import { createToken } from '#contract/token.api.ts'
import { endAccess, updateUser } from '#contract/user.api.ts'
import { indexQueuedRecords } from '#server/features/search/search.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

async function index() {
  while (await indexQueuedRecords(app.ctx));
}

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await app.app.inject({ method: 'GET', url: path, headers: { host: 'console.example', ...headers } })
  return { status: answer.statusCode, etag: String(answer.headers.etag), text: answer.body, headers: answer.headers }
}

async function aSearchFeed(client: Client, keyword: string) {
  const saved = await client.get(createSavedSearch, { body: { name: keyword, query: { keyword } } })
  return await client.get(contract.createFeed, { body: { name: '搜索 & <源>', kind: 'search', subject_id: saved.id } })
}

describe('a feed', () => {
  test('has the results of a saved search, in both forms, with stable ids and links to the console', async () => {
    const editor = await app.as('editor')
    const { atom, json } = await aSearchFeed(editor, '蓝鲸码头')
    const empty = await read(atom)
    expect(parseAtomFeed(empty.text)).toMatchObject({ title: { value: '搜索 & <源>' } })
    const og = await editor.get(createOg, { body: { name: '蓝鲸码头 <公司> & 子公司' } })
    await index()
    const first = await read(atom)
    expect(first.headers['content-type']).toContain('application/atom+xml')
    const { entries = [] } = parseAtomFeed(first.text)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      title: { value: '蓝鲸码头 <公司> & 子公司' },
      links: [{ href: `http://console.example/og/${og.id}` }],
    })
    await editor.get(updateOg, { body: { id: og.id, rev: og.rev, desc: '有变化' } })
    await index()
    const later = parseAtomFeed((await read(atom)).text).entries ?? []
    expect(later[0]?.id).toBe(entries[0]?.id)
    const { items = [] } = parseJsonFeed((await read(json)).text)
    expect(items[0]).toMatchObject({ id: entries[0]?.id, title: '蓝鲸码头 <公司> & 子公司' })
  })

  test('answers 304 until something changes', async () => {
    const editor = await app.as('editor')
    const { atom } = await aSearchFeed(editor, '灰雁仓库')
    const { etag } = await read(atom)
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    expect((await read(atom, { 'if-none-match': etag })).status).toBe(304)
    expect((await read(atom, { 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
    await editor.get(createOg, { body: { name: '灰雁仓库' } })
    await index()
    expect((await read(atom, { 'if-none-match': etag })).status).toBe(200)
  })

  test('shows what its user may read at each request', async () => {
    const admin = await app.as('admin')
    const editor = await app.as('editor')
    const { atom } = await aSearchFeed(editor, '夜莺剧院')
    const og = await admin.get(createOg, { body: { name: '夜莺剧院' } })
    await index()
    expect((await read(atom)).text).toContain('夜莺剧院')
    await admin.get(updateOg, { body: { id: og.id, rev: og.rev, read_user: [admin.id] } })
    await index()
    expect(parseAtomFeed((await read(atom)).text).entries ?? []).toEqual([])
    const secret = await admin.get(createOg, { body: { name: '机密组织', read_user: [admin.id] } })
    const body = { name: 'x', kind: 'og' as const, subject_id: secret.id }
    expect((await editor.call(contract.createFeed, { body })).status).toBe(404)
  })

  test('of an organisation and of screening hits can be read by editors only', async () => {
    const editor = await app.as('editor')
    const reader = await app.as('reader')
    const og = await editor.get(createOg, { body: { name: '差异订阅' } })
    const bodies = [
      { name: 'og', kind: 'og' as const, subject_id: og.id },
      { name: 'hits', kind: 'screening' as const },
    ]
    for (const body of bodies) {
      expect((await reader.call(contract.createFeed, { body })).status).toBe(403)
      const { atom } = await editor.get(contract.createFeed, { body })
      expect((await read(atom)).status).toBe(200)
    }
  })

  test('dies with its revocation, its user and their access, on every process', async () => {
    const admin = await app.as('admin')
    const other = await app.another()
    const onBoth = async (url: string) =>
      (await Promise.all([app.app, other].map(each => each.inject({ method: 'GET', url })))).map(
        ({ statusCode }) => statusCode,
      )
    const editor = await app.as('editor')
    const revoked = await aSearchFeed(editor, '一')
    const kept = await aSearchFeed(editor, '二')
    expect(await onBoth(revoked.atom)).toEqual([200, 200])
    await editor.get(contract.deleteFeed, { params: { id: String(revoked.feed.id) } })
    expect(await onBoth(revoked.atom)).toEqual([404, 404])
    await admin.get(updateUser, { params: { id: String(editor.id) }, body: { status: 'disabled' } })
    expect(await onBoth(kept.atom)).toEqual([404, 404])
    const reader = await app.as('reader')
    const ended = await aSearchFeed(reader, '三')
    await admin.get(endAccess, { params: { id: String(reader.id) } })
    expect(await onBoth(ended.atom)).toEqual([404, 404])
    expect(await onBoth(`/v1/feed/${'x'.repeat(43)}/atom.xml`)).toEqual([404, 404])
    await other.close()
  })

  test('is never made with an access token, nor shown to others', async () => {
    const admin = await app.as('admin')
    const editor = await app.as('editor')
    const { feed } = await aSearchFeed(editor, '四')
    const { secret } = await editor.get(createToken, {
      params: { id: String(editor.id) },
      body: { name: 'x', scopes: ['read', 'write'], minutes: 60 },
    })
    const answer = await app.app.inject({
      method: 'POST',
      url: '/v1/feed',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      payload: { name: 'x', kind: 'screening' },
    })
    expect(answer.statusCode).toBe(403)
    expect((await admin.call(contract.deleteFeed, { params: { id: String(feed.id) } })).status).toBe(404)
    expect((await admin.get(contract.listFeeds)).items).toEqual([])
    const rows = JSON.stringify(await app.db.selectFrom('feed').selectAll().execute())
    expect(rows).not.toContain('/v1/feed')
  })
})
