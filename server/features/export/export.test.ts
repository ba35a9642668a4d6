import { randomUUID } from 'node:crypto'
import countries from 'i18n-iso-countries'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import {
  cancelExport,
  createExport,
  type Export,
  type exportFormats,
  getExport,
  getExportFile,
} from '#contract/export.api.ts'
import { deleteOg } from '#contract/og.api.ts'
import { countries as codes } from '#contract/region.ts'
import { readCountry } from '#server/ingest/columns/country-column.ts'
import { taskList } from '#server/jobs.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { dryRun, readFile, rowsOf } from '../import/testing.ts'
import { anOg } from '../og/factory.ts'
import { defuse } from './csv.ts'

const test_ = useTestApp()

const fresh = () => `x${randomUUID().slice(0, 8)}w`
type Format = (typeof exportFormats)[number]

async function exportFile(
  client: Client,
  body: { format: Format; columns: string[]; query: Record<string, unknown> },
  locale = 'en-US',
) {
  const made = await client.call(
    createExport,
    { body: { noun: 'og', reason: 'for a test', ...body } },
    { 'accept-language': locale },
  )
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  await test_.drainJobs()
  const params = { id: String(made.body.data.id) }
  const file = await client.call(getExportFile, { params })
  return { state: await client.get(getExport, { params }), headers: file.headers, bytes: rawOf(file.body) }
}

/** JSON is already parsed, the other formats are bytes. */
function rawOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
}

const text = (bytes: Buffer) => bytes.toString('utf8').replace('\ufeff', '')

describe('an export', () => {
  test('contains exactly the records of the filter, in its order, with the requested columns', async () => {
    const reader = await test_.as('reader')
    const w = fresh()
    const category = await test_.db
      .insertInto('og_cate')
      .values({ name: `${w} Energy` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await anOg(test_.ctx, {
      name: `${w} a`,
      weight: 3,
      region: 'US',
      category_id: category.id,
      danger_level: '一类',
      aliases: ['p', 'q'],
    })
    await anOg(test_.ctx, { name: `${w} b`, weight: 9, region: 'CN', register_time: '1957-03' })
    await anOg(test_.ctx, { name: `${w} c`, weight: 1 })
    const columns = ['weight', 'name', 'category_id', 'region', 'danger_level', 'aliases', 'register_time']
    const done = await exportFile(reader, {
      format: 'csv',
      columns,
      query: { keyword: w, weight_min: '2', sort: '-weight' },
    })
    expect(done.state).toMatchObject({ state: 'done', row_count: 2, progress: 100, size: done.bytes.length })
    expect(done.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(text(done.bytes)).toBe(
      `Weight,Name,Category,Region,Danger level,Aliases,Founded\r\n9,${w} b,,People's Republic of China,Pending,,1957-03\r\n3,${w} a,${w} Energy,United States of America,Class 1,p; q,\r\n`,
    )
    const chinese = await exportFile(
      reader,
      { format: 'csv', columns: ['name', 'region', 'danger_level'], query: { keyword: w, sort: 'name' } },
      'zh-CN',
    )
    expect(text(chinese.bytes)).toBe(`名称,地区,危险等级\r\n${w} a,美国,一类\r\n${w} b,中国,待定\r\n${w} c,,待定\r\n`)
    expect(chinese.headers['content-disposition']).toMatch(
      /^attachment; filename="ZuZhi-\d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''%E7%BB%84%E7%BB%87-/,
    )
  })

  test('leaves out records that its owner may not read, and those in the trash', async () => {
    const [admin, editor, reader] = [await test_.as('admin'), await test_.as('editor'), await test_.as('reader')]
    const w = fresh()
    await anOg(test_.ctx, { name: `${w} open` })
    await anOg(test_.ctx, { name: `${w} hidden`, read_user: [editor.id] })
    const gone = await anOg(test_.ctx, { name: `${w} gone` })
    await admin.get(deleteOg, { params: { id: String(gone.id) } })
    const body = { format: 'json' as const, columns: ['name'], query: { keyword: w, sort: 'name' } }
    const names = async (client: Client) => {
      const { state, bytes } = await exportFile(client, body)
      return [state.row_count, ...JSON.parse(text(bytes)).map((row: { name: string }) => row.name)]
    }
    expect(await names(reader)).toEqual([1, `${w} open`])
    expect(await names(editor)).toEqual([2, `${w} hidden`, `${w} open`])
    expect(await names(admin)).toEqual([2, `${w} hidden`, `${w} open`])
  })

  test('applies its owner’s rights at the time of writing, not of the request', async () => {
    const reader = await test_.as('reader')
    const w = fresh()
    const og = await anOg(test_.ctx, { name: w })
    const request = () =>
      reader.get(createExport, {
        body: { noun: 'og', format: 'csv', columns: ['name'], query: { keyword: w }, reason: 'for a test' },
      })
    const first = await request()
    await test_.db
      .updateTable('og')
      .set({ read_user: [999_999] })
      .where('id', '=', og.id)
      .execute()
    await test_.drainJobs()
    expect(await reader.get(getExport, { params: { id: String(first.id) } })).toMatchObject({
      state: 'done',
      row_count: 0,
    })
    const second = await request()
    await test_.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', reader.id).execute()
    await test_.drainJobs()
    const row = await test_.db
      .selectFrom('export')
      .select(['state', 'error', 'file_key'])
      .where('id', '=', second.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      state: 'failed',
      error: 'Your account is disabled, or your role can no longer export.',
      file_key: null,
    })
  })

  test('is visible only to its owner, and refuses unknown fields and filters, and roles that may not read organisations', async () => {
    const [reader, admin, uploader] = [await test_.as('reader'), await test_.as('admin'), await test_.as('uploader')]
    const body = { noun: 'og' as const, format: 'csv' as const, columns: ['name'], query: {}, reason: 'for a test' }
    const made = await reader.get(createExport, { body })
    const params = { id: String(made.id) }
    expect((await reader.call(getExportFile, { params })).status).toBe(409)
    for (const endpoint of [getExport, getExportFile, cancelExport])
      expect((await admin.call(endpoint, { params })).status).toBe(404)
    expect((await uploader.call(createExport, { body })).status).toBe(403)
    const wrong = await reader.call(createExport, {
      body: { ...body, columns: ['name', 'password_hash', 'toString'], query: { sort: 'desc', nothing: 1 } },
    })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors?.map(error => error.path)).toEqual(expect.arrayContaining(['columns.1', 'columns.2']))
  })

  test('leaves no file if it is cancelled, is written again if it is interrupted, and is removed after a day', async () => {
    const reader = await test_.as('reader')
    const w = fresh()
    await anOg(test_.ctx, { name: w })
    const request = async (): Promise<Export> =>
      reader.get(createExport, {
        body: { noun: 'og', format: 'csv', columns: ['name'], query: { keyword: w }, reason: 'for a test' },
      })
    const first = { id: String((await request()).id) }
    expect(await reader.get(cancelExport, { params: first })).toMatchObject({ state: 'cancelled' })
    await test_.drainJobs()
    expect(await reader.get(getExport, { params: first })).toMatchObject({ state: 'cancelled', size: null })
    expect((await reader.call(cancelExport, { params: first })).status).toBe(409)
    const second = { id: String((await request()).id) }
    const tasks = taskList(test_.ctx)
    const work = (abortSignal?: AbortSignal) =>
      Promise.resolve(tasks.write_export!({ id: Number(second.id) }, { job: { id: '1' }, abortSignal } as never))
    await expect(work(AbortSignal.abort(new Error('killed')))).rejects.toThrow('killed')
    expect(await reader.get(getExport, { params: second })).toMatchObject({ state: 'running' })
    await Promise.all([work(), work()])
    expect(await reader.get(getExport, { params: second })).toMatchObject({ state: 'done', row_count: 1 })
    expect((await reader.call(getExportFile, { params: second })).status).toBe(200)
    const { file_key } = await test_.db
      .selectFrom('export')
      .select('file_key')
      .where('id', '=', Number(second.id))
      .executeTakeFirstOrThrow()
    test_.clock.advance(86_400_000 + 1_000)
    await Promise.resolve(tasks.remove_old_exports!({}, { job: { id: '2' } } as never))
    expect(await test_.ctx.blobs.size(file_key ?? '')).toBeNull()
    test_.clock.advance(-86_400_000 - 1_000)
    expect((await reader.call(getExport, { params: second })).status).toBe(404)
  })
})

describe('the file in a spreadsheet', () => {
  test('no cell of a CSV runs as a formula, and numbers stay numbers', async () => {
    const dangerous = ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\tx', '\rx', "'=1"]
    for (const cell of dangerous) expect(defuse(cell)).toBe(`'${cell}`)
    for (const cell of ['-5', '+86', '-1,234.50', 'a=b', '', "'quoted'", '3-4']) expect(defuse(cell)).toBe(cell)
    const reader = await test_.as('reader')
    const w = fresh()
    await anOg(test_.ctx, { name: `=HYPERLINK("${w}")`, external_id: '-5' })
    const done = await exportFile(reader, { format: 'csv', columns: ['name', 'external_id'], query: { keyword: w } })
    expect(text(done.bytes)).toContain(`"'=HYPERLINK(""${w}"")",-5\r\n`)
  })

  test('a workbook stores numbers, dates and times as such, and formulas as text', async () => {
    const reader = await test_.as('reader')
    const w = fresh()
    const og = await anOg(test_.ctx, { name: `=1+1 ${w} <&>"\u0001`, weight: 42, register_time: '1957-03-04' })
    await anOg(test_.ctx, { name: `${w} old`, register_time: '1871-01-02', desc: 'two\nlines' })
    const columns = ['name', 'weight', 'register_time', 'created_at', 'desc']
    const done = await exportFile(reader, { format: 'xlsx', columns, query: { keyword: w, sort: 'name' } })
    const rows = await readSheet(done.bytes)
    expect(rows[0]).toEqual(['Name', 'Weight', 'Founded', 'Created', 'Description'])
    expect(rows[1]?.slice(0, 3)).toEqual([`=1+1 ${w} <&>"`, 42, new Date('1957-03-04T00:00:00Z')])
    expect(Math.abs(Number(rows[1]?.[3]) - Date.parse(og.created_at))).toBeLessThan(1_000)
    expect(rows[2]?.slice(0, 3)).toEqual([`${w} old`, 0, '1871-01-02'])
    expect(rows[2]?.[4]).toBe('two\nlines')
  })
})

describe('round trip', () => {
  test.each(['csv', 'xlsx', 'json'] as const)(
    'an export as %s is imported as unchanged, in both languages',
    async format => {
      const editor = await test_.as('editor')
      const w = fresh()
      const category = await test_.db
        .insertInto('og_cate')
        .values({ name: `=${w}; ＣＡＴ` })
        .returning('id')
        .executeTakeFirstOrThrow()
      const odd = ['=1+1', '-5', "'=x", "''+y", '+86 10', '@me', 'plain', '"q"', '逗号，；分号']
      for (const [n, name] of odd.entries())
        await anOg(test_.ctx, {
          name: `${name} ${w}${n}`,
          eng_name: name,
          aliases: [name, 'b;c'],
          desc: `${name}\nsecond, "line"\n`.trim(),
          external_id: `${name}${w}`,
          category_id: n % 2 ? category.id : null,
          region: codes[n * 20] ?? null,
          weight: n,
          register_time: ['1958', '1958-10', '1958-10-13', '1871-02-03'][n % 4] ?? null,
          danger_level: (['受制裁', '一类', '二类', '中性', '待定'] as const)[n % 5] ?? '待定',
          host: n ? `h${n}.example` : null,
          entrances: n ? ['https://a.example/x;y', '=https://b.example'].slice(0, 1) : [],
          forbidden_rules: n ? ['re:^=a;b'] : ['*.zip'],
          version_keep: n,
          scale: '-1',
        })
      const columns = [
        'id',
        'rev',
        'name',
        'eng_name',
        'aliases',
        'desc',
        'external_id',
        'category_id',
        'region',
        'weight',
        'register_time',
        'danger_level',
        'host',
        'entrances',
        'forbidden_rules',
        'version_keep',
        'scale',
        'created_at',
      ].filter(name => name !== 'rev')
      for (const locale of ['en-US', 'zh-CN']) {
        const done = await exportFile(editor, { format, columns, query: { keyword: w } }, locale)
        const read = await readFile(test_, editor, `back.${format}`, done.bytes)
        expect(read.plan.mapping.filter(name => name === null).length, String(read.plan.mapping)).toBeLessThanOrEqual(
          format === 'json' ? 2 : 1,
        )
        const checked = await dryRun(test_, editor, read, { on_empty: 'clear' })
        const changed = [
          ...(await rowsOf(editor, checked.id, 'changed')),
          ...(await rowsOf(editor, checked.id, 'wrong')),
        ]
        expect(changed.map(row => [row.cells, row.changes, row.faults])).toEqual([])
        expect(checked.counts).toEqual({ new: 0, changed: 0, unchanged: odd.length, repeated: 0, wrong: 0 })
      }
    },
  )

  test('every country’s exported name is read back as that country', () => {
    for (const code of codes)
      for (const language of ['en', 'zh']) {
        const name = countries.getName(code, language) ?? code
        expect(readCountry(name), `${name} ${code}`).toBe(code)
      }
  })
})
