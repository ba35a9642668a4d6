import { afterAll, beforeAll, expect, it } from 'vitest'
import { listDiffs } from '#contract/diff.api.ts'
import { createRound, listRounds, updateSite } from '#contract/site.api.ts'
import { loadStartingWords } from '#contract/word.api.ts'
import { startCollector } from '#server/features/crawl/collector.ts'
import { anOg } from '#server/features/og/factory.ts'
import { openDictionary } from '#server/features/word/word.service.ts'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { startReplaySite } from '#server/testing/replay-site.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const agentName = 'OgGroupTest/1'
const fetcher = openFetcher(openGuard({ allow: ['127.0.0.0/8'] }), { agentName })
let collector: Awaited<ReturnType<typeof startCollector>>

beforeAll(async () => {
  collector = await startCollector(app.ctx, { fetcher, agentName }, { version: 'test', pollMs: 20 })
})
afterAll(async () => {
  await collector.stop()
  await fetcher.close()
})

const page = (notice: string, more = '') =>
  `<html><title>Notices</title><main><h1>Notices</h1><p>Our office hours stay as they are, for all customers.</p>
    <p>${notice}</p>${more}</main></html>`
const dividend =
  'The annual general meeting approved a dividend of 0.42 per share, payable in June to all holders who are in the ' +
  'register at the end of May. Holders abroad are paid through their banks, without a fee, and are told by letter. '.repeat(
    6,
  )
const grave = 'Listed as sanctioned, assets frozen.'

/** Scores of the two notices, each on a new page of one site. */
async function scoresOf(admin: Client): Promise<{ dividend: number; grave: number }> {
  const site = await startReplaySite()
  try {
    const og = await anOg(app.ctx, { entrances: [`${site.origin}/`, `${site.origin}/other`] })
    const id = String(og.id)
    await admin.get(updateSite, { params: { id }, body: { delay_ms: 0 } })
    const round = async (first: string, second: string) => {
      site.set('/', page(first))
      site.set('/other', page(second))
      await admin.get(createRound, { params: { id } })
      const state = async () => (await admin.get(listRounds, { params: { id } })).items[0]?.state
      await expect.poll(state, { timeout: 40_000, interval: 50 }).toBe('complete')
    }
    await round('Nothing is announced here today.', 'Nothing is announced there today.')
    await round(dividend, grave)
    await app.drainJobs()
    const { items } = await admin.get(listDiffs, { query: { og_id: [id] } })
    const scoreAt = (path: string) => items.find(({ page: { url } }) => new URL(url).pathname === path)?.score ?? -1
    return { dividend: scoreAt('/'), grave: scoreAt('/other') }
  } finally {
    await site.close()
  }
}

it('with the starting dictionary a notice of sanctions ranks above one of a dividend, without it below', async () => {
  const admin = await app.as('admin')
  const without = await scoresOf(admin)
  await admin.get(loadStartingWords, { body: {} })
  // A collector checks for new words once a second; this loads them at once, so that the test does not depend on speed.
  await openDictionary(app.ctx, 0)
  const loaded = await scoresOf(admin)
  expect(without.grave).toBeGreaterThanOrEqual(0)
  expect(without.grave).toBeLessThanOrEqual(without.dividend)
  expect(loaded.grave).toBeGreaterThan(loaded.dividend)
  expect(loaded.grave).toBeGreaterThan(without.grave)
  expect(loaded.dividend).toBe(without.dividend)
})
