import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteOg, getOg, updateOg } from '#contract/og.api.ts'
import { updatePage } from '#contract/page.api.ts'
import { createRound, updateRound } from '#contract/site.api.ts'
import type { ReplaySite } from '#server/testing/replay-site.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()

/** A home page with links to `pages` other pages. */
function fill(site: ReplaySite, pages: number, prefix = '/p') {
  const links = Array.from({ length: pages }, (_, page) => `<a href="${prefix}${page}">Page ${page}</a>`).join('')
  site.set('/', aPage('Home', prose('home') + links))
  for (let page = 0; page < pages; page++) site.set(`${prefix}${page}`, aPage(`P${page}`, prose(`page ${page}`)))
}
const requested = (site: ReplaySite) => site.requests.filter(path => !/^\/(robots.txt|sitemap.xml)$/.test(path)).length

describe('a round', () => {
  it('that is stopped waits after the page in hand, continues on request, and is empty once it is abandoned', async () => {
    const site = await aSite()
    fill(site, 30)
    const { admin, params, last, until, og } = await watch(site, { delay_ms: 50 })
    await collect()
    await admin.get(createRound, { params })
    const act = (name: 'stop' | 'resume' | 'abort', number = '1') =>
      admin.call(updateRound, { params: { ...params, number }, body: { act: name } })
    await expect.poll(() => requested(site)).toBeGreaterThan(3)
    expect((await act('resume')).status).toBe(409)
    expect((await act('stop', '2')).status).toBe(409)
    expect((await act('stop')).status).toBe(200)
    const stopped = await until(['stopped'])
    const before = requested(site)
    expect(before).toBeLessThan(31)
    expect(stopped.counts.fetched).toBe(before)
    expect(stopped.counts).toMatchObject({ found: 31, waiting: 31 - before })
    await new Promise(resolve => setTimeout(resolve, 250))
    expect(requested(site)).toBe(before)
    expect((await act('stop')).status).toBe(409)
    expect((await act('resume')).body.data.state).toBe('running')
    await expect.poll(() => requested(site)).toBeGreaterThan(before)
    expect((await act('abort')).body.data).toMatchObject({
      state: 'aborted',
      end_reason: 'stopped',
      counts: { waiting: 0 },
    })
    await expect
      .poll(() => test.db.selectFrom('host_clock').select('host').where('device_id', 'is not', null).execute())
      .toEqual([])
    expect(await test.db.selectFrom('frontier').select('url_key').where('og_id', '=', og.id).execute()).toEqual([])
    expect((await last()).counts.fetched).toBeLessThan(31)
    expect(await admin.get(getOg, { params })).toMatchObject({ new_version: 0 })
    // The next round finds the addresses that the abandoned round had not fetched, although the pages that it fetched
    // are unchanged.
    const next = await admin.get(createRound, { params }).then(() => until(['complete', 'aborted']))
    expect(next).toMatchObject({ number: 2, state: 'complete', counts: { found: 31, fetched: 31 } })
  })

  it('is created once, however many requests arrive at a time', async () => {
    const site = await aSite()
    fill(site, 2)
    const { admin, params, until, og } = await watch(site)
    const answers = await Promise.all([1, 2, 3, 4].map(() => admin.call(createRound, { params })))
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 409, 409, 409])
    await collect()
    await until(['complete'])
    expect(await test.db.selectFrom('round').select('number').where('og_id', '=', og.id).execute()).toHaveLength(1)
  })

  it('of a deleted organisation ends, and its site receives no further request', async () => {
    const site = await aSite()
    fill(site, 40)
    const { admin, params, og } = await watch(site, { delay_ms: 100 })
    await collect()
    await admin.get(createRound, { params })
    await expect.poll(() => requested(site)).toBeGreaterThan(2)
    await admin.get(deleteOg, { params })
    const state = () => test.db.selectFrom('round').select(['state', 'end_reason']).where('og_id', '=', og.id).execute()
    await expect.poll(state).toEqual([{ state: 'aborted', end_reason: 'stopped' }])
    await expect
      .poll(() => test.db.selectFrom('host_clock').select('host').where('device_id', 'is not', null).execute())
      .toEqual([])
    expect(requested(site)).toBeLessThan(12)
  })

  it('in which nothing answers creates no version of the site and marks no page as gone', async () => {
    const site = await aSite()
    fill(site, 2)
    const { admin, params, round, pages, diffs } = await watch(site)
    await collect({ leaseMs: 36_000_000 })
    await round()
    await site.close()
    const ending = round()
    const hurry = setInterval(() => test.clock.advance(60_000), 60)
    expect(await ending.finally(() => clearInterval(hurry))).toMatchObject({
      state: 'aborted',
      end_reason: 'unreachable',
    })
    expect(await admin.get(getOg, { params })).toMatchObject({ new_version: 1 })
    expect((await pages()).map(page => page.status)).not.toContain('gone')
    expect(await diffs()).toEqual([])
    // After most of two weeks the failure is believed.
    await sql`update page set failing_since = failing_since - interval '11 days'`.execute(test.db)
    const last = round()
    const again = setInterval(() => test.clock.advance(60_000), 60)
    expect((await last.finally(() => clearInterval(again))).counts).toMatchObject({ removed: 3 })
    expect((await pages()).map(page => page.status)).toEqual(['gone', 'gone', 'gone'])
    expect(await diffs()).toHaveLength(3)
  })
})

describe('limits', () => {
  it('of pages: the rest is refused and reported', async () => {
    const site = await aSite()
    fill(site, 30)
    const { round } = await watch(site, { max_pages: 5 })
    await collect()
    const ended = await round()
    expect(ended).toMatchObject({ state: 'complete', end_reason: 'limit_pages', reasons: { limit_pages: 26 } })
    expect(ended.counts).toMatchObject({ found: 5, fetched: 5, refused: 26 })
  })

  it('of depth', async () => {
    const site = await aSite()
    site.set('/', aPage('0', `${prose('a')}<a href="/1">1</a>`))
    site.set('/1', aPage('1', `${prose('b')}<a href="/2">2</a>`))
    site.set('/2', aPage('2', `${prose('c')}<a href="/3">3</a>`))
    const { round } = await watch(site, { max_depth: 1 })
    await collect()
    expect(await round()).toMatchObject({
      end_reason: 'done',
      counts: { fetched: 2, refused: 1 },
      reasons: { limit_depth: 1 },
    })
  })

  it('of bytes and of time: waiting addresses are refused', async () => {
    const site = await aSite()
    fill(site, 20)
    for (let page = 0; page < 20; page++)
      site.set(`/p${page}`, aPage(`P${page}`, prose(String(page)) + '<!-- x -->'.repeat(30_000)))
    const { round, admin, params, until, og } = await watch(site, { max_round_mb: 1, delay_ms: 30 })
    await collect()
    const ended = await round()
    expect(ended).toMatchObject({ state: 'complete', end_reason: 'limit_bytes' })
    expect(ended.counts.fetched + ended.counts.refused).toBe(21)
    expect(ended.reasons.limit_bytes).toBe(ended.counts.refused)
    await admin.get(createRound, { params })
    await sql`update round set deadline_at = now() - interval '1 minute' where og_id = ${og.id} and number = 2`.execute(
      test.db,
    )
    expect(await until(['complete', 'aborted'])).toMatchObject({ end_reason: 'limit_time' })
  })
})

describe('forbidden rules', () => {
  it('apply to found addresses, to redirects, and to known pages', async () => {
    const site = await aSite()
    site.set(
      '/',
      aPage(
        'Home',
        `${prose('home')}<a href="/private/1">1</a><a href="/way">way</a><a href="/file.zip">zip</a><a href="/a">a</a>`,
      ),
    )
    site.set('/way', (_, response) => response.writeHead(302, { location: '/private/2' }).end())
    site.set('/a', aPage('A', prose('a')))
    const watched = await watch(site, {}, { forbidden_rules: ['/private/*', '*.zip'] })
    await collect()
    const first = await watched.round()
    expect(first.counts).toMatchObject({ found: 3, fetched: 2, refused: 3 })
    expect(first.reasons).toEqual({ refused_rule: 3 })
    expect(site.requests.filter(path => /private|zip/.test(path))).toEqual([])
    const og = await watched.admin.get(getOg, { params: watched.params })
    await watched.admin.get(updateOg, { body: { id: watched.og.id, rev: og.rev, forbidden_rules: ['/a'] } })
    // The collector caches a site's context for some seconds.
    test.clock.advance(6_000)
    const before = site.requests.length
    const second = await watched.round()
    expect(second.reasons).toMatchObject({ refused_rule: 1 })
    expect(site.requests.slice(before)).not.toContain('/a')
    expect(await watched.page('/a')).toMatchObject({ status: 'forbidden', status_reason: 'refused_rule' })
    const now = await watched.admin.get(getOg, { params: watched.params })
    await watched.admin.get(updateOg, { body: { id: watched.og.id, rev: now.rev, forbidden_rules: [] } })
    test.clock.advance(6_000)
    await watched.round()
    expect(await watched.page('/a')).toMatchObject({ status: 'active', status_reason: null })
  })

  it('that change during a round apply to its waiting addresses; a page that a user stopped stays stopped', async () => {
    const site = await aSite()
    fill(site, 12)
    const watched = await watch(site, { delay_ms: 60 })
    await collect()
    await watched.admin.get(createRound, { params: watched.params })
    await expect.poll(() => requested(site)).toBeGreaterThan(2)
    const og = await watched.admin.get(getOg, { params: watched.params })
    await watched.admin.get(updateOg, { body: { id: watched.og.id, rev: og.rev, forbidden_rules: ['/p*'] } })
    test.clock.advance(6_000)
    const round = await watched.until(['complete'])
    expect(round.counts.refused).toBeGreaterThan(5)
    expect(round.reasons).toEqual({ refused_rule: round.counts.refused })
    expect(round.counts.fetched + round.counts.refused).toBe(13)

    const home = await watched.page('/')
    await watched.admin.get(updatePage, { params: { id: String(home?.id) }, body: { status: 'forbidden' } })
    const before = site.requests.length
    await watched.round()
    expect(site.requests.slice(before)).not.toContain('/')
    expect(await watched.page('/')).toMatchObject({ status: 'forbidden' })
  })
})
