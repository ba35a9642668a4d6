import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { certifyFile, certifyName, certifyRecord, verifyCertificate } from '#contract/certificate.api.ts'
import { createList } from '#contract/list.api.ts'
import { createScreeningFile, getScreeningFile, runScreeningFile } from '#contract/screening_file.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
afterAll(closeEngine)

async function aList(admin: Client) {
  const list = await admin.get(createList, { body: { name: `Sanctions ${Math.random()}` } })
  const properties = { name: ['Sergei Vladimirovich Petrenko', '姜𤨒姬'], birthDate: ['1970-02-03'] }
  return await load(app, admin, list, fileOf([{ id: 'x-1', properties }]))
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const verify = (client: Client, body: object) => client.get(verifyCertificate, { body })

async function read(answer: { status: number; body: unknown }) {
  expect(answer.status).toBe(200)
  const bytes = answer.body as Buffer
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return { sha256: sha(bytes), text: text.replace(/\s+/g, ' ') }
}

const name = { kind: 'person' as const, name: 'Сергей Владимирович Петренко', date: '1970-02-03' }

test('a certificate states what was compared with which lists and how, and its code and its file prove that it is genuine', async () => {
  const [admin, editor, reader] = [await app.as('admin'), await app.as('editor'), await app.as('reader')]
  const list = await aList(admin)
  const empty = await admin.get(createList, { body: { name: 'Never loaded' } })
  const { text, sha256 } = await read(await editor.call(certifyName, { body: name }))
  for (const part of ['Screening certificate', editor.username, 'version 1', '1 entries', 'x-1', '1970-02-03'])
    expect(text).toContain(part)
  expect(text).toContain(list.name)
  expect(text).toContain('Not compared: Never loaded (nothing has been loaded into it)')
  const code = /code ([0-9A-Z]{4}(?:-[0-9A-Z]{4}){5})/.exec(text)?.[1] ?? ''
  const byCode = await verify(reader, { code: code.toLowerCase().replaceAll('-', ' '), sha256 })
  expect(byCode).toMatchObject({ state: 'genuine', code, is_same_file: true, content: { kind: 'name', hit_count: 1 } })
  expect(byCode.content?.behind).toEqual([{ id: empty.id, name: empty.name, version: null }])
  expect(byCode.content?.lists.find(each => each.id === list.id)).toMatchObject({ version: 1, entries: 1 })
  expect(await verify(reader, { sha256 })).toMatchObject({ state: 'genuine', is_same_file: true })
  expect(await verify(reader, { code, sha256: '0'.repeat(64) })).toMatchObject({
    state: 'genuine',
    is_same_file: false,
  })
  const other = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
  expect(await verify(reader, { code: other })).toMatchObject({ state: 'unknown', content: null })
  expect(await verify(reader, {})).toMatchObject({ state: 'unknown' })
})

test('content that differs from the sealed one is reported as broken, and blanked content as erased', async () => {
  const editor = await app.as('editor')
  const { sha256 } = await read(await editor.call(certifyName, { body: { ...name, name: 'Nobody Whatsoever' } }))
  const kept = sql`where file_hash = ${Buffer.from(sha256, 'hex')}`
  await sql`update certificate set content = jsonb_set(content, '{party,names}', '["▇▇▇"]') ${kept}`.execute(app.db)
  expect(await verify(editor, { sha256 })).toMatchObject({ state: 'erased' })
  await sql`update certificate set content = jsonb_set(content, '{party,names}', '["Somebody Else"]') ${kept}`.execute(
    app.db,
  )
  expect(await verify(editor, { sha256 })).toMatchObject({ state: 'broken' })
  await sql`update certificate set content = jsonb_set(content, '{party,names}', '["Nobody Whatsoever"]') ${kept}`.execute(
    app.db,
  )
  expect(await verify(editor, { sha256 })).toMatchObject({ state: 'genuine' })
  await sql`update certificate set signature = decode(repeat('00', 64), 'hex') ${kept}`.execute(app.db)
  expect(await verify(editor, { sha256 })).toMatchObject({ state: 'broken' })
})

test('a record’s certificate is issued and verified only for users who may read the record', async () => {
  const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
  await aList(admin)
  const person = await aPerson(app.ctx, { name: '姜𤨒姬', owner: editor.id, read_user: [editor.id] })
  const body = { noun: 'person' as const, id: person.id }
  expect((await other.call(certifyRecord, { body })).status).toBe(404)
  const { text, sha256 } = await read(await editor.call(certifyRecord, { body }))
  expect(text).toContain(`#${person.id}`)
  expect(text).toContain('not decided')
  expect(await verify(editor, { sha256 })).toMatchObject({ state: 'genuine', content: { record: { id: person.id } } })
  expect(await verify(other, { sha256 })).toMatchObject({ state: 'unknown', content: null })
  expect((await (await app.as('reader')).call(certifyRecord, { body })).status).toBe(403)
})

test('a screened file is certified only for its owner, and not before it is finished', async () => {
  const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
  await aList(admin)
  const content = 'name\nSergei Vladimirovich Petrenko\nمحمد عبد الرحمن\n'
  const { id } = (await editor.upload(createScreeningFile, { name: '客户.csv', content })).body.data
  await app.drainJobs()
  const file = await editor.get(getScreeningFile, { params: { id: `${id}` } })
  expect((await editor.call(certifyFile, { body: { id } })).status).toBe(409)
  await editor.get(runScreeningFile, { params: { id: `${id}` }, body: file.plan })
  await app.drainJobs()
  expect((await other.call(certifyFile, { body: { id } })).status).toBe(404)
  const { text, sha256 } = await read(await editor.call(certifyFile, { body: { id } }))
  expect(text).toContain('2 rows, 2 compared')
  expect(text).toContain('Row 1, Sergei Vladimirovich Petrenko')
  const { content: stated } = await verify(editor, { sha256 })
  expect(stated?.file?.sha256).toBe(sha(Buffer.from(content)))
})
