import { afterAll, expect, test } from 'vitest'
import { getExaminerRun, listExaminerRuns, startExaminer, writeExaminerReport } from '#contract/examiner.api.ts'
import { createList } from '#contract/list.api.ts'
import { getSystem } from '#contract/system-state.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { people, writeBy } from '#server/name/cyrillic-standards-testing.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { alterName } from './alter.ts'
import { examineScreening, findDrops } from './examiner.service.ts'

const app = useTestApp()
afterAll(closeEngine)

const { surnames, given, patronymics } = people.ru
const entries = surnames.slice(0, 24).map((surname, n) => ({
  id: `e${n}`,
  schema: 'Person',
  properties: {
    name: [writeBy('passport of 1997', `${given[n % given.length]} ${patronymics[n % patronymics.length]} ${surname}`)],
    birthDate: [`19${50 + n}-03-0${1 + (n % 9)}`],
    gender: [n % 2 === 0 ? 'female' : 'male'],
  },
}))
const companies = ['Orion Deep Water LLC', 'Kestrel Mining Ltd', 'Wadi Halfa Cement'].map((name, n) => ({
  ...{ id: `c${n}`, schema: 'Company' },
  properties: { name: [name] },
}))

test('unchanged lists and settings give the same figures; a disabled romaniser raises an alarm until it is enabled again', async () => {
  const admin = await app.as('admin')
  const list = await admin.get(createList, { body: { name: 'Examined 检验' } })
  await load(app, admin, list, fileOf([...entries, ...companies]))
  const first = await examineScreening(app.ctx)
  const second = await examineScreening(app.ctx)
  const runOf = async (id: number) => (await admin.get(getExaminerRun, { params: { id: String(id) } })).run
  const [one, two] = [await runOf(first), await runOf(second)]
  expect(one.lists).toMatchObject([{ id: list.id, version: 1, sampled: 27 }])
  expect(one.asked).toBeGreaterThan(150)
  expect(one.found / one.asked).toBeGreaterThan(0.9)
  expect(two.figures).toEqual(one.figures)
  expect(two.drops).toEqual([])
  expect((await admin.get(getSystem)).troubles.map(({ code }) => code)).not.toContain('recall_fell')

  const third = await examineScreening(app.ctx, { without: 'cyrillic' })
  const { run, misses, missed } = await admin.get(getExaminerRun, { params: { id: String(third) } })
  expect(run.drops.map(({ kind, key }) => `${kind} ${key}`)).toEqual(
    expect.arrayContaining(['script cyrillic', 'alteration script']),
  )
  expect(missed).toBe(run.asked - run.found)
  expect(misses.find(({ alteration }) => alteration === 'script')).toMatchObject({
    list_id: list.id,
    script: 'cyrillic',
  })
  const arabic = await runOf(await examineScreening(app.ctx, { without: 'arabic' }))
  expect(arabic.drops.map(({ kind, key }) => `${kind} ${key}`)).toEqual(
    expect.arrayContaining(['script arabic', 'alteration script']),
  )
  // A run with a drop is no baseline for the next one: a persistent fault raises the alarm again.
  const fourth = await runOf(await examineScreening(app.ctx, { without: 'cyrillic' }))
  expect(fourth.drops.length).toBeGreaterThan(0)
  expect((await runOf(await examineScreening(app.ctx))).drops).toEqual([])
})

test('only administrators start it, see it and get a PDF of a run', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('super_editor')]
  await admin.get(startExaminer)
  expect((await admin.get(listExaminerRuns)).is_waiting).toBe(true)
  await app.drainJobs()
  const { is_waiting, runs } = await admin.get(listExaminerRuns)
  expect(is_waiting).toBe(false)
  const answer = await admin.call(writeExaminerReport, { body: { id: runs[0]!.id } })
  expect(answer.status).toBe(200)
  expect(String(answer.headers['content-type'])).toContain('application/pdf')
  expect((await editor.call(listExaminerRuns)).status).toBe(403)
  expect((await editor.call(startExaminer)).status).toBe(403)
  expect((await admin.call(getExaminerRun, { params: { id: '999999' } })).status).toBe(404)
})

test('a drop counts only against runs of the same list versions, and only above the margin', () => {
  const run = (version: number, found: number) => ({
    lists: [{ id: 1, name: 'L', version, sampled: 60 }],
    figures: [{ list_id: 1, script: 'latin' as const, alteration: 'order' as const, asked: 100, found }],
  })
  expect(findDrops(run(1, 90), [run(1, 98)]).map(({ kind }) => kind)).toEqual(['list', 'script', 'alteration'])
  expect(findDrops(run(1, 94), [run(1, 98)])).toEqual([])
  expect(findDrops(run(2, 10), [run(1, 98)])).toEqual([])
})

test('a name is altered suitably, and in the same way for the same seed', () => {
  const woman = {
    ...{ kind: 'person' as const, sex: 'female' as const, dates: ['1971-05-10'] },
    names: [{ text: 'Anna Sergeevna Orlovskaya' }],
  }
  const queries = alterName(woman, 'a', 'seed')
  expect(queries).toEqual(alterName(woman, 'a', 'seed'))
  const texts = Object.fromEntries(queries.map(({ alteration, text }) => [alteration, text]))
  expect(texts).toMatchObject({
    order: 'Sergeevna Orlovskaya Anna',
    initials: 'Anna S. Orlovskaya',
    no_patronymic: 'Anna Orlovskaya',
    birth_year: 'Anna Sergeevna Orlovskaya (1971)',
  })
  const written = queries.filter(({ alteration }) => alteration === 'script').map(({ script, text }) => [script, text])
  expect(written).toEqual([
    ['cyrillic', 'Анна Сергивна Орловская'],
    ['arabic', 'انا سرغيفنا اورلوفسكايا'],
  ])
  const company = { kind: 'organisation' as const, names: [{ text: 'Kestrel Mining Ltd' }] }
  expect(alterName(company, 'c', 'seed').find(({ alteration }) => alteration === 'legal_form')?.text).toBe(
    'Kestrel Mining',
  )
  expect(alterName({ kind: 'person', names: [{ text: '—' }] }, 'n', 'seed')).toEqual([])
})
