import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { stateClaims } from '#contract/claim.api.ts'
import { createTimelineNote } from '#contract/event-note.api.ts'
import { createList } from '#contract/list.api.ts'
import { createMembership } from '#contract/membership.api.ts'
import { createOgRelation } from '#contract/og_relation.api.ts'
import { updatePerson } from '#contract/person.api.ts'
import { decideScreening } from '#contract/screening.api.ts'
import { publish } from '#server/core/events.ts'
import { aDiff } from '../features/diff/factory.ts'
import { anEvent } from '../features/event/factory.ts'
import { anOg } from '../features/og/factory.ts'
import { aPerson } from '../features/person/factory.ts'
import { aBody, aReport } from '../features/report/factory.ts'
import { drainSearch } from '../features/search/rebuild.ts'
import { aSource } from '../features/source/factory.ts'
import { sendAndRead } from '../features/upload/testing.ts'
import { aStoredPage } from '../features/word/factory.ts'
import type { Client, TestApp } from './test-app.ts'

/** Part of all words that only the owner may read. */
export const mark = 'Zqxjk'
type OpenIds = Record<'og' | 'person' | 'event' | 'page' | 'version' | 'diff' | 'upload' | 'report' | 'source', number>
export type Secret = OpenIds & { open: OpenIds; links: number[] }

/** Secret ids start here, so that no reply contains one by chance. */
const firstSecretId = 730_000_000
let takenCount = 0

/** Creates a record whose id is recognisably secret. */
async function withSecretId<Made>(app: TestApp, noun: string, make: () => Promise<Made>): Promise<Made> {
  const sequence = sql`pg_get_serial_sequence(${`"${noun}"`}, 'id')`
  const { rows } = await sql<{ at: string }>`select nextval(${sequence})::text as at`.execute(app.db)
  takenCount += 1
  await sql`select setval(${sequence}, ${firstSecretId + takenCount}, false)`.execute(app.db)
  const made = await make()
  await sql`select setval(${sequence}, ${rows[0]!.at}::bigint, false)`.execute(app.db)
  return made
}

/** The secret ids in a text. */
export const secretIdsIn = (text: string): string[] => [...text.matchAll(/\b730[0-9]{6}\b/g)].map(([id]) => id)

/**
 * Creates everything in which the secret records of one user would appear if they were readable: links to open records,
 * history, places. `groups`: the groups that may read them, instead of the user alone.
 */
export async function makeSecret(app: TestApp, admin: Client, groups: number[] = []): Promise<Secret> {
  const lists = groups.length > 0 ? { read_group: groups } : { read_user: [admin.id] }
  const own = { owner: admin.id, ...lists }
  const og = await withSecretId(app, 'og', () =>
    anOg(app.ctx, { ...own, name: `${mark} 机密`, region: 'AQ', weight: 100 }),
  )
  const openOg = await anOg(app.ctx, { name: 'Open og' })
  const openPerson = await aPerson(app.ctx, { name: 'Open person', is_focus: true })
  const person = await withSecretId(app, 'person', () =>
    aPerson(app.ctx, {
      ...own,
      name: `${mark} 某人`,
      region: 'AQ',
      is_focus: true,
      score: 100,
      labels: [`${mark} label`],
      og_names: [`${mark} club`],
    }),
  )
  const event = await withSecretId(app, 'event', () =>
    anEvent(app.ctx, {
      ...own,
      title: `${mark} 会面`,
      region: 'AQ',
      category: `${mark} kind`,
      labels: [`${mark} tag`],
      start_time: '2026-11-21',
      lat: -75,
      lng: 0,
      level: 5,
      ogs: [openOg.id],
      persons: [openPerson.id],
    }),
  )
  const openEvent = await anEvent(app.ctx, {
    title: 'Open event',
    start_time: '2026-11-21',
    ogs: [og.id],
    persons: [person.id],
  })
  const source = await withSecretId(app, 'source', () =>
    aSource(app.ctx, { ...own, name: `${mark} 线人`, url: `https://${mark}.example/` }),
  )
  // Written through the API, so that histories name the links too.
  await admin.get(updatePerson, {
    params: { id: String(openPerson.id) },
    body: {
      memberships: [{ og_id: og.id, role: `${mark} role` }],
      relations: [{ person_id: person.id, type: 'friend', desc: `${mark} tie` }],
    },
  })
  await admin.get(createMembership, { body: { person_id: person.id, og_id: openOg.id, role: `${mark} seat` } })
  const provenance = {
    source_id: source.id,
    evidence: [{ type: 'address' as const, url: `https://${mark}.example/`, quote: `${mark} words` }],
  }
  const owned = { type: 'owns', share_min: 60, desc: `${mark} stake`, said: provenance } as const
  const linked: number[] = []
  for (const [from, og_id] of [
    [{ noun: 'og', id: og.id }, openOg.id],
    [{ noun: 'person', id: person.id }, openOg.id],
    [{ noun: 'og', id: openOg.id }, og.id],
    [{ noun: 'person', id: openPerson.id }, og.id],
  ] as const)
    linked.push((await admin.get(createOgRelation, { body: { from, og_id, ...owned } })).id)
  await admin.get(createTimelineNote, { body: { og_id: og.id, at: '2026', text: `${mark} note` } })
  const html = `<main><p>${mark} page</p></main>`
  const page = await aStoredPage(app.ctx, { ogId: og.id, url: `https://${mark.toLowerCase()}.example/`, html })
  await sql`update page set title = ${`${mark} title`}, hits = 3 where id = ${page.page_id}`.execute(app.db)
  const diff = await aDiff(app.ctx, page, {
    excerpt: `${mark} excerpt`,
    mention: { noun: 'person', id: openPerson.id },
  })
  // Open records name secret ones, and a public event cites a restricted page.
  const openPage = await aStoredPage(app.ctx, { ogId: openOg.id, html: '<main><p>Open page</p></main>' })
  const openDiff = await aDiff(app.ctx, openPage, { mention: { noun: 'og', id: og.id } })
  await aDiff(app.ctx, openPage, { mention: undefined })
  await sql`update event set page_version = ${page.version_id} where id = ${openEvent.id}`.execute(app.db)
  const file = `${mark} 文件 names ${mark} 机密, Open og and Open person`
  const upload = await sendAndRead(app, admin, `${mark}.txt`, file, {
    ...lists,
    ogs: [openOg.id],
    persons: [openPerson.id],
  })
  const openFile = { ogs: [og.id, openOg.id], persons: [person.id] }
  const openUpload = await sendAndRead(app, admin, 'open.txt', 'Open file about 机密', openFile)
  const mention = (key: string, noun: 'og' | 'person' | 'event' | 'upload', id: number) =>
    ({ type: 'mention', attrs: { key, noun, id, label: `${mark} label` } }) as const
  const named = aBody({
    type: 'paragraph',
    content: [
      { type: 'text', text: 'Open words ' },
      mention('aaaaaaaa', 'og', og.id),
      mention('bbbbbbbb', 'person', person.id),
      mention('cccccccc', 'event', event.id),
      mention('dddddddd', 'upload', upload.id),
    ],
  })
  const links = { ogs: [openOg.id], persons: [openPerson.id] }
  const openSource = await aSource(app.ctx, { name: 'Open source', origin_id: source.id })
  const report = await withSecretId(app, 'report', () =>
    aReport(app.ctx, {
      ...own,
      title: `${mark} 报告`,
      body: aBody(`${mark} words`),
      ...links,
      status: 'published',
    }),
  )
  const openReport = await aReport(app.ctx, {
    title: 'Open report',
    body: named,
    ogs: [og.id],
    persons: [person.id],
    events: [event.id],
    status: 'published',
  })
  for (const record_id of [openOg.id, og.id])
    await admin.get(stateClaims, {
      body: { noun: 'og', record_id, values: { scale: 'large' }, said: provenance, is_shown: false } as never,
    })
  await aHit(app, admin, { og: og.id, person: person.id })
  await drainSearch(app.ctx)
  return {
    links: linked,
    upload: upload.id,
    report: report.id,
    source: source.id,
    page: page.page_id,
    version: page.version_id,
    diff,
    og: og.id,
    person: person.id,
    event: event.id,
    open: {
      og: openOg.id,
      person: openPerson.id,
      event: openEvent.id,
      page: openPage.page_id,
      version: openPage.version_id,
      diff: openDiff,
      upload: openUpload.id,
      report: openReport.id,
      source: openSource.id,
    },
  }
}

/** A list itself is no secret. The hits of these records are, and so are the compared, decided and noted values. */
async function aHit(app: TestApp, admin: Client, of: Record<'og' | 'person', number>): Promise<void> {
  const list = await admin.get(createList, { body: { name: `List ${randomUUID()}` } })
  for (const [noun, id] of Object.entries(of)) {
    const party = JSON.stringify({ names: [`${mark} compared`], dates: [], countries: [], sex: null, numbers: [] })
    const features = JSON.stringify([{ code: 'same_name', a: `${mark} compared`, b: 'Listed', points: 0.9 }])
    const { rows } = await sql<{ id: number }>`with entry as (
        insert into list_entry (list_id, key, since, schema, caption, properties)
        values (${list.id}, ${noun}, 1, 'LegalEntity', 'Listed', '{"name": ["Listed"]}') returning id)
      insert into screening (list_id, entry_key, entry_id, noun, record_id, score, features, party, entry_party, seen, found_at, updated_at)
      select ${list.id}, ${noun}, entry.id, ${noun}, ${id}, 0.9, ${features}::jsonb, ${party}::jsonb, ${party}::jsonb, 1, now(), now()
      from entry returning id`.execute(app.db)
    const params = { id: String(rows[0]?.id) }
    if (noun === 'og') await admin.get(decideScreening, { params, body: { state: 'unsure', note: `${mark} doubt` } })
  }
  await publish(app.ctx, [{ kind: 'maybe_listed', noun: 'person', recordId: of.person, detail: { count: 1 } }])
}
