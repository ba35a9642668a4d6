import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { decideMention, listMentions, type Mention } from '#contract/mention.api.ts'
import { deleteOg } from '#contract/og.api.ts'
import { ogOverview, personOverview } from '#contract/overview.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { roles } from '#contract/role.ts'
import { deleteUpload } from '#contract/upload.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { sendAndRead } from '#server/features/upload/testing.ts'
import { aStoredPage, type StoredPage } from '#server/features/word/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { excerptOf } from './excerpt.ts'

const app = useTestApp()
const page = (text: string) => `<html><title>T</title><body><main>${text}</main></body></html>`

const pageOf = (item: Mention) => (item.kind === 'page' ? item.page.id : null)

async function mention(
  where: StoredPage,
  values: { noun: PartyEntity; id: number; name: string; at?: string; is_new?: boolean },
) {
  await sql`insert into mention (og_id, page_id, version_id, noun, record_id, name, count, is_new, found_at)
    values (${where.og_id}::bigint, ${where.page_id}::bigint, ${where.version_id}::bigint, ${values.noun},
      ${values.id}::bigint, ${values.name}, 2, ${values.is_new ?? false}, ${values.at ?? '2026-11-20T00:00:00Z'})`.execute(
    app.db,
  )
}

describe('mentions', () => {
  test('of a person are listed newest first, with the site, the words around the name and the version', async () => {
    const editor = await app.as('editor')
    const site = await anOg(app.ctx, { name: 'Harbour' })
    const person = await aPerson(app.ctx, { name: '张三' })
    const first = await aStoredPage(app.ctx, {
      ogId: site.id,
      url: 'https://h.example/1',
      html: page('<p>Board</p><p>董事会昨日任命张三为主席。</p>'),
    })
    const second = await aStoredPage(app.ctx, {
      ogId: site.id,
      url: 'https://h.example/2',
      html: page('<p>张三出席。</p>'),
    })
    await mention(first, { noun: 'person', id: person.id, name: '张三', at: '2026-11-19T00:00:00Z' })
    await mention(second, { noun: 'person', id: person.id, name: '张三', at: '2026-11-20T00:00:00Z', is_new: true })
    const got = await editor.get(listMentions, { query: { person: String(person.id) } })
    expect(got).toMatchObject({ total: 2, current: 1, pageSize: 20 })
    expect(got.items.map(item => item.kind === 'page' && item.page.url)).toEqual([
      'https://h.example/2',
      'https://h.example/1',
    ])
    expect(got.items[1]).toMatchObject({
      page: { id: first.page_id, title: 'Title' },
      og: { id: site.id, name: 'Harbour' },
      version_id: first.version_id,
      count: 2,
      is_new: false,
      name: '张三',
      excerpt: { text: '董事会昨日任命张三为主席。', start: 7, end: 9 },
    })
    const second1 = await editor.get(listMentions, {
      query: { person: String(person.id), current: '2', pageSize: '1' },
    })
    expect([second1.total, second1.items.map(item => item.kind === 'page' && item.page.id)]).toEqual([
      2,
      [first.page_id],
    ])
  })

  test('in older versions are listed on request, and those on its own site can be left out', async () => {
    const editor = await app.as('editor')
    const og = await anOg(app.ctx, { name: 'Port Board' })
    const own = await aStoredPage(app.ctx, { ogId: og.id, html: page('<p>Port Board</p>') })
    const other = await aStoredPage(app.ctx, { html: page('<p>The Port Board met.</p>') })
    for (const where of [own, other]) await mention(where, { noun: 'og', id: og.id, name: 'Port Board' })
    const pages = async (query: Record<string, string> = {}) =>
      (await editor.get(listMentions, { query: { og: String(og.id), ...query } })).items.map(pageOf)
    expect((await pages()).sort()).toEqual([own.page_id, other.page_id].sort())
    expect(await pages({ elsewhere: 'true' })).toEqual([other.page_id])
    await sql`update page set last_version = null where id = ${other.page_id}`.execute(app.db)
    expect(await pages({ elsewhere: 'true' })).toEqual([])
    expect(await pages({ elsewhere: 'true', newest_only: 'false' })).toEqual([other.page_id])
  })

  test('are hidden with the record that they name and with their site', async () => {
    const admin = await app.as('admin')
    const editor = await app.as('editor')
    const own = { owner: admin.id, read_user: [admin.id] }
    const secretSite = await anOg(app.ctx, own)
    const secret = await anOg(app.ctx, { ...own, name: 'Hidden Oil' })
    const person = await aPerson(app.ctx, { name: 'Open Person' })
    const onSecret = await aStoredPage(app.ctx, { ogId: secretSite.id, html: page('<p>Open Person</p>') })
    const onOpen = await aStoredPage(app.ctx, { html: page('<p>Open Person of Hidden Oil</p>') })
    for (const where of [onSecret, onOpen]) {
      await mention(where, { noun: 'person', id: person.id, name: 'Open Person' })
      await mention(where, { noun: 'og', id: secret.id, name: 'Hidden Oil' })
    }
    const ofPerson = { query: { person: String(person.id) } }
    expect(await admin.get(listMentions, ofPerson)).toMatchObject({ total: 2 })
    const seen = await editor.get(listMentions, ofPerson)
    expect([seen.total, seen.items.map(pageOf)]).toEqual([1, [onOpen.page_id]])
    const ofSecret = { query: { og: String(secret.id) } }
    expect((await admin.call(listMentions, ofSecret)).status).toBe(200)
    expect((await editor.call(listMentions, ofSecret)).status).toBe(404)
    await admin.get(deleteOg, { params: { id: String(onOpen.og_id) } })
    expect(await editor.get(listMentions, ofPerson)).toMatchObject({ total: 0, items: [] })
  })

  test('are requested for one record by users who may open pages', async () => {
    const og = await anOg(app.ctx)
    const requested = { query: { og: String(og.id) } }
    const statuses = await Promise.all(
      roles.map(async role => [role, (await (await app.as(role)).call(listMentions, requested)).status]),
    )
    expect(Object.fromEntries(statuses)).toEqual({
      admin: 200,
      super_editor: 200,
      editor: 200,
      super_reader: 403,
      reader: 403,
      uploader: 403,
      device: 403,
    })
    const editor = await app.as('editor')
    for (const query of [{}, { og: '1', person: '1' }, { og: String(og.id), pageSize: '21' }])
      expect((await editor.call(listMentions, { query })).status, JSON.stringify(query)).toBe(422)
    expect((await editor.call(listMentions, { query: { person: '987654321' } })).status).toBe(404)
  })

  test('stay without an excerpt if the text is lost', async () => {
    const editor = await app.as('editor')
    const person = await aPerson(app.ctx)
    const where = await aStoredPage(app.ctx, { html: page('<p>Li Si was here</p>') })
    await mention(where, { noun: 'person', id: person.id, name: 'Li Si' })
    await sql`update page_version set is_lost = true where id = ${where.version_id}`.execute(app.db)
    const { items } = await editor.get(listMentions, { query: { person: String(person.id) } })
    expect(items).toMatchObject([{ name: 'Li Si', excerpt: null }])
  })
})

describe('mentions in uploads', () => {
  const both = ['page', 'upload']
  const titleOf = (item: Mention) => (item.kind === 'upload' ? item.upload.title : null)

  test('are listed with those on pages by time, with the words around the name and the certainty', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const person = await aPerson(app.ctx, { name: '欧阳靖宇𠮷' })
    app.clock.set('2026-11-20T12:00:00Z')
    const sent = await sendAndRead(app, editor, 'minutes.txt', '会议记录\n主席欧阳靖宇𠮷出席，欧阳靖宇𠮷发言。')
    const older = await aStoredPage(app.ctx, { html: page('<p>欧阳靖宇𠮷</p>') })
    const newer = await aStoredPage(app.ctx, { html: page('<p>欧阳靖宇𠮷</p>') })
    await mention(older, { noun: 'person', id: person.id, name: '欧阳靖宇𠮷', at: '2026-11-19T00:00:00Z' })
    await mention(newer, { noun: 'person', id: person.id, name: '欧阳靖宇𠮷', at: '2026-11-21T00:00:00Z' })
    const of = (query: Record<string, string | string[]>) =>
      editor.get(listMentions, { query: { person: String(person.id), ...query } })
    const all = await of({ kind: both })
    expect(all.total).toBe(3)
    expect(all.items.map(item => item.kind)).toEqual(['page', 'upload', 'page'])
    expect(all.items[1]).toMatchObject({
      kind: 'upload',
      upload: { id: sent.id, title: sent.title, file_name: 'minutes.txt' },
      part: 1,
      created_at: sent.created_at,
      count: 2,
      name: '欧阳靖宇𠮷',
      named: { noun: 'person', id: person.id, certainty: 'possible', verdict: null },
      excerpt: { text: '会议记录\n主席欧阳靖宇𠮷出席，欧阳靖宇𠮷发言。', start: 7, end: 13 },
    })
    // Page by page, no mention is repeated or lost.
    const paged = await Promise.all(['1', '2', '3', '4'].map(current => of({ kind: both, current, pageSize: '1' })))
    expect(paged.map(each => each.items)).toEqual([...all.items.map(item => [item]), []])
    expect(await of({ kind: 'upload' })).toMatchObject({ total: 1, items: [{ upload: { id: sent.id } }] })
    // Clients of earlier versions do not name a kind.
    expect((await of({})).items.map(item => item.kind)).toEqual(['page', 'page'])
    const overview = await editor.get(personOverview, { params: { id: String(person.id) } })
    expect(overview.counts.mentions).toBe(3)
    expect(overview.mentions).toEqual(all.items)
    await admin.get(deleteUpload, { params: { id: String(sent.id) } })
    expect(await of({ kind: both })).toMatchObject({ total: 2 })
  })

  test('leave no trace if the reader may not read the upload', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const person = await aPerson(app.ctx, { name: 'Quentin Oakenshield' })
    const og = await anOg(app.ctx, { name: 'Oakenshield Ferries' })
    const text = 'Quentin Oakenshield founded Oakenshield Ferries.'
    const secret = await sendAndRead(app, admin, 'secret.txt', `Secret. ${text}`, { read_user: [admin.id] })
    const open = await sendAndRead(app, admin, 'open.txt', text)
    for (const [query, overview, id] of [
      [{ person: String(person.id) }, personOverview, person.id],
      [{ og: String(og.id) }, ogOverview, og.id],
    ] as const) {
      const request = { query: { ...query, kind: both } }
      const seen = await admin.get(listMentions, request)
      expect([seen.total, seen.items.map(titleOf)]).toEqual([2, [open.title, secret.title]])
      const got = await editor.get(listMentions, request)
      expect([got.total, got.items.map(titleOf)]).toEqual([1, [open.title]])
      const second = await editor.get(listMentions, { query: { ...request.query, current: '2', pageSize: '1' } })
      expect(second.items).toEqual([])
      const shown = await editor.get(overview, { params: { id: String(id) } })
      expect([shown.counts.mentions, shown.mentions.map(titleOf)]).toEqual([1, [open.title]])
      expect((await admin.get(overview, { params: { id: String(id) } })).counts.mentions).toBe(2)
    }
    const hidden = await aPerson(app.ctx, { name: 'Hidden Bearer', owner: admin.id, read_user: [admin.id] })
    const request = { query: { person: String(hidden.id), kind: both } }
    expect((await editor.call(listMentions, request)).status).toBe(404)
  })

  test('are left out once rejected, and listed on request', async () => {
    const editor = await app.as('editor')
    const person = await aPerson(app.ctx, { name: 'Wilhelmina Ashgrove' })
    const { id: upload } = await sendAndRead(app, editor, 'a.txt', 'Wilhelmina Ashgrove was there.')
    const request = (rejected: 'true' | 'false') =>
      editor.get(listMentions, { query: { person: String(person.id), kind: 'upload', rejected } })
    expect((await request('false')).total).toBe(1)
    await editor.get(decideMention, { body: { noun: 'person', id: person.id, upload, verdict: 'rejected' } })
    expect((await request('false')).total).toBe(0)
    expect(await request('true')).toMatchObject({ total: 1, items: [{ named: { verdict: 'rejected' } }] })
  })

  test('show the occurrence with evidence in a later part of the text', async () => {
    const editor = await app.as('editor')
    const og = await anOg(app.ctx, { name: 'Brackenfell Harbour Board' })
    const person = await aPerson(app.ctx, { name: '霍启刚𠮷', ogs: [og.id] })
    const filler = `${'其他内容。'.repeat(40)}\n`.repeat(60)
    const text = `霍启刚𠮷演讲。\n${filler}Brackenfell Harbour Board 霍启刚𠮷`
    await sendAndRead(app, editor, 'late.txt', text)
    const { items } = await editor.get(listMentions, { query: { person: String(person.id), kind: 'upload' } })
    expect(items[0]?.excerpt?.text).toMatch(/Brackenfell Harbour Board 霍启刚𠮷$/)
  })
})

describe('the excerpt of a mention', () => {
  test('is taken at the evidence that the reader may know', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const [bank, secret] = [
      await anOg(app.ctx, { name: '国泰银行', aliases: ['Cathay Bank'] }),
      await anOg(app.ctx, { name: '隐秘石油', owner: admin.id, read_user: [admin.id] }),
    ]
    const person = await aPerson(app.ctx, { name: '张伟', ogs: [bank.id, secret.id], birth_time: '1962-05-03' })
    const texts = ['摄影师张伟的展览', '隐秘石油的张伟', 'Cathay Bank 的张伟', '张伟生于1962年5月3日']
    const apart = `<p>${'其他内容。'.repeat(60)}</p>`
    const where = await aStoredPage(app.ctx, { html: page(texts.map(text => `<p>${text}</p>`).join(apart)) })
    await mention(where, { noun: 'person', id: person.id, name: '张伟' })
    const facts = [
      { code: 'place', points: 1, value: '不在文中' },
      { code: 'with_og', points: 3, value: '国泰银行', of: { noun: 'og', id: bank.id } },
      { code: 'with_og', points: 3.5, value: '隐秘石油', of: { noun: 'og', id: secret.id } },
    ]
    const shown = async (who: typeof admin, more: object[] = []) => {
      const evidence = { base: 0, isCommon: true, facts: [...more, ...facts], rivals: [] }
      await sql`update mention set evidence = ${JSON.stringify(evidence)}::jsonb where record_id = ${person.id}`.execute(
        app.db,
      )
      return (await who.get(listMentions, { query: { person: String(person.id) } })).items[0]?.excerpt?.text
    }
    expect(await shown(admin)).toBe(texts[1])
    expect(await shown(editor)).toBe(texts[2])
    expect(await shown(editor, [{ code: 'birth_date', points: 4, value: '1962-05-03' }])).toBe(texts[3])
  })
})

describe('an excerpt', () => {
  test('is the first occurrence of the name as separate words', () => {
    expect(excerptOf(['Targeted help', 'We met Target today'], 'Target')).toEqual({
      text: 'We met Target today',
      start: 7,
      end: 13,
    })
    expect(excerptOf(['中石油集团'], '石油')).toMatchObject({ start: 1, end: 3 })
    expect(excerptOf(['nothing'], 'Target')).toBeNull()
  })

  test('is the occurrence with the strongest evidence, also across the border of a block', () => {
    const gap = '其他内容。'.repeat(40)
    const blocks = [
      '摄影师张三的作品。',
      gap,
      '张三在法国演讲。',
      gap,
      '港务局宣布：',
      '任命张三为主席。',
      gap,
      '张三。',
    ]
    const shown = (nearby: string[]) => excerptOf(blocks, '张三', nearby)?.text
    expect(shown([])).toBe(blocks[0])
    expect(shown(['法国'])).toBe(blocks[2])
    expect(shown(['港务局', '法国'])).toBe(blocks[5])
    expect(shown(['不在文中', '法国'])).toBe(blocks[2])
    expect(shown(['不在文中'])).toBe(blocks[0])
    expect(excerptOf(['港务局的同事张三', '张三，港务局'], '张三', ['港务局'])?.start).toBe(6)
    const far = `张三 ${'word '.repeat(22)}张三 Harbour Board ${'word '.repeat(30)}`
    expect(excerptOf([far], '张三', ['harbour board'])?.text).toMatch(/^….*张三 Harbour Board/)
    expect(excerptOf(['𠮷田太郎', `𠮷田太郎${'𠮷'.repeat(100)}法国`], '𠮷田太郎', ['法国'])?.text.isWellFormed()).toBe(
      true,
    )
  })

  test('is cut between words on both sides and never inside a character', () => {
    const long = `${'before '.repeat(30)}Target${' after'.repeat(30)}`
    const cut = excerptOf([long], 'Target')
    expect(cut?.text).toMatch(/^…before .*Target after.* after…$/)
    expect(cut?.text.length).toBeLessThan(130)
    expect(cut?.text.slice(cut.start, cut.end)).toBe('Target')
    for (const shift of ['', 'x']) {
      const faces = excerptOf([`${'😀'.repeat(60)}${shift}张三${shift}${'😀'.repeat(60)}`], '张三')
      expect(faces?.text.isWellFormed()).toBe(true)
      expect(faces?.text.slice(faces.start, faces.end)).toBe('张三')
    }
  })
})
