// `npm run guide`: takes the pictures of the user's guide from a console with fictional data, in both languages, with
// the browser that the journeys use.
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type PageName, pageRoutes } from '#contract/route.ts'
import { readArguments } from '#server/platform/process/arguments.ts'
import { startReplaySite } from '#server/testing/replay-site.ts'
import { browserPath } from '../e2e/browser.ts'
import { startConsole } from '../e2e/console.ts'

readArguments('npm run guide: takes the pictures of docs/guide from a console with fictional data.')

const folder = 'docs/guide/img'
const size = { width: 1280, height: 800 }
/** Width of the stored pictures; larger ones are no clearer in the guide's column. */
const storedWidth = 960
const settleMs = 2500
const mostBytes = 60 * 1024
const languages = [
  { short: 'zh', locale: 'zh-CN' },
  { short: 'en', locale: 'en-US' },
] as const
const screens: readonly PageName[] = [
  'dashboard',
  'inbox',
  'og',
  'person',
  'event',
  'report',
  'admin_diff',
  'admin_pages',
  'admin_words',
  'admin_source',
  'admin_duplicate',
  'admin_list',
  'admin_screening',
  'admin_audit',
  'admin_system',
]

const running = await startConsole({ OG_CRAWL_ALLOW: '127.0.0.0/8' })
const site = await startReplaySite()
const { executablePath, args } = await browserPath()
const browser = await chromium.launch({ executablePath, args })
try {
  const { token } = await post<{ token: string }>('/v1/login', { username: 'admin', password: running.password })
  await fill(token)
  for (const { short, locale } of languages) {
    rmSync(`${folder}/${short}`, { recursive: true, force: true })
    mkdirSync(`${folder}/${short}`, { recursive: true })
    await send('PUT', '/v1/setting', { locale, theme: 'light' }, token)
    const page = await browser.newPage({ viewport: size, locale, colorScheme: 'light', reducedMotion: 'reduce' })
    await page.addInitScript(value => {
      localStorage.setItem('token', value)
    }, token)
    for (const name of screens) await take(page, name, `${folder}/${short}/${name}.webp`)
    await page.close()
  }
} finally {
  await browser.close()
  await site.close()
  await running.stop()
}

async function take(page: Page, name: PageName, file: string): Promise<void> {
  await page.goto(running.url + pageRoutes[name].path)
  await page.locator('main h1, main h2').first().waitFor()
  // The event stream never ends, so there is no idle network: parts of a page follow its head within this time.
  await page.waitForTimeout(settleMs)
  const picture = sharp(await page.screenshot()).resize({ width: storedWidth })
  for (let quality = 72; ; quality -= 12) {
    const bytes = await picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length > mostBytes && quality > 12) continue
    writeFileSync(file, bytes)
    console.log(`${file}: ${Math.round(statSync(file).size / 1024)} KB`)
    return
  }
}

/** Demonstration records, the example list with its hits, words, a report, and a small site with one change. */
async function fill(token: string): Promise<void> {
  await post('/v1/demo', {}, token)
  await post('/v1/list/example', {}, token)
  await post('/v1/word/starting', {}, token)
  const html = (body: string) =>
    `<html lang="en"><title>Harbour board</title><body><main><h1>Decisions</h1>${body}</main></body></html>`
  const rest = '<p>The board meets on Mondays and publishes its decisions in the evening.</p>'
  site.set('/', html(`${rest}<p>Ships report a day before they arrive.</p>`))
  const { id } = await post<{ id: number }>(
    '/v1/og',
    { name: 'Harbour Board of Veldhaven (fictional)', entrances: [`${site.origin}/`] },
    token,
  )
  await send('PUT', `/v1/og/${id}/site`, { delay_ms: 0 }, token)
  await fetchSite(id, 1, token)
  site.set('/', html(`${rest}<p>From March on, ships under sanctions pay a third more and wait for an inspection.</p>`))
  await fetchSite(id, 2, token)
  await post('/v1/report', { title: 'Tariffs of the harbour board (fictional)', ogs: [id] }, token)
  for (const name of ['Veldhaven Shipping Limited (fictional)', 'Veldhaven Shipping Ltd (fictional)'])
    await post('/v1/og', { name, region: 'NL' }, token)
  // Its name is on the example list.
  await post('/v1/og', { name: 'Norvik Ocean Trading', region: 'AE' }, token)
  await post('/v1/duplicate/find', { noun: 'og' }, token)
  await waitUntil('a pair of duplicates', async () => {
    const { total } = await send<{ total: number }>('GET', '/v1/duplicate?noun=og', undefined, token)
    return total > 0
  })
  await waitUntil('a hit', async () => {
    const { total } = await send<{ total: number }>('GET', '/v1/screening', undefined, token)
    return total > 0
  })
}

async function fetchSite(og: number, round: number, token: string): Promise<void> {
  await post(`/v1/og/${og}/round`, undefined, token)
  await waitUntil(`round ${round}`, async () => {
    const { items } = await send<{ items: { number: number; state: string }[] }>(
      'GET',
      `/v1/og/${og}/round`,
      undefined,
      token,
    )
    return items[0]?.number === round && items[0].state === 'complete'
  })
}

async function waitUntil(what: string, isReached: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isReached()) return
    await new Promise(resolve => setTimeout(resolve, 300))
  }
  throw new Error(`not reached: ${what}`)
}

function post<T>(path: string, body: unknown, token?: string): Promise<T> {
  return send('POST', path, body, token)
}

async function send<T>(method: string, path: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(running.url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { data } = (await response.json()) as { data: T }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return data
}
