import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getImport } from '#contract/import.api.ts'
import { retrySetAside } from '#contract/set_aside.api.ts'
import { readTicket } from '#contract/ticket.api.ts'
import * as contract from '#contract/upload.api.ts'
import { listUploadFindings, listUploadParts } from '#contract/upload-text.api.ts'
import { deleteUser } from '#contract/user.api.ts'
import { createWord } from '#contract/word.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { adoptChangedNames } from '#server/features/word/word.service.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { send, sendAndRead } from './testing.ts'

const app = useTestApp()

test('an uploaded text is read, and its words and named records are found', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { name: '光华机械' })
  const word = await editor.get(createWord, { body: { word: '出口管制' } })
  const text = '光华机械被列入出口管制名单。\n出口管制措施自今日起生效。'
  const upload = await sendAndRead(app, editor, '名单.txt', text, { source: '来信' })
  expect(upload).toMatchObject({
    title: '名单.txt',
    status: 'ready',
    kind: 'text',
    media_type: 'text/plain',
    failure: null,
    flags: [],
    hits: 2,
    mentions: 1,
    part_count: 1,
    source: '来信',
    uploader: { id: editor.id },
  })
  const parts = await editor.get(listUploadParts, { params: { id: `${upload.id}` } })
  expect(parts.items[0]?.text).toBe(text)
  expect(parts.items[0]?.marks.map(mark => [mark.kind, mark.id])).toEqual([
    ['og', og.id],
    ['word', word.id],
    ['word', word.id],
  ])
  const findings = await editor.get(listUploadFindings, { params: { id: `${upload.id}` } })
  expect(findings?.words).toEqual([{ id: word.id, word: '出口管制', level: word.level, count: 2, part: 1 }])
  expect(findings?.mentions).toMatchObject([{ noun: 'og', id: og.id, name: '光华机械', count: 1 }])
  const listed = await editor.get(contract.listUploads, { query: { has_hits: 'true' } })
  expect(listed.items.map(item => item.id)).toEqual([upload.id])
})

const one = (upload: { id: number }) => ({ params: { id: `${upload.id}` } })
const rowsOf = async (query: string) => (await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(app.db)).rows

test('an uploader sees only their own uploads, without words, names and links', async () => {
  const [uploader, another, editor] = [await app.as('uploader'), await app.as('uploader'), await app.as('editor')]
  const og = await anOg(app.ctx, { name: '长风矿业' })
  await editor.get(createWord, { body: { word: '转口贸易' } })
  const mine = await sendAndRead(app, uploader, 'mine.txt', '长风矿业 转口贸易')
  const theirs = await send(app, another, 'theirs.txt', '长风矿业')
  const admin = await app.as('admin')
  await admin.get(contract.updateUpload, { ...one(mine), body: { ogs: [og.id] } })
  const seen = await uploader.get(contract.listUploads, { query: { sort: '-hits', has_hits: 'true' } })
  expect(seen).toMatchObject({
    total: 1,
    items: [{ id: mine.id, hits: null, mentions: null, ogs: [], can: [], acts: [] }],
  })
  expect((await uploader.get(listUploadParts, one(mine))).items).toMatchObject([{ marks: [] }])
  expect(await uploader.get(listUploadFindings, one(mine))).toBeNull()
  expect((await uploader.get(contract.listUploads, { query: { og: `${og.id}` } })).total).toBe(0)
  for (const endpoint of [
    contract.getUpload,
    listUploadParts,
    listUploadFindings,
    contract.createUploadTicket,
  ] as const)
    expect((await uploader.call(endpoint, one(theirs))).status).toBe(404)
  expect((await editor.get(contract.getUpload, one(mine))).hits).toBe(1)
})

test('an upload with few readers does not exist for other users, and no count reveals its mentions', async () => {
  const [owner, friend, stranger] = [await app.as('editor'), await app.as('editor'), await app.as('super_editor')]
  const secret = await anOg(app.ctx, { name: '密林资本', owner: owner.id, read_user: [owner.id] })
  const hidden = await sendAndRead(app, owner, 'h.txt', '密林资本', { read_user: [friend.id], ogs: [secret.id] })
  expect(hidden).toMatchObject({ mentions: 1, ogs: [{ id: secret.id }] })
  expect(await friend.get(contract.getUpload, one(hidden))).toMatchObject({ mentions: 0, ogs: [] })
  expect(await friend.get(listUploadFindings, one(hidden))).toEqual({ words: [], mentions: [] })
  expect((await friend.get(contract.listUploads, { query: { og: `${secret.id}` } })).total).toBe(0)
  const history = await friend.get(contract.listUploadHistory, one(hidden))
  expect(JSON.stringify(history)).not.toContain('"ogs"')
  const asks = [
    stranger.call(contract.getUpload, one(hidden)),
    stranger.call(contract.listUploadHistory, one(hidden)),
    stranger.call(contract.updateUpload, { ...one(hidden), body: { title: 'x' } }),
    stranger.call(contract.deleteUpload, one(hidden)),
    stranger.call(contract.reviewUpload, { ...one(hidden), body: { status: 'accepted', reason: null } }),
    stranger.call(contract.retryUpload, one(hidden)),
    stranger.call(contract.importUpload, { ...one(hidden), body: { noun: 'og' } }),
    stranger.call(contract.createUploadTicket, one(hidden)),
  ]
  for (const answer of await Promise.all(asks)) expect(answer.status).toBe(404)
  const listed = await stranger.get(contract.listUploads, { query: { id: [`${hidden.id}`] } as never })
  expect(listed).toMatchObject({ total: 0, items: [] })
})

test('an editor changes their own uploads and reviews those of others; only supers delete', async () => {
  const [editor, another, chief] = [await app.as('editor'), await app.as('editor'), await app.as('super_editor')]
  const upload = await sendAndRead(app, editor, 'a.txt', 'text')
  expect(upload).toMatchObject({ can: ['update'], acts: ['review'] })
  const changed = await editor.get(contract.updateUpload, { ...one(upload), body: { rev: upload.rev, note: 'n' } })
  expect(changed.note).toBe('n')
  const stale = { ...one(upload), body: { rev: upload.rev, note: 'm' } }
  expect((await editor.call(contract.updateUpload, stale)).status).toBe(409)
  expect((await another.call(contract.updateUpload, { ...one(upload), body: { note: 'x' } })).status).toBe(403)
  expect((await editor.call(contract.deleteUpload, one(upload))).status).toBe(403)
  const judge = (body: object) => another.call(contract.reviewUpload, { ...one(upload), body } as never)
  expect((await judge({ status: 'rejected', reason: null })).status).toBe(422)
  expect((await judge({ status: 'rejected', reason: '来源不明', rev: upload.rev })).status).toBe(409)
  expect((await judge({ status: 'rejected', reason: '来源不明' })).body.data).toMatchObject({
    status: 'rejected',
    reason: '来源不明',
    reviewer: { id: another.id, name: another.username },
  })
  expect((await judge({ status: 'accepted', reason: null })).body.data).toMatchObject({
    status: 'accepted',
    reason: null,
  })
  const { items } = await chief.get(contract.listUploadHistory, one(upload))
  expect(items.map(entry => entry.username)).toEqual([
    another.username,
    another.username,
    editor.username,
    editor.username,
  ])
  await chief.get(contract.deleteUpload, one(upload))
  expect((await editor.call(contract.getUpload, one(upload))).status).toBe(404)
  expect(await chief.get(contract.restoreUpload, one(upload))).toMatchObject({ status: 'accepted' })
})

test('the owner is notified when a file is reviewed, not that it waits for review', async () => {
  const [editor, chief] = [await app.as('editor'), await app.as('super_editor')]
  const upload = await sendAndRead(app, editor, 'a.txt', 'text')
  await chief.get(contract.reviewUpload, { ...one(upload), body: { status: 'accepted', reason: null } })
  const news = await rowsOf(
    `select kind, users, actor_id from news where noun = 'upload' and record_id = ${upload.id} and kind not in ('created', 'updated') order by id`,
  )
  expect(news).toMatchObject([
    { kind: 'review_asked', users: [], actor_id: editor.id },
    { kind: 'accepted', users: [editor.id], actor_id: chief.id },
  ])
})

test('an unread file cannot be reviewed; a failed one is retried, once at a time', async () => {
  const editor = await app.as('editor')
  const early = await send(app, editor, 'a.txt', 'text')
  const judge = { ...one(early), body: { status: 'accepted' as const, reason: null } }
  expect((await editor.call(contract.reviewUpload, judge)).status).toBe(409)
  expect((await editor.call(contract.retryUpload, one(early))).status).toBe(409)
  const failed = await sendAndRead(app, editor, 'a.pdf', '%PDF-1.4 nothing')
  expect(failed).toMatchObject({ status: 'failed', failure: 'broken', acts: ['review', 'retry'] })
  expect(await editor.get(contract.retryUpload, one(failed))).toMatchObject({ status: 'received', failure: null })
  await app.drainJobs()
  expect(await editor.get(contract.getUpload, one(failed))).toMatchObject({ status: 'failed', failure: 'broken' })
  expect(await sendAndRead(app, editor, 'empty.txt', '')).toMatchObject({ size: 0, status: 'failed', failure: 'empty' })
})

test('a reading whose worker was killed is repeated, up to a limit', async () => {
  const editor = await app.as('editor')
  const upload = await send(app, editor, 'a.txt', 'text')
  const stall = async (tries: number) => {
    await sql`update upload set status = 'processing', tries = ${tries}, touched_at = now() - interval '1 hour'
      where id = ${upload.id}`.execute(app.db)
    await sql`delete from graphile_worker._private_jobs`.execute(app.db)
    await sql`select graphile_worker.add_job('resume_upload_readings', '{}'::json)`.execute(app.db)
    await app.drainJobs()
    return await editor.get(contract.getUpload, one(upload))
  }
  expect(await stall(1)).toMatchObject({ status: 'ready', text_length: 4 })
  expect(await stall(6)).toMatchObject({ status: 'failed', failure: 'interrupted', text_length: 0 })
})

test('a file is downloaded as an attachment with a generic type, once, by users who may still read it, and the download is recorded', async () => {
  const [editor, admin] = [await app.as('editor'), await app.as('admin')]
  const html = '<script>alert(1)</script>'
  const upload = await send(app, editor, '..\\..\\etc/报告"<b>.html', html)
  expect(upload.file_name).toBe('报告"<b>.html')
  const tokenOf = async () => (await editor.get(contract.createUploadTicket, one(upload))).url.split('/').at(-1) ?? ''
  const token = await tokenOf()
  const answer = await app.anonymous.call(readTicket, { params: { token } })
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^sandbox;/),
      'content-disposition': expect.stringMatching(/^attachment; /),
    },
  })
  expect(String(answer.body)).toBe(html)
  expect((await app.anonymous.call(readTicket, { params: { token } })).status).toBe(404)
  const audits = await rowsOf(`select act, user_id from audit where noun = 'upload' and record_id = ${upload.id}`)
  expect(audits).toEqual([{ act: 'download', user_id: editor.id }])
  const late = await tokenOf()
  await admin.get(contract.deleteUpload, one(upload))
  expect((await app.anonymous.call(readTicket, { params: { token: late } })).status).toBe(404)
})

test('a table can be opened as a separate import; other files cannot', async () => {
  const editor = await app.as('editor')
  const sheet = await sendAndRead(app, editor, '组织.csv', 'name,website\n远山科技,https://yuanshan.example/\n')
  expect(sheet.acts).toContain('import')
  const begun = await editor.get(contract.importUpload, { ...one(sheet), body: { noun: 'og' } })
  await app.drainJobs()
  const parsed = await editor.get(getImport, { params: { id: `${begun.id}` } })
  expect(parsed).toMatchObject({ state: 'mapping', noun: 'og', file_name: '组织.csv', row_count: 1 })
  const text = await sendAndRead(app, editor, 'a.txt', 'plain text')
  expect((await editor.call(contract.importUpload, { ...one(text), body: { noun: 'og' } })).status).toBe(409)
})

test('a storage error during a reading is retried, and does not count as a fault of the file', async () => {
  const editor = await app.as('editor')
  const { id } = await send(app, editor, 'fault.txt', '仓库 fault')
  await rename(join(app.folder, 'upload'), join(app.folder, 'away'))
  for (let n = 0; n < 5; n += 1) {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
    await app.drainJobs()
    expect(await editor.get(contract.getUpload, one({ id }))).toMatchObject({ failure: null, status: 'received' })
  }
  await rename(join(app.folder, 'away'), join(app.folder, 'upload'))
  app.clock.advance(6 * 60_000)
  await sql`select graphile_worker.add_job('resume_upload_readings', '{}'::json)`.execute(app.db)
  await app.drainJobs()
  expect(await editor.get(contract.getUpload, one({ id }))).toMatchObject({
    failure: null,
    status: 'ready',
    text_length: 8,
  })
})

test('a word added while a file is read is found in it, and one added later at once', async () => {
  const editor = await app.as('editor')
  const rescan = async () => {
    await adoptChangedNames(app.ctx, 0)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
    await app.drainJobs()
  }
  for (let n = 0; n < 20; n += 1) {
    const name = `Tidewater Number ${n} Trust`
    const word = `潮水词${'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉'[n]}`
    const [upload, og] = await Promise.all([
      sendAndRead(app, editor, `tide-${n}.txt`, `${name} and ${word}`),
      anOg(app.ctx, { name }),
      editor.get(createWord, { body: { word } }),
    ])
    await rescan()
    const found = await editor.get(listUploadFindings, one(upload))
    expect(found?.words, word).toMatchObject([{ word, count: 1 }])
    expect(
      found?.mentions.map(each => each.id),
      name,
    ).toEqual([og.id])
  }
})

test('a new word is found in earlier uploads', async () => {
  const editor = await app.as('editor')
  const upload = await sendAndRead(app, editor, 'a.txt', `${'前言。'.repeat(10_000)}这里谈到影子舰队。`)
  expect(upload).toMatchObject({ hits: 0, part_count: 2 })
  await editor.get(createWord, { body: { word: '影子舰队' } })
  await sql`select graphile_worker.add_job('rescan_uploads', '{}'::json)`.execute(app.db)
  await app.drainJobs()
  expect(await editor.get(contract.getUpload, one(upload))).toMatchObject({ hits: 1, rev: upload.rev })
  const found = await editor.get(listUploadFindings, one(upload))
  expect(found?.words).toMatchObject([{ word: '影子舰队', count: 1, part: 2 }])
})

test('a text whose rescan fails blocks no other, and is searched when a user retries it', async () => {
  const editor = await app.as('editor')
  const [bad, good] = [
    await sendAndRead(app, editor, 'bad.txt', '先谈影子银行。'),
    await sendAndRead(app, editor, 'good.txt', '再谈影子银行。'),
  ]
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    if new.upload_id = ${sql.lit(bad.id)} then raise exception 'refused by the test'; end if; return new; end $$`.execute(
    app.db,
  )
  await sql`create trigger refuse before insert on upload_hit for each row execute function refuse()`.execute(app.db)
  await editor.get(createWord, { body: { word: '影子银行' } })
  await sql`select graphile_worker.add_job('rescan_uploads', '{}'::json)`.execute(app.db)
  await app.drainJobs()
  const hits = async () =>
    await Promise.all([bad, good].map(async each => (await editor.get(contract.getUpload, one(each))).hits))
  const quarantined = async () =>
    (await sql<{ id: number; queue: string; key: string }>`select id, queue, key from set_aside`.execute(app.db)).rows
  expect(await hits()).toEqual([0, 1])
  const rows = await quarantined()
  expect(rows).toMatchObject([{ queue: 'rescan', key: `upload:${bad.id}` }])
  await sql`drop trigger refuse on upload_hit`.execute(app.db)
  await (await app.as('admin')).get(retrySetAside, { params: { id: `${rows[0]?.id}` } })
  await app.drainJobs()
  expect([await hits(), await quarantined()]).toEqual([[1, 1], []])
})

test('many uploads are changed or deleted in one action, as far as the user may', async () => {
  const [editor, chief] = [await app.as('editor'), await app.as('super_editor')]
  const [mine, other] = [await send(app, editor, 'a.txt', 'a'), await send(app, chief, 'b.txt', 'b')]
  const ids = [mine.id, other.id]
  const patch = { read_user: [editor.id] }
  expect(await editor.get(contract.bulkUpload, { body: { act: 'update', ids, patch } })).toMatchObject({
    done: 1,
    refused: 1,
  })
  expect(await chief.get(contract.bulkUpload, { body: { act: 'delete', ids } })).toMatchObject({ done: 1, refused: 0 })
  expect((await editor.get(contract.getUpload, one(mine))).read_user).toEqual([editor.id])
})

test('uploads of a deleted user pass to the successor', async () => {
  const [editor, heir, admin] = [await app.as('editor'), await app.as('editor'), await app.as('admin')]
  const upload = await send(app, editor, 'a.txt', 'inherited', { read_user: [editor.id] })
  await admin.get(deleteUser, { params: { id: `${editor.id}` }, query: { heir: `${heir.id}` } } as never)
  expect(await heir.get(contract.getUpload, one(upload))).toMatchObject({ owner: heir.id, uploader: null })
})
