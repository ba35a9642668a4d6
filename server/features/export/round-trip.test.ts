import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEvent, eventSchema } from '#contract/event.api.ts'
import { createExport, type exportFormats, getExport, getExportFile } from '#contract/export.api.ts'
import { createOg, ogSchema } from '#contract/og.api.ts'
import { createPerson, personSchema } from '#contract/person.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { dryRun, readFile, rowsOf } from '../import/testing.ts'
import { rowsOf as entityRowsOf, exportContent, importAndCheck, sum } from '../interchange/testing.ts'

const test_ = useTestApp()

const fresh = () => `r${randomUUID().slice(0, 8)}w`
type Noun = 'og' | 'person' | 'event'

/** Values of every form that fields accept; texts with characters that have a meaning in files. */
const odd = ['a;b', '=1+1', "'quoted", '两行\n文字', 'comma, "quote"', ' 𠮷 ', '0012', '-5', 'null'] as const
const times = [
  ['2026-03-01T04:30Z', '2026-03-01T05:00:00Z'],
  ['2026-03-01T04:30:15Z', '2026-03-01T04:30:15.120Z'],
  ['2026-03-01T00:00Z', '2026-03-01T00:00:00.000Z'],
  ['1850-02-03T04:05Z', '1850-02-03T04:06Z'],
  ['2026', '2027'],
  ['2026-03', '2026-04'],
  ['2026-03-01', '2026-03-02'],
] as const

async function makeAll(client: Client, w: string) {
  for (const [n, text] of odd.entries()) {
    const own = { desc: text, labels: [`${w} ${n}`, `x;${n}`], region: 'CN', custom: {} }
    await client.get(createPerson, {
      body: {
        name: `${w} ${n}`,
        ...own,
        aliases: ['Lin Wan', `${w};${n}`],
        birth_time: ['1958', '1958-10', '1850-01-02'][n % 3]!,
        position: text,
        gender: 'female',
        score: n * 10,
        is_focus: n % 2 === 0,
        phone_number: '+86 10 5555 0101',
        mail: `m${n}@${w}.example`,
        website: 'https://a.example/x?y=1',
        external_id: `${w}-${n}`,
      },
    })
    await client.get(createOg, {
      body: {
        name: `${w} 海港 ${n}`,
        aliases: ['Harbour Logistics', `${w} 海 ${n}`],
        desc: text,
        ...(n % 2 === 0 && { eng_name: `Harbour ${w} ${n}` }),
        register_time: ['1958', '1958-10', '1850-01-02'][n % 3]!,
        scale: text,
        weight: n * 10,
        region: 'SG',
        danger_level: n % 2 === 0 ? '受制裁' : '中性',
        host: `h${n}.${w}.example`,
        entrances: [`https://h${n}.${w}.example/news;x`],
        external_id: `${w}-${n}`,
      },
    })
  }
  for (const [n, [start_time, end_time]] of times.entries())
    await client.get(createEvent, {
      body: {
        title: `${w} event ${n}`,
        start_time,
        end_time,
        address: odd[n]!,
        category: odd[n]!,
        level: (n % 5) + 1,
        status: 'confirmed',
        lat: 1.25,
        lng: -103.75,
        labels: [`x;${n}`, 'y'],
        region: 'SG',
        external_id: `${w}-${n}`,
      },
    })
}

const fieldsOf = { og: ogSchema, person: personSchema, event: eventSchema }

async function fileOf(client: Client, noun: Noun, format: (typeof exportFormats)[number], keyword: string) {
  const columns = Object.keys(fieldsOf[noun]).filter(name => !['icon', 'custom'].includes(name))
  const query = noun === 'person' ? { keyword, is_focus: undefined } : { keyword }
  const made = await client.get(createExport, { body: { noun, format, reason: 'for a test', query, columns } })
  await test_.drainJobs()
  const params = { id: String(made.id) }
  expect(await client.get(getExport, { params })).toMatchObject({ state: 'done' })
  const { body } = await client.call(getExportFile, { params })
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
}

test('an untouched export changes nothing when it is imported, in any format and for every field', async () => {
  const client = await test_.as('admin')
  const w = fresh()
  await makeAll(client, w)
  for (const noun of ['og', 'person', 'event'] as const)
    for (const format of ['csv', 'xlsx', 'json'] as const) {
      const file = await fileOf(client, noun, format, w)
      const read = await readFile(test_, client, `a.${format}`, file, noun)
      const done = await dryRun(test_, client, read)
      const changed = (await rowsOf(client, done.id, 'changed')).map(({ changes }) => changes)
      const wrong = (await rowsOf(client, done.id, 'wrong')).map(({ faults }) => faults)
      expect({ noun, format, changed, wrong }).toEqual({ noun, format, changed: [], wrong: [] })
      expect(done.counts, `${noun} ${format}`).toMatchObject({
        new: 0,
        unchanged: noun === 'event' ? times.length : odd.length,
      })
    }
  const { text } = await exportContent(test_, client, undefined, ['og', 'person', 'event'])
  const back = await importAndCheck(test_, client, text)
  const changed = (await entityRowsOf(client, back.id, 'changed')).map(({ changes }) => changes)
  expect(changed).toEqual([])
  expect(sum(back, 'new')).toBe(0)
})
