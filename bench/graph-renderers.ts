// What could draw relations, on the same graph in one run: first picture, then frames while it is moved and zoomed (ADR 0026).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { framesWhile } from './graph-view.ts'
import { type BenchOptions, machine, table } from './kit.ts'

const port = 18_086
const root = fileURLToPath(new URL('./graph-renderers/', import.meta.url))

/** `--rows` counts nodes of the large graph; there are twice as many links. */
export async function run({ rows = 5_000 }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'og-bench-'))
  await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true, target: 'es2022' } })
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
  const figures: Record<string, number> = {}
  const lines: string[][] = [['nodes', 'renderer', 'first picture', 'panning', 'zooming']]
  try {
    for (const nodes of [500, rows])
      for (const by of ['sigma', 'canvas', 'webgl']) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        const { firstMs, panFps, zoomFps } = await measure(page, `http://127.0.0.1:${port}/?by=${by}&nodes=${nodes}`)
        await page.close()
        lines.push([`${nodes}`, by, `${firstMs} ms`, `${panFps}/s`, `${zoomFps}/s`])
        Object.assign(figures, {
          [`${by}_${nodes}_first_ms`]: firstMs,
          [`${by}_${nodes}_pan_fps`]: panFps,
          [`${by}_${nodes}_zoom_fps`]: zoomFps,
        })
      }
    console.log(machine())
    console.log(table(lines[0] ?? [], lines.slice(1)))
    return figures
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(page: Page, address: string) {
  await page.goto(address)
  await page.waitForFunction(() => window.firstMs !== undefined, null, { timeout: 120_000 })
  const firstMs = Math.round((await page.evaluate(() => window.firstMs)) ?? 0)
  await page.mouse.move(30, 30)
  await page.mouse.down()
  const panFps = await framesWhile(page, n => page.mouse.move(300 + 150 * Math.sin(n / 8), 200 + 100 * Math.cos(n / 8)))
  await page.mouse.up()
  const zoomFps = await framesWhile(page, n => page.mouse.wheel(0, n % 20 < 10 ? -60 : 60))
  return { firstMs, panFps, zoomFps }
}
