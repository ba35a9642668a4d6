import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  bulkDiff,
  countDiffs,
  diffsCountedUpTo,
  draftEvent,
  getDiff,
  listDiffs,
  updateDiff,
} from '#contract/diff.api.ts'
import { createEvent, getEvent } from '#contract/event.api.ts'
import { getOg } from '#contract/og.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { aDiff } from './factory.ts'

const app = useTestApp()
const html = '<html><title>News</title><main><h1>News</h1><p>Ada Lovelace joined the board.</p></main></html>'

/** Three pages of one site with the same edit, and one with a change of its own. */
async function aQueue() {
  const og = await anOg(app.ctx, { name: 'Followed' })
  const page = (path: string) => aStoredPage(app.ctx, { ogId: og.id, url: `https://example.org/${path}`, html })
  const alone = await aDiff(app.ctx, await page('alone'), { score: 90, excerpt: 'Ada Lovelace joined the board.' })
  const same = []
  for (const [path, score] of [
    ['a', 30],
    ['b', 35],
    ['c', 35],
  ] as const)
    same.push(await aDiff(app.ctx, await page(path), { score, cluster: 'edit' }))
  const low = await aDiff(app.ctx, await page('low'), { score: 5 })
  return { og, alone, same, low, query: { og_id: [String(og.id)] } }
}

describe('the queue', () => {
  it('lists the most important first, a cluster once by its highest difference, and counts it once', async () => {
    const { query, alone, same, low } = await aQueue()
    const admin = await app.as('admin')
    const folded = await admin.get(listDiffs, { query: { ...query, folded: 'true' } })
    expect(folded.items.map(diff => diff.id)).toEqual([alone, same[1], low])
    expect(folded.items.map(diff => diff.cluster_size)).toEqual([1, 3, 1])
    expect(folded.total).toBe(3)
    const all = await admin.get(listDiffs, { query })
    expect(all.items.map(diff => diff.score)).toEqual([90, 35, 35, 30, 5])
    expect(await admin.get(countDiffs, { query })).toMatchObject({ waiting: 2, low: 1, done: 0, worth_a_time: 20 })
    const few = await admin.get(listDiffs, { query: { ...query, min_score: '20', max_score: '34' } })
    expect(few.items.map(diff => diff.id)).toEqual([same[0]])
  })

  it('counts decided differences up to a limit, and reports which counts are incomplete', async () => {
    const { og, query, same } = await aQueue()
    const admin = await app.as('admin')
    expect((await admin.get(countDiffs, { query })).more).toEqual([])
    await sql`insert into diff (og_id, page_id, round, kind, score, is_judged, status, created_at)
      select diff.og_id, diff.page_id, 2, 'changed', 50, true, 'done', diff.created_at
      from diff, generate_series(1, ${diffsCountedUpTo + 5}::int) where diff.id = ${same[0]}::bigint`.execute(app.db)
    expect(await admin.get(countDiffs, { query })).toMatchObject({
      waiting: 2,
      low: 1,
      done: diffsCountedUpTo,
      more: ['done'],
    })
    expect(await admin.get(countDiffs, { query: { ...query, only: 'waiting' } })).toMatchObject({
      waiting: 2,
      low: 0,
      done: 0,
      more: [],
    })
    const decided = await admin.get(listDiffs, { query: { ...query, status: ['done'] } })
    expect(decided).toMatchObject({ total: diffsCountedUpTo, total_estimated: true })
    expect(decided.items).toHaveLength(20)
    expect((await admin.get(countDiffs, { query: { ...query, round: ['1'] } })).more).toEqual([])
    expect((await admin.get(countDiffs, { query: { og_id: [String(og.id + 1)] } })).done).toBe(0)
  })

  it('is reviewed one by one, by clusters and by a filter, and every review can be undone', async () => {
    const { og, query, alone, same } = await aQueue()
    const admin = await app.as('admin')
    const done = await admin.get(updateDiff, {
      params: { id: String(alone) },
      body: { status: 'done', note: 'Seen', note_reasons: ['number'], rev: 1 },
    })
    expect(done).toMatchObject({ status: 'done', note: 'Seen', reviewer_name: admin.username, rev: 2 })
    const stale = await admin.call(updateDiff, { params: { id: String(alone) }, body: { status: 'ignored', rev: 1 } })
    expect(stale.status).toBe(409)
    const wrong = await admin.call(bulkDiff, { body: { filter: { ...query }, expected: 4, status: 'ignored' } })
    expect(wrong.status).toBe(409)
    const bulk = await admin.get(bulkDiff, { body: { ids: same, status: 'ignored' } })
    expect(bulk).toEqual({ done: 3, before: [{ status: 'unread', ids: same }] })
    expect(await admin.get(countDiffs, { query })).toMatchObject({ waiting: 0, ignored: 1, done: 1 })
    await admin.get(bulkDiff, { body: { ids: same, status: 'unread' } })
    expect(await admin.get(countDiffs, { query })).toMatchObject({ waiting: 1, ignored: 0 })
    expect(await admin.get(getOg, { params: { id: String(og.id) } })).toMatchObject({ version: 0 })
  })

  it('is for administrators only', async () => {
    const { alone } = await aQueue()
    for (const role of ['super_editor', 'editor', 'super_reader', 'reader', 'uploader', 'device'] as const) {
      const client = await app.as(role)
      expect((await client.call(listDiffs, {})).status).toBe(403)
      expect((await client.call(updateDiff, { params: { id: String(alone) }, body: { status: 'done' } })).status).toBe(
        403,
      )
    }
  })
})

describe('one difference', () => {
  it('shows both texts row by row and creates an event with its page as evidence', async () => {
    const og = await anOg(app.ctx, { name: 'Followed' })
    const person = await aPerson(app.ctx, { name: 'Ada Lovelace' })
    const page = await aStoredPage(app.ctx, { ogId: og.id, html })
    const id = await aDiff(app.ctx, page, { mention: { noun: 'person', id: person.id } })
    const admin = await app.as('admin')
    const params = { id: String(id) }
    const { diff, comparison } = await admin.get(getDiff, { params })
    expect(diff.new_mentions).toMatchObject([
      { noun: 'person', id: person.id, name: 'Ada Lovelace', certainty: 'possible', reasons: [{ code: 'alone' }] },
    ])
    const reportedOf = comparison.rows.find(row => row.after?.text.includes('Ada'))
    expect(reportedOf).toMatchObject({ kind: 'added', before: null })
    expect(reportedOf?.after?.marks).toEqual([
      { start: 0, end: 12, kind: 'person', id: person.id, name: 'Ada Lovelace', level: null, certainty: 'possible' },
    ])
    const draft = await admin.get(draftEvent, { params })
    expect(draft.event).toMatchObject({
      source_url: 'https://example.org/',
      page_version: page.version_id,
      diff_id: id,
      ogs: [og.id],
      // A person of this name is mentioned, and nothing proves that it is this person.
      persons: [],
    })
    expect(draft.candidates).toMatchObject([{ noun: 'person', id: person.id }])
    expect(draft.event.desc).toContain('joined the board')
    const event = await admin.get(createEvent, { body: draft.event })
    expect(event.evidence).toMatchObject({ version_id: page.version_id, page_id: page.page_id })
    expect((await admin.get(getDiff, { params })).diff.events).toEqual([{ id: event.id, name: event.title }])
    // A reader may read events, but not pages.
    const reader = await app.as('reader')
    expect((await reader.get(getEvent, { params: { id: String(event.id) } })).evidence).toBeNull()
  })

  it('lists the person that the page no longer names, and starts the draft with the removal', async () => {
    const og = await anOg(app.ctx, { name: 'Followed' })
    const [gone, still] = [await aPerson(app.ctx, { name: 'Viktor Perelman' }), await aPerson(app.ctx, { name: 'Ada' })]
    const page = await aStoredPage(app.ctx, { ogId: og.id, html })
    const after = await aStoredPage(app.ctx, {
      ogId: og.id,
      html: html.replace('</main>', '</main> '),
      url: 'https://example.org/2',
    })
    const named = (version: number, person: number) =>
      sql`insert into mention (og_id, page_id, version_id, noun, record_id, name,
        count, is_new, found_at, certainty, evidence)
      values (${page.og_id}::bigint, ${page.page_id}::bigint, ${version}::bigint, 'person', ${person}::bigint, 'x', 1, false, now(),
        'certain', null)`.execute(app.db)
    await named(page.version_id, gone.id)
    await named(page.version_id, still.id)
    await sql`update page_version set page_id = ${page.page_id} where id = ${after.version_id}`.execute(app.db)
    await named(after.version_id, still.id)
    const id = await aDiff(app.ctx, { ...page, version_id: after.version_id }, { excerpt: 'Viktor Perelman, chair' })
    await sql`update diff set kind = 'changed', from_version = ${page.version_id},
      excerpt_runs = '[{"op":"removed","text":"Viktor Perelman, chair"}]' where id = ${id}`.execute(app.db)
    const admin = await app.as('admin')
    const params = { id: String(id) }
    const removed = async () => (await admin.get(getDiff, { params })).diff.removed_mentions.map(each => each.id)
    // The version after was not searched for names yet, so nothing is known to be missing.
    expect(await removed()).toEqual([])
    await sql`update page_version set scanned = 1 where id = ${after.version_id}`.execute(app.db)
    expect(await removed()).toEqual([gone.id])
    const draft = await admin.get(draftEvent, { params })
    expect(draft.event.desc?.split('\n')[0]).toBe('No longer: Viktor Perelman, chair')
    expect([...(draft.event.persons ?? []), ...draft.candidates.map(each => each.id)]).toEqual([gone.id])
  })

  it('is no evidence for a user who may not read its page', async () => {
    const admin = await app.as('admin')
    const hidden = await anOg(app.ctx, { name: 'Hidden', owner: admin.id, read_user: [admin.id] })
    const page = await aStoredPage(app.ctx, { ogId: hidden.id, html })
    const editor = await app.as('editor')
    const refused = await editor.call(createEvent, { body: { title: 'Mine', page_version: page.version_id } })
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.[0]?.path).toBe('page_version')
  })
})
