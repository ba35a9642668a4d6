import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import type { FetchFault } from '#server/platform/fetcher/result.ts'
import { startSite } from '#server/testing/site.ts'
import { openRenderer, type Renderer, type RenderInput } from './render.ts'

const { chromium } = readConfig()
const guard = openGuard({ allow: ['127.0.7.0/24'] })
const agentName = 'OgGroupMonitor/test'
const page = (body: string) => `<!doctype html><html><head><meta charset="utf-8"></head><body>${body}</body></html>`

test('a machine without a browser reports it', async () => {
  const renderer = openRenderer(guard, { chromium: undefined, agentName })
  expect(await renderer.render(input('http://127.0.7.1:8080/', ''))).toMatchObject({ ok: false, reason: 'no_browser' })
})

test('a browser that does not start is reported as the reason', async () => {
  const renderer = openRenderer(guard, { chromium: '/bin/false', agentName })
  expect(await renderer.render(input('http://127.0.7.1:8080/', ''))).toMatchObject({
    ok: false,
    reason: 'render_failed',
  })
  await renderer.close()
})

function input(url: string, html: string, values: Partial<RenderInput> = {}): RenderInput {
  return { url, html, status: 200, mayVisit: () => null, maxBytes: 5_000_000, totalMs: 20_000, ...values }
}

describe.skipIf(!chromium)('a rendered page', () => {
  let renderer: Renderer
  beforeAll(() => {
    renderer = openRenderer(guard, { chromium, agentName })
  })
  afterAll(() => renderer.close())

  const files: Record<string, string> = {
    '/app.js': "fetch('/data.json').then(r => r.text()).then(t => { document.querySelector('p').textContent = t })",
    '/data.json': '公示 from a script',
  }
  const serve = (url: string | undefined, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': url?.endsWith('.js') ? 'text/javascript' : 'text/plain; charset=utf-8' })
      .end(files[url ?? ''] ?? '')

  test('is the result of its scripts, without requesting the page again or any pictures', async () => {
    const agents = new Set<string | undefined>()
    const site = await startSite((request, response) => {
      agents.add(request.headers['user-agent'])
      serve(request.url, response)
    }, '127.0.7.1')
    const drawn = await renderer.render(
      input(`${site.origin}/page`, page('<p></p><img src="/a.png"><script src="/app.js"></script>')),
    )
    expect(drawn).toMatchObject({ ok: true })
    expect(drawn.ok && drawn.html).toContain('<p>公示 from a script</p>')
    expect(site.requests.sort()).toEqual(['/app.js', '/data.json'])
    expect([...agents]).toEqual([agentName])
  })

  test('reaches no inner address: not by fetch, redirect, frame, WebSocket or its own address', async () => {
    const inside = await startSite(
      (_, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret'),
      '127.0.0.1',
    )
    const site = await startSite((request, response) => {
      if (request.url === '/away') return response.writeHead(302, { location: `${inside.origin}/redirected` }).end()
      response.end()
    }, '127.0.7.1')
    const tries = `
      const say = text => { document.body.append(text) }
      const all = [
        fetch('${inside.origin}/direct'), fetch('http://localhost:${inside.port}/name'), fetch('/away'),
        new Promise((ok, no) => { const s = new WebSocket('ws://127.0.0.1:${inside.port}/ws'); s.onopen = ok; s.onerror = no }),
      ]
      Promise.allSettled(all).then(results => say(results.map(r => r.status).join(' ')))`
    const drawn = await renderer.render(
      input(`${site.origin}/`, page(`<iframe src="${inside.origin}/frame"></iframe><script>${tries}</script>`)),
    )
    expect(drawn.ok && drawn.html).toContain('rejected rejected rejected rejected')
    expect(inside.requests).toEqual([])
    expect(drawn.ok && drawn.refused).toContain(`127.0.0.1:${inside.port}: 127.0.0.1`)
  })

  test('navigates only to addresses that may be visited', async () => {
    const site = await startSite(
      (request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(page(`arrived at ${request.url}`)),
      '127.0.7.1',
    )
    const mayVisit = (url: URL): FetchFault | null =>
      url.pathname.startsWith('/private') ? { reason: 'refused_rule', detail: '' } : null
    const go = (path: string) =>
      renderer.render(
        input(
          `${site.origin}/`,
          page(`here<script>setTimeout(() => { location.href = '${path}' }, 50); fetch('/private/data')</script>`),
          { mayVisit },
        ),
      )
    const [open, closed] = await Promise.all([go('/open'), go('/private/x')])
    expect(open.ok && open.html).toContain('arrived at /open')
    expect(closed.ok && closed.html).not.toContain('arrived')
    expect(site.requests).toEqual(['/open'])
  })

  test('that never finishes is abandoned, and the next one is rendered', async () => {
    const site = await startSite((_, response) => response.end(), '127.0.7.1')
    const endless = input(`${site.origin}/`, page('<script>for (;;);</script>'), { totalMs: 1_500 })
    expect(await renderer.render(endless)).toMatchObject({ ok: false, reason: 'timeout' })
    expect(await renderer.render(input(`${site.origin}/`, page('fine')))).toMatchObject({ ok: true })
  })

  test('that grows over its limit is refused', async () => {
    const site = await startSite((_, response) => response.end('x'.repeat(400_000)), '127.0.7.1')
    const grown = page("<script>document.body.append('x'.repeat(300_000))</script>")
    expect(await renderer.render(input(`${site.origin}/`, grown, { maxBytes: 200_000 }))).toMatchObject({
      reason: 'too_large',
    })
    const loaded = page("<script>fetch('/big').then(r => r.text()).catch(() => {})</script>")
    expect(await renderer.render(input(`${site.origin}/`, loaded, { maxBytes: 200_000 }))).toMatchObject({
      reason: 'too_large',
    })
  })
})
