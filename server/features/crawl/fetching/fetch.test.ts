import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { startSite } from '#server/testing/site.ts'
import { aPdf } from '#server/text/pdf-testing.ts'
import { capture } from './fetch.ts'
import type { Renderer } from './render.ts'

const html = (title: string, text: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><p>${text}</p></body></html>`
const text = '各有关单位：现将本年度企业信息公示工作的要求公布如下，请认真贯彻执行。'.repeat(10)

type Options = { isRendered?: boolean; renderer?: Renderer | null; etag?: string; finalUrl?: string; maxBytes?: number }

function take(
  url: string,
  { isRendered = false, renderer = null, etag, finalUrl, maxBytes = 1_048_576 }: Options = {},
) {
  const fetcher = openFetcher(openGuard({ allow: ['127.0.0.0/8'] }), { agentName: 'OgGroupMonitor/test' })
  onTestFinished(() => fetcher.close())
  return capture(
    { url, etag: etag ?? null, lastModified: null, finalUrl },
    { charset: null, isRendered, maxBytes, mayVisit: () => null },
    { fetcher, agentName: 'OgGroupMonitor/test', renderer, signal: new AbortController().signal },
  )
}

async function siteWith(headers: Record<string, string>, body: Buffer | string, status = 200) {
  return await startSite((_, response) => response.writeHead(status, headers).end(body))
}

describe('a capture', () => {
  test('of a page contains its bytes, its text and its quality', async () => {
    const raw = iconv.encode(html('公示', text), 'gbk')
    const site = await siteWith(
      { 'content-type': 'text/html; charset=gb2312', 'content-encoding': 'gzip', etag: '"1"' },
      gzipSync(raw),
    )
    const page = await take(`${site.origin}/x`)
    expect(page).toMatchObject({
      kind: 'page',
      url: `${site.origin}/x`,
      status: 200,
      effectiveStatus: 200,
      isGood: true,
      isBlocked: false,
      qualityReasons: [],
      html: html('公示', text),
      text: null,
      charset: 'gbk',
      etag: '"1"',
    })
    if (page.kind === 'page') {
      expect(page.raw.equals(raw)).toBe(true)
      expect(page.hash).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  test('of an unchanged page reports only that it is unchanged', async () => {
    const site = await startSite((request, response) =>
      response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200, { 'content-type': 'text/html' }).end(),
    )
    expect(await take(site.origin, { etag: '"1"' })).toMatchObject({ kind: 'same' })
  })

  test('of a challenge has low quality, and the host is to be left alone', async () => {
    const site = await siteWith(
      { 'content-type': 'text/html', server: 'cloudflare', 'retry-after': '120' },
      html('Just a moment...', 'x'),
      503,
    )
    expect(await take(site.origin)).toMatchObject({
      isGood: false,
      isBlocked: true,
      retryAfterMs: 120_000,
      status: 503,
    })
  })

  test('of a page whose text reports “not found” means 404', async () => {
    const site = await siteWith({ 'content-type': 'text/html' }, html('页面不存在', '请检查地址'))
    expect(await take(site.origin)).toMatchObject({ status: 200, effectiveStatus: 404, isGood: true })
  })

  test('of plain text has no markup, even if it looks like markup', async () => {
    const site = await siteWith({ 'content-type': 'text/plain' }, '<html>source</html>')
    expect(await take(site.origin)).toMatchObject({ html: null, text: '<html>source</html>' })
  })

  test('of a page without a content type is recognised by its beginning', async () => {
    expect(await take((await siteWith({}, html('a', 'b'))).origin)).toMatchObject({ html: html('a', 'b'), text: null })
    expect(await take((await siteWith({}, 'only words')).origin)).toMatchObject({ html: null, text: 'only words' })
  })

  test('of a PDF has its text and title, whatever its name is', async () => {
    const site = await siteWith({ 'content-type': 'text/html' }, aPdf('Yearly report', 'A title'))
    expect(await take(site.origin)).toMatchObject({ kind: 'page', html: null, text: 'Yearly report', title: 'A title' })
  })

  test.each([
    ['image/png', Buffer.from([0x89, 0x50]), 'content_type'],
    ['text/html', Buffer.from(Array.from({ length: 900 }, (_, n) => (n * 7) % 256)), 'content_type'],
    ['application/pdf', Buffer.from('%PDF-1.7 nothing of the sort'), 'pdf_failed'],
  ])('of %s content that is no page ends with a reason', async (type, body, reason) => {
    expect(await take((await siteWith({ 'content-type': type }, body)).origin)).toMatchObject({ kind: 'fault', reason })
  })

  test('of a page over its limit is refused', async () => {
    const site = await siteWith({ 'content-type': 'text/html' }, 'x'.repeat(5_000))
    expect(await take(site.origin, { maxBytes: 4_000 })).toMatchObject({ kind: 'fault', reason: 'too_large' })
  })

  test('of a site to be rendered contains the rendered page, or reports that no browser is available', async () => {
    const site = await siteWith({ 'content-type': 'text/html; charset=gbk' }, html('shell', ''))
    expect(await take(site.origin, { isRendered: true })).toMatchObject({ kind: 'fault', reason: 'no_browser' })
    const renderer: Renderer = {
      render: async input => ({
        ok: true,
        html: input.html.replace('<p></p>', `<p>${text}</p>`),
        bytes: 7,
        refused: [],
      }),
      close: async () => {},
    }
    expect(await take(site.origin, { isRendered: true, renderer })).toMatchObject({
      raw: Buffer.from(html('shell', text)),
      html: html('shell', text),
      charset: 'utf-8',
    })
  })

  test("reads Retry-After in seconds or as a date of the server's clock", async () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const headers = { 'content-type': 'text/html', date: new Date(now).toUTCString() }
    const dated = await siteWith({ ...headers, 'retry-after': new Date(now + 90_000).toUTCString() }, '', 429)
    expect(await take(dated.origin)).toMatchObject({ retryAfterMs: 90_000, isBlocked: true })
  })
})
