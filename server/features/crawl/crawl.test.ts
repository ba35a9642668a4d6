import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listDiffs, updateDiff } from '#contract/diff.api.ts'
import { getOg } from '#contract/og.api.ts'
import { listPages, listPageVersions } from '#contract/page.api.ts'
import { createRound, listRounds, updateSite } from '#contract/site.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { type ReplaySite, startReplaySite } from '#server/testing/replay-site.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { startCollector } from './collector.ts'

const test = useTestApp()
const fetcher = openFetcher(openGuard({ allow: ['127.0.0.0/8'] }), { agentName: 'OgGroupTest/1' })
const deps = { fetcher, agentName: 'OgGroupTest/1' }
let site: ReplaySite
let collectors: Awaited<ReturnType<typeof startCollector>>[] = []

beforeAll(async () => {
  site = await startReplaySite()
})
afterEach(async () => {
  await Promise.all(collectors.map(collector => collector.stop()))
  collectors = []
})
afterAll(async () => {
  await fetcher.close()
  await site.close()
})

const page = (title: string, body: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a> <a href="/news">News</a></nav><main>${body}</main></body></html>`

async function collect() {
  collectors.push(await startCollector(test.ctx, deps, { version: 'test', pollMs: 20, beatMs: 200 }))
}

/** Runs one round and waits for its end. */
async function round(ogId: number) {
  const admin = await test.as('admin')
  const params = { id: String(ogId) }
  await admin.get(createRound, { params })
  await expect
    .poll(async () => (await admin.get(listRounds, { params })).items[0]?.state, { timeout: 40_000, interval: 50 })
    .not.toBe('running')
  return (await admin.get(listRounds, { params })).items[0]!
}

async function aSite(entrance = site.origin) {
  const og = await anOg(test.ctx, { name: 'Watched', entrances: [`${entrance}/`] })
  const admin = await test.as('admin')
  await admin.get(updateSite, { params: { id: String(og.id) }, body: { delay_ms: 0 } })
  return { og, admin }
}

describe('a round', () => {
  it('stores the pages of a site, then finds the changes; reviewing them raises the reviewed version', async () => {
    site.set('/', page('Home', '<h1>Welcome</h1><p>We make things of wood.</p>'))
    site.set('/news', page('News', '<p>Nothing new.</p><a href="/news/1">First</a>'))
    site.set('/news/1', page('First', '<p>The first story is long enough to be told.</p>'))
    const { og, admin } = await aSite()
    await collect()
    const first = await round(og.id)
    expect(first).toMatchObject({ state: 'complete', end_reason: 'done', number: 1 })
    expect(first.counts).toMatchObject({ found: 3, fetched: 3, added: 3, changed: 0, failed: 0, refused: 0 })
    const pages = await admin.get(listPages, { query: { og_id: [String(og.id)], sort: 'url' } })
    expect(pages.items.map(each => each.title)).toEqual(['Home', 'News', 'First'])
    expect(await admin.get(getOg, { params: { id: String(og.id) } })).toMatchObject({ version: 1, new_version: 1 })
    expect((await admin.get(listDiffs, { query: { og_id: [String(og.id)] } })).items).toEqual([])

    site.set('/', page('Home', '<h1>Welcome</h1><p>We were fined 4,000,000 for trading with a sanctioned bank.</p>'))
    const second = await round(og.id)
    expect(second.counts).toMatchObject({ fetched: 3, changed: 1, unchanged: 2, added: 0 })
    expect(await admin.get(getOg, { params: { id: String(og.id) } })).toMatchObject({ version: 1, new_version: 2 })
    const diffs = await admin.get(listDiffs, { query: { og_id: [String(og.id)] } })
    expect(diffs.items).toHaveLength(1)
    const [diff] = diffs.items
    expect(diff).toMatchObject({ kind: 'changed', status: 'unread', is_judged: true, round: 2 })
    expect(diff?.excerpt).toContain('sanctioned bank')
    expect(diff?.reasons.length).toBeGreaterThan(0)
    const versions = await admin.get(listPageVersions, { params: { id: String(diff?.page.id) } })
    expect(versions.items.map(version => version.round)).toEqual([2, 1])

    await admin.get(updateDiff, { params: { id: String(diff?.id) }, body: { status: 'done' } })
    expect(await admin.get(getOg, { params: { id: String(og.id) } })).toMatchObject({ version: 2, new_version: 2 })
    await admin.get(updateDiff, { params: { id: String(diff?.id) }, body: { status: 'unread' } })
    expect(await admin.get(getOg, { params: { id: String(og.id) } })).toMatchObject({ version: 1, new_version: 2 })
  })
})
