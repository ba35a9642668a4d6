import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { startSite } from '#server/testing/site.ts'
import { fetchRobots, type RobotsFile, readRobots } from './robots.ts'
import { collectSitemaps, readSitemap } from './sitemap.ts'

const agent = 'OgGroupMonitor/1.0 (+https://console.test)'
function fetcher() {
  const opened = openFetcher(openGuard({ allow: ['127.0.0.0/8'] }), { agentName: agent })
  onTestFinished(() => opened.close())
  return opened
}
const rulesOf = (text: string) => readRobots({ state: 'read', text }, 'https://a.test/x', agent)

describe('robots.txt', () => {
  test('applies the rules for our name, otherwise the rules for `*`', () => {
    const ours = rulesOf(
      'User-agent: *\nDisallow: /\n\nUser-agent: oggroupmonitor\nDisallow: /private/\nAllow: /private/open\nCrawl-delay: 2.5',
    )
    expect(ours.allows('https://a.test/news')).toBe(true)
    expect(ours.allows('https://a.test/private/x')).toBe(false)
    expect(ours.allows('https://a.test/private/open/x')).toBe(true)
    expect(ours.delayMs).toBe(2_500)
    const others = rulesOf('User-agent: otherbot\nDisallow: /\n\nUser-agent: *\nDisallow: /*.pdf$\n')
    expect(others.allows('https://a.test/a.pdf')).toBe(false)
    expect(others.allows('https://a.test/a.pdf?x=1')).toBe(true)
    expect(others.delayMs).toBe(0)
  })

  test.each(['OgGroupMonitor Crawler', 'OgGroupMonitor/2.1', 'OgGroupMonitor, for everybody'])(
    "ends an agent's name at the first character that no name contains: %s",
    name => {
      const rules = rulesOf(`User-agent: ${name}\nDisallow: /private/\n\nUser-agent: *\nAllow: /`)
      expect(rules.allows('https://a.test/private/x')).toBe(false)
    },
  )

  test('delays at most a minute, and states nothing about other hosts', () => {
    const rules = rulesOf(
      'User-agent: *\nCrawl-delay: 86400\nDisallow: /x\nSitemap: /map.xml\nSitemap: https://a.test/map.xml',
    )
    expect(rules.delayMs).toBe(60_000)
    expect(rules.allows('https://b.test/x')).toBe(true)
    expect(rules.sitemaps).toEqual(['https://a.test/map.xml'])
  })

  test.each<[number, string, RobotsFile['state']]>([
    [200, 'User-agent: *', 'read'],
    [200, '<!doctype html><title>Home</title>', 'none'],
    [404, '', 'none'],
    [403, '', 'none'],
    [429, '', 'unreachable'],
    [500, '', 'unreachable'],
  ])('answered by %i %s is %s', async (status, body, state) => {
    const site = await startSite((_, response) => response.writeHead(status).end(body))
    const file = await fetchRobots(fetcher(), `${site.origin}/deep/page?x=1`)
    expect(file.state).toBe(state)
    expect(site.requests).toEqual(['/robots.txt'])
    expect(readRobots(file, site.origin, agent).allows(`${site.origin}/x`)).toBe(state !== 'unreachable')
  })

  test('that cannot be reached allows nothing for now', async () => {
    expect((await fetchRobots(fetcher(), 'http://127.0.0.1:1027/')).state).toBe('unreachable')
  })

  test('of 10 MB is read up to its first half megabyte, and answers fast', async () => {
    const line = 'Disallow: /folder/*/with/*/many/*/stars/*/in/*/it\n'
    const body = `User-agent: *\nDisallow: /private/\n${line.repeat(200_000)}Disallow: /late/\n`
    const site = await startSite((_, response) => response.writeHead(200, { 'content-length': body.length }).end(body))
    const file = await fetchRobots(fetcher(), site.origin)
    expect(file.state).toBe('read')
    expect(file.text?.length).toBe(512_000)
    const rules = readRobots(file, site.origin, agent)
    const startedAt = performance.now()
    expect(rules.allows(`${site.origin}/private/x`)).toBe(false)
    expect(rules.allows(`${site.origin}/late/x`)).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

const urls = (...addresses: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map(address => `<url><loc>${address}</loc><lastmod>2026-11-01</lastmod></url>`).join('')}</urlset>`
const index = (...addresses: string[]) =>
  `<sitemapindex>${addresses.map(address => `<sitemap><loc> ${address} </loc></sitemap>`).join('')}</sitemapindex>`

describe('a site map', () => {
  test('is read by namespace, whatever its prefix', () => {
    const map = (root: string, item: string) =>
      `<?xml version="1.0"?><sit:${root} xmlns:sit="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="urn:image"><sit:${item}><image:loc>https://a.test/picture</image:loc><sit:loc>https://a.test/1?a&amp;b</sit:loc><sit:lastmod>2024-01-02</sit:lastmod></sit:${item}></sit:${root}>`
    const entries = [{ url: 'https://a.test/1?a&b', lastModified: new Date('2024-01-02') }]
    const read = (text: string) => readSitemap(Buffer.from(text), 'https://a.test/map.xml')
    expect(read(map('urlset', 'url'))).toEqual({ kind: 'urls', entries })
    expect(read(map('sitemapindex', 'sitemap'))).toEqual({ kind: 'index', entries })
  })

  test('is read with its dates, entities and wrappings', () => {
    const body = Buffer.from(
      '<urlset><url><loc><![CDATA[https://a.test/1]]></loc></url><url><image:image><image:loc>https://a.test/i.png</image:loc></image:image><loc>https://a.test/2?a=1&amp;b=2</loc><lastmod>2026-11-01T10:00:00+08:00</lastmod></url><url><loc>javascript:x</loc></url></urlset>',
    )
    expect(readSitemap(body, 'https://a.test/map.xml')).toEqual({
      kind: 'urls',
      entries: [
        { url: 'https://a.test/1', lastModified: null },
        { url: 'https://a.test/2?a=1&b=2', lastModified: new Date('2026-11-01T02:00:00Z') },
      ],
    })
    expect(readSitemap(Buffer.from('https://a.test/1\nhttps://a.test/2\n\n'), 'https://a.test/').entries).toHaveLength(
      2,
    )
  })

  test('leads to other site maps, also compressed ones; cycles and faults end', async () => {
    const site = await startSite((request, response) => {
      const origin = `http://${request.headers.host}`
      const bodies: Record<string, string | Buffer> = {
        '/map.xml': index(`${origin}/map.xml`, `${origin}/a.xml.gz`, `${origin}/nested.xml`, `${origin}/missing.xml`),
        '/a.xml.gz': gzipSync(urls(`${origin}/1`, `${origin}/2`)),
        '/nested.xml': index(`${origin}/b.xml`),
        '/b.xml': urls(`${origin}/2`, `${origin}/3`),
      }
      const body = bodies[request.url ?? '']
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(body)
    })
    const found = await collectSitemaps(fetcher(), [`${site.origin}/map.xml`], {})
    expect(found.map(({ url }) => url.slice(site.origin.length))).toEqual(['/1', '/2', '/3'])
    expect(site.requests).toHaveLength(5)
  })

  test('without an end stops at its limits', async () => {
    let count = 0
    const site = await startSite((request, response) => {
      const origin = `http://${request.headers.host}`
      const many = Array.from({ length: 30 }, () => `${origin}/${count++}`)
      response.writeHead(200).end(request.url?.startsWith('/index') ? index(...many) : index(...many))
    })
    await collectSitemaps(fetcher(), [`${site.origin}/index`], {}, { maxFiles: 12 })
    expect(site.requests).toHaveLength(12)
    const pages = await startSite((request, response) => {
      const origin = `http://${request.headers.host}`
      response.writeHead(200).end(urls(...Array.from({ length: 500 }, (_, n) => `${origin}/${n}`)))
    })
    expect(await collectSitemaps(fetcher(), [`${pages.origin}/map`], {}, { maxUrls: 100 })).toHaveLength(100)
  })

  test('that is a decompression bomb is skipped', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000, 'x'))
    const site = await startSite((_, response) =>
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(bomb),
    )
    expect(await collectSitemaps(fetcher(), [site.origin], {}, { maxBytes: 1_000_000 })).toEqual([])
  })

  test('checks each address before it is visited', async () => {
    const site = await startSite((_, response) => response.writeHead(200).end(urls('https://a.test/')))
    const mayVisit = () => ({ reason: 'robots' as const, detail: '' })
    expect(await collectSitemaps(fetcher(), [site.origin], { mayVisit })).toEqual([])
    expect(site.requests).toEqual([])
  })
})
