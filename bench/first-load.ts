// Cold and warm loads of the screens in headless Chromium: files, bytes, first paint, time until the screen is usable,
// and the working time of the page's thread until then, which other load on the machine affects least.
import { loadavg } from 'node:os'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import { startConsole } from '../e2e/console.ts'
import { watchSite } from '../e2e/watched-site.ts'
import { type BenchOptions, describeMachine, table } from './kit.ts'

/** The factor by which the processor is slowed down, as the budgets assume. */
const slowdown = 4

type BenchScreen = {
  path: string
  /** The screen is usable when the document contains this. */
  usable: string
}
type LoadLine = {
  files: number
  kb: number
  requests: number
  depth: number
  fileDepth: number
  paintMs: number
  usableMs: number
  busyMs: number
}
type LoadMode = { name: string; isWarm?: true; latencyMs?: number }

const ways: LoadMode[] = [{ name: 'cold' }, { name: 'warm', isWarm: true }, { name: 'far', latencyMs: 100 }]

/** `--count`: how often each screen is loaded in each way; the median counts. */
export async function run({ count = 3 }: BenchOptions): Promise<Record<string, unknown>> {
  const server = await startConsole({ OG_CRAWL_ALLOW: '127.0.0.0/8' })
  const browser = await chromium.launch(await browserPath())
  try {
    const token = await signIn(server.url, server.password)
    const screens = await screensOf(server.url, token)
    const figures: Record<string, Record<string, LoadLine>> = {}
    for (const [name, screen] of Object.entries(screens)) {
      figures[name] = {}
      for (const way of ways)
        figures[name][way.name] = await middle(
          () => load(browser, server.url, name === 'login' ? null : token, screen, way),
          count,
        )
    }
    console.log(`${describeMachine()}, load ${loadavg()[0]?.toFixed(1)}, processor ${slowdown} × slowed`)
    console.log(
      table(
        ['screen', 'way', 'files', 'waves', 'KB', 'calls', 'depth', 'first paint ms', 'usable ms', 'busy ms'],
        Object.entries(figures).flatMap(([name, lines]) =>
          Object.entries(lines).map(([way, line]) => [
            name,
            way,
            line.files,
            line.fileDepth,
            line.kb,
            line.requests,
            line.depth,
            line.paintMs,
            line.usableMs,
            line.busyMs,
          ]),
        ),
      ),
    )
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function signIn(url: string, password: string): Promise<string> {
  const response = await fetch(`${url}/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}

/** The demonstration data, a watched page that changed, and the screens that show them. */
async function screensOf(url: string, token: string): Promise<Record<string, BenchScreen>> {
  const headers = { authorization: `Bearer ${token}` }
  const request = async <T>(method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body ? JSON.stringify(body) : null,
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: T }).data
  }
  await request('POST', '/v1/demo')
  const { items } = await request<{ items: { id: number }[] }>('GET', '/v1/og?pageSize=8')
  const og = items[0]?.id
  const place = { region: 'FR', lat: 48.9, lng: 2.4 }
  await request('POST', '/v1/event', { title: '年度会议', start_time: '2026-11-20', ogs: [og], ...place })
  const memberships = items.map(({ id }) => ({ og_id: id, role: '董事' }))
  const { id: person } = await request<{ id: number }>('POST', '/v1/person', { name: '王小明', memberships })
  const watched = await watchSite(async (_, method, path, body) => await request(method, path, body as object), nobody)
  await watched.site.close()
  return {
    login: { path: '/login', usable: 'input[name=password]' },
    og_list: { path: '/og', usable: '[role=grid] a[href^="/og/"]' },
    og_page: { path: `/og/${og}`, usable: 'main h1, main h2' },
    person_list: { path: '/admin/person', usable: 'main a[href^="/person/"]' },
    person_page: { path: `/person/${person}`, usable: 'main h1, main h2' },
    event_list: { path: '/event', usable: 'main a[href^="/event/"]' },
    event_map: { path: '/event?show=map', usable: 'main svg path[data-code]' },
    dashboard: { path: '/dashboard', usable: 'main a[href]' },
    graph: { path: `/person/${person}?tab=relations`, usable: '[role=application] canvas' },
    review: { path: '/admin/diff', usable: 'main a[href], main [role=row]' },
    diff: { path: `/admin/diff/detail?id=${watched.diff}`, usable: 'main ins, main del' },
  }
}

/** The site belongs to the user of the token. */
const nobody = { id: 0, username: '', password: '', token: '' }

async function middle(measure: () => Promise<LoadLine>, rounds: number): Promise<LoadLine> {
  const lines: LoadLine[] = []
  for (let round = 0; round < rounds; round += 1) lines.push(await measure())
  lines.sort((a, b) => a.usableMs - b.usableMs)
  return lines[Math.floor(lines.length / 2)] as LoadLine
}

async function load(
  browser: Browser,
  url: string,
  token: string | null,
  screen: BenchScreen,
  { isWarm, latencyMs }: LoadMode,
): Promise<LoadLine> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript(
      ({ token, selector }) => {
        if (token) localStorage.setItem('token', token)
        const check = () => {
          if (document.querySelector(selector)) performance.mark('usable')
          else requestAnimationFrame(check)
        }
        check()
      },
      { token, selector: screen.usable },
    )
    if (isWarm) {
      const before = await context.newPage()
      await openScreen(before, url + screen.path)
      await before.close()
    }
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await session.send('Network.enable')
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    if (latencyMs)
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: latencyMs,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
    const count = countFiles(session)
    const times = await openScreen(page, url + screen.path)
    const { metrics } = await session.send('Performance.getMetrics')
    const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
    return { ...count(times.usableMs), ...times, busyMs: Math.round(busy * 1000) }
  } finally {
    await context.close()
  }
}

/** Opens a screen and waits until it is usable; milliseconds from the start of the navigation. */
async function openScreen(page: Page, address: string): Promise<{ paintMs: number; usableMs: number }> {
  await page.goto(address, { waitUntil: 'commit' })
  await page
    .waitForFunction(() => performance.getEntriesByName('usable').length > 0, undefined, { timeout: 60_000 })
    .catch(async cause => {
      throw new Error(`${address} did not become usable: ${await page.locator('body').innerText()}`, { cause })
    })
  const times = await page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    usableMs: performance.getEntriesByName('usable')[0]?.startTime ?? 0,
  }))
  return { paintMs: Math.round(times.paintMs), usableMs: Math.round(times.usableMs) }
}

type NavigationTimes = { startedAt: number; endedAt: number }

/**
 * Scripts and styles requested until the screen was usable, their transferred bytes, API calls, and the longest
 * sequence of each: a request that started after another's reply may have depended on it.
 */
function countFiles(
  session: CDPSession,
): (untilMs: number) => Pick<LoadLine, 'files' | 'kb' | 'requests' | 'depth' | 'fileDepth'> {
  type Request = NavigationTimes & { path: string; isCall: boolean; bytes: number }
  const requests = new Map<string, Request>()
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const { pathname, search } = new URL(request.url)
    const isCall = pathname.startsWith('/v1/')
    const path = `${request.method} ${pathname}${search}`
    const endedAt = Number.POSITIVE_INFINITY
    requests.set(requestId, { path, isCall, startedAt: timestamp, endedAt, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { endedAt: timestamp, bytes: encodedDataLength })
  })
  return untilMs => {
    // The document's own request is the first.
    const [document] = requests.values()
    const until = (document?.startedAt ?? 0) + untilMs / 1000
    const all = [...requests.values()].filter(each => each.startedAt <= until)
    const calls = all.filter(each => each.isCall)
    const files = all.filter(({ path, bytes }) => /\.(m?js|css)$/.test(path) && bytes > 0)
    return {
      files: files.length,
      kb: Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024),
      requests: calls.length,
      depth: depthOf(calls),
      fileDepth: depthOf(files),
    }
  }
}

/** The longest sequence in which each request starts after the reply of the one before. */
function depthOf(requests: readonly NavigationTimes[]): number {
  const depths = new Map<NavigationTimes, number>()
  for (const one of requests.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const before = [...depths].filter(([other]) => other.endedAt <= one.startedAt)
    depths.set(one, 1 + Math.max(0, ...before.map(([, depth]) => depth)))
  }
  return Math.max(0, ...depths.values())
}
