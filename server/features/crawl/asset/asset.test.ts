import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { getPageLook, getPagePicture, getPageTimeline, listPageVersions } from '#contract/page.api.ts'
import { updateSite } from '#contract/site.api.ts'
import { tidyBlobs } from '#server/store/tidy.ts'
import { prose, useCrawl } from '../testing.ts'
import { dropUnusedAssets } from './unused-assets.ts'

vi.setConfig({ testTimeout: 120_000 })

const { test, aSite, collect, fetchFiles, watch } = useCrawl()

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const css = (html: string, headers: Record<string, string> = {}) => ({ html, type: 'text/css', headers })
const png = (html: Buffer = pixel) => ({ html, type: 'image/png' })
const aStyledPage = (about: string, more = '') =>
  `<html lang="en" class="js"><head><title>Styled</title><link rel="stylesheet" href="/main.css"></head>
  <body class="home"><main class="hero">${prose(about)}<img src="/logo.png" alt="Logo">${more}</main></body></html>`

async function aStyledSite(settings: { asset_mb?: number } = { asset_mb: 10 }) {
  const site = await aSite()
  site.set('/', aStyledPage('spring'))
  site.set('/main.css', css('@import "more.css"; .hero{background:url(/back.png)}', { etag: '"1"' }))
  site.set('/more.css', css('@font-face{font-family:x;src:url(none.woff2)}p{color:teal}'))
  site.set('/logo.png', png())
  site.set('/back.png', png(Buffer.concat([pixel, Buffer.from('back')])))
  const watched = await watch(site, settings)
  await collect()
  return { site, watched }
}
type Watched = Awaited<ReturnType<typeof aStyledSite>>['watched']

async function versionsOf(watched: Watched) {
  const page = await watched.page('/')
  const params = { id: String(page?.id) }
  const { items } = await watched.admin.get(getPageTimeline, { params })
  return items.map(({ id, has_picture }) => ({ params: { ...params, version_id: String(id) }, has_picture }))
}

async function lookOf(watched: Watched, path = '/', nth = 0) {
  const page = await watched.page(path)
  const params = { id: String(page?.id) }
  const { items } = await watched.admin.get(listPageVersions, { params })
  return await watched.admin.get(getPageLook, { params: { ...params, version_id: String(items[nth]?.id) } })
}
const paths = (site: { requests: string[] }) => site.requests.filter(path => path !== '/' && path !== '/robots.txt')
const isRequested = (site: { log: { path: string; headers: object }[] }, path: string) =>
  site.log.filter(each => each.path === path)

describe('styles and pictures of a page', () => {
  it('are stored with its version, and shown without a request', async () => {
    const { site, watched } = await aStyledSite()
    await watched.round()
    expect((await lookOf(watched)).snapshot).toMatchObject({ state: 'waiting' })
    await fetchFiles()
    site.requests.length = 0
    const { html, snapshot } = await lookOf(watched)
    expect(snapshot).toEqual({
      state: 'done',
      counts: { kept: { style: 2, picture: 2 }, missed: { font: { http_404: 1 } } },
    })
    expect(html).toContain('p{color:teal}')
    expect(html).toContain(`<img alt="Logo" src="data:image/png;base64,${pixel.toString('base64')}"`)
    expect(html).toMatch(/\.hero\{background:url\(data:image\/png;base64,/)
    expect(html).toContain('<body class="home">')
    expect(html).not.toMatch(/https?:|og-asset/)
    expect(site.requests).toEqual([])
  })

  it('are not fetched unless the site keeps them', async () => {
    const { site, watched } = await aStyledSite({})
    await watched.round()
    await fetchFiles()
    expect(paths(site).filter(path => /css|png|woff/.test(path))).toEqual([])
    expect((await lookOf(watched)).snapshot).toBeNull()
  })

  it('cost one conditional request a round, and stay as they were for the versions that had them', async () => {
    const { site, watched } = await aStyledSite()
    site.set('/other', aStyledPage('other', '<a href="/">Home</a>'))
    site.set('/', aStyledPage('spring', '<a href="/other">Other</a>'))
    await watched.round()
    await fetchFiles()
    expect(isRequested(site, '/main.css')).toHaveLength(1)
    site.log.length = 0
    site.set('/', aStyledPage('summer', '<a href="/other">Other</a>'))
    site.set('/other', aStyledPage('others', '<a href="/">Home</a>'))
    site.set('/main.css', (request, response) => {
      const isSame = request.headers['if-none-match'] === '"1"'
      response.writeHead(isSame ? 304 : 200, { 'content-type': 'text/css' }).end()
    })
    site.set('/more.css', css('p{color:crimson}'))
    await watched.round()
    await fetchFiles()
    expect(isRequested(site, '/main.css').map(({ headers }) => headers)).toMatchObject([{ 'if-none-match': '"1"' }])
    expect(isRequested(site, '/more.css')).toHaveLength(1)
    expect((await lookOf(watched)).html).toContain('p{color:crimson}')
    const before = await lookOf(watched, '/', 1)
    expect(before.html).toContain('p{color:teal}')
    expect(before.html).toContain('.hero{')
  })

  it('that would make the view too large are counted, once each', async () => {
    const { site, watched } = await aStyledSite({ asset_mb: 100 })
    const names = Array.from({ length: 8 }, (_, at) => `/large-${at}.png`)
    const shown = names.map(name => `<img src="${name}"><img src="${name}">`).join('')
    const inline = `<img src="data:image/png;base64,${pixel.toString('base64')}">`
    site.set('/', aStyledPage('spring', shown + inline))
    for (const [at, name] of names.entries()) site.set(name, png(Buffer.concat([pixel, Buffer.alloc(3_000_000, at)])))
    await watched.round()
    await fetchFiles()
    const { html, snapshot } = await lookOf(watched)
    expect(snapshot?.counts.kept.picture).toBe(10)
    // Four pictures, each shown twice at 4 MB, fit into 32 MB; the picture within the page comes after all of them.
    expect(snapshot?.counts.missed.picture).toEqual({ limit_view: 5 })
    expect(html?.length).toBeLessThan(34 * 1_048_576)
  })

  it('that may not be fetched, or do not fit, are counted with the reason', async () => {
    const { site, watched } = await aStyledSite({ asset_mb: 1 })
    site.set('/robots.txt', { html: 'User-agent: *\nDisallow: /secret/', type: 'text/plain' })
    const many = Array.from({ length: 250 }, (_, at) => `<img src="/many/${at}.png">`).join('')
    site.set('/', aStyledPage('spring', `<img src="/secret/a.png"><img src="/page.png"><img src="/big.png">${many}`))
    site.set('/page.png', '<html><title>Not found</title>')
    site.set('/big.png', png(Buffer.concat([pixel, Buffer.alloc(1_100_000, 7)])))
    site.set('/more.css', css('p{color:red}', {}))
    await watched.round()
    await fetchFiles()
    const { snapshot } = await lookOf(watched)
    expect(snapshot?.counts.missed.picture).toMatchObject({ robots: 1, bad_format: 1, limit_site: 1, limit_files: 57 })
    expect(site.requests).not.toContain('/secret/a.png')
  })

  it('of a forbidden rule are not requested', async () => {
    const site = await aSite()
    site.set('/', aStyledPage('spring'))
    site.set('/main.css', css('p{color:red}'))
    const watched = await watch(site, { asset_mb: 5 }, { forbidden_rules: ['*.png'] })
    await collect()
    await watched.round()
    await fetchFiles()
    expect((await lookOf(watched)).snapshot?.counts).toEqual({
      kept: { style: 1 },
      missed: { picture: { refused_rule: 1 } },
    })
    expect(site.requests).not.toContain('/logo.png')
  })

  it('that are bombs, documents or claim more pixels than a screen are refused', async () => {
    const { site, watched } = await aStyledSite()
    const wide = Buffer.from(pixel)
    wide.writeUInt32BE(100_000, 16)
    wide.writeUInt32BE(100_000, 20)
    site.set('/logo.png', png(wide))
    site.set('/main.css', {
      html: gzipSync(Buffer.alloc(200_000_000, 32)),
      type: 'text/css',
      headers: { 'content-encoding': 'gzip' },
    })
    site.set('/', aStyledPage('spring', '<img src="/html.png">'))
    site.set('/html.png', { html: '<html><script>alert(1)</script></html>', type: 'image/png' })
    await watched.round()
    await fetchFiles()
    expect((await lookOf(watched)).snapshot?.counts).toEqual({
      kept: {},
      missed: { style: { file_large: 1 }, picture: { too_wide: 1, bad_format: 1 } },
    })
  })

  it('of a host that is overloaded are fetched later', async () => {
    const { site, watched } = await aStyledSite()
    site.set('/main.css', { html: '', status: 429, headers: { 'retry-after': '20' } })
    await watched.round()
    await fetchFiles()
    expect((await lookOf(watched)).snapshot?.state).toBe('waiting')
    site.set('/main.css', css('p{color:teal}'))
    test.clock.advance(90_000)
    await fetchFiles()
    expect((await lookOf(watched)).snapshot?.counts.kept).toEqual({ style: 1, picture: 1 })
  })

  it('do not run while a collector has the host', async () => {
    const { site, watched } = await aStyledSite()
    await watched.round()
    await sql`update host_clock set asset_until = now() + interval '1 minute' where host = ${new URL(site.origin).host}`.execute(
      test.db,
    )
    await fetchFiles()
    expect(site.requests).not.toContain('/main.css')
    await sql`update host_clock set asset_until = null`.execute(test.db)
    test.clock.advance(60_000)
    await Promise.all([fetchFiles(), fetchFiles()])
    test.clock.advance(60_000)
    await fetchFiles()
    expect(isRequested(site, '/main.css')).toHaveLength(1)
    expect((await lookOf(watched)).snapshot?.counts.kept).toEqual({ style: 2, picture: 2 })
  })

  it('are removed with the last version that showed them', async () => {
    const { site, watched } = await aStyledSite()
    await watched.round()
    await fetchFiles()
    site.set('/', aStyledPage('summer').replaceAll('/logo.png', '/new.png'))
    site.set('/new.png', png(Buffer.concat([pixel, Buffer.from('new')])))
    await watched.round()
    await fetchFiles()
    const logo = async () =>
      (await sql`select from page_asset where og_id = ${watched.og.id} and url like '%/logo.png'`.execute(test.db)).rows
        .length
    test.clock.advance(2 * 86_400_000)
    await dropUnusedAssets(test.ctx)
    expect(await logo()).toBe(1)
    await sql`delete from diff where og_id = ${watched.og.id}`.execute(test.db)
    await sql`delete from page_version where og_id = ${watched.og.id} and round = 1`.execute(test.db)
    await dropUnusedAssets(test.ctx)
    expect(await logo()).toBe(0)
    test.clock.advance(2 * 86_400_000)
    await tidyBlobs(test.ctx, undefined, { isLooseOnly: true })
    test.clock.set(new Date().toISOString())
    expect((await lookOf(watched)).html).toContain('data:image/png')
    const left =
      await sql`select from blob where not exists (select from page_version where page_version.hash = blob.hash)
      and not exists (select from page_asset where page_asset.hash = blob.hash)`.execute(test.db)
    expect(left.rows).toEqual([])
  })

  it('are not fetched any more once the setting is off', async () => {
    const { site, watched } = await aStyledSite()
    await watched.round()
    await watched.admin.get(updateSite, { params: watched.params, body: { asset_mb: 0 } })
    await fetchFiles()
    expect(site.requests).not.toContain('/main.css')
    expect((await lookOf(watched)).snapshot).toMatchObject({ state: 'done' })
  })
})

describe('the picture of a page that the browser draws', () => {
  const renderer = (picture: () => Buffer | null) => ({
    render: async ({ html }: { html: string }) => ({ ok: true as const, html, bytes: 0, refused: [] }),
    drawPicture: async () => picture(),
    close: async () => {},
  })

  it('is kept with new versions, within the limit of the site, and removed with them', async () => {
    const site = await aSite()
    site.set('/', aStyledPage('spring'))
    const watched = await watch(site, { asset_mb: 1, is_rendered: true })
    let next: Buffer | null = Buffer.from('first picture')
    await collect(
      {},
      renderer(() => next),
    )
    await watched.round()
    next = Buffer.from('never taken')
    await watched.round()
    next = Buffer.alloc(1_100_000, 1)
    site.set('/', aStyledPage('summer'))
    await watched.round()
    next = null
    site.set('/', aStyledPage('autumn'))
    await watched.round()
    const versions = await versionsOf(watched)
    expect(versions.map(each => each.has_picture)).toEqual([false, false, true])
    const states = await sql<{ drawing: string | null }>`select counts ->> 'drawing' as drawing from page_snapshot
      where og_id = ${watched.og.id} order by version_id desc`.execute(test.db)
    expect(states.rows.map(({ drawing }) => drawing)).toEqual(['render_failed', 'limit_site', null])
    await fetchFiles()
    expect((await lookOf(watched)).snapshot).toMatchObject({ state: 'done', counts: { drawing: 'render_failed' } })
    const pictureOf = (nth: number) => watched.admin.get(getPagePicture, { params: versions[nth]!.params })
    expect(await pictureOf(2)).toEqual({
      picture: `data:image/webp;base64,${Buffer.from('first picture').toString('base64')}`,
    })
    expect(await pictureOf(0)).toEqual({ picture: null })
    const stranger = await test.as('uploader')
    expect((await stranger.call(getPagePicture, { params: versions[2]!.params })).status).toBe(403)
    await sql`delete from diff where og_id = ${watched.og.id}`.execute(test.db)
    await sql`delete from page_version where og_id = ${watched.og.id} and round = 1`.execute(test.db)
    test.clock.advance(2 * 86_400_000)
    await tidyBlobs(test.ctx, undefined, { isLooseOnly: true })
    test.clock.set(new Date().toISOString())
    const left =
      await sql`select from blob where not exists (select from page_version where page_version.hash = blob.hash)
      and not exists (select from page_asset where page_asset.hash = blob.hash)`.execute(test.db)
    expect(left.rows).toEqual([])
  })

  it('is not drawn for sites that keep none', async () => {
    const site = await aSite()
    site.set('/', aStyledPage('spring'))
    const watched = await watch(site, { is_rendered: true })
    let isDrawn = false
    await collect(
      {},
      renderer(() => {
        isDrawn = true
        return null
      }),
    )
    await watched.round()
    expect(isDrawn).toBe(false)
  })
})
