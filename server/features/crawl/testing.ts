import { afterAll, afterEach, expect } from 'vitest'
import { type Diff, listDiffs } from '#contract/diff.api.ts'
import { listPages, type Page } from '#contract/page.api.ts'
import { createRound, listRounds, type Round, type SiteSettings, updateSite } from '#contract/site.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { openDictionary } from '#server/features/word/word.service.ts'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { type ReplaySite, startReplaySite } from '#server/testing/replay-site.ts'
import { type Client, type TestApp, useTestApp } from '#server/testing/test-app.ts'
import { fetchAssets } from './asset/fetch-assets.ts'
import { type CollectorOptions, startCollector } from './collector.ts'
import type { Renderer } from './fetching/render.ts'

const agentName = 'OgGroupTest/1'
type Collector = Awaited<ReturnType<typeof startCollector>>

/** A page with a navigation frame, as real sites have. */
export const aPage = (title: string, body: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav><main>${body}</main></body></html>`

/** A sentence that is long enough to count as a page's text. */
export const prose = (about: string) =>
  `<p>The story of ${about} is long enough to be told, and ends with ${about}.</p>`

/** The server, collectors and sites of one test file. */
export function useCrawl() {
  const test = useTestApp()
  const guard = openGuard({ allow: ['127.0.0.0/8'] })
  const fetcher = openFetcher(guard, { agentName })
  let collectors: Collector[] = []
  let sites: ReplaySite[] = []
  afterEach(async () => {
    await Promise.all(collectors.map(collector => collector.stop()))
    await Promise.all(sites.map(site => site.close()))
    collectors = []
    sites = []
  })
  afterAll(() => fetcher.close())

  return {
    test,
    aSite: async (host?: string) => {
      const site = await startReplaySite(host)
      sites.push(site)
      return site
    },
    collect: async (options: Partial<CollectorOptions> = {}, renderer: Renderer | null = null): Promise<Collector> => {
      const collector = await startCollector(
        test.ctx,
        { fetcher, agentName, renderer },
        { version: 'test', pollMs: 20, beatMs: 100, ...options },
      )
      collectors.push(collector)
      return {
        ...collector,
        stop: () => {
          collectors = collectors.filter(each => each !== collector)
          return collector.stop()
        },
      }
    },
    /** Fetches the files of new versions, as the job does. */
    fetchFiles: (): Promise<void> => fetchAssets({ ...test.ctx, fetchPage: fetcher.fetchPage, agentName }),
    watch: (site: ReplaySite, settings: Partial<SiteSettings> = {}, og: Parameters<typeof anOg>[1] = {}) =>
      watchSite(test, [`${site.origin}/`], settings, og),
  }
}

export async function watchSite(
  test: TestApp,
  entrances: string[],
  settings: Partial<SiteSettings> = {},
  values: Parameters<typeof anOg>[1] = {},
) {
  const og = await anOg(test.ctx, { name: 'Watched', entrances, ...values })
  const admin: Client = await test.as('admin')
  const params = { id: String(og.id) }
  await admin.get(updateSite, { params, body: { delay_ms: 0, ...settings } })
  const query = { og_id: [String(og.id)] }
  const last = async () => (await admin.get(listRounds, { params })).items[0] as Round
  const until = async (states: Round['state'][]): Promise<Round> => {
    await expect
      .poll(async () => (await last()).state, { timeout: 40_000, interval: 30 })
      .toSatisfy(state => states.includes(state as Round['state']))
    return await last()
  }
  return {
    og,
    admin,
    params,
    last,
    until,
    /**
     * Starts a round and waits for its end. The collector keeps its dictionary for a second; it is read again here, so
     * that the words of the test are in it.
     */
    round: async (): Promise<Round> => {
      await openDictionary(test.ctx, 0)
      await admin.get(createRound, { params })
      return await until(['complete', 'aborted'])
    },
    pages: async (): Promise<Page[]> => (await admin.get(listPages, { query: { ...query, sort: 'url' } })).items,
    page: async (path: string): Promise<Page | undefined> =>
      (await admin.get(listPages, { query: { ...query, pageSize: '100' } })).items.find(
        page => new URL(page.url).pathname + new URL(page.url).search === path,
      ),
    diffs: async (): Promise<Diff[]> => (await admin.get(listDiffs, { query })).items,
  }
}
