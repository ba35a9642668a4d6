import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import type { Guard } from '#server/platform/fetcher/guard.ts'
import type { RenderInput, RenderResult } from './rendered.ts'

const quietMs = 6_000
const maxRequests = 300
const maxNavigations = 4
/** Resource types that text needs: no pictures, sounds, fonts, beacons. */
const allowedResourceTypes = new Set([
  'document',
  'script',
  'stylesheet',
  'xhr',
  'fetch',
  'websocket',
  'manifest',
  'other',
])

/** Renders one page in its own browser context. A failure while requests are checked ends this page only. */
export async function drawPage(
  context: BrowserContext,
  guard: Guard,
  input: RenderInput,
  timeoutMs: number,
): Promise<RenderResult> {
  const page = await context.newPage()
  const failing = Promise.withResolvers<never>()
  failing.promise.catch(() => {})
  page.once('crash', () => failing.reject(new Error('the process of the page ended')))
  page.on('dialog', dialog => void dialog.dismiss().catch(() => {}))
  context.on('page', other => void (other === page || other.close().catch(() => {})))
  const judge = guardRequests(page, guard, input)
  await context.route('**/*', async route => {
    try {
      await judge(route)
    } catch (error) {
      failing.reject(error)
      await refuse(route)
    }
  })
  return Promise.race([failing.promise, loadAndRead(page, input, timeoutMs)])
}

/** The global that a script inside the page sees. */
declare const document: { documentElement: { outerHTML: string } }

async function loadAndRead(page: Page, input: RenderInput, timeoutMs: number): Promise<RenderResult> {
  await page.goto(input.url, { waitUntil: 'commit', timeout: timeoutMs })
  // A page whose script was prevented from navigating never reports that it is complete, only that it is idle.
  await Promise.race([
    page.waitForLoadState('domcontentloaded', { timeout: timeoutMs }),
    page.waitForLoadState('networkidle', { timeout: timeoutMs }),
  ])
  await page.waitForLoadState('networkidle', { timeout: Math.min(quietMs, timeoutMs) }).catch(() => {})
  // The browser's own error page is not the page.
  if (page.url().startsWith('chrome-error:'))
    return { ok: false, reason: 'render_failed', detail: 'it left for what could not be reached' }
  const html = await page.evaluate(most => document.documentElement.outerHTML.slice(0, most + 1), input.maxBytes)
  if (typeof html !== 'string') return { ok: false, reason: 'render_failed', detail: 'no markup' }
  if (html.length > input.maxBytes)
    return { ok: false, reason: 'too_large', detail: `over ${input.maxBytes} characters drawn` }
  return { ok: true, html: `<!doctype html>${html}`, bytes: 0, refused: [] }
}

/**
 * Decides which requests of a page are allowed: rules and robots.txt apply to all of them, the scope only to
 * navigations of the page itself.
 */
function guardRequests(page: Page, guard: Guard, input: RenderInput) {
  let [requests, navigations] = [0, 0]
  const first = new URL(input.url)
  first.hash = ''
  return async (route: Route): Promise<void> => {
    const request = route.request()
    const url = URL.parse(request.url())
    if (!url) return refuse(route)
    url.hash = ''
    if (request.isNavigationRequest()) {
      if (!isOfFrame(request, page)) return refuse(route)
      if (++navigations > maxNavigations) return abortNavigation(route)
      if (url.href === first.href && navigations === 1)
        return route
          .fulfill({ status: input.status, contentType: 'text/html; charset=utf-8', body: input.html })
          .catch(() => {})
      if (guard.judgeUrl(url) || (await input.mayVisit(url))) return abortNavigation(route)
      return route.continue().catch(() => {})
    }
    if (url.protocol === 'data:' || url.protocol === 'blob:') return route.continue().catch(() => {})
    if (++requests > maxRequests || !allowedResourceTypes.has(request.resourceType())) return refuse(route)
    if (guard.judgeUrl(url)) return refuse(route)
    const fault = await input.mayVisit(url)
    if (fault?.reason === 'refused_rule' || fault?.reason === 'robots') return refuse(route)
    return route.continue().catch(() => {})
  }
}

/**
 * Whether a request belongs to the page's main frame. A window that a page opens requests its document before its frame
 * exists: then `frame()` throws.
 */
function isOfFrame(request: Request, page: Page): boolean {
  try {
    return request.frame() === page.mainFrame()
  } catch {
    return false
  }
}

function refuse(route: Route): Promise<void> {
  return route.abort('blockedbyclient').catch(() => {})
}

/**
 * Cancelling a navigation leaves the page as it is; a failed navigation would replace it with the browser's error page.
 */
function abortNavigation(route: Route): Promise<void> {
  return route.abort('aborted').catch(() => {})
}
