// The relation graph of 5,000 nodes and 10,000 links in headless Chromium: first picture, then panning and zooming.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import type { GraphEdge, GraphNode } from '#contract/relation.api.ts'
import { type BenchOptions, describeMachine, table } from './kit.ts'

const port = 18_085
/** The number of nodes after "more" was chosen once. */
const smaller = 1_000
const root = fileURLToPath(new URL('./graph-page/', import.meta.url))

/** `--rows` is the number of nodes; there are twice as many links. `--data DIR` stores a picture of each size there. */
export async function run({ rows = 5_000, data }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'og-bench-'))
  await build({
    root,
    plugins: [react()],
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  })
  const server = await preview({
    root,
    logLevel: 'error',
    build: { outDir: folder },
    preview: { port, host: '127.0.0.1' },
  })
  const browser = await chromium.launch({
    executablePath: process.env.OG_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--no-first-run'],
  })
  try {
    const large = await measure(await browser.newPage({ viewport: { width: 1440, height: 900 } }), rows, data)
    const small = await measure(await browser.newPage({ viewport: { width: 1440, height: 900 } }), smaller, data)
    const figures = {
      nodes: rows,
      links: rows * 2,
      first_picture_ms: large.drawnMs,
      opened_ms: large.firstMs,
      settled_ms: large.settledMs,
      pan_fps: large.panFps,
      zoom_fps: large.zoomFps,
      small_first_picture_ms: small.drawnMs,
      small_opened_ms: small.firstMs,
      small_pan_fps: small.panFps,
      small_zoom_fps: small.zoomFps,
      years_ms: large.yearsMs,
      small_years_ms: small.yearsMs,
    }
    console.log(describeMachine())
    console.log(
      table(
        ['what', `${rows} nodes`, `${smaller} nodes`, 'asked'],
        [
          ['first picture after the reply', `${large.drawnMs} ms`, `${small.drawnMs} ms`, '< 1,500 ms'],
          ['the same after opening, libraries with it', `${large.firstMs} ms`, `${small.firstMs} ms`, ''],
          ['panning', `${large.panFps}/s`, `${small.panFps}/s`, '≥ 30/s'],
          ['zooming', `${large.zoomFps}/s`, `${small.zoomFps}/s`, '≥ 30/s'],
          ['redrawn after a move of the date slider', `${large.yearsMs} ms`, `${small.yearsMs} ms`, '< 150 ms'],
          ['layout at rest', `${large.settledMs} ms`, `${small.settledMs} ms`, ''],
        ],
      ),
    )
    return figures
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Time from opening the page, with the reply ready, to the first drawing, then frames per second during mouse
 * movements.
 */
async function measure(page: Page, nodes: number, folder: string | undefined) {
  const reply = JSON.stringify({ code: 200, message: 'ok', data: aGraph(nodes) })
  await page.route('**/v1/person/relation/**', route => route.fulfill({ contentType: 'application/json', body: reply }))
  await page.route('**/v1/person/1', route =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{"code":404,"message":""}' }),
  )
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.locator('[data-drawn="true"] [data-testid="graph-view"] canvas').first().waitFor({ timeout: 60_000 })
  const firstMs = Math.round(await page.evaluate(nextPaint))
  const replyMs = await page.evaluate(() => {
    const [reply] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/relation/'))
    return Math.round((reply as PerformanceResourceTiming).responseEnd)
  })
  await page.locator('[data-placing="false"]').waitFor({ timeout: 60_000 })
  const shown = await page
    .getByText(/\d 个关联方|\d linked parties/)
    .first()
    .textContent()
  if (!shown?.includes((nodes - 1).toLocaleString('en-US'))) throw new Error(`the page shows ${shown}`)
  const settledMs = Math.round(await page.evaluate(() => performance.now()))
  if (folder) await writeFile(join(folder, `graph-${nodes}.png`), await page.screenshot())
  const box = await page.locator('[role="application"]').boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 300]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const panFps = await framesWhile(page, n =>
    page.mouse.move(x + 200 + 150 * Math.sin(n / 8), y + 100 * Math.cos(n / 8)),
  )
  await page.mouse.up()
  const zoomFps = await framesWhile(page, n => page.mouse.wheel(0, n % 20 < 10 ? -60 : 60))
  const yearsMs = Math.round(await page.evaluate(redrawForYears))
  await page.close()
  return { yearsMs, firstMs, drawnMs: firstMs - replyMs, settledMs, panFps, zoomFps }
}

/** The time from a move of the date slider to the redrawn graph: its counts have changed, and the next frame is drawn. */
const redrawForYears = () =>
  new Promise<number>(resolve => {
    const [, last] = document.querySelectorAll<HTMLElement>('.ant-slider-handle')
    const notes = document.querySelector('[aria-live="polite"] + [aria-live="polite"], p[aria-live="polite"]')
    const before = notes?.textContent
    const startedAt = performance.now()
    const look = () => {
      if (notes?.textContent === before) requestAnimationFrame(look)
      else requestAnimationFrame(() => resolve(performance.now() - startedAt))
    }
    for (let n = 0; n < 9; n += 1)
      last?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowLeft', keyCode: 37, bubbles: true } as KeyboardEventInit),
      )
    look()
  })

/** The time after the next frame. */
const nextPaint = () =>
  new Promise<number>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))))

/** Frames per second that the page draws during two seconds of movement. */
async function framesWhile(page: Page, move: (n: number) => Promise<void>): Promise<number> {
  const counted = page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const startedAt = performance.now()
        let frames = 0
        const next = () => {
          frames += 1
          const spentMs = performance.now() - startedAt
          if (spentMs < 2_000) requestAnimationFrame(next)
          else resolve((frames / spentMs) * 1_000)
        }
        requestAnimationFrame(next)
      }),
  )
  const until = performance.now() + 2_000
  for (let n = 0; performance.now() < until; n += 1) await move(n)
  return Math.round(await counted)
}

/** Persons in clusters around organisations, all of them reachable. */
function aGraph(count: number): { nodes: GraphNode[]; edges: GraphEdge[]; is_cut: boolean } {
  const levels = ['受制裁', '一类', '二类', '中性', '待定']
  const nodes = Array.from({ length: count }, (_, n): GraphNode => {
    const common = { id: n + 1, icon: null, region: null, depth: n === 0 ? 0 : 1 + (n % 3), degree: 4 }
    return n > 0 && n % 10 === 0
      ? { ...common, kind: 'og', name: `Organisation ${n}`, danger_level: levels[(n / 10) % 5] ?? '待定' }
      : { ...common, kind: 'person', name: `Person ${n}`, position: null, is_focus: n % 37 === 0 }
  })
  const keyOf = (n: number) => `${nodes[n]?.kind === 'og' ? 'o' : 'p'}${n + 1}`
  const edges: GraphEdge[] = []
  const link = (a: number, b: number) => {
    const [from, to] = nodes[a]?.kind === 'og' ? [b, a] : [a, b]
    const isMembership = nodes[to]?.kind === 'og'
    if (from === to || nodes[from]?.kind === 'og') return
    const written = {
      label: null,
      start_time: String(2000 + (edges.length % 20)),
      end_time: null,
      id: edges.length + 1,
    }
    edges.push({
      ...written,
      kind: isMembership ? 'membership' : 'relation',
      from: keyOf(from),
      to: keyOf(to),
      type: isMembership ? null : 'colleague',
    })
  }
  const personAt = (n: number) => (n > 0 && n % 10 === 0 ? n - 1 : n)
  // The record itself is linked to some of each cluster, because unreachable nodes are not shown.
  for (let n = 1; n < count; n += Math.ceil(count / 20)) link(0, n)
  for (let n = 1; n < count; n += 1) {
    if (n % 10 === 0) link(n, personAt(Math.floor(n / 7)))
    else link(n, Math.min(count - 1, Math.ceil(n / 10) * 10))
  }
  for (let n = 1; edges.length < count * 2; n += 1) link(personAt(n % count), personAt((n * 7_919) % count))
  return { nodes, edges, is_cut: false }
}
