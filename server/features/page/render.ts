import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import type { Guard } from '#server/platform/fetcher/guard.ts'
import { type GuardProxy, openProxy } from '#server/platform/fetcher/proxy.ts'
import type { FetchFault } from '#server/platform/fetcher/result.ts'

export type RenderInput = {
  /** Where the page was fetched from; its HTML is not asked for again. */
  url: string
  status: number
  html: string
  mayVisit: (url: URL) => FetchFault | null | Promise<FetchFault | null>
  /** Of everything the page loads, and of the HTML it becomes. */
  maxBytes: number
  signal?: AbortSignal
  totalMs?: number
}
export type Rendered =
  | { ok: true; html: string /** Received besides the page itself. */; bytes: number; refused: string[] }
  | { ok: false; reason: 'no_browser' | 'render_failed' | 'too_large' | 'timeout' | 'aborted'; detail: string }

/** A browser for pages that are made by scripts; started at first use, ended when idle. */
export type Renderer = {
  render(input: RenderInput): Promise<Rendered>
  close(): Promise<void>
}

const standardMs = 30_000
const quietMs = 6_000
const idleMs = 60_000
const pagesPerBrowser = 200
const maxRequests = 300
const maxNavigations = 4
const maxAtOnce = 2
/** What text needs: no pictures, sounds, fonts, beacons. */
const wanted = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch', 'websocket', 'manifest', 'other'])
const switches = [
  // Loopback too goes through the proxy; names are resolved by the proxy alone.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--mute-audio',
  '--no-first-run',
  '--js-flags=--max-old-space-size=256',
]

/** @param chromium path of the browser; undefined: every page ends with `no_browser`. */
export function openRenderer(
  guard: Guard,
  {
    chromium,
    agentName,
    isRoot = process.getuid?.() === 0,
  }: { chromium: string | undefined; agentName: string; isRoot?: boolean },
): Renderer {
  let running: Promise<{ browser: Browser; proxy: GuardProxy }> | undefined
  let [pages, active] = [0, 0]
  let idle: NodeJS.Timeout | undefined
  const waiting: (() => void)[] = []

  async function start(executablePath: string) {
    const { chromium: driver } = await import('playwright-core')
    const proxy = await openProxy(guard)
    try {
      const browser = await driver.launch({
        executablePath,
        // The sandbox does not start as root.
        chromiumSandbox: !isRoot,
        args: switches,
        proxy: { server: proxy.url },
        timeout: 20_000,
      })
      browser.once('disconnected', () => {
        running = undefined
        pages = 0
        void proxy.close()
      })
      return { browser, proxy }
    } catch (error) {
      await proxy.close()
      throw error
    }
  }
  async function stop(): Promise<void> {
    clearTimeout(idle)
    const open = running
    running = undefined
    pages = 0
    await open?.then(({ browser }) => withTime(browser.close(), 5_000)).catch(() => {})
  }

  return {
    async render(input) {
      if (!chromium) return { ok: false, reason: 'no_browser', detail: '' }
      if (active >= maxAtOnce) await new Promise<void>(resolve => waiting.push(resolve))
      active++
      clearTimeout(idle)
      try {
        running ??= start(chromium)
        const { browser, proxy } = await running
        pages++
        return await renderOne(browser, proxy, guard, agentName, input)
      } catch (error) {
        running = undefined
        return { ok: false, reason: 'render_failed', detail: (error as Error).message.split('\n', 1)[0]!.slice(0, 200) }
      } finally {
        active--
        waiting.shift()?.()
        // A browser that has drawn many pages has grown.
        if (active === 0 && pages >= pagesPerBrowser) await stop()
        else if (active === 0) idle = setTimeout(() => void stop(), idleMs).unref()
      }
    },
    close: stop,
  }
}

async function renderOne(
  browser: Browser,
  proxy: GuardProxy,
  guard: Guard,
  agentName: string,
  input: RenderInput,
): Promise<Rendered> {
  const session = proxy.openSession({ maxBytes: input.maxBytes })
  const until = performance.now() + (input.totalMs ?? standardMs)
  let context: BrowserContext | undefined
  let abort: (() => void) | undefined
  try {
    const stopped = new Promise<Rendered>(resolve => {
      abort = () => resolve({ ok: false, reason: 'aborted', detail: 'stopped' })
      input.signal?.addEventListener('abort', abort)
      if (input.signal?.aborted) abort()
    })
    context = await browser.newContext({
      userAgent: agentName,
      locale: 'zh-CN',
      acceptDownloads: false,
      serviceWorkers: 'block',
      permissions: [],
      proxy: { server: proxy.url, username: session.username, password: session.password },
    })
    const left = until - performance.now()
    const drawn = await Promise.race([withTime(draw(context, guard, input, left), left), stopped])
    if (session.bytes() > input.maxBytes)
      return { ok: false, reason: 'too_large', detail: `over ${input.maxBytes} bytes loaded` }
    if (drawn === undefined) return { ok: false, reason: 'timeout', detail: 'rendering' }
    return drawn.ok ? { ...drawn, bytes: session.bytes(), refused: [...session.refused] } : drawn
  } finally {
    if (abort) input.signal?.removeEventListener('abort', abort)
    session.close()
    // A page in an endless loop does not let go: then the browser goes.
    const isClosed =
      context &&
      (await withTime(
        context.close().then(() => true),
        3_000,
      ))
    if (context && !isClosed) await withTime(browser.close(), 5_000)
  }
}

async function draw(context: BrowserContext, guard: Guard, input: RenderInput, timeoutMs: number): Promise<Rendered> {
  const page = await context.newPage()
  context.on('page', other => void (other === page || other.close().catch(() => {})))
  page.on('dialog', dialog => void dialog.dismiss().catch(() => {}))
  await context.route('**/*', gate(page, guard, input))
  await page.goto(input.url, { waitUntil: 'domcontentloaded', timeout: timeoutMs })
  await page.waitForLoadState('networkidle', { timeout: Math.min(quietMs, timeoutMs) }).catch(() => {})
  const html = await page.evaluate(most => document.documentElement.outerHTML.slice(0, most + 1), input.maxBytes)
  if (typeof html !== 'string') return { ok: false, reason: 'render_failed', detail: 'no markup' }
  if (html.length > input.maxBytes)
    return { ok: false, reason: 'too_large', detail: `over ${input.maxBytes} characters drawn` }
  return { ok: true, html: `<!doctype html>${html}`, bytes: 0, refused: [] }
}

/** What of a page's wishes is asked for: rules and robots hold for all of it, the scope for where the page itself goes. */
function gate(page: Page, guard: Guard, input: RenderInput) {
  let [requests, navigations] = [0, 0]
  const first = new URL(input.url)
  first.hash = ''
  return async (route: Route): Promise<void> => {
    const request = route.request()
    const refuse = () => route.abort('blockedbyclient').catch(() => {})
    const url = URL.parse(request.url())
    if (!url) return refuse()
    url.hash = ''
    if (request.isNavigationRequest()) {
      if (request.frame() !== page.mainFrame() || ++navigations > maxNavigations) return refuse()
      if (url.href === first.href && navigations === 1)
        return route
          .fulfill({ status: input.status, contentType: 'text/html; charset=utf-8', body: input.html })
          .catch(() => {})
      if (guard.judgeUrl(url) || (await input.mayVisit(url))) return refuse()
      return route.continue().catch(() => {})
    }
    if (url.protocol === 'data:' || url.protocol === 'blob:') return route.continue().catch(() => {})
    if (++requests > maxRequests || !wanted.has(request.resourceType())) return refuse()
    if (guard.judgeUrl(url)) return refuse()
    const fault = await input.mayVisit(url)
    if (fault?.reason === 'refused_rule' || fault?.reason === 'robots') return refuse()
    return route.continue().catch(() => {})
  }
}

/** The result, or undefined when it takes longer. */
async function withTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, ms))
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
