import { afterAll, beforeAll, expect, it } from 'vitest'
import { countDiffs, getDiff, listDiffs } from '#contract/diff.api.ts'
import { getOg } from '#contract/og.api.ts'
import { createRound, listRounds, updateSite } from '#contract/site.api.ts'
import { startCollector } from '#server/features/crawl/collector.ts'
import { anOg } from '#server/features/og/factory.ts'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { type ReplaySite, startReplaySite } from '#server/testing/replay-site.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const agentName = 'OgGroupTest/1'
const fetcher = openFetcher(openGuard({ allow: ['127.0.0.0/8'] }), { agentName })
let site: ReplaySite
let collector: Awaited<ReturnType<typeof startCollector>>

beforeAll(async () => {
  site = await startReplaySite()
  collector = await startCollector(app.ctx, { fetcher, agentName }, { version: 'test', pollMs: 20 })
})
afterAll(async () => {
  await collector.stop()
  await fetcher.close()
  await site.close()
})

const page = (offer: string) =>
  `<html><title>Offers</title><main><h1>Terms</h1><p>Our terms stay as they are, for all of our customers.</p>
    <div class="offer"><p>${offer}</p></div></main></html>`

async function round(admin: Client, id: string) {
  await admin.get(createRound, { params: { id } })
  const state = async () => (await admin.get(listRounds, { params: { id } })).items[0]?.state
  await expect.poll(state, { timeout: 40_000, interval: 50 }).toBe('complete')
}

it('a changed filter is applied to pending differences on both sides, and a difference that it empties is no longer pending', async () => {
  const og = await anOg(app.ctx, { entrances: [`${site.origin}/`] })
  const admin = await app.as('admin')
  const id = String(og.id)
  await admin.get(updateSite, { params: { id }, body: { delay_ms: 0 } })
  site.set('/', page('This week: garden chairs for half of what they cost last month.'))
  await round(admin, id)
  site.set('/', page('This week: winter coats and boots, as long as there are some left.'))
  await round(admin, id)
  const query = { og_id: [id] }
  expect(await admin.get(countDiffs, { query })).toMatchObject({ waiting: 1, low: 0 })

  const filter = { include: [], exclude: ['.offer'], ignore: [] }
  await admin.get(updateSite, { params: { id }, body: { filter } })
  await app.drainJobs()
  expect(await admin.get(countDiffs, { query })).toMatchObject({ waiting: 0, low: 1 })
  const [diff] = (await admin.get(listDiffs, { query })).items
  expect(diff).toMatchObject({ score: 0, added: 0, removed: 0 })
  expect(diff?.reasons).toContainEqual({ code: 'filtered' })
  const shown = await admin.get(getDiff, { params: { id: String(diff?.id) } })
  expect(shown.comparison.rows.every(row => row.kind === 'skipped' || row.kind === 'same')).toBe(true)
  expect(await admin.get(getOg, { params: { id } })).toMatchObject({ version: 2, new_version: 2 })
})
