import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { startSite } from '#server/testing/site.ts'
import { openRenderer, type Renderer } from './render.ts'

const { chromium } = readConfig()
const agentName = 'OgGroupMonitor/test'
const site = '127.0.7.1'

/** Ways to reach the inner server without navigating, as content of the body; `IN` is the inner server. */
const ways: Record<string, string> = {
  fetch: "<script>fetch('IN/fetch', { mode: 'no-cors' }).catch(() => {})</script>",
  xhr: "<script>{ const x = new XMLHttpRequest(); x.open('GET', 'IN/xhr'); x.send() }</script>",
  websocket: "<script>new WebSocket('IN/websocket'.replace('http', 'ws'))</script>",
  events: "<script>new EventSource('IN/events')</script>",
  beacon: "<script>navigator.sendBeacon('IN/beacon', 'x')</script>",
  unload: "<script>addEventListener('pagehide', () => navigator.sendBeacon('IN/unload', 'x'))</script>",
  worker: "<script>new Worker(URL.createObjectURL(new Blob([\"fetch('IN/worker', { mode: 'no-cors' })\"])))</script>",
  'shared-worker':
    "<script>new SharedWorker(URL.createObjectURL(new Blob([\"fetch('IN/shared-worker', { mode: 'no-cors' })\"])))</script>",
  'service-worker': "<script>navigator.serviceWorker?.register('/service-worker.js').catch(() => {})</script>",
  import: "<script type=module>import('IN/import').catch(() => {})</script>",
  script: '<script src="IN/script"></script>',
  frame: '<iframe src="IN/frame"></iframe>',
  'frame-text': '<iframe srcdoc="<script src=IN/frame-text></script><img src=IN/frame-text>"></iframe>',
  'frame-data': '<iframe src="data:text/html,<img src=IN/frame-data>"></iframe>',
  object: '<object data="IN/object"></object>',
  embed: '<embed src="IN/embed">',
  image: '<img src="IN/image" srcset="IN/image 2x">',
  video: '<video src="IN/video" poster="IN/poster" autoplay muted></video>',
  track: '<audio src="IN/audio" autoplay></audio>',
  style: '<link rel=stylesheet href="IN/style">',
  'style-import': '<style>@import url("IN/style-import");</style>',
  font: '<style>@font-face { font-family: f; src: url("IN/font") } p { font-family: f }</style><p>text',
  background: '<p style="background: url(IN/background)">x',
  prefetch: '<link rel=prefetch href="IN/prefetch"><link rel=preload as=fetch href="IN/preload">',
  preconnect: '<link rel=preconnect href="IN"><link rel=dns-prefetch href="IN">',
  prerender:
    '<link rel=prerender href="IN/prerender"><script type=speculationrules>{"prerender":[{"urls":["IN/speculated"]}],"prefetch":[{"urls":["IN/speculated"],"eagerness":"immediate"}]}</script>',
  manifest: '<link rel=manifest href="IN/manifest"><link rel=icon href="IN/icon">',
  popup: "<script>window.open('IN/popup')</script>",
  'popup-clicked': '<a id=a target=_blank href="IN/popup-clicked">a</a><script>a.click()</script>',
  'popup-form': '<form id=f target=_blank method=post action="IN/popup-form"></form><script>f.submit()</script>',
  'popup-blank':
    "<script>{ const w = window.open('about:blank'); w?.document.write('<img src=IN/popup-blank>') }</script>",
  download: '<a id=d download href="IN/download">d</a><script>d.click()</script>',
  report: "<script>new ReportingObserver(() => {}); fetch('/', { keepalive: true }).catch(() => {})</script>",
  rtc: "<script>{ const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:UDP' }, { urls: 'turn:127.0.0.1:TCP?transport=tcp', username: 'a', credential: 'b' }] }); c.createDataChannel('x'); c.createOffer().then(o => c.setLocalDescription(o)) }</script>",
  transport: "<script>try { new WebTransport('IN/transport'.replace('http', 'https')) } catch {}</script>",
  ping: '<a id=p ping="IN/ping" href="#here">p</a><script>p.click()</script>',
  file: '<iframe src="file:///etc/passwd"></iframe><img src="file:///etc/passwd">',
}

/** Ways to reach the inner server by navigating the page itself. */
const leaving: Record<string, string> = {
  location: "<script>setTimeout(() => { location.href = 'IN/location' })</script>",
  'location-in-a-timer': "<script>setInterval(() => { location.href = 'IN/timer' }, 20)</script>",
  'meta-refresh': '<meta http-equiv=refresh content="0;url=IN/meta">',
  'refresh-header': "<script>location.href = '/refresh'</script>",
  redirect: "<script>location.href = '/redirect'</script>",
  form: '<form id=f method=post action="IN/form"></form><script>f.submit()</script>',
  data: "<script>location.href = 'data:text/html,<img src=IN/data>'</script>",
  blob: "<script>location.href = URL.createObjectURL(new Blob(['<script src=IN/blob></scr' + 'ipt>'], { type: 'text/html' }))</script>",
  file: "<script>location.href = 'file:///etc/passwd'</script>",
  chrome: "<script>location.href = 'chrome://version'</script>",
  source: "<script>location.href = 'view-source:IN/source'</script>",
  script: "<script>location.href = 'javascript:fetch(`IN/script`)'</script>",
  rebound: "<script>location.href = 'http://rebound.test:PORT/rebound'</script>",
  'rebound-by-fetch': "<script>fetch('http://rebound.test:PORT/rebound').catch(() => {})</script>",
}

describe.skipIf(!chromium)('a rendered page', () => {
  let renderer: Renderer
  /** Resolves to a public address at the first check, to the loopback afterwards. */
  let looks = 0
  const lookup = async (host: string) => {
    if (host !== 'rebound.test') throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
    return looks++ === 0 ? ['127.0.7.1'] : ['127.0.0.1']
  }
  beforeAll(() => {
    renderer = openRenderer(openGuard({ allow: ['127.0.7.0/24'], lookup }), { chromium, agentName })
  })
  afterAll(() => renderer.close())

  /** Counts every connection and every datagram that arrives, whatever its content. */
  async function inside() {
    const reached: string[] = []
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.on('data', chunk => reached.push(/^\S+ \/(\S*)/.exec(chunk.toString('latin1'))?.[1] ?? 'something'))
      socket.end('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      reached.push('connection')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const udp = createSocket('udp4', () => void reached.push('datagram'))
    await new Promise<void>(resolve => udp.bind(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    onTestFinished(() => void udp.close())
    const { port } = server.address() as AddressInfo
    const fill = (html: string) =>
      html
        .replaceAll('IN', `http://127.0.0.1:${port}`)
        .replaceAll('TCP', String(port))
        .replaceAll('UDP', String(udp.address().port))
        .replaceAll('PORT', String(port))
    return { reached, fill }
  }

  async function draw(by: Renderer, html: string, fill: (html: string) => string) {
    const { origin } = await startSite((request, response) => {
      if (request.url === '/refresh') response.setHeader('refresh', fill('0;url=IN/refresh'))
      if (request.url === '/redirect') response.writeHead(307, { location: fill('IN/redirect') })
      if (request.url?.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
      response.end(request.url?.endsWith('.js') ? fill("fetch('IN/service-worker')") : '')
    }, site)
    const page = `<!doctype html><meta charset=utf-8><body>here ${fill(html)}`
    return by.render({
      url: `${origin}/`,
      html: page,
      status: 200,
      mayVisit: () => null,
      maxBytes: 5_000_000,
      totalMs: 30_000,
    })
  }

  test('reaches no inner server by any of its content', async () => {
    const { reached, fill } = await inside()
    const drawn = await draw(renderer, Object.values(ways).join('\n'), fill)
    expect(drawn).toMatchObject({ ok: true })
    expect(reached).toEqual([])
  })

  test('reaches the inner server by nearly all of these ways where that is allowed, which proves the ways', async () => {
    const { reached, fill } = await inside()
    const open = openRenderer(openGuard({ allow: ['127.0.0.0/8'] }), { chromium, agentName })
    onTestFinished(() => open.close())
    await draw(open, Object.values(ways).join('\n'), fill)
    const requested = ['fetch', 'xhr', 'script', 'style', 'style-import', 'worker', 'frame-text']
    expect(reached).toEqual(expect.arrayContaining(requested))
  })

  test.each(Object.entries(leaving))('reaches no inner server by navigating to it: %s', async (_, html) => {
    looks = 0
    const { reached, fill } = await inside()
    const drawn = await draw(renderer, html, fill)
    expect(drawn.ok ? drawn.html : '').not.toMatch(/root:x:|User Agent/)
    // The first connection to a rebound name goes to the address that was checked, not to the one that the name has by
    // then.
    expect(reached).toEqual([])
  })

  test.each(['popup', 'popup-clicked', 'popup-form', 'popup-blank'])(
    'that opens a window is rendered, and nothing throws: %s',
    async way => {
      const thrown: unknown[] = []
      const note = (error: unknown) => void thrown.push(error)
      process.on('unhandledRejection', note)
      onTestFinished(() => void process.off('unhandledRejection', note))
      const { reached, fill } = await inside()
      const drawn = await draw(renderer, ways[way] ?? '', fill)
      expect(drawn.ok && drawn.html).toContain('here')
      expect(thrown).toEqual([])
      expect(reached).toEqual([])
    },
  )

  test('whose addresses cannot be checked fails alone', async () => {
    const { origin } = await startSite((_, response) => response.end(), site)
    const page = { url: `${origin}/`, status: 200, maxBytes: 100_000, totalMs: 20_000 }
    const mayVisit = () => Promise.reject(new Error('the database is away'))
    const broken = await renderer.render({ ...page, mayVisit, html: '<script src="/a.js"></script>' })
    expect(broken).toMatchObject({ ok: false, reason: 'render_failed', detail: 'the database is away' })
    expect(await renderer.render({ ...page, mayVisit: () => null, html: 'fine' })).toMatchObject({ ok: true })
  })

  test.each(['SIGKILL', 'SIGSTOP'] as const)('is rendered by a new browser if the old one got %s', async signal => {
    const { origin } = await startSite((_, response) => response.end(), site)
    const own = openRenderer(openGuard({ allow: ['127.0.7.0/24'] }), { chromium, agentName })
    onTestFinished(() => own.close())
    const page = { url: `${origin}/`, html: 'fine', status: 200, mayVisit: () => null, maxBytes: 100_000 }
    expect(await own.render({ ...page, totalMs: 20_000 })).toMatchObject({ ok: true })
    const browser = own.pid()
    expect(browser).toBeGreaterThan(0)
    process.kill(browser as number, signal)
    const between = await own.render({ ...page, totalMs: 1_500 })
    expect(between.ok || between.reason).toSatisfy(
      (end: true | string) => end === true || end === 'timeout' || end === 'render_failed',
    )
    expect(await own.render({ ...page, totalMs: 20_000 })).toMatchObject({ ok: true })
    expect(own.pid()).not.toBe(browser)
    // The process must have ended, even a stopped one: nothing else would ever end it.
    await vi.waitFor(() => expect(() => process.kill(browser as number, 0)).toThrow(), { timeout: 10_000 })
  })

  test('that exceeds the memory limit of a page ends itself and nothing else', async () => {
    const { origin } = await startSite((_, response) => response.end(), site)
    const page = { url: `${origin}/`, status: 200, mayVisit: () => null, maxBytes: 100_000, totalMs: 30_000 }
    const hungry = 'const all = []; for (;;) try { all.push(new Uint8Array(64_000_000).fill(1)) } catch {}'
    const [grown, neighbour] = await Promise.all([
      renderer.render({ ...page, html: `<script>${hungry}</script>` }),
      renderer.render({ ...page, html: 'beside' }),
    ])
    expect(grown).toMatchObject({ ok: false })
    expect(neighbour).toMatchObject({ ok: true })
  })
})
