import { afterAll, expect, test } from 'vitest'
import { createList } from '#contract/list.api.ts'
import { editors, roles } from '#contract/role.ts'
import {
  cancelScreeningFile,
  createScreeningFile,
  deleteScreeningFile,
  getScreeningFile,
  getScreeningFileResult,
  getScreeningFileRow,
  listScreeningFileRows,
  listScreeningFiles,
  readScreeningFile,
  runScreeningFile,
  type ScreeningFile,
} from '#contract/screening_file.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { guessMapping, partyOfRow } from './plan.ts'
import { screeningFileJobs } from './screening_file.jobs.ts'

const app = useTestApp()
afterAll(closeEngine)

const at = (file: { id: number }) => ({ params: { id: String(file.id) } })
const seen = (client: Client, file: { id: number }) => client.get(getScreeningFile, at(file))

async function sent(client: Client, name: string, content: Buffer | string): Promise<ScreeningFile> {
  const answer = await client.upload(createScreeningFile, { name, content })
  expect(answer.status).toBe(200)
  await app.drainJobs()
  return await seen(client, answer.body.data)
}

async function run(client: Client, file: ScreeningFile, plan: object = {}): Promise<ScreeningFile> {
  const started = await client.get(runScreeningFile, { ...at(file), body: { ...file.plan, ...plan } })
  await app.drainJobs()
  return await seen(client, started)
}

async function aList(admin: Client, name = `Sanctions ${Math.random()}`) {
  const list = await admin.get(createList, { body: { name } })
  const sergei = { name: ['Sergei Vladimirovich Petrenko'], birthDate: ['1970-02-03'], country: ['ru'] }
  return await load(
    app,
    admin,
    list,
    fileOf([
      { id: 'x-1', properties: sergei },
      { id: 'x-2', schema: 'Company', properties: { name: ['Northern Tannery LLC'], country: ['de'] } },
      { id: 'x-3', properties: { name: ['𠮷田太郎'], nationality: ['jp'] } },
    ]),
  )
}

const long = 'Maximiliana '.repeat(16).trim()
const table = [
  'Ref,Full name,Type,Date of birth,Nationality,Passport no',
  'a1,Сергей Владимирович Петренко,person,1970-02-03,Russia,',
  'a2,"NORTHERN TANNERY, Limited Liability Company",公司,,德国,',
  'a3,Ann-Kristin Weißenfels,,31/31/1999,Atlantis,',
  'a4,   ,,,,',
  `a5,${'x'.repeat(5_000)},,,,`,
  'a6,𠮷田太郎,个人,,日本,"=HYPERLINK(""x"")"',
  `a7,${long},,,,`,
  'a8,\u202eأحمد محمد,,,,',
  'a9,Ivan Horvat,,,,,one cell more',
].join('\r\n')

const text = async (client: Client, file: { id: number }, language = 'en') => {
  const answer = await client.call(
    getScreeningFileResult,
    { ...at(file), query: { format: 'csv' } },
    { 'accept-language': language },
  )
  expect(answer.status).toBe(200)
  return String(answer.body)
}

test('a file of names is compared row by row, and returned with the results after its own columns', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList(admin, 'Sanctions of the north')
  const file = await sent(editor, 'customers.csv', table)
  expect(file).toMatchObject({ state: 'mapping', row_count: 9, columns: expect.arrayContaining(['Full name']) })
  expect(file.plan.mapping).toEqual([null, 'name', 'kind', 'date', 'country', 'number', null])

  const done = await run(editor, file)
  expect(done).toMatchObject({ state: 'done', progress: 9, error: null })
  expect(done.counts).toEqual({ strong: 3, possible: 0, none: 4, wrong: 2 })
  expect(done.lists).toEqual([{ id: list.id, name: list.name, version: 1 }])

  const { items, total } = await editor.get(listScreeningFileRows, at(file))
  expect(total).toBe(9)
  expect(
    items
      .slice(0, 3)
      .map(({ n }) => n)
      .sort(),
  ).toEqual([1, 2, 6])
  expect(items.find(({ n }) => n === 1)).toMatchObject({ result: 'strong', hits: [{ key: 'x-1' }], hit_count: 1 })
  expect(items.find(({ n }) => n === 4)).toMatchObject({ result: 'wrong', fault: 'The name is missing' })
  expect(items.find(({ n }) => n === 5)?.fault).toContain('longer than 300')
  expect(items.find(({ n }) => n === 7)).toMatchObject({ result: 'none', name: long })
  expect(items.find(({ n }) => n === 3)?.notes).toEqual(['Unreadable date “31/31/1999”', 'Unknown country “Atlantis”'])
  const detail = await editor.get(getScreeningFileRow, { params: { id: String(file.id), number: '1' } })
  expect(detail.party).toMatchObject({ dates: ['1970-02-03'], countries: ['RU'] })
  expect(detail.entries[0]?.properties.birthDate).toEqual(['1970-02-03'])

  const csv = await text(editor, file)
  expect(csv.startsWith('\ufeffRef,Full name,Type,')).toBe(true)
  const lines = csv.split('\r\n')
  expect(lines[0]).toContain('Passport no,,Result,Best match,List,Entry id,Score,Why,Further hits,Notes')
  expect(lines[1]).toMatch(/^a1,Сергей Владимирович Петренко,person,1970-02-03,Russia,,,strong,Sergei/)
  expect(lines[1]).toContain('Sanctions of the north (version 1),x-1,')
  expect(lines[1]).toMatch(/Same name in another script \(Sergei Vladimirovich Petrenko\).*same date \(1970-02-03\)/)
  expect(lines[6]).toContain(`"'=HYPERLINK(""x"")"`)
  expect(lines[9]).toMatch(/^a9,Ivan Horvat,,,,,one cell more,none,/)
  expect(await text(editor, file, 'zh-CN')).toContain('未能筛查')
})

const layout = { sheet: null, heading: null }

test('files, their rows and their results are only for their owner, and only for roles that screen', async () => {
  const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
  await aList(admin)
  const file = await run(editor, await sent(editor, 'a.csv', 'name\nSergei Petrenko'))
  for (const client of [admin, other]) {
    expect((await client.call(getScreeningFile, at(file))).status).toBe(404)
    expect((await client.call(listScreeningFileRows, at(file))).status).toBe(404)
    expect((await client.call(getScreeningFileRow, { params: { id: `${file.id}`, number: '1' } })).status).toBe(404)
    expect((await client.call(getScreeningFileResult, { ...at(file), query: { format: 'csv' } })).status).toBe(404)
    expect((await client.call(runScreeningFile, { ...at(file), body: file.plan })).status).toBe(404)
    expect((await client.call(cancelScreeningFile, at(file))).status).toBe(404)
    expect((await client.call(readScreeningFile, { ...at(file), body: layout })).status).toBe(404)
    expect((await client.call(deleteScreeningFile, at(file))).status).toBe(404)
    expect((await client.get(listScreeningFiles)).items.map(({ id }) => id)).not.toContain(file.id)
  }
  for (const role of roles.filter(role => !editors.includes(role)))
    expect((await (await app.as(role)).upload(createScreeningFile, { name: 'a.csv', content: 'name\nx' })).status).toBe(
      403,
    )
})

async function storedFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.ctx.blobs.list('screening')) keys.push(key)
  return keys.sort()
}

test('a file that cannot be read shows the reason, and leaves nothing in the store', async () => {
  const editor = await app.as('editor')
  const before = await storedFiles()
  const broken: [string, Buffer | string, RegExp][] = [
    ['empty.csv', '', /empty/],
    ['heads.csv', 'name,country\n', /no data/],
    ['blank.csv', `name\n${',\n'.repeat(100_000)}`, /no data/],
    ['noise.bin', Buffer.from(Array.from({ length: 4_000 }, (_, n) => (n * 7) % 32)), /not a text file/],
    ['broken.xlsx', Buffer.from('PK\u0003\u0004 and nothing more'), /damaged/],
    ['many.csv', `name\n${'x\n'.repeat(50_001)}`, /more than 50,000 rows/],
    ['quote.csv', 'name\n"never closed', /quotation mark/],
  ]
  for (const [name, content, why] of broken) {
    const file = await sent(editor, name, content)
    expect(file, name).toMatchObject({ state: 'failed', error: expect.stringMatching(why) })
    expect(
      (await editor.call(runScreeningFile, { ...at(file), body: { ...file.plan, mapping: ['name'] } })).status,
      name,
    ).not.toBe(200)
  }
  expect(await storedFiles()).toEqual(before)
})

test('a plan without a name column or list, or with too many columns, is refused', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  await aList(admin)
  const file = await sent(editor, 'a.csv', 'name,ref\nSergei Petrenko,1')
  const refused = async (plan: object) =>
    (await editor.call(runScreeningFile, { ...at(file), body: { ...file.plan, ...plan } as never })).status
  expect(await refused({ mapping: [null, 'date'] })).toBe(422)
  expect(await refused({ mapping: ['name', null, null] })).toBe(422)
  expect(await refused({ list_ids: [987_654_321] })).toBe(422)
  expect(await refused({ threshold: 20 })).toBe(422)
  expect(await refused({ mapping: ['colour'] })).toBe(422)
})

test('a run is started once, stops when it is cancelled, and can be started again with other settings', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  await aList(admin)
  const rows = Array.from({ length: 250 }, (_, n) => `Person ${n} Sergei Petrenko`)
  const file = await sent(editor, 'a.csv', ['name', ...rows].join('\n'))
  const body = { ...file.plan, kind: 'person' as const }
  const both = await Promise.all([1, 2].map(() => editor.call(runScreeningFile, { ...at(file), body })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await editor.get(cancelScreeningFile, at(file))
  await app.drainJobs()
  expect(await seen(editor, file)).toMatchObject({ state: 'cancelled', progress: 0 })
  expect((await editor.call(cancelScreeningFile, at(file))).status).toBe(409)
  expect((await editor.call(getScreeningFileResult, { ...at(file), query: { format: 'csv' } })).status).toBe(409)
  const done = await run(editor, file, { threshold: 99 })
  expect(done).toMatchObject({ state: 'done', progress: 250 })
  const again = await run(editor, done, { threshold: 60 })
  const { strong, possible, none, wrong } = again.counts
  expect(strong + possible + none + wrong).toBe(250)
})

/** Runs the job of the step and ends it after so many portions, as a stopping worker does. */
async function killedAfter(portions: number, { id }: { id: number }): Promise<void> {
  let requested = 0
  const throwIfAborted = () => {
    requested += 1
    if (requested === portions) throw new Error('killed')
  }
  const signal = { throwIfAborted, aborted: true } as unknown as AbortSignal
  const { step } = await app.db
    .selectFrom('screening_file')
    .select('step')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await expect(screeningFileJobs.screen_file?.(app.ctx, { id, step }, { signal })).rejects.toThrow('killed')
}

test('a worker killed midway continues where it was, and counts no row twice', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList(admin)
  const rows = Array.from({ length: 350 }, (_, n) =>
    n % 50 === 0 ? 'Sergei Vladimirovich Petrenko' : `Nobody Known ${n}`,
  )
  const file = await sent(editor, 'a.csv', ['name', ...rows].join('\n'))
  const started = await editor.get(runScreeningFile, { ...at(file), body: { ...file.plan, list_ids: [list.id] } })
  await killedAfter(2, file)
  expect((await seen(editor, started)).progress).toBe(200)
  app.clock.advance(180_000)
  await screeningFileJobs.resume_screening_files?.(app.ctx, {}, { signal: new AbortController().signal })
  await app.drainJobs()
  expect(await seen(editor, started)).toMatchObject({
    state: 'done',
    progress: 350,
    counts: { possible: 7, none: 343 },
  })
})

test('if a list gets a new version meanwhile, all rows are compared with that version', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await aList(admin)
  const file = await sent(editor, 'a.csv', ['name', ...Array(150).fill('Olena Kovalchuk')].join('\n'))
  await editor.get(runScreeningFile, { ...at(file), body: { ...file.plan, list_ids: [list.id] } })
  await killedAfter(1, file)
  expect(await seen(editor, file)).toMatchObject({ progress: 100, counts: { none: 100 } })
  await app.drainJobs({ screen_file: async () => undefined })
  const entries = [
    { id: 'x-1', properties: { name: ['Sergei Vladimirovich Petrenko'] } },
    { id: 'x-9', properties: { name: ['Olena Kovalchuk'] } },
  ]
  await load(app, admin, list, fileOf(entries))
  app.clock.advance(180_000)
  await screeningFileJobs.resume_screening_files?.(app.ctx, {}, { signal: new AbortController().signal })
  await app.drainJobs()
  const done = await seen(editor, file)
  expect(done).toMatchObject({ state: 'done', counts: { strong: 150, none: 0 }, lists: [{ version: 2 }] })
})

test('an owner who can no longer screen is informed, and old files are removed with their rows', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  await aList(admin)
  const file = await sent(editor, 'a.csv', 'name\nSergei Petrenko')
  await editor.get(runScreeningFile, { ...at(file), body: file.plan })
  await app.db.updateTable('user').set({ role: 'reader' }).where('id', '=', editor.id).execute()
  await app.drainJobs()
  const row = () =>
    app.db.selectFrom('screening_file').select(['state', 'error']).where('id', '=', file.id).executeTakeFirst()
  expect(await row()).toMatchObject({ state: 'failed', error: expect.stringContaining('can no longer do this') })
  await admin.get(setSystemSetting, { body: { name: 'screening_file_days', value: 3 } })
  app.clock.advance(4 * 86_400_000)
  await screeningFileJobs.remove_old_screening_files?.(app.ctx, {}, { signal: new AbortController().signal })
  expect(await row()).toBeUndefined()
  app.clock.advance(-4 * 86_400_000 - 180_000)
})

test('columns are guessed from headings in either language, and parts of a name are combined', () => {
  expect(guessMapping(['客户名称', '证件号码', '国籍', '出生日期', '备注'])).toEqual([
    'name',
    'number',
    'country',
    'date',
    null,
  ])
  expect(guessMapping(['Last Name', 'First name', 'DOB'])).toEqual(['name', 'name', 'date'])
  expect(guessMapping(['公司名称', '英文名称', '统一社会信用代码', '类型'])).toEqual([
    'name',
    'alias',
    'number',
    'kind',
  ])
  expect(guessMapping(['谁'])).toEqual(['name'])
  expect(guessMapping(['Full name', 'Name', 'Party'])).toEqual(['name', 'alias', null])
  const { party, name } = partyOfRow({ mapping: ['name', 'name'], kind: 'any' }, ['王', ' 𠮷 '])
  expect(name).toBe('王 𠮷')
  expect(party.kind).toBe('unknown')
})

test('rows that were compared with only the best candidates are counted and noted, and a newer list version is stated', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const letters = [...'bcdfghklmnprstvz']
  const crowd = letters.flatMap(a =>
    letters.flatMap(b => letters.slice(0, 10).map(c => `Zerubbabel Hananiah Meshullam ${a}o${b}e${c}`)),
  )
  const name = 'Zerubbabel Hananiah Meshullam Quent'
  const list = await admin.get(createList, { body: { name: 'A crowd' } })
  const entries = [name, ...crowd].map((each, n) => ({ id: `c${n}`, properties: { name: [each] } }))
  await load(app, admin, list, fileOf(entries))
  const file = await sent(editor, 'a.csv', ['name', name, 'Quentilda Orsolini'].join('\n'))
  const done = await run(editor, file, { kind: 'person', list_ids: [list.id] })
  expect(done).toMatchObject({ state: 'done', uncompared: 1, lists_behind: 0 })
  const row = (number: string) => editor.get(getScreeningFileRow, { params: { id: String(done.id), number } })
  expect((await row('1')).notes).toEqual([
    'Compared only with the best 2,000 candidates of each list; up to 561 further names were not compared',
  ])
  expect((await row('2')).notes).toEqual([])
  await load(app, admin, list, fileOf([...entries, { id: 'new', properties: { name: ['Another'] } }]))
  expect(await seen(editor, done)).toMatchObject({ lists_behind: 1 })
}, 60_000)
