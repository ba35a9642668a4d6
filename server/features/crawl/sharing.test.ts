import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { createRound } from '#contract/site.api.ts'
import type { ReplaySite } from '#server/testing/replay-site.ts'
import { aPage, prose, useCrawl, watchSite } from './testing.ts'

const { test, aSite } = useCrawl()
const entry = join(import.meta.dirname, '../../testing/collector-process.ts')
const children: ChildProcess[] = []
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-collectors-'))
})
afterEach(async () => {
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A collector in its own process. */
async function aCollector(options: object = {}) {
  const database = (await sql<{ name: string }>`select current_database() as name`.execute(test.db)).rows[0]?.name
  const url = inject('databaseUrl').replace(/postgres$/, String(database))
  const all = { pollMs: 30, beatMs: 150, leaseMs: 20_000, ...options }
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', entry, url, folder, JSON.stringify(all)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  children.push(child)
  let log = ''
  child.stdout?.on('data', chunk => {
    log += chunk
  })
  await expect.poll(() => log, { timeout: 40_000 }).toContain('"started"')
  return { child, log: () => log }
}

/** Sites on their own addresses, each a chain of pages with some further pages. */
async function severalSites(count: number, pages: number, delayMs: number) {
  return await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const site = await aSite(`127.0.0.${20 + index}`)
      const links = Array.from({ length: pages - 1 }, (_, page) => `<a href="/p${page}">Page ${page}</a>`).join('')
      site.set('/', aPage('Home', prose(`home ${index}`) + links))
      for (let page = 0; page < pages - 1; page++)
        site.set(`/p${page}`, aPage(`P${page}`, prose(`page ${page} of ${index}`)))
      return { site, watched: await watchSite(test, [`${site.origin}/`], { delay_ms: delayMs }) }
    }),
  )
}

/** The shortest time from the end of a request to the beginning of the next; below 0, two ran at a time. */
function nearest({ log }: ReplaySite): number {
  const gaps = log.slice(1).map((request, index) => request.at - (log[index]?.endedAt ?? Number.POSITIVE_INFINITY))
  return Math.min(...gaps)
}

const pagesOf = (site: ReplaySite) => site.requests.filter(path => path !== '/robots.txt' && path !== '/sitemap.xml')

describe('several collectors', () => {
  it('share sites: every page is requested once, and no host receives two requests at a time or too soon', async () => {
    const delayMs = 120
    const sites = await severalSites(5, 8, delayMs)
    await Promise.all([aCollector({ hosts: 2 }), aCollector({ hosts: 2 }), aCollector({ hosts: 2 })])
    for (const { watched } of sites) await watched.admin.get(createRound, { params: watched.params })
    for (const { watched, site } of sites) {
      const round = await watched.until(['complete', 'aborted'])
      expect(round).toMatchObject({ state: 'complete', counts: { found: 8, fetched: 8, failed: 0 } })
      expect(pagesOf(site).toSorted()).toEqual([...new Set(pagesOf(site))].toSorted())
      expect(nearest(site)).toBeGreaterThanOrEqual(delayMs / 2)
    }
    const devices = await sql<{ pages: number }>`select pages from device where pages > 0`.execute(test.db)
    expect(devices.rows.length).toBeGreaterThan(1)
  }, 90_000)

  it('continue with the addresses that a killed one had in hand; at most one page of each host is repeated', async () => {
    const delayMs = 80
    const sites = await severalSites(4, 10, delayMs)
    const first = await aCollector({ leaseMs: 4_000 })
    for (const { watched } of sites) await watched.admin.get(createRound, { params: watched.params })
    await expect
      .poll(() => sites.every(({ site }) => pagesOf(site).length >= 3), { timeout: 40_000, interval: 5 })
      .toBe(true)
    first.child.kill('SIGKILL')
    await aCollector({ leaseMs: 4_000 })
    for (const { watched, site } of sites) {
      const round = await watched.until(['complete', 'aborted'])
      expect(round).toMatchObject({ state: 'complete', counts: { found: 10, fetched: 10, failed: 0, added: 10 } })
      expect(new Set(pagesOf(site)).size).toBe(10)
      expect(pagesOf(site).length).toBeLessThanOrEqual(11)
      expect(nearest(site)).toBeGreaterThanOrEqual(delayMs / 2)
    }
  }, 90_000)

  it('end within seconds on request, and return everything', async () => {
    const [first] = await severalSites(1, 30, 100)
    const { site, watched } = first as NonNullable<typeof first>
    const collector = await aCollector({ leaseMs: 60_000 })
    await watched.admin.get(createRound, { params: watched.params })
    await expect.poll(() => pagesOf(site).length, { timeout: 40_000 }).toBeGreaterThan(3)
    const ended = new Promise(resolve => collector.child.on('exit', resolve))
    const startedAt = performance.now()
    collector.child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    const left = await sql`select from frontier where state = 'taken' union all
          select from host_clock where device_id is not null and host = ${new URL(site.origin).host}`.execute(test.db)
    expect(left.rows).toEqual([])
    // Every page it requested is written; the page that was interrupted may be requested again.
    expect(pagesOf(site).length - (await watched.last()).counts.fetched).toBeLessThanOrEqual(1)
  }, 90_000)

  it('survive a database that closes their connections, without flooding the log', async () => {
    const [first] = await severalSites(1, 20, 50)
    const { site, watched } = first as NonNullable<typeof first>
    const collector = await aCollector({ leaseMs: 3_000 })
    await watched.admin.get(createRound, { params: watched.params })
    for (const least of [3, 6, 9, 12]) {
      await expect.poll(() => pagesOf(site).length, { timeout: 40_000, interval: 5 }).toBeGreaterThan(least)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(test.db)
    }
    await expect
      .poll(
        () =>
          watched.last().then(
            round => round.state,
            () => 'away',
          ),
        { timeout: 40_000 },
      )
      .toBe('complete')
    expect(await watched.last()).toMatchObject({ counts: { found: 20, fetched: 20, failed: 0 } })
    expect(collector.log().split('\n').length).toBeLessThan(40)
    expect(collector.log()).not.toContain('"level":50')
  }, 90_000)
})
