import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createRound } from '#contract/site.api.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const crawl = useCrawl()
const { aSite, collect, watch } = crawl

const home = (links: string) => aPage('Home', prose('home') + links)

describe('a site that misbehaves', () => {
  it('does not delay other sites: one hangs, one drips, and a third is fetched completely meanwhile', async () => {
    const hanging = await aSite('127.0.0.41')
    hanging.otherwise(() => {})
    const dripping = await aSite('127.0.0.42')
    dripping.set('/robots.txt', { html: '', type: 'text/plain' })
    dripping.set('/sitemap.xml', null)
    dripping.otherwise((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const drip = setInterval(() => response.write('<p>'), 50)
      response.on('close', () => clearInterval(drip))
    })
    const good = await aSite('127.0.0.43')
    good.set('/', home(Array.from({ length: 20 }, (_, page) => `<a href="/p${page}">${page}</a>`).join('')))
    for (let page = 0; page < 20; page++) good.set(`/p${page}`, aPage(`P${page}`, prose(String(page))))
    const watched = [await watch(hanging), await watch(dripping), await watch(good)] as const
    const collector = await collect({ pages: 3 })
    for (const { admin, params } of watched) await admin.get(createRound, { params })
    expect(await watched[2].until(['complete'])).toMatchObject({ counts: { fetched: 21 } })
    expect((await watched[0].last()).state).toBe('running')
    const startedAt = performance.now()
    await collector.stop()
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('stays within its limits: a decompression bomb, a large page, 100,000 nested elements, characters that PostgreSQL rejects', async () => {
    const site = await aSite()
    const bomb = gzipSync(Buffer.alloc(60_000_000, 32), { level: 9 })
    site.set(
      '/',
      home('<a href="/bomb">b</a><a href="/large">l</a><a href="/deep">d</a><a href="/odd">o</a><a href="/ok">k</a>'),
    )
    site.set('/bomb', { html: bomb, headers: { 'content-encoding': 'gzip' } })
    site.set('/large', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    })
    site.set('/deep', `${'<div>'.repeat(100_000)}${prose('the deep')}`)
    // A cut through a surrogate pair, and a NUL: neither may reach the database.
    site.set('/odd', aPage(`${'a'.repeat(499)}😀`, `<p>nul \u0000 here &#0; ${'😀'.repeat(300)}</p>`))
    site.set('/ok', aPage('Fine', prose('a good page')))
    const watched = await watch(site, { max_page_mb: 1 })
    await collect()
    const before = process.memoryUsage.rss()
    const round = await watched.round()
    expect(round.state).toBe('complete')
    expect(round.reasons).not.toHaveProperty('internal')
    expect(round.counts).toMatchObject({ found: 6, fetched: 4, failed: 2 })
    expect((process.memoryUsage.rss() - before) / 1_048_576).toBeLessThan(300)
    site.set('/odd', aPage('Odd', `<p>${'a'.repeat(239)}😀 and so on, which is all new text here</p>`))
    await watched.round()
    expect((await watched.last()).reasons).not.toHaveProperty('internal')
  })

  it('with endless links is cut where they look endless', async () => {
    const site = await aSite()
    site.otherwise((request, response) => {
      const month = Number(/month=(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(
        aPage(
          `Month ${month}`,
          `${prose(`month ${month}`)}<a href="/calendar?year=${2026 + Math.floor(month / 12)}&month=${month + 1}">next</a><a href="/a/b/a/b/a/b/a/b/${month}">again</a>`,
        ),
      )
    })
    const watched = await watch(site, { max_depth: 50, max_pages: 300 })
    await collect()
    const round = await watched.round()
    expect(round.state).toBe('complete')
    expect(round.counts.fetched).toBeLessThan(120)
    expect(round.reasons.trap).toBeGreaterThan(0)
  })

  it('that sends Retry-After is left alone for that time and requested again afterwards', async () => {
    const site = await aSite()
    site.set('/', home('<a href="/a">a</a>'))
    let requested = 0
    site.set('/a', (_, response) => {
      requested += 1
      if (requested === 1) return response.writeHead(503, { 'retry-after': '120' }).end('busy')
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(aPage('A', prose('a')))
    })
    const { test } = crawl
    const watched = await watch(site)
    await collect()
    await watched.admin.get(createRound, { params: watched.params })
    await expect.poll(() => requested).toBe(1)
    const clock = async () =>
      await test.db
        .selectFrom('host_clock')
        .select(['next_at', 'fails'])
        .where('host', '=', new URL(site.origin).host)
        .executeTakeFirst()
    await expect.poll(async () => (await clock())?.fails).toBe(1)
    expect(Date.parse(String((await clock())?.next_at)) - test.ctx.now().getTime()).toBeGreaterThan(110_000)
    test.clock.advance(130_000)
    expect(await watched.until(['complete'])).toMatchObject({ counts: { fetched: 2, failed: 0 } })
    expect(requested).toBe(2)
  })
})

describe('what a site requests', () => {
  it('in robots.txt is obeyed: disallowed paths, crawl delays, site maps (also compressed ones) with pages that no link leads to', async () => {
    const site = await aSite()
    site.set('/robots.txt', {
      html: `User-agent: *\nDisallow: /secret\nCrawl-delay: 0.2\nSitemap: ${site.origin}/maps.xml`,
      type: 'text/plain',
    })
    site.set('/maps.xml', {
      html: `<sitemapindex><sitemap><loc>${site.origin}/one.xml.gz</loc></sitemap></sitemapindex>`,
      type: 'text/xml',
    })
    site.set('/one.xml.gz', {
      html: gzipSync(
        `<urlset><url><loc>${site.origin}/hidden</loc></url><url><loc>${site.origin}/secret/2</loc></url></urlset>`,
      ),
      type: 'application/gzip',
    })
    site.set('/', home('<a href="/secret/1">s</a>'))
    site.set('/hidden', aPage('Hidden', prose('what is hidden')))
    const watched = await watch(site)
    await collect()
    const round = await watched.round()
    expect(round).toMatchObject({ counts: { found: 2, fetched: 2, refused: 2 }, reasons: { robots: 2 } })
    expect((await watched.pages()).map(page => page.title)).toEqual(['Home', 'Hidden'])
    expect(site.requests.filter(path => path.startsWith('/secret'))).toEqual([])
    const gaps = site.log
      .slice(1)
      .map((request, index) => request.at - (site.log[index]?.endedAt ?? Number.POSITIVE_INFINITY))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(190)
  })

  it('on its pages is obeyed: links of a nofollow page are not followed; a redirect creates the page that it leads to', async () => {
    const site = await aSite()
    site.set('/', home('<a href="/old">o</a><a href="/nofollow">n</a>'))
    site.set('/old', (_, response) => response.writeHead(301, { location: '/new' }).end())
    site.set('/new', aPage('New', prose('the new one')))
    site.set(
      '/nofollow',
      aPage('N', `${prose('n')}<a href="/hidden">h</a>`).replace(
        '<head>',
        '<head><meta name="robots" content="nofollow">',
      ),
    )
    site.set('/hidden', aPage('Hidden', prose('hidden')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    const paths = (await watched.pages()).map(page => new URL(page.url).pathname)
    expect(paths).toEqual(['/', '/new', '/nofollow'])
    // A known page that moves keeps its versions, and the move is reported.
    site.set('/new', (_, response) => response.writeHead(301, { location: '/newest' }).end())
    site.set('/newest', aPage('Newest', prose('quite another one, at quite another place')))
    await watched.round()
    expect(await watched.page('/newest')).toMatchObject({ status: 'active', versions: 2, title: 'Newest' })
    expect((await watched.diffs()).map(({ kind, page }) => [kind, new URL(page.url).pathname]).toSorted()).toEqual([
      ['changed', '/newest'],
      ['state', '/newest'],
    ])
  })
})
