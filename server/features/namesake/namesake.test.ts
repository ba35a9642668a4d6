import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { draftEvent, getDiff, listDiffs } from '#contract/diff.api.ts'
import { createEvent } from '#contract/event.api.ts'
import { decideMention } from '#contract/mention.api.ts'
import { getPageVersion } from '#contract/page.api.ts'
import { draftReportOfDiff } from '#contract/report.api.ts'
import { rescanAdapter } from '#server/adapters.ts'
import { aDiff } from '#server/features/diff/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { rescanPortion } from '#server/features/word/rescan.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

beforeEach(async () => {
  for (const table of ['event', 'diff', 'person', 'og']) await sql`delete from ${sql.table(table)}`.execute(app.db)
})

/** A page whose names were searched and all count as new, with its difference. */
async function aNamingPage(text: string, values: { ogId?: number; url?: string } = {}) {
  const page = await aStoredPage(app.ctx, { html: `<main><p>${text}</p></main>`, ...values })
  // Names enter the dictionary with its next version at the latest.
  await sql`update dictionary set version = version + 1`.execute(app.db)
  while ((await rescanPortion(app.ctx, rescanAdapter)) !== 'done');
  await sql`update mention set is_new = true`.execute(app.db)
  return { ...page, diff: await aDiff(app.ctx, page) }
}

describe('a difference that contains a name', () => {
  test('suggests a record with that name without linking it, in the event and in its report', async () => {
    const admin = await app.as('admin')
    const bank = await anOg(app.ctx, { name: '国泰银行' })
    const one = await aPerson(app.ctx, {
      name: '张伟明',
      birth_time: '1962',
      position: '董事长',
      region: 'CN',
      ogs: [bank.id],
    })
    const other = await aPerson(app.ctx, { name: '张伟明' })
    const { diff } = await aNamingPage('昨日，摄影师张伟明的作品展出。')
    const reported = await admin.get(getDiff, at(diff))
    expect(reported.diff.new_mentions).toMatchObject([
      {
        noun: 'person',
        id: one.id,
        certainty: 'possible',
        reasons: [{ code: 'alone' }, { code: 'bearers', value: 2 }],
        about: { og: '国泰银行', position: '董事长', year: '1962', region: 'CN' },
      },
      { noun: 'person', id: other.id, certainty: 'possible', about: { og: null } },
    ])
    const marks = reported.comparison.rows.flatMap(row => row.after?.marks ?? [])
    expect(marks.map(mark => [mark.id, mark.certainty])).toEqual([
      [one.id, 'possible'],
      [other.id, 'possible'],
    ])
    const draft = await admin.get(draftEvent, at(diff))
    expect([draft.event.persons, draft.persons]).toEqual([[], []])
    expect(draft.candidates.map(each => each.id)).toEqual([one.id, other.id])
    expect((await admin.get(createEvent, { body: draft.event })).persons).toEqual([])
    const report = await admin.get(draftReportOfDiff, at(diff))
    expect(report.persons).toEqual([])
    const body = JSON.stringify(report.body)
    expect(body).not.toContain('"noun":"person"')
    expect(body.match(/"text":"张伟明"/g)).toHaveLength(1)
  })

  test('links the record that the text identifies, and not another with the same name', async () => {
    const admin = await app.as('admin')
    const bank = await anOg(app.ctx, { name: '国泰银行' })
    const one = await aPerson(app.ctx, { name: '欧阳震明', position: '董事长', ogs: [bank.id] })
    const other = await aPerson(app.ctx, { name: '欧阳震明', position: '摄影师' })
    const { diff } = await aNamingPage('国泰银行董事长欧阳震明昨日致辞。')
    const draft = await admin.get(draftEvent, at(diff))
    expect(draft.persons.map(each => each.id)).toEqual([one.id])
    expect(draft.candidates).toMatchObject([
      { noun: 'og', id: bank.id, certainty: 'likely' },
      { noun: 'person', id: other.id, certainty: 'possible' },
    ])
    const [listed] = (await admin.get(listDiffs)).items
    expect(listed?.new_mentions.find(each => each.noun === 'person' && each.id === one.id)).toMatchObject({
      certainty: 'certain',
      reasons: [
        { code: 'with_og', value: '国泰银行' },
        { code: 'position', value: '董事长' },
        { code: 'bearers', value: 2 },
      ],
    })
    const report = await admin.get(draftReportOfDiff, at(diff))
    expect(report.persons.map(each => each.id)).toEqual([one.id])
  })
})

describe("a user's decision about a name", () => {
  test('applies to every version of the page, shows who made it and when, and can be undone', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const one = await aPerson(app.ctx, { name: '𠮷田太郎' })
    const other = await aPerson(app.ctx, { name: '𠮷田太郎' })
    const page = await aNamingPage('昨日，𠮷田太郎致辞。')
    const stated = (id: number, verdict: 'confirmed' | 'rejected' | null) =>
      editor.get(decideMention, { body: { noun: 'person', id, page: page.page_id, verdict } })
    await stated(other.id, 'rejected')
    const named = async () => (await admin.get(getDiff, at(page.diff))).diff.new_mentions
    expect(await named()).toMatchObject([
      { id: one.id, certainty: 'possible', reasons: [{ code: 'alone' }], verdict: null },
      { id: other.id, verdict: 'rejected', decided_by: editor.username, decided_at: expect.any(String) },
    ])
    expect((await admin.get(draftEvent, at(page.diff))).candidates.map(each => each.id)).toEqual([one.id])
    const { comparison } = await admin.get(getDiff, at(page.diff))
    expect(comparison.rows.flatMap(row => row.after?.marks ?? []).map(mark => mark.id)).toEqual([one.id])
    await stated(one.id, 'confirmed')
    expect((await admin.get(draftEvent, at(page.diff))).event.persons).toEqual([one.id])
    // Another version of the page has the same decision.
    await sql`with fresh as (insert into page_version (og_id, page_id, round, fetched_at, last_seen_at, is_good, hash, text_hash,
        extractor, size, final_url, content_type)
      select og_id, page_id, 2, now(), now(), true, hash, text_hash, extractor, size, final_url, content_type
      from page_version where id = ${page.version_id} returning id)
      update page set last_version = fresh.id from fresh where page.id = ${page.page_id}`.execute(app.db)
    const { rows } = await sql<{ id: number }>`select last_version as id from page where id = ${page.page_id}`.execute(
      app.db,
    )
    const params = { id: String(page.page_id), version_id: String(rows[0]!.id) }
    expect((await editor.get(getPageVersion, { params })).names).toMatchObject([
      { id: one.id, certainty: 'certain', verdict: 'confirmed' },
      { id: other.id, verdict: 'rejected' },
    ])
    await stated(one.id, null)
    expect((await named())[0]).toMatchObject({ id: one.id, certainty: 'possible', verdict: null })
    const { items } = await admin.get(listAudit, { query: { act: 'decide_mention', record_id: String(one.id) } })
    expect(items.map(each => each.detail)).toEqual([
      { page: page.page_id, verdict: null },
      { page: page.page_id, verdict: 'confirmed' },
    ])
  })

  test('is only for users who may change the record and read the page', async () => {
    const [admin, editor, reader] = [await app.as('admin'), await app.as('editor'), await app.as('super_reader')]
    const mine = { owner: admin.id, write_user: [admin.id] }
    const kept = await aPerson(app.ctx, { name: 'Kept Person', ...mine })
    const hidden = await aPerson(app.ctx, { name: 'Hidden Person', ...mine, read_user: [admin.id] })
    const secret = await anOg(app.ctx, { name: 'Secret site', owner: admin.id, read_user: [admin.id] })
    const open = await aPerson(app.ctx, { name: 'Open Person' })
    const page = await aNamingPage('Kept Person, Hidden Person, Open Person')
    const secretPage = await aNamingPage('Open Person', { ogId: secret.id })
    const status = async (client: typeof admin, id: number, where: { page?: number; upload?: number }) =>
      (await client.call(decideMention, { body: { noun: 'person', id, verdict: 'rejected', ...where } })).status
    expect(await status(editor, kept.id, { page: page.page_id })).toBe(403)
    expect(await status(editor, hidden.id, { page: page.page_id })).toBe(404)
    expect(await status(editor, open.id, { page: secretPage.page_id })).toBe(404)
    expect(await status(editor, open.id, {})).toBe(422)
    expect(await status(editor, open.id, { upload: 987_654 })).toBe(404)
    expect(await status(reader, open.id, { page: page.page_id })).toBe(403)
    expect(await status(admin, kept.id, { page: page.page_id })).toBe(200)
  })
})

test('a record that a reader may not read neither counts as a bearer of the name nor as evidence', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const hidden = { owner: admin.id, read_user: [admin.id] }
  const secret = await anOg(app.ctx, { name: '秘密投资公司', ...hidden })
  const open = await aPerson(app.ctx, { name: '欧阳震明', ogs: [secret.id] })
  await aPerson(app.ctx, { name: '欧阳震明', ...hidden })
  const page = await aNamingPage('秘密投资公司的欧阳震明。')
  const names = async (client: typeof admin) =>
    (await client.get(getPageVersion, { params: { id: String(page.page_id), version_id: String(page.version_id) } }))
      .names
  expect((await names(admin)).find(each => each.noun === 'person' && each.id === open.id)).toMatchObject({
    certainty: 'likely',
    reasons: [
      { code: 'with_og', value: '秘密投资公司' },
      { code: 'bearers', value: 2 },
    ],
  })
  const seen = await names(editor)
  expect(seen.map(each => each.id)).toEqual([open.id])
  expect(seen[0]).toMatchObject({ certainty: 'possible', reasons: [{ code: 'alone' }] })
  expect(JSON.stringify(seen)).not.toContain('秘密')
  // A text that was never searched gives the same result.
  await sql`update mention set evidence = null`.execute(app.db)
  expect(await names(editor)).toEqual(seen)
})
