import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  getCoverage,
  getPagesCoverage,
  getScreeningCoverage,
  getSearchCoverage,
  getTextCoverage,
} from '#contract/coverage.api.ts'
import { createList } from '#contract/list.api.ts'
import { ownTextKinds } from '#contract/mention.api.ts'
import { createPerson, updatePerson } from '#contract/person.api.ts'
import { getSystem } from '#contract/system-state.api.ts'
import { rescanAdapter } from '#server/adapters.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { runScreening } from '#server/features/screening/testing.ts'
import { drainSearch } from '#server/features/search/search.service.ts'
import { rereadUploads } from '#server/features/upload/reading/reread.ts'
import { send, sendAndRead } from '#server/features/upload/testing.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { adoptChangedNames } from '#server/features/word/word.service.ts'
import { quarantine } from '#server/platform/jobs/quarantine.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkCoverage } from './coverage.jobs.ts'

const app = useTestApp()
afterAll(closeEngine)

const entry = (id: string, name: string) => ({ id, properties: { name: [name] } })

test('the report counts records, lists, entries and waiting work, each as in the tables', async () => {
  const admin = await app.as('admin')
  const list = await admin.get(createList, { body: { name: 'Sanctions 覆盖' } })
  await load(app, admin, list, fileOf([entry('a', 'Zebulon Quistgaard'), entry('b', 'Otto Ferdl')]))
  const { id } = await admin.get(createPerson, { body: { name: '欧阳修', birth_time: '1007' } })
  await runScreening(app)
  const before = await admin.get(getCoverage)
  expect(before.screening).toMatchObject({ records: 1, compared: 1, entries: 2, waiting: 0, oldest_waiting_at: null })
  expect(before.screening?.lists).toMatchObject([
    { id: list.id, version: 1, screened_version: 1, entries: 2, compared: 1, waiting: 0, unreadable: 0 },
  ])
  await admin.get(updatePerson, { params: { id: `${id}` }, body: { name: '欧阳询' } })
  const waiting = await admin.get(getCoverage)
  expect(waiting.screening).toMatchObject({ records: 1, compared: 0, waiting: 1 })
  await runScreening(app)
  expect((await admin.get(getCoverage)).screening).toMatchObject({ compared: 1, waiting: 0 })
})

test('"no hit" states what it is based on, and counts no record that the requester may not read', async () => {
  const [editor, other] = [await app.as('editor'), await app.as('editor')]
  const { id } = await aPerson(app.ctx, { name: 'Hidden One', owner: editor.id, read_user: [editor.id] })
  const query = { noun: 'person' as const, id: `${id}` }
  expect(await editor.get(getScreeningCoverage, { query })).toMatchObject({ waiting: 1, lists: 1, compared_lists: 1 })
  expect((await other.call(getScreeningCoverage, { query })).status).toBe(404)
  expect(await editor.get(getScreeningCoverage)).toMatchObject({ waiting: 1 })
  expect(await other.get(getScreeningCoverage)).toMatchObject({ waiting: 0 })
  await runScreening(app)
  await quarantine(app.ctx, 'screening', {
    key: `person:${id}`,
    detail: { noun: 'person', record_id: id },
    error: 'odd',
  })
  expect(await editor.get(getScreeningCoverage, { query })).toMatchObject({ waiting: 0, quarantined: 1 })
  expect(await other.get(getScreeningCoverage)).toMatchObject({ quarantined: 0 })
  expect((await (await app.as('reader')).call(getScreeningCoverage)).status).toBe(403)
})

test('the nightly check reports a record that the search index lost, on the report, the system page and in metrics', async () => {
  const admin = await app.as('admin')
  const lost = await aPerson(app.ctx, { name: '失踪者' })
  await drainSearch(app.ctx)
  await checkCoverage(app.ctx, rescanAdapter)
  const codes = async () =>
    (await admin.get(getSystem)).troubles
      .map(({ code, what }) => `${code} ${what}`)
      .filter(code => /^coverage/.test(code))
  expect(await codes()).toEqual([])
  await sql`delete from search_entry where noun = 'person' and record_id = ${lost.id}`.execute(app.db)
  await checkCoverage(app.ctx, rescanAdapter)
  const { checks } = await admin.get(getCoverage)
  expect(checks.find(({ part }) => part === 'search')).toMatchObject({
    different: 1,
    examples: [{ key: `person:${lost.id}`, fault: 'not_indexed', of: null }],
  })
  // The cached measurement is returned while a new one runs.
  app.clock.advance(301_000)
  await codes()
  await expect
    .poll(async () => {
      app.clock.advance(6_000)
      return await codes()
    })
    .toContain('coverage_differs search')
  // The missed work is done again, and the next check finds no difference.
  await drainSearch(app.ctx)
  await checkCoverage(app.ctx, rescanAdapter)
  expect((await admin.get(getCoverage)).checks.find(({ part }) => part === 'search')).toMatchObject({ different: 0 })
})

test('the nightly check finds a lost hit and restores it', async () => {
  const admin = await app.as('admin')
  const list = await admin.get(createList, { body: { name: 'Sanctions, checked' } })
  await load(app, admin, list, fileOf([entry('q', 'Quirin Vandersloot-Ziem')]))
  const { id } = await admin.get(createPerson, { body: { name: 'Quirin Vandersloot-Ziem' } })
  await runScreening(app)
  const hits = async () => {
    const { rows } =
      await sql`select from screening where noun = 'person' and record_id = ${id}::bigint and not is_gone`.execute(
        app.db,
      )
    return rows.length
  }
  expect(await hits()).toBe(1)
  await sql`delete from screening where noun = 'person' and record_id = ${id}::bigint`.execute(app.db)
  const check = async () => {
    app.clock.advance(1_000)
    await checkCoverage(app.ctx, rescanAdapter)
    return (await admin.get(getCoverage)).checks.find(({ part }) => part === 'screening')
  }
  const expected = { different: 1, examples: [{ key: `person:${id}`, fault: 'hit_missing', of: `#${list.id} q` }] }
  expect(await check()).toMatchObject(expected)
  await runScreening(app)
  expect(await hits()).toBe(1)
  expect(await check()).toMatchObject({ different: 0 })
})

test('"nothing found" states how many changes of readable records are missing in the index', async () => {
  const [editor, other] = [await app.as('editor'), await app.as('editor')]
  await drainSearch(app.ctx)
  await aPerson(app.ctx, { name: 'Unindexed One', owner: editor.id, read_user: [editor.id] })
  const { waiting, oldest_waiting_at } = await editor.get(getSearchCoverage)
  expect(waiting).toBe(1)
  expect(oldest_waiting_at).not.toBeNull()
  expect(await other.get(getSearchCoverage)).toMatchObject({ waiting: 0, oldest_waiting_at: null })
  await drainSearch(app.ctx)
  expect(await editor.get(getSearchCoverage)).toMatchObject({ waiting: 0 })
})

test('the pages part counts sites whose last round did not complete', async () => {
  const admin = await app.as('admin')
  const before = await admin.get(getPagesCoverage)
  const round = async (state: string | null) => {
    const og = await anOg(app.ctx, { name: `Site ${state}`, host: `${state}.example` })
    await sql`insert into site (og_id, is_on) values (${og.id}, true) on conflict (og_id) do update set is_on = true`.execute(
      app.db,
    )
    if (state)
      await sql`insert into round (og_id, number, state, started_at, ended_at, deadline_at, cause)
        values (${og.id}, 1, ${state}, now(), now(), now(), 'person')`.execute(app.db)
  }
  await round('complete')
  await round('aborted')
  await round(null)
  const after = await admin.get(getPagesCoverage)
  expect({ sites: after.sites - before.sites, incomplete: after.incomplete - before.incomplete }).toEqual({
    ...{ sites: 3, incomplete: 2 },
  })
  expect(after.last_round_at).not.toBeNull()
  expect((await (await app.as('editor')).call(getPagesCoverage)).status).toBe(403)
})

test('texts count as searched while every name is in the dictionary, wait otherwise, and are counted within the reader’s access', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const settle = async () => {
    await adoptChangedNames(app.ctx, 0)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
    await app.drainJobs()
  }
  const page = await aStoredPage(app.ctx, { html: '<main><p>Ravensgate Shipping 渡鸦</p></main>' })
  const few = await anOg(app.ctx, { name: 'Few', owner: admin.id, read_user: [admin.id] })
  await aStoredPage(app.ctx, { ogId: few.id, url: 'https://few.example/', html: '<main><p>few</p></main>' })
  await settle()
  const of = async () => (await admin.get(getCoverage)).mentions
  expect(await of()).toMatchObject({ texts: 2, searched: 2, waiting: 0, oldest_waiting_at: null })
  // Every kind that is searched is named, even without a text.
  expect((await of())?.kinds).toEqual([
    { kind: 'page', texts: 2, searched: 2 },
    { kind: 'upload', texts: 0, searched: 0 },
    ...ownTextKinds.map(kind => ({ kind, texts: 0, searched: 0 })),
  ])
  expect((await editor.get(getTextCoverage)).kinds).toEqual([
    { kind: 'page', texts: 1, searched: 1 },
    { kind: 'upload', texts: 0, searched: 0 },
    ...ownTextKinds.map(kind => ({ kind, texts: 0, searched: 0 })),
  ])
  const named = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
  const late = await of()
  expect(late).toMatchObject({ texts: 2, searched: 0, waiting: 2, oldest_waiting_at: expect.any(String) })
  expect(await editor.get(getTextCoverage)).toMatchObject({ texts: 1, searched: 0, waiting: 1 })
  await adoptChangedNames(app.ctx, 0)
  expect(await of()).toMatchObject({ searched: 0, waiting: 2, oldest_waiting_at: expect.any(String) })
  await settle()
  expect(await of()).toMatchObject({ searched: 2, waiting: 0, oldest_waiting_at: null })
  expect(await editor.get(getTextCoverage)).toMatchObject({ texts: 1, searched: 1, waiting: 0 })

  // The nightly check finds a lost search result, and queues the text for a new search.
  const check = async () => {
    await checkCoverage(app.ctx, rescanAdapter)
    return (await admin.get(getCoverage)).checks.find(({ part }) => part === 'mentions')
  }
  expect(await check()).toMatchObject({ sampled: 2, different: 0 })
  await sql`delete from mention where record_id = ${named.id}`.execute(app.db)
  app.clock.advance(1_000)
  expect(await check()).toMatchObject({
    different: 1,
    examples: [{ key: `page:${page.page_id}`, fault: 'findings', of: `−og ${named.id}` }],
  })
  await sql`select graphile_worker.add_job('rescan_pages', '{}'::json)`.execute(app.db)
  await app.drainJobs()
  app.clock.advance(1_000)
  expect(await check()).toMatchObject({ sampled: 2, different: 0 })
})

test('the nightly check finds a file whose text was lost, and the file is read again', async () => {
  const admin = await app.as('admin')
  const { id } = await sendAndRead(app, admin, 'kept.txt', 'Harbour Trading signed a contract')
  const check = async () => {
    app.clock.advance(1_000)
    await checkCoverage(app.ctx, rescanAdapter)
    return (await admin.get(getCoverage)).checks.find(({ part }) => part === 'documents')
  }
  expect(await check()).toMatchObject({ different: 0 })
  await sql`update upload_part set text = left(text, 7) where upload_id = ${id}::bigint`.execute(app.db)
  expect(await check()).toMatchObject({
    different: 1,
    examples: [{ key: `upload:${id}`, fault: 'text_differs', of: '7 → 33' }],
  })
  expect((await admin.get(getCoverage)).documents).toMatchObject({ waiting: 1 })
  await rereadUploads(app.ctx)
  expect((await admin.get(getCoverage)).documents).toMatchObject({ waiting: 0 })
  expect(await check()).toMatchObject({ different: 0 })
})

test('"no mention" states how many of the uploads that the requester may read have no text to search', async () => {
  const [editor, other] = [await app.as('editor'), await app.as('editor')]
  const read_user = [editor.id]
  await sendAndRead(app, editor, 'a.pdf', '%PDF-1.7 nothing', { read_user })
  await sendAndRead(app, editor, 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', { read_user })
  await send(app, editor, 'a.txt', 'A text', { read_user })
  expect((await editor.get(getTextCoverage)).documents).toEqual({ waiting: 1, unreadable: 1, partly_read: 1 })
  expect((await other.get(getTextCoverage)).documents).toEqual({ waiting: 0, unreadable: 0, partly_read: 0 })
  await app.drainJobs()
  expect((await editor.get(getTextCoverage)).documents).toEqual({ waiting: 0, unreadable: 1, partly_read: 1 })
})
