import { expect, type Page, type Request } from '@playwright/test'

const openRequests = new WeakMap<Page, Set<Request>>()
/** A stream stays open as long as the page. */
const isStream = (request: Request) => new URL(request.url()).pathname.endsWith('/stream')

/** Starts counting the requests of the page; `settled` needs it. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>()
  openRequests.set(page, open)
  page.on('request', request => {
    if (!isStream(request)) open.add(request)
  })
  const close = (request: Request) => void open.delete(request)
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  page.on('framenavigated', frame => {
    if (frame === page.mainFrame()) open.clear()
  })
}

/** Waits until all requests of the page are answered, it shows no skeleton, and nothing moves. */
export async function waitUntilSettled(page: Page): Promise<void> {
  const open = openRequests.get(page) ?? new Set()
  await expect(async () => {
    // A rendered reply may cause further requests, so several frames must pass without one.
    for (let frame = 0; frame < 8; frame++) {
      expect(open.size).toBe(0)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await expect(page.locator('#content .ant-skeleton, #content .ant-spin-spinning')).toHaveCount(0, { timeout: 1 })
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(move => move.playState === 'running' && move.effect?.getTiming().iterations !== Infinity).length,
    )
    expect(moving).toBe(0)
  }).toPass({ timeout: 15_000, intervals: [50, 100] })
}
