import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { reviewThreshold } from '#contract/diff.api.ts'
import { listRetentions, setRetention, tryRetention } from '#contract/erasure.api.ts'
import { deletePage } from '#contract/page.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { systemActor } from '#server/platform/ctx.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { aDiff } from '../diff/factory.ts'
import { anOg } from '../og/factory.ts'
import { aPerson } from '../person/factory.ts'
import { aStoredPage } from '../word/factory.ts'
import { obeyRetention, setRetention as setTerms } from './retention.ts'

const test_ = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

describe('retention periods', () => {
  test('remove replaced versions, but not those that another record shows', async () => {
    const og = await anOg(test_.ctx, { name: `Kept ${randomUUID()}` })
    const stored = (body: string) =>
      aStoredPage(test_.ctx, { ogId: og.id, url: `https://x.example/${body}`, html: `<main><p>${body}</p></main>` })
    const [one, two, low, cited] = [
      await stored('one'),
      await stored('two'),
      await stored('low'),
      await stored('cited'),
    ]
    const aged = '2001-05-05T00:00:00.000Z'
    // Each page has a second version; the difference from the first one still waits for a user.
    for (const { page_id } of [one, two, low, cited]) {
      const { rows } = await sql<{
        id: number
      }>`insert into page_version (og_id, page_id, round, fetched_at, last_seen_at, is_good,
          hash, text_hash, extractor, size, final_url)
        select og_id, page_id, 2, fetched_at, last_seen_at, true, hash, text_hash, extractor, size, final_url
        from page_version where og_id = ${og.id} and page_id = ${page_id} returning id`.execute(test_.db)
      await sql`update page set last_version = ${rows[0]!.id} where og_id = ${og.id} and id = ${page_id}`.execute(
        test_.db,
      )
    }
    await sql`update page_version set fetched_at = ${aged} where og_id = ${og.id}`.execute(test_.db)
    await aDiff(test_.ctx, one)
    // A difference with a low score waits for no one.
    await aDiff(test_.ctx, low, { score: reviewThreshold - 1 })
    const evidence = [{ type: 'record', noun: 'page_version', id: cited.version_id, title: 'cited' }]
    await sql`with source as (insert into source (name) values ('Who says so') returning id)
      insert into claim (noun, record_id, field, value, value_key, source_id, evidence, first_seen_at, last_seen_at)
      select 'og', ${og.id}::bigint, 'desc', '"x"', 'x', source.id, ${JSON.stringify(evidence)}::jsonb, now(), now()
      from source`.execute(test_.db)
    const left = async () =>
      (await test_.db.selectFrom('page_version').select('id').where('og_id', '=', og.id).orderBy('id').execute()).length
    expect(await left()).toBe(8)
    const terms = { ...test_.ctx, actor: systemActor }
    await setTerms(terms, [{ noun: 'page_version', days: 3_650 }])
    await obeyRetention(terms)
    await setTerms(terms, [{ noun: 'page_version', days: null }])
    expect(await left()).toBe(6)
    const held = [one.version_id, cited.version_id]
    const { rows } = await sql`select from page_version where id = any(${held}::bigint[])`.execute(test_.db)
    expect(rows).toHaveLength(2)
    const admin = await test_.as('admin')
    expect((await admin.call(deletePage, at(cited.page_id))).status).toBe(409)
    expect((await admin.call(deletePage, at(two.page_id))).status).toBe(200)
  })

  test('are off until they are set; the nightly job removes exactly what a dry run reports', async () => {
    const admin = await test_.as('admin')
    const w = randomUUID().slice(0, 8)
    const old = '2001-05-05T00:00:00.000Z'
    const persons = []
    for (const n of [1, 2, 3]) persons.push(await aPerson(test_.ctx, { name: `Aged ${w} ${n}` }))
    for (const { id } of persons.slice(0, 2))
      await test_.db.updateTable('person').set({ updated_at: old }).where('id', '=', id).execute()
    expect((await admin.get(listRetentions)).items.every(item => item.days === null)).toBe(true)
    const night = () => sql`select graphile_worker.add_job('obey_retention')`.execute(test_.db)
    await night()
    await test_.drainJobs()
    expect((await admin.get(getPerson, at(persons[0]!.id))).name).toBe(persons[0]!.name)
    const tried = await admin.get(tryRetention, { body: { noun: 'person', days: 3_650 } })
    expect(tried).toEqual({
      count: 2,
      items: persons.slice(0, 2).map(({ id, name }) => ({ id, title: name, at: old })),
    })
    const items = [
      { noun: 'person' as const, days: 3_650 },
      ...(['event', 'upload', 'page_version', 'notification', 'import'] as const).map(noun => ({ noun, days: 36_500 })),
    ]
    expect((await admin.call(setRetention, { body: { items: [{ noun: 'person', days: 0 }] } })).status).toBe(422)
    await admin.get(setRetention, { body: { items } })
    for (const { noun, days } of items.slice(1))
      expect((await admin.get(tryRetention, { body: { noun, days } })).count, noun).toBe(0)
    await night()
    await test_.drainJobs()
    for (const [n, { id }] of persons.entries())
      expect((await admin.call(getPerson, at(id))).status).toBe(n < 2 ? 404 : 200)
    const [term] = (await admin.get(listRetentions)).items
    expect(term).toMatchObject({ noun: 'person', days: 3_650, removed: 2, ran_at: expect.any(String) })
    const reported = await admin.get(listAudit, { query: { act: ['retention', 'set_retention'], noun: 'person' } })
    expect(reported.items.map(entry => [entry.act, entry.detail])).toEqual([
      ['retention', { days: 3_650, removed: 2 }],
      ['set_retention', { from: null, to: 3_650 }],
    ])
    await admin.get(setRetention, { body: { items: items.map(({ noun }) => ({ noun, days: null })) } })
  })
})
