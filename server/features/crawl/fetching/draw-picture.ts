import type { BrowserContext, Route } from 'playwright-core'
import type { Guard } from '#server/platform/fetcher/guard.ts'
import type { FetchFault } from '#server/platform/fetcher/result.ts'

const width = 1280
const startHeight = 900
/** A longer page is cut. */
const mostHeight = 12_000
const quietMs = 5_000
const maxRequests = 300
/** 100 is without loss, so that equal parts of two pictures are equal; a picture with many photographs is compressed. */
const qualities = [100, 80]
const mostPictureBytes = 5 * 1_048_576
const allowedResourceTypes = new Set(['stylesheet', 'image', 'font'])

export type PictureInput = {
  url: string
  /** The page as it was rendered. */
  html: string
  mayLoad(url: URL): FetchFault | null
}

/** Size at which pictures are drawn; scripts have already built the page. */
export const pictureContext = { viewport: { width, height: startHeight }, javaScriptEnabled: false }

/**
 * Draws a page that was built before, without its scripts, as one picture (WebP); null if it exceeds the limit. Styles,
 * pictures and fonts are requested under the rules of the page; nothing else is.
 */
export async function drawPicture(
  context: BrowserContext,
  guard: Guard,
  input: PictureInput,
  timeoutMs: number,
): Promise<Buffer | null> {
  const page = await context.newPage()
  let requests = 0
  let isLoaded = false
  await context.route('**/*', async (route: Route) => {
    const refuse = () => route.abort('blockedbyclient').catch(() => {})
    try {
      const request = route.request()
      const url = URL.parse(request.url())
      if (request.isNavigationRequest()) {
        // A failed navigation would replace the page by the browser's error page.
        if (isLoaded) return await route.abort('aborted').catch(() => {})
        isLoaded = true
        const body = withoutFallbacks(input.html)
        return await route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body })
      }
      if (url?.protocol === 'data:') return await route.continue()
      if (!url || ++requests > maxRequests || !allowedResourceTypes.has(request.resourceType())) return await refuse()
      if (guard.judgeUrl(url) || input.mayLoad(url)) return await refuse()
      await route.continue()
    } catch {
      await refuse()
    }
  })
  await page.goto(input.url, { waitUntil: 'load', timeout: timeoutMs })
  const session = await context.newCDPSession(page)
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  const height = Math.max(startHeight, Math.min(mostHeight, Math.ceil(cssContentSize.height)))
  // Pictures far below are loaded once they come into view.
  await page.setViewportSize({ width, height })
  await page.waitForLoadState('networkidle', { timeout: Math.min(quietMs, timeoutMs) }).catch(() => {})
  for (const quality of qualities) {
    const clip = { x: 0, y: 0, width, height, scale: 1 }
    const shot = { format: 'webp', quality, clip, captureBeyondViewport: true } as const
    const { data } = await session.send('Page.captureScreenshot', shot)
    const picture = Buffer.from(data, 'base64')
    if (picture.length <= mostPictureBytes) return picture
  }
  return null
}

/** No visitor saw the parts for browsers without scripts. */
function withoutFallbacks(html: string): string {
  return html.replaceAll(/<noscript\b[^>]*>[\s\S]*?<\/noscript\s*>/gi, '')
}
