import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelErasure, createErasure, getErasure, startErasure } from '#contract/erasure.api.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aBody, aReport } from '#server/features/report/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { countErasure } from './run.ts'

const app = useTestApp()

test('a name is removed from the beginning of a line inside jsonb too', async () => {
  const admin = await app.as('admin')
  const person = await aPerson(app.ctx, { name: 'Quillon Varga' })
  const quote = 'He said\nQuillon Varga left\tQuillon Varga. Maquillon Varga stays'
  const attrs = { key: 'evidence1', noun: 'event' as const, id: null, quote, title: null, url: null, at: null }
  await aReport(app.ctx, { body: aBody({ type: 'evidence', attrs }) })
  const { id } = await admin.get(createErasure, { body: { person_id: person.id } })
  const params = { id: String(id) }
  await app.drainJobs()
  const { rev, plan } = await admin.get(getErasure, { params })
  const passages = plan?.passages.map(each => each.id) ?? []
  await admin.get(startErasure, {
    params,
    body: { rev, confirm: 'Quillon Varga', reason: 'asked for', choices: {}, passages },
  })
  await app.drainJobs()
  const { rows } = await sql<{ quote: string }>`
    select body #>> '{content,0,attrs,quote}' as quote from report_version`.execute(app.db)
  expect(rows.map(row => row.quote)).toEqual(['He said\n▇▇▇ left\t▇▇▇. Maquillon Varga stays'])
})

test('an erasure that is cancelled while it is counted stays cancelled, without the names', async () => {
  const admin = await app.as('admin')
  const person = await aPerson(app.ctx, { name: 'Orsolya Brandt' })
  const { id } = await admin.get(createErasure, { body: { person_id: person.id } })
  const params = { id: String(id) }
  const slow = {
    name: 'slow',
    choices: [],
    find: async () => {
      await admin.get(cancelErasure, { params })
      return { count: 0, items: [] }
    },
    erase: async () => ({ counts: {} }),
    held: async () => ({}),
  }
  await countErasure(app.ctx, [slow], id)
  expect(await admin.get(getErasure, { params })).toMatchObject({ state: 'cancelled', name: null, plan: null })
})
