import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkImport } from '#contract/import.api.ts'
import { getOg } from '#contract/og.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { dryRun, importFile, readFile, rowsOf, run } from './testing.ts'

const test_ = useTestApp()
const fresh = () => `p${randomUUID().slice(0, 8)}x`
const csv = (...rows: string[]) => rows.join('\n')

test('a faulty column is one problem with its count and three examples, and a word is given its meaning once', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const levels = ['Hoch', 'hoch', '高', 'Rot', 'Rot']
  const file = csv('Name;Danger level', ...levels.map((level, n) => `${w} ${n};${level}`))
  const checked = await dryRun(test_, editor, await readFile(test_, editor, `${w}.csv`, file))
  expect(checked.problems).toEqual([
    {
      field: 'danger_level',
      column: 'Danger level',
      message: 'Choose one of: Sanctioned, Class 1, Class 2, Neutral, Pending',
      count: 5,
      skipped: 0,
      examples: [
        { n: 1, value: 'Hoch' },
        { n: 2, value: 'hoch' },
        { n: 3, value: '高' },
      ],
      asks: 'words',
      words: [
        { word: 'Hoch', count: 2, means: '一类' },
        { word: 'Rot', count: 2, means: null },
        { word: '高', count: 1, means: '一类' },
      ],
    },
  ])
  const means = { danger_level: { Hoch: '一类', 高: '一类', Rot: '受制裁' } }
  const again = await dryRun(test_, editor, checked, { means })
  expect(again.problems).toEqual([])
  const done = await run(test_, editor, again)
  const rows = await rowsOf(editor, done.id)
  const found = await Promise.all(rows.map(row => editor.get(getOg, { params: { id: String(row.record_id) } })))
  expect(found.map(og => og.danger_level)).toEqual(['一类', '一类', '一类', '受制裁', '受制裁'])
  // The next file of the same source uses these meanings, also with other columns.
  const source_id = done.plan.source_id
  const other = await readFile(test_, editor, `${w}.csv`, csv('Name;Danger level;Region', `${w} z;Rot;Deutschland`))
  expect(other.plan).toMatchObject({ source_id, means })
  const wrong = await editor.call(checkImport, {
    params: { id: String(other.id) },
    body: { ...other.plan, means: { danger_level: { Rot: 'red' } } },
  })
  expect(wrong.status).toBe(422)
  // A removed meaning is missing again, also in later files.
  const back = await dryRun(test_, editor, other, { means: { danger_level: { ...means.danger_level, Rot: null } } })
  expect(back.problems).toMatchObject([{ field: 'danger_level', count: 1 }])
  const last = await readFile(test_, editor, `${w}.csv`, csv('Name;Danger level;Website', `${w} y;Rot;`))
  expect(last.plan.means).toEqual({ danger_level: { Hoch: '一类', 高: '一类' } })
})

test('dates of a column have one order; if no value proves it, a user chooses it once', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const file = csv('Name;Date of birth', `${w} a;03.04.1957`, `${w} b;05.06.1958`)
  const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file, 'person'))
  expect(checked.problems).toMatchObject([{ field: 'birth_time', count: 2, asks: 'order' }])
  const again = await dryRun(test_, editor, checked, { orders: { birth_time: 'dmy' } })
  expect(again.problems).toEqual([])
  const done = await run(test_, editor, again)
  const [first] = await rowsOf(editor, done.id)
  const person = await editor.get(getPerson, { params: { id: String(first?.record_id) } })
  expect(person.birth_time).toBe('1957-04-03')
  const shown = await importFile(
    test_,
    editor,
    'b.csv',
    csv('Name;Date of birth', `${w} c;03.04.1957`, `${w} d;13.4.57`),
    {},
    'person',
  )
  expect(shown).toMatchObject({ problems: [], written: 2 })
})

test('unreadable text is stored with the record once, if the user chooses so', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const file = csv('Name,Founded,Weight', `${w} a,im Herbst 1961,lots`)
  const read = await readFile(test_, editor, 'a.csv', file)
  const done = await run(test_, editor, await dryRun(test_, editor, read, { keep_unread: true }))
  const [row] = await rowsOf(editor, done.id)
  const og = await editor.get(getOg, { params: { id: String(row?.record_id) } })
  expect(og.desc).toBe('Founded: im Herbst 1961\nWeight: lots')
  const again = await importFile(test_, editor, 'a.csv', file, { keep_unread: true })
  expect(again.counts).toMatchObject({ unchanged: 1, changed: 0 })
})

test('words of other languages are read, and messages list those of the user’s language', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const file = csv('姓名;性别', `${w} a;männlich`, `${w} b;неизв`)
  const read = await readFile(test_, editor, 'a.csv', file, 'person')
  const checked = await dryRun(test_, editor, read)
  expect(checked.problems).toMatchObject([{ field: 'gender', count: 1, asks: 'words' }])
  expect(checked.problems[0]?.message).toBe('Choose one of: Male, Female, Other')
  expect(checked.fields.find(({ name }) => name === 'gender')?.choices).toHaveLength(3)
})

test('a column of websites creates entrances only if the user chooses it', async () => {
  const editor = await test_.as('editor')
  const w = fresh()
  const file = (name: string) => csv('Name,Website', `${w} ${name},https://${name}.example/`)
  const rows = async (plan: object, name: string) => {
    const done = await importFile(test_, editor, 'a.csv', file(name), plan)
    const [row] = await rowsOf(editor, done.id)
    return await editor.get(getOg, { params: { id: String(row?.record_id) } })
  }
  expect(await rows({}, `${w}a`)).toMatchObject({ host: `${w}a.example`, entrances: [] })
  expect(await rows({ makes_entrances: true }, `${w}b`)).toMatchObject({
    host: `${w}b.example`,
    entrances: [`https://${w}b.example/`],
  })
})
