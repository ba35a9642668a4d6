import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { getCoverage, getTextCoverage } from '#contract/coverage.api.ts'
import { mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { deleteEvent, restoreEvent, updateEvent } from '#contract/event.api.ts'
import { createTimelineNote } from '#contract/event-note.api.ts'
import { createIssue, createIssueComment, updateIssueComment } from '#contract/issue.api.ts'
import { decideMention, listMentions, ownTextKinds, textKinds } from '#contract/mention.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { ogOverview } from '#contract/overview.api.ts'
import { updateReport } from '#contract/report.api.ts'
import { createReportComment } from '#contract/report-work.api.ts'
import { listSetAside } from '#contract/set_aside.api.ts'
import { createWord } from '#contract/word.api.ts'
import { rescanAdapter } from '#server/adapters.ts'
import { checkCoverage } from '#server/features/coverage/coverage.jobs.ts'
import { erasureOf } from '#server/features/erasure/testing.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aBody, aReport } from '#server/features/report/factory.ts'
import { adoptChangedNames } from '#server/features/word/word.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { findText, writeSearched } from './search.queries.ts'
import { searchPortion } from './search.ts'

const app = useTestApp()

beforeEach(async () => {
  await sql`truncate word, page, og, person, event, report, issue, timeline_note, own_text, set_aside cascade`.execute(
    app.db,
  )
})

/** Takes changed names into the dictionary, and searches all texts that wait. */
async function settle() {
  await adoptChangedNames(app.ctx, 0)
  while (await searchPortion(app.ctx));
}

type Party = { og: string } | { person: string }
const mentionsOf = (client: Client, party: Party, query: object = {}) =>
  client.get(listMentions, { query: { ...party, kind: [...textKinds], ...query } })
const kindsOf = async (client: Client, party: Party) =>
  (await mentionsOf(client, party)).items
    .map(item => ('comment_id' in item && item.comment_id !== null ? `${item.kind} comment` : item.kind))
    .toSorted()
const idOf = (id: number) => ({ params: { id: String(id) } })

/** One text of every kind that contains these words, readable for their author. */
async function writeAll(client: Client, words: string, ogId: number | null) {
  const report = await aReport(app.ctx, { owner: client.id, title: 'Quarter', body: aBody(`Notes on ${words}.`) })
  await client.get(createReportComment, { ...idOf(report.id), body: { content: `Check ${words}` } })
  const event = await anEvent(app.ctx, { title: 'A meeting', desc: `With ${words} in town` })
  const issue = await client.get(createIssue, { body: { title: `Wrong data of ${words}`, kind: 'data' } })
  await client.get(createIssueComment, { ...idOf(issue.id), body: { text: `Ask ${words}` } })
  const note = await client.get(createTimelineNote, { body: { og_id: ogId, at: '2026-03-01', text: `Saw ${words}` } })
  return { report, event, issue, note }
}
const every = ['event', 'issue', 'issue comment', 'note', 'report', 'report comment']

describe('own texts', () => {
  test('are searched for a party, whether it was made before or after them', async () => {
    const admin = await app.as('admin')
    const before = await writeAll(admin, 'Quillfeather Holdings', null)
    await settle()
    const og = await anOg(app.ctx, { name: 'Quillfeather Holdings' })
    expect(await kindsOf(admin, { og: `${og.id}` })).toEqual([])
    await settle()
    expect(await kindsOf(admin, { og: `${og.id}` })).toEqual(every)
    await writeAll(admin, 'Quillfeather Holdings', og.id)
    await settle()
    expect(await kindsOf(admin, { og: `${og.id}` })).toHaveLength(12)
    const { items, total } = await mentionsOf(admin, { og: `${og.id}` }, { kind: 'event' })
    expect(total).toBe(2)
    expect(items.find(item => item.kind === 'event' && item.event.id === before.event.id)).toMatchObject({
      kind: 'event',
      event: { title: 'A meeting' },
      name: 'Quillfeather Holdings',
      count: 1,
      named: { noun: 'og', id: og.id, verdict: null },
      excerpt: { text: 'With Quillfeather Holdings in town', start: 5, end: 26 },
    })
    const shown = await admin.get(ogOverview, idOf(og.id))
    expect(shown.counts.mentions).toBe(12)
  })

  test('are searched again for an alias, and no longer name a party in the trash', async () => {
    const admin = await app.as('admin')
    const og = await anOg(app.ctx, { name: 'Another House' })
    await anEvent(app.ctx, { title: '羽笔控股开会' })
    await settle()
    const party = { og: `${og.id}` }
    expect((await mentionsOf(admin, party)).total).toBe(0)
    await admin.get(updateOg, { body: { id: og.id, aliases: ['羽笔控股'] } })
    await settle()
    expect((await mentionsOf(admin, party)).items).toMatchObject([{ kind: 'event', name: '羽笔控股' }])
    await sql`update og set deleted_at = now() where id = ${og.id}`.execute(app.db)
    await settle()
    const { rows } = await sql`select from own_text_mention`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('are searched again after each change, of a report its newest version', async () => {
    const admin = await app.as('admin')
    const og = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
    const party = { og: `${og.id}` }
    const { report, event, issue } = await writeAll(admin, 'nothing', null)
    await settle()
    expect((await mentionsOf(admin, party)).total).toBe(0)
    await admin.get(updateEvent, { ...idOf(event.id), body: { desc: 'Ravensgate Shipping came' } })
    await admin.get(updateReport, { ...idOf(report.id), body: { body: aBody('By Ravensgate Shipping') } })
    const thread = await admin.get(createIssueComment, { ...idOf(issue.id), body: { text: 'Hm' } })
    const params = { id: `${issue.id}`, comment_id: `${thread.id}` }
    await admin.get(updateIssueComment, { params, body: { text: 'See Ravensgate Shipping', rev: thread.rev } })
    await settle()
    expect(await kindsOf(admin, party)).toEqual(['event', 'issue comment', 'report'])
    await admin.get(updateReport, { ...idOf(report.id), body: { summary: 'Ravensgate Shipping', body: aBody('x') } })
    await admin.get(updateEvent, { ...idOf(event.id), body: { desc: 'They came' } })
    await settle()
    expect(await kindsOf(admin, party)).toEqual(['issue comment', 'report'])
  })

  test('that change while they are searched remain unsearched, and their search is not lost', async () => {
    const admin = await app.as('admin')
    const og = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
    const event = await anEvent(app.ctx, { title: 'Ravensgate Shipping' })
    await adoptChangedNames(app.ctx, 0)
    const { rows } = await sql<{ id: number }>`select id from own_text where record_id = ${event.id}`.execute(app.db)
    const text = (await findText(app.ctx, rows[0]!.id))!
    await admin.get(updateEvent, { ...idOf(event.id), body: { title: 'Of nobody' } })
    const mention = {
      noun: 'og' as const,
      id: og.id,
      name: 'x',
      count: 1,
      certainty: 'possible' as const,
      evidence: null,
    }
    expect(await writeSearched(app.ctx, 9, [{ ...text, mentions: [mention] }])).toEqual([])
    expect((await sql`select from own_text_mention`.execute(app.db)).rows).toEqual([])
    expect(await admin.get(getTextCoverage)).toMatchObject({ searched: 0, waiting: 1 })
    await settle()
    expect(await admin.get(getTextCoverage)).toMatchObject({ searched: 1, waiting: 0 })
  })

  test('are searched again by the next search if one is killed or a transaction holds them', async () => {
    const admin = await app.as('admin')
    const og = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
    await anEvent(app.ctx, { title: 'Ravensgate Shipping' })
    await adoptChangedNames(app.ctx, 0)
    const killed = app.db.transaction().execute(async db => {
      expect(await searchPortion({ ...app.ctx, db })).toBe(true)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect((await mentionsOf(admin, { og: `${og.id}` })).total).toBe(0)
    await app.db.transaction().execute(async db => {
      await sql`select from own_text for update`.execute(db)
      expect(await searchPortion(app.ctx)).toBe(false)
    })
    await sql`select graphile_worker.add_job('rescan_own_texts', '{}'::json)`.execute(app.db)
    await app.drainJobs()
    expect((await mentionsOf(admin, { og: `${og.id}` })).total).toBe(1)
  })

  test('that cannot be searched are quarantined one by one, and retried', async () => {
    const admin = await app.as('admin')
    const og = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
    for (const n of [1, 2, 3]) await anEvent(app.ctx, { title: `Ravensgate Shipping ${n}` })
    await adoptChangedNames(app.ctx, 0)
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      if exists (select from own_text join event on event.id = own_text.record_id
        where own_text.id = new.text_id and event.title like '%2') then raise exception 'bad text'; end if;
      return new; end $$`.execute(app.db)
    await sql`create trigger refuse before insert on own_text_mention for each row execute function refuse()`.execute(
      app.db,
    )
    while (await searchPortion(app.ctx));
    await sql`drop function refuse cascade`.execute(app.db)
    expect((await mentionsOf(admin, { og: `${og.id}` })).total).toBe(2)
    const { items } = await admin.get(listSetAside, { query: { queue: ['rescan'] } })
    expect(items.map(({ key }) => key)).toEqual([expect.stringMatching(/^text:\d+$/)])
    expect(await admin.get(getCoverage)).toMatchObject({ mentions: { waiting: 1, quarantined: 1 } })
    app.clock.advance(61_000)
    await sql`select graphile_worker.add_job('retry_set_aside', '{}'::json)`.execute(app.db)
    await app.drainJobs()
    expect((await mentionsOf(admin, { og: `${og.id}` })).total).toBe(3)
    expect(await admin.get(getCoverage)).toMatchObject({ mentions: { waiting: 0, quarantined: 0 } })
  })

  test('raise no hits of sensitive words, and a deleted text leaves nothing', async () => {
    const og = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
    await (await app.as('editor')).get(createWord, { body: { word: 'Ravensgate' } })
    const event = await anEvent(app.ctx, { title: 'Ravensgate Shipping' })
    await settle()
    const count = async () =>
      (
        await sql`select (select count(*)::int from own_text) as texts, (select count(*)::int from own_text_mention) as mentions,
        (select count(*)::int from word_hit) as hits`.execute(app.db)
      ).rows[0]
    expect(await count()).toEqual({ texts: 1, mentions: 1, hits: 0 })
    await sql`delete from event where id = ${event.id}`.execute(app.db)
    expect(await count()).toEqual({ texts: 0, mentions: 0, hits: 0 })
    expect(og.id).toBeGreaterThan(0)
  })
})

describe('a mention in an own text', () => {
  test('leaves no trace for readers who may not read the text', async () => {
    const [admin, author, other] = [await app.as('admin'), await app.as('super_editor'), await app.as('super_editor')]
    const editor = await app.as('editor')
    const og = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
    const hidden = await anOg(app.ctx, { name: 'Hidden House', owner: author.id, read_user: [author.id] })
    const words = 'Ravensgate Shipping'
    await aReport(app.ctx, { title: words, owner: author.id, read_user: [author.id] })
    await aReport(app.ctx, { title: words, owner: author.id })
    const secret = await anEvent(app.ctx, { title: words, owner: author.id, read_user: [author.id] })
    await editor.get(createIssue, { body: { title: words, kind: 'bug' } })
    await author.get(createTimelineNote, { body: { at: '2026-03-01', text: `${words}, private` } })
    await author.get(createTimelineNote, { body: { og_id: hidden.id, at: '2026-03-01', text: words } })
    await editor.get(createTimelineNote, { body: { og_id: og.id, at: '2026-03-01', text: words } })
    await settle()
    const party = { og: `${og.id}` }
    const seen = async (client: Client) => {
      const { items, total } = await mentionsOf(client, party)
      const { kinds } = await client.get(getTextCoverage)
      const texts = kinds.filter(({ kind }) => ownTextKinds.some(own => own === kind)).map(each => each.texts)
      expect(total).toBe(items.length)
      const { counts } = await client.get(ogOverview, idOf(og.id))
      expect(counts.mentions).toBe(total)
      return { kinds: items.map(({ kind }) => kind).toSorted(), texts }
    }
    const all = ['event', 'issue', 'note', 'note', 'note', 'report', 'report']
    expect(await seen(author)).toEqual({ kinds: all, texts: [2, 1, 1, 3] })
    // The private note is the author's alone.
    expect(await seen(admin)).toEqual({ kinds: all.toSpliced(4, 1), texts: [2, 1, 1, 2] })
    expect(await seen(other)).toEqual({ kinds: ['issue', 'note', 'report'], texts: [1, 0, 1, 1] })
    // Editors read no reports, and the feedback that they wrote.
    expect(await seen(editor)).toEqual({ kinds: ['issue', 'note'], texts: [0, 0, 1, 1] })
    expect((await seen(await app.as('editor'))).kinds).toEqual(['note'])
    const { rows } = await sql<{
      id: number
    }>`select id from own_text where kind = 'event' and record_id = ${secret.id}`.execute(app.db)
    const body = { noun: 'og' as const, id: og.id, text: rows[0]!.id, verdict: 'rejected' as const }
    expect((await editor.call(decideMention, { body })).status).toBe(404)
    expect((await author.call(decideMention, { body })).status).toBe(200)
  })

  test('in a restricted record leaves an audit entry when its excerpt is read', async () => {
    const [admin, author] = [await app.as('admin'), await app.as('editor')]
    const og = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
    const event = await anEvent(app.ctx, { title: 'Ravensgate Shipping', owner: author.id, read_user: [author.id] })
    await settle()
    await mentionsOf(admin, { og: `${og.id}` })
    const { rows } = await sql`select noun, detail from audit where user_id = ${admin.id} and act = 'read'`.execute(
      app.db,
    )
    expect(rows).toEqual([{ noun: 'event', detail: { list: '/v1/mention', count: 1, ids: [event.id] } }])
  })

  test('is rejected and confirmed by users, also after the text changes', async () => {
    const editor = await app.as('editor')
    const person = await aPerson(app.ctx, { name: 'Wilhelmina Ashgrove' })
    const event = await anEvent(app.ctx, { title: 'Wilhelmina Ashgrove spoke' })
    await settle()
    const party = { person: `${person.id}` }
    const [item] = (await mentionsOf(editor, party)).items
    const text = item && 'text_id' in item ? item.text_id : 0
    const decide = (verdict: 'confirmed' | 'rejected' | null) =>
      editor.get(decideMention, { body: { noun: 'person', id: person.id, text, verdict } })
    await decide('rejected')
    expect((await mentionsOf(editor, party)).total).toBe(0)
    await editor.get(updateEvent, { ...idOf(event.id), body: { title: 'Wilhelmina Ashgrove was there' } })
    await settle()
    expect((await mentionsOf(editor, party)).total).toBe(0)
    expect((await mentionsOf(editor, party, { rejected: 'true' })).items).toMatchObject([
      { named: { verdict: 'rejected' }, excerpt: { text: 'Wilhelmina Ashgrove was there' } },
    ])
    await decide('confirmed')
    expect((await mentionsOf(editor, party)).items).toMatchObject([
      { named: { certainty: 'certain', verdict: 'confirmed' } },
    ])
    await decide(null)
    expect((await mentionsOf(editor, party)).items).toMatchObject([{ named: { verdict: null } }])
    const body = { noun: 'person' as const, id: person.id, verdict: null }
    expect((await editor.call(decideMention, { body: { ...body, text, page: 1 } })).status).toBe(422)
    expect((await editor.call(decideMention, { body })).status).toBe(422)
  })

  test('is hidden while its record is in the trash, and back when it is restored', async () => {
    const admin = await app.as('admin')
    const og = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
    const event = await anEvent(app.ctx, { title: 'Ravensgate Shipping' })
    const party = { og: `${og.id}` }
    await settle()
    await admin.get(deleteEvent, idOf(event.id))
    expect((await mentionsOf(admin, party)).total).toBe(0)
    expect((await admin.get(getCoverage)).mentions?.kinds.find(({ kind }) => kind === 'event')?.texts).toBe(0)
    await admin.get(restoreEvent, idOf(event.id))
    expect((await mentionsOf(admin, party)).total).toBe(1)
  })

  test('follows merges of its record and of the party, and their undo', async () => {
    const admin = await app.as('admin')
    const [kept, gone] = [
      await anOg(app.ctx, { name: 'Harbour Group' }),
      await anOg(app.ctx, { name: 'Ravensgate Shipping' }),
    ]
    const one = await anEvent(app.ctx, { title: 'Ravensgate Shipping', start_time: '2026-03-01' })
    const two = await anEvent(app.ctx, { title: 'A meeting', start_time: '2026-03-01' })
    await settle()
    const count = async (og: { id: number }) => (await mentionsOf(admin, { og: `${og.id}` })).total
    type Row = { id: number; rev: number }
    const merge = (noun: 'og' | 'event', target: Row, source: Row, fields: { aliases?: 'all' } = {}) =>
      admin.get(mergeRecords, {
        body: {
          ...{ noun, target_id: target.id, target_rev: target.rev, fields: { ...fields } },
          sources: [{ id: source.id, rev: source.rev }],
        },
      })
    const events = await merge('event', two, one)
    await settle()
    expect(await count(gone)).toBe(0)
    await admin.get(undoMerge, idOf(events.id))
    await settle()
    expect(await count(gone)).toBe(1)
    const ogs = await merge('og', kept, gone, { aliases: 'all' })
    await settle()
    expect(await count(kept)).toBe(1)
    await admin.get(undoMerge, idOf(ogs.id))
    await settle()
    expect([await count(kept), await count(gone)]).toEqual([0, 1])
  })

  test('counts in the coverage report, and the nightly check finds a lost one', async () => {
    const admin = await app.as('admin')
    const og = await anOg(app.ctx, { name: 'Ravensgate Shipping' })
    const event = await anEvent(app.ctx, { title: 'Ravensgate Shipping' })
    await adoptChangedNames(app.ctx, 0)
    expect((await admin.get(getCoverage)).mentions).toMatchObject({ waiting: 1, oldest_waiting_at: expect.any(String) })
    await settle()
    expect((await admin.get(getCoverage)).mentions?.kinds).toContainEqual({ kind: 'event', texts: 1, searched: 1 })
    const check = async () => {
      app.clock.advance(1_000)
      await checkCoverage(app.ctx, rescanAdapter)
      return (await admin.get(getCoverage)).checks.find(({ part }) => part === 'mentions')
    }
    expect(await check()).toMatchObject({ sampled: 1, different: 0 })
    await sql`delete from own_text_mention`.execute(app.db)
    expect(await check()).toMatchObject({
      different: 1,
      examples: [{ key: `event:${event.id}`, fault: 'findings', of: `−og ${og.id}` }],
    })
    await settle()
    expect((await mentionsOf(admin, { og: `${og.id}` })).total).toBe(1)
    expect(await check()).toMatchObject({ different: 0 })
  })
})

test('an erasure finds the words of a person in own texts, in each spelling, and removes the mentions', async () => {
  const admin = await app.as('admin')
  const person = await aPerson(app.ctx, { name: '欧阳张弥' })
  const friend = await aPerson(app.ctx, { name: '司马相如' })
  const event = await anEvent(app.ctx, { title: '会面', desc: '歐陽張彌与司马相如会面' })
  await settle()
  const { erase } = erasureOf(app)
  const { ready, done } = await erase(admin, person.id, { blanks: ({ place }) => place === 'event.desc' })
  expect(ready.plan?.passages).toMatchObject([{ place: 'event.desc', noun: 'event', record_id: event.id }])
  expect(done.state).toBe('done')
  const { rows } = await sql<{ desc: string }>`select "desc" from event where id = ${event.id}`.execute(app.db)
  expect(rows).toEqual([{ desc: '▇▇▇与司马相如会面' }])
  await settle()
  const left =
    await sql`select noun, record_id, evidence::text like ${`%"id": ${person.id}%`} as knows from own_text_mention`.execute(
      app.db,
    )
  expect(left.rows).toEqual([{ noun: 'person', record_id: friend.id, knows: false }])
})
