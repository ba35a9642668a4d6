import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { copyPerson } from '#contract/erasure.api.ts'
import { createEvent } from '#contract/event.api.ts'
import { createMembership } from '#contract/membership.api.ts'
import { createOgRelation } from '#contract/og_relation.api.ts'
import { createPerson } from '#contract/person.api.ts'
import { readTicket } from '#contract/ticket.api.ts'
import { aSource } from '#server/features/source/factory.ts'
import { storeKeys } from '#server/features/source/source.service.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { unzip } from '#server/testing/unzip.ts'
import { anOg } from '../og/factory.ts'

const test_ = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

describe('a copy of all data about a person', () => {
  test('is provided complete, for a reason, once, to the administrator who requested it', async () => {
    const admin = await test_.as('admin')
    const w = randomUUID().slice(0, 8)
    const og = await anOg(test_.ctx, { name: `House of ${w}` })
    const person = await admin.get(createPerson, {
      body: { name: `Held Person ${w}`, ogs: [og.id], mail: 'a@example.org' },
    })
    await admin.get(createEvent, { body: { title: `Day of ${w}`, persons: [person.id] } })
    const party = await anOg(test_.ctx, { name: `Party of ${w}` })
    const seat = { area: 'North', term: '9th', on_behalf_of: party.id }
    await admin.get(createMembership, { body: { person_id: person.id, og_id: og.id, role: 'chair', ...seat } })
    const source = await aSource(test_.ctx, { name: `Register of ${w}` })
    await storeKeys(test_.ctx, source.id, 'person', [{ key: `k-${w}`, record_id: person.id }], null)
    const from = { noun: 'person' as const, id: person.id }
    const stated = { source_id: source.id }
    await admin.get(createOgRelation, {
      body: { from, og_id: og.id, type: 'owns', share_min: 30, share_max: 30, said: stated },
    })
    expect((await admin.call(copyPerson, { ...at(person.id), body: { reason: '' } })).status).toBe(422)
    expect((await admin.call(copyPerson, { ...at(999_999), body: { reason: 'x' } })).status).toBe(404)
    const { url } = await admin.get(copyPerson, { ...at(person.id), body: { reason: `request ${w}` } })
    const fetched = () => test_.anonymous.call(readTicket, { params: { token: url.split('/').at(-1) ?? '' } })
    const file = await fetched()
    expect(file.headers['content-disposition']).toContain(`person-${person.id}.zip`)
    const texts = await unzip(file.body as unknown as Buffer)
    const [json, summary] = [texts.get('held.json') ?? '', texts.get('summary.md') ?? '']
    const held = JSON.parse(json)
    expect(held.persons[0]).toMatchObject({ name: person.name, mail: 'a@example.org' })
    expect(held.memberships[0]).toMatchObject({ organisation: og.name })
    expect(held.memberships[1]).toMatchObject({ role: 'chair', area: 'North', term: '9th', on_behalf_of: party.name })
    expect(held.holdings).toEqual([expect.objectContaining({ organisation: og.name, type: 'owns', share_min: 30 })])
    expect(held.claims).toContainEqual(
      expect.objectContaining({ noun: 'og_relation', field: 'share', source: source.name }),
    )
    expect(held.external_keys).toEqual([{ source: source.name, key: `k-${w}` }])
    expect(held.events).toEqual([expect.objectContaining({ title: `Day of ${w}` })])
    expect(held.history.length).toBeGreaterThan(0)
    expect(held.audit).toEqual([expect.objectContaining({ act: 'export', reason: `request ${w}` })])
    expect(summary).toContain(`House of ${w}`)
    expect((await fetched()).status).toBe(404)
    const acts = await admin.get(listAudit, {
      query: { noun: 'person', record_id: String(person.id), act: ['export', 'download'] },
    })
    expect(acts.items.map(entry => entry.act)).toEqual(['download', 'export'])
  })
})
