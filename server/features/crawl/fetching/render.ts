import type { BrowserContext } from 'playwright-core'
import type { Guard } from '#server/platform/fetcher/guard.ts'
import { drawPicture, type PictureInput, pictureContext } from './draw-picture.ts'
import { type OpenBrowser, openBrowser } from './render-browser.ts'
import { drawPage } from './render-page.ts'
import { withTime } from './render-time.ts'
import type { RenderInput, RenderResult } from './rendered.ts'

export type { RenderInput, RenderResult } from './rendered.ts'

export type Renderer = {
  render(input: RenderInput): Promise<RenderResult>
  /** A picture of a page that was rendered before (WebP); null if it cannot be drawn. */
  drawPicture?(input: PictureInput): Promise<Buffer | null>
  close(): Promise<void>
}

const standardMs = 30_000
const idleMs = 60_000
const closeMs = 3_000
const pagesPerBrowser = 200
const maxAtOnce = 2

/** A browser and the number of pages it has rendered; `isBroken`: it gets no more pages. */
type Running = { opening: Promise<OpenBrowser>; pid?: number; pages: number; active: number; isBroken: boolean }

/** @param chromium path of the browser; if undefined, every page ends with `no_browser`. */
export function openRenderer(
  guard: Guard,
  {
    chromium,
    agentName,
    isRoot = process.getuid?.() === 0,
  }: { chromium: string | undefined; agentName: string; isRoot?: boolean },
): Required<Renderer> & { /** Process id of the browser's main process, while one runs. */ pid(): number | undefined } {
  let running: Running | undefined
  let active = 0
  let idle: NodeJS.Timeout | undefined
  const waiting: (() => void)[] = []

  function take(executable: string): Running {
    if (running && !running.isBroken && running.pages < pagesPerBrowser) return running
    // Memory of a browser grows with the pages it renders: after its last page it is ended.
    if (running) void leave(running)
    const next: Running = { opening: open(executable, () => drop(next)), pages: 0, active: 0, isBroken: false }
    next.opening.then(
      ({ pid }) => {
        next.pid = pid
      },
      () => drop(next),
    )
    running = next
    return next
  }
  function open(executable: string, onEnd: () => void): Promise<OpenBrowser> {
    return openBrowser(guard, { chromium: executable, isRoot, onEnd })
  }
  /** Drops only this browser: by then another may have been started. */
  function drop(one: Running): void {
    one.isBroken = true
    if (running === one) running = undefined
  }
  async function leave(one: Running): Promise<void> {
    drop(one)
    if (one.active === 0) await one.opening.then(({ end }) => end()).catch(() => {})
  }
  async function stop(): Promise<void> {
    clearTimeout(idle)
    const one = running
    if (!one) return
    drop(one)
    await one.opening.then(({ end }) => end()).catch(() => {})
  }

  /** Runs one page in a browser of its turn; `isHung`: that browser gets no other page. */
  async function inBrowser<T>(
    executable: string,
    work: (browser: OpenBrowser) => Promise<{ result: T; isHung: boolean }>,
    failed: (error: unknown) => T,
  ): Promise<T> {
    if (active >= maxAtOnce) await new Promise<void>(resolve => waiting.push(resolve))
    active++
    clearTimeout(idle)
    const one = take(executable)
    one.pages++
    one.active++
    try {
      const { result, isHung } = await work(await one.opening)
      if (isHung) one.isBroken = true
      return result
    } catch (error) {
      return failed(error)
    } finally {
      one.active--
      active--
      if (one.isBroken || one.pages >= pagesPerBrowser) await leave(one)
      waiting.shift()?.()
      if (active === 0) idle = setTimeout(() => void stop(), idleMs).unref()
    }
  }

  return {
    async render(input) {
      if (!chromium) return { ok: false, reason: 'no_browser', detail: '' }
      return await inBrowser<RenderResult>(
        chromium,
        browser => renderOne(browser, guard, agentName, input),
        error => ({
          ok: false,
          reason: 'render_failed',
          detail: (error as Error).message.split('\n', 1)[0]!.slice(0, 200),
        }),
      )
    },
    async drawPicture(input) {
      if (!chromium) return null
      return await inBrowser(
        chromium,
        browser => pictureOf(browser, guard, agentName, input),
        () => null,
      )
    },
    pid: () => running?.pid,
    close: stop,
  }
}

/** `isHung`: the browser does not answer, is ending, or cannot close the page: it gets no other page. */
async function renderOne(
  { browser, proxy }: OpenBrowser,
  guard: Guard,
  agentName: string,
  input: RenderInput,
): Promise<{ result: RenderResult; isHung: boolean }> {
  const session = proxy.openSession({ maxBytes: input.maxBytes })
  const until = performance.now() + (input.totalMs ?? standardMs)
  const left = () => until - performance.now()
  let context: BrowserContext | undefined
  let isHung = false
  let abort: (() => void) | undefined
  const draw = async (): Promise<RenderResult> => {
    context = await withTime(
      browser.newContext({
        userAgent: agentName,
        locale: 'zh-CN',
        acceptDownloads: false,
        serviceWorkers: 'block',
        permissions: [],
        proxy: { server: proxy.url, username: session.username, password: session.password },
      }),
      left(),
    )
    const drawn = context && (await withTime(drawPage(context, guard, input, left()), left()))
    isHung = context === undefined
    if (session.bytes() > input.maxBytes)
      return { ok: false, reason: 'too_large', detail: `over ${input.maxBytes} bytes loaded` }
    if (drawn === undefined) return { ok: false, reason: 'timeout', detail: 'rendering' }
    return drawn.ok ? { ...drawn, bytes: session.bytes(), refused: [...session.refused] } : drawn
  }
  try {
    const stopped = new Promise<RenderResult>(resolve => {
      abort = () => resolve({ ok: false, reason: 'aborted', detail: 'stopped' })
      input.signal?.addEventListener('abort', abort)
      if (input.signal?.aborted) abort()
    })
    const result = await Promise.race([draw(), stopped])
    return { result, isHung: isHung || !(await closeContext(context)) }
  } catch (error) {
    const detail = (error as Error).message.split('\n', 1)[0]!.slice(0, 200)
    // Calls fail in a browser that is ending before its end is reported: the next page must not be given to it.
    const isEnding = context === undefined || /closed/i.test(detail)
    return {
      result: { ok: false, reason: 'render_failed', detail },
      isHung: isEnding || !(await closeContext(context)),
    }
  } finally {
    if (abort) input.signal?.removeEventListener('abort', abort)
    session.close()
  }
}

const pictureMs = 20_000
const pictureBytes = 30 * 1_048_576

/** A failure gives no picture, whatever its reason: the page itself was read before. */
async function pictureOf(
  { browser, proxy }: OpenBrowser,
  guard: Guard,
  agentName: string,
  input: PictureInput,
): Promise<{ result: Buffer | null; isHung: boolean }> {
  const session = proxy.openSession({ maxBytes: pictureBytes })
  const until = performance.now() + pictureMs
  const left = () => until - performance.now()
  let context: BrowserContext | undefined
  try {
    context = await withTime(
      browser.newContext({
        ...pictureContext,
        userAgent: agentName,
        locale: 'zh-CN',
        acceptDownloads: false,
        serviceWorkers: 'block',
        permissions: [],
        proxy: { server: proxy.url, username: session.username, password: session.password },
      }),
      left(),
    )
    const picture = context && (await withTime(drawPicture(context, guard, input, left()), left()))
    return { result: picture ?? null, isHung: context === undefined || !(await closeContext(context)) }
  } catch {
    return { result: null, isHung: context === undefined || !(await closeContext(context)) }
  } finally {
    session.close()
  }
}

async function closeContext(context: BrowserContext | undefined): Promise<boolean> {
  if (!context) return true
  const isClosed = await withTime(
    context.close().then(
      () => true,
      () => false,
    ),
    closeMs,
  )
  return isClosed === true
}
