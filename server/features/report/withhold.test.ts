import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deletePage } from '#contract/page.api.ts'
import { createReport, draftReportOfDiff, getReport, listReports, updateReport } from '#contract/report.api.ts'
import type { ReportBlock, ReportBody } from '#contract/report-body.ts'
import { compareReportVersions, getReportVersion, restoreReportVersion } from '#contract/report-version.api.ts'
import { getReportDraft, saveReportDraft } from '#contract/report-work.api.ts'
import { pruneVersions } from '#server/features/crawl/round.queries.ts'
import { aDiff } from '#server/features/diff/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { linkedOf } from './body.ts'
import { aBody, aReport } from './factory.ts'

const app = useTestApp()
const at = (report: { id: number }) => ({ params: { id: `${report.id}` } })

const mention = (key: string, noun: string, id: number | null, label: string | null = 'as typed'): ReportBlock => ({
  type: 'paragraph',
  content: [{ type: 'mention', attrs: { key, noun: noun as 'person', id, label } }],
})
const evidence = (
  key: string,
  noun: string,
  id: number | null,
  quote: string | null = 'quoted words',
): ReportBlock => ({
  type: 'evidence',
  attrs: { key, noun: noun as 'diff', id, quote, title: 'A page', url: 'https://example.org/', at: '2026-11-01' },
})
const attrsOf = (body: ReportBody) => linkedOf(body).map(node => node.attrs)
const stored = async (id: number) => {
  const { rows } = await sql<{ body: ReportBody }>`select body from report_version where report_id = ${id}
    order by number desc limit 1`.execute(app.db)
  return attrsOf((rows[0] as { body: ReportBody }).body)
}

/** An administrator's report that names and cites records that only they may read. */
async function withSecrets() {
  const [admin, writer] = [await app.as('admin'), await app.as('super_editor')]
  const own = { owner: admin.id, read_user: [admin.id] }
  const person = await aPerson(app.ctx, { ...own, name: 'Zqxjk 某人' })
  const og = await anOg(app.ctx, { ...own, name: 'Zqxjk og' })
  const page = await aStoredPage(app.ctx, { ogId: og.id, html: '<main><p>x</p></main>' })
  const body = aBody(
    'open words',
    mention('secret001', 'person', person.id),
    evidence('secret002', 'page_version', page.version_id, 'Zqxjk quotation'),
  )
  const report = await admin.get(createReport, { body: { title: 'Mixed', body } })
  return { admin, writer, person, og, page, report }
}

test('a restricted name in a text is withheld from other users, and is restored when they save', async () => {
  const { admin, writer, person, page, report } = await withSecrets()
  const seen = await writer.get(getReport, at(report))
  expect(JSON.stringify(seen)).not.toContain('Zqxjk')
  expect(await writer.get(getReportVersion, { params: { id: `${report.id}`, number: '1' } })).toMatchObject({
    length: 'open words'.length,
  })
  expect(attrsOf(seen.body)).toEqual([
    { key: 'secret001', noun: 'person', id: null, label: null },
    { key: 'secret002', noun: 'page_version', id: null, quote: null, title: null, url: null, at: null },
  ])
  const body = { ...seen.body, content: [...seen.body.content, ...aBody('more words').content] }
  const saved = await writer.get(updateReport, { ...at(report), body: { rev: seen.rev, body } })
  expect(JSON.stringify(saved)).not.toContain('Zqxjk')
  expect(await stored(report.id)).toMatchObject([
    { key: 'secret001', id: person.id, label: 'Zqxjk 某人' },
    { key: 'secret002', id: page.version_id, quote: 'Zqxjk quotation' },
  ])
  expect((await admin.get(getReport, at(report))).body.content).toHaveLength(4)
})

test('a withheld node under an unknown key is dropped; one that refers to a record is refused', async () => {
  const { writer, person, report } = await withSecrets()
  const put = (...blocks: (string | ReportBlock)[]) =>
    writer.call(updateReport, { ...at(report), body: { body: aBody(...blocks) } })
  const claimed = await put(mention('unknown01', 'person', person.id))
  expect(claimed.status).toBe(422)
  expect(claimed.body.errors?.map(error => error.path)).toEqual(['body'])
  expect((await put(mention('secret001', 'og', person.id))).status).toBe(422)
  expect((await put(mention('secret001', 'person', 987_654))).status).toBe(200)
  expect(await stored(report.id)).toMatchObject([{ key: 'secret001', id: person.id, label: 'Zqxjk 某人' }])
  expect((await put(mention('unknown01', 'person', null), evidence('unknown02', 'diff', null))).status).toBe(200)
  expect(await stored(report.id)).toEqual([])
  expect((await put(mention('anything1', 'person', 987_654))).status).toBe(422)
})

test('versions, comparisons, drafts and lists reveal no more than the report', async () => {
  const { admin, writer, og, person, report } = await withSecrets()
  await admin.get(updateReport, { ...at(report), body: { body: aBody('nothing'), ogs: [og.id] } })
  const version = (number: string) => ({ params: { id: `${report.id}`, number } })
  const all = [
    await writer.get(getReportVersion, version('1')),
    await writer.get(compareReportVersions, { ...at(report), query: { from: '1', to: '2' } }),
    await writer.get(listReports, { query: { person: [person.id] as never } }),
    await writer.get(listReports, { query: { og: [og.id] as never } }),
    await writer.get(getReport, at(report)),
  ]
  expect(JSON.stringify(all)).not.toContain('Zqxjk')
  expect(all[2]).toMatchObject({ total: 0 })
  const restored = await writer.get(restoreReportVersion, { ...version('1'), body: {} })
  expect(restored.version).toBe(3)
  expect(await stored(report.id)).toMatchObject([{ id: person.id }, { quote: 'Zqxjk quotation' }])
  const { body, title } = restored
  await writer.get(saveReportDraft, { ...at(report), body: { base_rev: 1, title, summary: null, body } })
  expect(JSON.stringify(await writer.get(getReportDraft, at(report)))).not.toContain('Zqxjk')
  await writer.get(updateReport, { ...at(report), body: { body: aBody('gone') } })
  expect(await writer.get(getReportDraft, at(report))).toBeNull()
  // An older draft contains a node that the report no longer has.
  await writer.get(restoreReportVersion, { ...version('1'), body: {} })
  await writer.get(saveReportDraft, { ...at(report), body: { base_rev: 1, title, summary: null, body } })
  await admin.get(updateReport, { ...at(report), body: { body: aBody('gone again') } })
  await writer.get(updateReport, { ...at(report), body: { body } })
  expect(await stored(report.id)).toMatchObject([{ id: person.id }, { quote: 'Zqxjk quotation' }])
})

test('names are shown in their present form; a merged record is followed, a deleted one withheld', async () => {
  const admin = await app.as('admin')
  const [one, other, gone] = [await anOg(app.ctx), await anOg(app.ctx, { name: 'The whole' }), await anOg(app.ctx)]
  const body = aBody(mention('named0001', 'og', one.id), mention('named0002', 'og', gone.id))
  const report = await admin.get(createReport, { body: { title: 'Names', body } })
  expect(report.named?.ogs.map(ref => ref.id).sort()).toEqual([one.id, gone.id].sort())
  await sql`update og set merged_into = ${other.id}, deleted_at = now() where id = ${one.id}`.execute(app.db)
  await sql`update og set deleted_at = now() where id = ${gone.id}`.execute(app.db)
  expect(attrsOf((await admin.get(getReport, at(report))).body)).toEqual([
    { key: 'named0001', noun: 'og', id: other.id, label: 'The whole' },
    { key: 'named0002', noun: 'og', id: null, label: null },
  ])
})

test('a report is found by the records that its text names, and readers see quotations of pages that they cannot open', async () => {
  const [admin, reader] = [await app.as('admin'), await app.as('super_reader')]
  const page = await aStoredPage(app.ctx, { html: '<main><p>x</p></main>' })
  const person = await aPerson(app.ctx, { name: 'Open person' })
  const report = await aReport(app.ctx, {
    status: 'published',
    body: aBody(mention('named0001', 'person', person.id), evidence('cited0001', 'page_version', page.version_id)),
  })
  for (const client of [admin, reader])
    expect((await client.get(listReports, { query: { person: [person.id] as never } })).items[0]?.id).toBe(report.id)
  expect(attrsOf((await reader.get(getReport, at(report))).body)).toMatchObject([
    { id: person.id, label: 'Open person' },
    { id: null, quote: 'quoted words', url: 'https://example.org/' },
  ])
  expect(attrsOf((await admin.get(getReport, at(report))).body)[1]).toMatchObject({ id: page.version_id })
})

test('a report starts from a difference, and what it cites is retained as evidence', async () => {
  const admin = await app.as('admin')
  const person = await aPerson(app.ctx, { name: '王建国' })
  const page = await aStoredPage(app.ctx, { html: '<main><p>王建国 joined the board of directors.</p></main>' })
  const diff = await aDiff(app.ctx, page, { mention: { noun: 'person', id: person.id } })
  const draft = await admin.get(draftReportOfDiff, at({ id: diff }))
  // A mention without proof of identity: it is text of the report, without a link.
  expect(draft.persons).toEqual([])
  expect(linkedOf(draft.body).some(node => node.type === 'mention' && node.attrs.id === person.id)).toBe(false)
  expect(JSON.stringify(draft.body)).toContain('"text":"王建国"')
  const cited = linkedOf(draft.body).find(node => node.type === 'evidence')
  expect(cited?.attrs).toMatchObject({ noun: 'diff', id: diff })
  expect(JSON.stringify(cited)).toContain('joined the board')
  const { title, body, ogs } = draft
  const report = await admin.get(createReport, { body: { title, body, ogs: ogs.map(og => og.id) } })
  await admin.get(updateReport, { ...at(report), body: { body: aBody('no longer cited') } })
  // Newer versions arrive, and the site retains only the newest.
  const other = await aStoredPage(app.ctx, {
    ogId: page.og_id,
    html: '<main><p>other</p></main>',
    url: 'https://example.org/2',
  })
  for (const { page_id } of [page, other])
    await sql`with fresh as (insert into page_version (og_id, page_id, round, fetched_at, last_seen_at, is_good, hash, text_hash,
        extractor, size, final_url)
      select og_id, page_id, 2, now(), now(), true, hash, text_hash, extractor, size, final_url from page_version
      where page_id = ${page_id} returning id)
      update page set last_version = fresh.id from fresh where page.id = ${page_id}`.execute(app.db)
  await sql`update diff set status = 'done' where id = ${diff}`.execute(app.db)
  await sql`update og set version_keep = 1 where id = ${page.og_id}`.execute(app.db)
  expect(await pruneVersions(app.ctx, page.og_id)).toBe(1)
  const { rows } = await sql<{ id: number }>`select id from page_version
    where id in (${page.version_id}, ${other.version_id})`.execute(app.db)
  expect(rows).toEqual([{ id: page.version_id }])
  expect((await admin.call(deletePage, at({ id: page.page_id }))).status).toBe(409)
  expect((await admin.call(deletePage, at({ id: other.page_id }))).status).toBe(200)
})
