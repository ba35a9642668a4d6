import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { getDiff, listDiffs } from '#contract/diff.api.ts'
import { createRound, listRounds } from '#contract/site.api.ts'
import { retryJudge } from './finish.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()
const failing = { html: '<h1>Internal Server Error</h1>', status: 500 }

async function started(links: string[]) {
  const site = await aSite()
  site.set('/', aPage('Home', `${prose('home')}${links.map(path => `<a href="${path}">${path}</a>`).join(' ')}`))
  for (const path of links) site.set(path, aPage(`Page ${path}`, prose(path).repeat(12)))
  const watched = await watch(site)
  await collect()
  await watched.round()
  return { site, watched, round: () => hurried(watched.round) }
}

/** Retries happen after a while; the clock is advanced until the round ends. */
async function hurried<T>(work: () => Promise<T>): Promise<T> {
  const hurry = setInterval(() => test.clock.advance(20_000), 100)
  return await work().finally(() => clearInterval(hurry))
}

describe('a page that fails', () => {
  it('is reported in the second round, once, and when it answers again', async () => {
    const { site, watched, round } = await started(['/a'])
    const states = async () =>
      (await watched.diffs()).map(({ round, kind, reasons }) => [round, kind, reasons[0]?.code, reasons[0]?.value])
    site.set('/a', failing)
    await round()
    expect(await states()).toEqual([])
    await round()
    expect(await states()).toEqual([[3, 'state', 'page_failing', 'http_500']])
    await round()
    expect(await states()).toHaveLength(1)
    site.set('/a', aPage('Page /a', prose('/a').repeat(12)))
    await round()
    expect((await states()).find(([round]) => round === 5)).toEqual([5, 'state', 'page_back', 'http_500'])
    const [{ id } = { id: 0 }] = await watched.diffs()
    const { comparison } = await watched.admin.get(getDiff, { params: { id: String(id) } })
    expect(comparison.rows.filter(({ kind }) => kind !== 'same' && kind !== 'skipped')).toEqual([])
  })

  it('is one row with the other pages that fail alike', async () => {
    const { site, watched, round } = await started(['/a', '/b', '/c'])
    for (const path of ['/a', '/b', '/c']) site.set(path, failing)
    await round()
    await round()
    const diffs = await watched.diffs()
    expect(new Set(diffs.map(({ cluster }) => cluster))).toEqual(new Set(['state http_500']))
    expect(diffs.map(({ cluster_kind, cluster_size }) => [cluster_kind, cluster_size])[0]).toEqual(['same_state', 3])
  })

  it('is requested once when it failed before', async () => {
    const { site, round } = await started(['/a'])
    site.set('/a', failing)
    await round()
    const before = site.requests.filter(path => path === '/a').length
    await round()
    expect(site.requests.filter(path => path === '/a').length - before).toBe(1)
  })
})

it('a page that robots.txt forbids from now on is reported once', async () => {
  const { site, watched } = await started(['/a'])
  site.set('/robots.txt', { html: 'User-agent: *\nDisallow: /a', type: 'text/plain' })
  // The file is read again once a day; by then the session has ended.
  test.clock.advance(25 * 3_600_000)
  const admin = await test.as('admin')
  const { params } = watched
  for (const number of [2, 3]) {
    await admin.get(createRound, { params })
    await expect
      .poll(async () => (await admin.get(listRounds, { params })).items[0], { timeout: 40_000 })
      .toMatchObject({ number, state: 'complete' })
  }
  const { items: diffs } = await admin.get(listDiffs, { query: { og_id: [params.id] } })
  expect(diffs.map(({ kind, reasons }) => [kind, reasons[0]?.value])).toEqual([['state', 'robots']])
})

describe('a page that moves', () => {
  it('keeps its history at its new address, which is no new page', async () => {
    const { site, watched, round } = await started(['/a'])
    const id = (await watched.page('/a'))?.id
    site.set('/', aPage('Home', `${prose('home')}<a href="/b">/a</a>`))
    site.set('/b', aPage('Page /a', prose('/a').repeat(12)))
    site.set('/a', { html: '', status: 301, headers: { location: '/b' } })
    await round()
    expect(await watched.page('/a')).toBeUndefined()
    expect(await watched.page('/b')).toMatchObject({ id, status: 'active' })
    const moved = (await watched.diffs()).filter(({ page }) => page.id === id)
    expect(moved.map(({ kind, moved_to }) => [kind, moved_to])).toEqual([['state', `${site.origin}/b`]])
    expect((await watched.pages()).length).toBe(2)
    await round()
    expect((await watched.diffs()).filter(({ page }) => page.id === id)).toHaveLength(1)
  })

  it('is recognised by its text if there is no redirect', async () => {
    const { site, watched, round } = await started(['/a'])
    const id = (await watched.page('/a'))?.id
    site.set('/', aPage('Home', `${prose('home')}<a href="/new/a">/a</a>`))
    site.set('/new/a', aPage('Page /a', prose('/a').repeat(12)))
    site.set('/a', null)
    await round()
    expect(await watched.page('/new/a')).toMatchObject({ id, status: 'active' })
    expect((await watched.diffs()).map(({ kind }) => kind)).not.toContain('removed')
    await round()
    expect((await watched.diffs()).map(({ kind }) => kind)).not.toContain('removed')
  })

  it('to a page that was there before is reported without a change of addresses', async () => {
    const { site, watched, round } = await started(['/a', '/b'])
    site.set('/a', { html: '', status: 301, headers: { location: '/b' } })
    await round()
    expect(await watched.page('/a')).toBeDefined()
    const moved = (await watched.diffs()).filter(({ moved_to }) => moved_to !== null)
    expect(moved.map(({ moved_to }) => moved_to)).toEqual([`${site.origin}/b`])
    await round()
    expect((await watched.diffs()).filter(({ moved_to }) => moved_to !== null)).toHaveLength(1)
  })
})

it('a state that cannot be written is quarantined, the round ends, and a retry reports it', async () => {
  const { site, watched, round } = await started(['/a'])
  await sql`create function refuse_move() returns trigger language plpgsql as
    $$ begin raise 'no move'; end $$`.execute(test.db)
  await sql`create trigger refuse_move before update of url on page for each row when (new.url like '%/b')
    execute function refuse_move()`.execute(test.db)
  site.set('/a', { html: '', status: 301, headers: { location: '/b' } })
  site.set('/b', aPage('Page /a', prose('/a').repeat(12)))
  expect((await round()).state).toBe('complete')
  const { rows } = await sql<{ detail: unknown }>`select detail from set_aside where queue = 'judge'`.execute(test.db)
  expect(rows).toHaveLength(1)
  await sql`drop trigger refuse_move on page`.execute(test.db)
  await retryJudge(test.ctx, rows[0] as Parameters<typeof retryJudge>[1])
  const moved = (await watched.diffs()).filter(({ moved_to }) => moved_to !== null)
  expect(moved.map(({ moved_to }) => moved_to)).toEqual([`${site.origin}/b`])
})
