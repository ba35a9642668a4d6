// What the browser loads before the login page and the organisation list can be used, gzipped.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import { startConsole } from '../e2e/console.ts'
import { table } from './kit.ts'

export async function run(): Promise<Record<string, unknown>> {
  const server = await startConsole()
  const browser = await chromium.launch(await browserPath())
  try {
    const page = await browser.newPage({ locale: 'zh-CN' })
    const loaded = new Set<string>()
    page.on('response', response => {
      const path = new URL(response.url()).pathname
      if (/\.(js|css)$/.test(path)) loaded.add(path)
    })
    await page.goto(`${server.url}/login`)
    await page.getByRole('button', { name: /登录|Log in/ }).waitFor()
    await page.waitForLoadState('networkidle')
    const login = sizeOf(loaded)
    await page.locator('input[name=username]').fill('admin')
    await page.locator('input[name=password]').fill(server.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/dashboard/)
    loaded.clear()
    await page.goto(`${server.url}/og`)
    await page.getByRole('grid').waitFor()
    await settled(loaded)
    const list = sizeOf(loaded)
    console.log(
      table(
        ['what', 'KB gzipped', 'asked'],
        [
          ['login page, script and style', login, '≤ 180'],
          ['organisation list, script and style', list, '≤ 420'],
        ],
      ),
    )
    return { login_kb: login, list_kb: list }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** News come by a stream that stays open, so the network is never idle: all is there when a second brought nothing more. */
async function settled(loaded: ReadonlySet<string>): Promise<void> {
  for (let before = -1; before !== loaded.size; ) {
    before = loaded.size
    await sleep(1_000)
  }
}

function sizeOf(paths: Set<string>): number {
  const bytes = [...paths].reduce(
    (sum, path) => sum + gzipSync(readFileSync(join('web/dist', path)), { level: 9 }).length,
    0,
  )
  return Math.round(bytes / 102.4) / 10
}
