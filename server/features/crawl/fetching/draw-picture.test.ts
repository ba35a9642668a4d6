import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { startSite } from '#server/testing/site.ts'
import { openRenderer } from './render.ts'

const { chromium } = readConfig()
const guard = openGuard({ allow: ['127.0.7.0/24'] })
const agentName = 'OgGroupMonitor/test'

test('a machine without a browser draws no picture', async () => {
  const renderer = openRenderer(guard, { chromium: undefined, agentName })
  expect(await renderer.drawPicture({ url: 'http://127.0.7.1:8080/', html: '', mayLoad: () => null })).toBeNull()
})

describe.skipIf(!chromium)('the picture of a rendered page', () => {
  let renderer: ReturnType<typeof openRenderer>
  beforeAll(() => {
    renderer = openRenderer(guard, { chromium, agentName })
  })
  afterAll(() => renderer.close())

  test('has its styles and pictures, and runs and requests nothing else', async () => {
    const site = await startSite((request, response) => {
      const isCss = request.url?.endsWith('.css')
      response
        .writeHead(200, { 'content-type': isCss ? 'text/css' : 'image/svg+xml' })
        .end(
          isCss
            ? 'body{margin:0;background:rgb(0,128,0)}'
            : '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="rgb(255,0,0)"/></svg>',
        )
    }, '127.0.7.1')
    const html = `<html><head><link rel="stylesheet" href="/a.css"><meta http-equiv="refresh" content="0;url=/refresh"></head><body>
      <img src="/a.svg"><noscript><img src="/none.svg"></noscript><script src="/a.js"></script><script>fetch('/fetch')</script>
      <iframe src="/frame"></iframe><video src="/video"></video><img src="/secret.svg"><img src="http://127.0.8.1:9/x.svg">
      <div style="height:3000px"></div></body></html>`
    const picture = await renderer.drawPicture({
      url: `${site.origin}/page`,
      html,
      mayLoad: url => (url.pathname === '/secret.svg' ? { reason: 'robots', detail: '' } : null),
    })
    expect(site.requests.toSorted()).toEqual(['/a.css', '/a.svg'])
    const image = sharp(picture as Buffer)
    const { format, width, height = 0 } = await image.metadata()
    expect([format, width]).toEqual(['webp', 1280])
    expect(height).toBeGreaterThan(3_000)
    const { data } = await image
      .extract({ left: 50, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect((data[0] as number) > 200 && (data[1] as number) < 50).toBe(true)
  })

  test('of an endless page is cut', async () => {
    const html =
      '<html><body style="margin:0"><div style="height:90000px;background:linear-gradient(red,blue)"></div></body></html>'
    const picture = await renderer.drawPicture({ url: 'http://127.0.7.1:8080/', html, mayLoad: () => null })
    expect((await sharp(picture as Buffer).metadata()).height).toBe(12_000)
  })
})
