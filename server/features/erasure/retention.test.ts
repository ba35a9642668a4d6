import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listRetentions, setRetention, tryRetention } from '#contract/erasure.ts'
import { getPerson } from '#contract/person.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { aPerson } from '../person/factory.ts'

const test_ = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

describe('terms of retention', () => {
  test('are off until set; what a dry run tells is what goes at night, and nothing else', async () => {
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
    const told = await admin.get(listAudit, { query: { act: ['retention', 'set_retention'], noun: 'person' } })
    expect(told.items.map(entry => [entry.act, entry.detail])).toEqual([
      ['retention', { days: 3_650, removed: 2 }],
      ['set_retention', { from: null, to: 3_650 }],
    ])
    await admin.get(setRetention, { body: { items: items.map(({ noun }) => ({ noun, days: null })) } })
  })
})
