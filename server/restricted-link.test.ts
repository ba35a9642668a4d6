import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { mergeRecords } from '#contract/duplicate.api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { updateEvent } from '#contract/event.api.ts'
import { createMembership, deleteMembership } from '#contract/membership.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { createOgRelation } from '#contract/og_relation.api.ts'
import { getPerson, listPersonHistory, updatePerson } from '#contract/person.api.ts'
import { createRelation } from '#contract/relation.api.ts'
import { updateReport } from '#contract/report.api.ts'
import type { Role } from '#contract/role.ts'
import { updateUpload } from '#contract/upload.api.ts'
import { anEvent } from './features/event/factory.ts'
import { anOg } from './features/og/factory.ts'
import { aPerson } from './features/person/factory.ts'
import { aReport } from './features/report/factory.ts'
import { drainSearch } from './features/search/rebuild.ts'
import { sendAndRead } from './features/upload/testing.ts'
import { type Client, urlOf, useTestApp } from './testing/test-app.ts'

const app = useTestApp()

type Ids = Record<'og' | 'person' | 'event' | 'upload' | 'report', number>

async function makeAll(client: Client, name: string, lists: { read_user?: number[] } = {}): Promise<Ids> {
  const own = { ...lists, owner: client.id }
  const og = await anOg(app.ctx, { ...own, name: `${name} og` })
  const person = await aPerson(app.ctx, { ...own, name: `${name} person`, is_focus: true })
  const event = await anEvent(app.ctx, { ...own, title: `${name} event`, start_time: '2026-11-21' })
  const report = await aReport(app.ctx, { ...own, title: `${name} report`, status: 'draft' })
  const upload = await sendAndRead(app, client, `${name}.txt`, `${name} words`, lists)
  return { og: og.id, person: person.id, event: event.id, report: report.id, upload: upload.id }
}

/**
 * Excluded: sessions contain the time of their last use, the stream has no end, and the state of the system contains
 * times.
 */
const isOfTheMoment = ({ path }: Endpoint) => /session|\/v1\/info|stream|\/v1\/device|\/v1\/system/.test(path)
/** The coverage report has a time; its counts must not change. */
const withoutTheMoment = (path: string, payload: string) =>
  payload.replace(/"req_id":"[^"]*"/g, '').replace(path.startsWith('/v1/coverage/') ? /"at":"[^"]*"/ : /$^/, '')
const sorts = ['-updated_at', 'updated_at', '-created_at']

/** All answers that this reader can get about the open records. */
async function seenBy(client: Client, role: Role, open: readonly Ids[]): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const { endpoint } of api) {
    const { path, method, roles } = endpoint
    if (method !== 'GET' || roles === 'public' || !roles.includes(role) || isOfTheMoment(endpoint)) continue
    const shape = (endpoint.query as { shape?: object } | undefined)?.shape ?? {}
    const all: Record<string, string>[] = [
      {},
      ...sorts.map(sort => ({ sort })),
      { keyword: 'open' },
      { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', by: 'og' },
      ...open.flatMap((ids): Record<string, string>[] => [
        { og: String(ids.og) },
        { person: String(ids.person) },
        { noun: 'person', record_id: String(ids.person) },
      ]),
    ]
    const queries = all.filter(query => Object.keys(query).every(key => key in shape))
    const ids = path.includes('{id}') ? open.flatMap(each => Object.values(each)) : [0]
    for (const id of ids)
      for (const query of queries.length > 0 ? queries : [{}]) {
        const url = urlOf(path, { id, history_id: 1, relation_id: 1, number: 1, version_id: 1, token: 'x' }, query)
        const { statusCode, payload } = await app.app.inject({
          method,
          url,
          headers: { authorization: `Bearer ${client.token}` },
        })
        if (statusCode === 200) seen[url] = withoutTheMoment(path, payload)
      }
  }
  return seen
}

async function link(insider: Client, open: Ids, secret: Ids): Promise<void> {
  const at = (id: number) => ({ params: { id: String(id) } })
  await insider.get(updatePerson, {
    ...at(open.person),
    body: {
      memberships: [{ og_id: secret.og, role: 'member' }],
      relations: [{ person_id: secret.person, type: 'friend' }],
    },
  })
  await insider.get(createMembership, { body: { person_id: secret.person, og_id: open.og, role: 'member' } })
  const { id } = await insider.get(createMembership, { body: { person_id: open.person, og_id: secret.og, role: 'x' } })
  await insider.get(deleteMembership, at(id))
  await insider.get(createRelation, { ...at(open.person), body: { person_id: secret.person, type: 'colleague' } })
  for (const [from, og_id] of [
    [{ noun: 'og', id: secret.og }, open.og],
    [{ noun: 'person', id: secret.person }, open.og],
    [{ noun: 'og', id: open.og }, secret.og],
    [{ noun: 'person', id: open.person }, secret.og],
  ] as const)
    await insider.get(createOgRelation, { body: { from, og_id, type: 'owns', share_min: 60 } })
  await insider.get(updateOg, { body: { id: secret.og, danger_level: '受制裁' } })
  const links = { ogs: [secret.og], persons: [secret.person] }
  await insider.get(updateEvent, { ...at(open.event), body: links })
  await insider.get(updateEvent, { ...at(secret.event), body: { ogs: [open.og], persons: [open.person] } })
  await insider.get(updateUpload, { ...at(open.upload), body: links })
  await insider.get(updateReport, { ...at(open.report), body: { ...links, events: [secret.event] } })
}

test.each(['super_editor', 'editor', 'super_reader', 'reader'] as const)(
  'links between open and restricted records affect nothing for a %s: no total, revision, timestamp or order',
  async role => {
    const insider = await app.as('super_editor')
    const outsider = await app.as(role)
    app.clock.advance(60_000)
    const first = await makeAll(insider, `open 𠮷田 ${role}`)
    app.clock.advance(60_000)
    const later = await makeAll(insider, `open later ${role}`)
    const lists = { read_user: [insider.id] }
    const secret = await makeAll(insider, `closed ${role}`, lists)
    const other = await makeAll(insider, `closed other ${role}`, lists)
    await drainSearch(app.ctx)
    const open = [first, later]
    const before = await seenBy(outsider, role, open)
    expect(Object.keys(before).length).toBeGreaterThan(20)

    app.clock.advance(60_000)
    await link(insider, first, secret)
    await link(insider, first, other)
    const revOf = async (id: number) => (await insider.get(getPerson, { params: { id: String(id) } })).rev
    await insider.get(mergeRecords, {
      body: {
        noun: 'person',
        target_id: secret.person,
        target_rev: await revOf(secret.person),
        sources: [{ id: other.person, rev: await revOf(other.person) }],
        fields: {},
      },
    })
    await app.drainJobs()
    await drainSearch(app.ctx)
    expect(await seenBy(outsider, role, open)).toEqual(before)
  },
  240_000,
)

test('users who may read the linked record see the link, its history, and a total that counts it', async () => {
  const insider = await app.as('super_editor')
  const outsider = await app.as('reader')
  const open = await makeAll(insider, 'open to both')
  const secret = await makeAll(insider, 'closed to one', { read_user: [insider.id] })
  const request = { params: { id: String(open.person) }, query: {} }
  const rev = (await insider.get(getPerson, { params: request.params })).rev
  const before = (await outsider.get(listPersonHistory, request)).total
  await insider.get(updatePerson, {
    params: request.params,
    body: { memberships: [{ og_id: secret.og, role: 'member' }] },
  })
  const seen = await insider.get(listPersonHistory, request)
  expect(seen.items[0]?.changes[0]).toMatchObject({ field: 'memberships' })
  expect(seen.total).toBe(before + 1)
  expect((await outsider.get(listPersonHistory, request)).total).toBe(before)
  await insider.get(updatePerson, {
    params: request.params,
    body: { memberships: [{ og_id: open.og, role: 'member' }] },
  })
  expect((await insider.get(getPerson, { params: request.params })).rev).toBe(rev + 1)
  expect((await outsider.get(listPersonHistory, request)).total).toBe(before + 1)
})
