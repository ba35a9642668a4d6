import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getCoverage, getScreeningCoverage } from '#contract/coverage.ts'
import { createList } from '#contract/list.ts'
import { createPerson, updatePerson } from '#contract/person.ts'
import { getSystem } from '#contract/system-state.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { closeEngine } from '#server/features/screening/screening.ts'
import { screened } from '#server/features/screening/testing.ts'
import { drainSearch } from '#server/features/search/search.ts'
import { setAside } from '#server/platform/set-aside.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkCoverage } from './jobs.ts'

const app = useTestApp()
afterAll(closeEngine)

const entry = (id: string, name: string) => ({ id, properties: { name: [name] } })

test('the report counts records, lists, entries and what waits, each as it is in the tables', async () => {
  const admin = await app.as('admin')
  const list = await admin.get(createList, { body: { name: 'Sanctions 覆盖' } })
  await load(app, admin, list, fileOf([entry('a', 'Zebulon Quistgaard'), entry('b', 'Otto Ferdl')]))
  const { id } = await admin.get(createPerson, { body: { name: '欧阳修', birth_time: '1007' } })
  await screened(app)
  const before = await admin.get(getCoverage)
  expect(before.screening).toMatchObject({ records: 1, compared: 1, entries: 2, waiting: 0, oldest_waiting_at: null })
  expect(before.screening?.lists).toMatchObject([
    { id: list.id, version: 1, screened_version: 1, entries: 2, compared: 1, waiting: 0, unreadable: 0 },
  ])
  await admin.get(updatePerson, { params: { id: `${id}` }, body: { name: '欧阳询' } })
  const waiting = await admin.get(getCoverage)
  expect(waiting.screening).toMatchObject({ records: 1, compared: 0, waiting: 1 })
  await screened(app)
  expect((await admin.get(getCoverage)).screening).toMatchObject({ compared: 1, waiting: 0 })
})

test('"no hit" says what it rests on, and counts no record that the asker may not read', async () => {
  const [editor, other] = [await app.as('editor'), await app.as('editor')]
  const { id } = await aPerson(app.ctx, { name: 'Hidden One', owner: editor.id, read_user: [editor.id] })
  const query = { noun: 'person' as const, id: `${id}` }
  expect(await editor.get(getScreeningCoverage, { query })).toMatchObject({ waiting: 1, lists: 1, compared_lists: 1 })
  expect((await other.call(getScreeningCoverage, { query })).status).toBe(404)
  expect(await editor.get(getScreeningCoverage)).toMatchObject({ waiting: 1 })
  expect(await other.get(getScreeningCoverage)).toMatchObject({ waiting: 0 })
  await screened(app)
  await setAside(app.ctx, 'screening', { key: `person:${id}`, detail: { noun: 'person', record_id: id }, error: 'odd' })
  expect(await editor.get(getScreeningCoverage, { query })).toMatchObject({ waiting: 0, quarantined: 1 })
  expect(await other.get(getScreeningCoverage)).toMatchObject({ quarantined: 0 })
  expect((await (await app.as('reader')).call(getScreeningCoverage)).status).toBe(403)
})

test('the nightly check reports a record that the search index lost, on the report, the system page and in metrics', async () => {
  const admin = await app.as('admin')
  const lost = await aPerson(app.ctx, { name: '失踪者' })
  await drainSearch(app.ctx)
  await checkCoverage(app.ctx)
  const codes = async () =>
    (await admin.get(getSystem)).troubles
      .map(({ code, what }) => `${code} ${what}`)
      .filter(code => /^coverage/.test(code))
  expect(await codes()).toEqual([])
  await sql`delete from search_entry where noun = 'person' and record_id = ${lost.id}`.execute(app.db)
  await checkCoverage(app.ctx)
  const { checks } = await admin.get(getCoverage)
  expect(checks.find(({ part }) => part === 'search')).toMatchObject({
    different: 1,
    examples: [{ key: `person:${lost.id}`, detail: 'not in the search index' }],
  })
  app.clock.advance(6_000)
  expect(await codes()).toContain('coverage_differs search')
})
