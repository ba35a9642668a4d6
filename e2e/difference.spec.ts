import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type ReplaySite, startReplaySite } from '../server/testing/replay-site.ts'
import { expect, type TeamMember, test } from './journey.ts'

type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>
type DiffResult = {
  id: number
  score: number
  cluster: string | null
  cluster_kind: string | null
  cluster_size: number
  moved_to: string | null
  page: { url: string }
}

const notices = 24
const perPage = 4

let site: ReplaySite
test.beforeAll(async () => {
  site = await startReplaySite()
})
test.afterAll(() => site.close())

/** A site of notices with a counter in every footer, an archive over several pages, and single pages. */
function play(visits: number, isLater: boolean): void {
  const html = (title: string, body: string) =>
    `<html lang="zh-CN"><head><title>${title}</title></head><body><nav><a href="/">首页</a></nav><main><h1>${title}</h1>${body}</main>` +
    `<footer>访问量：${visits}</footer></body></html>`
  const newest = isLater ? notices + 1 : notices
  const entry = (at: number) => `<li><a href="/notice/${at}.html">关于第${at}号事项的通知</a></li>`
  const listed = Array.from({ length: newest }, (_, at) => newest - at)
  for (let page = 0; page < notices / perPage; page += 1) {
    const entries = listed.slice(page * perPage, (page + 1) * perPage).map(entry)
    const next = `<a href="/list_${page + 2}.html">下一页</a>`
    site.set(
      page === 0 ? '/list.html' : `/list_${page + 1}.html`,
      html('通知公告', `<ul>${entries.join('')}</ul>${next}`),
    )
  }
  for (const at of listed)
    site.set(
      `/notice/${at}.html`,
      html(`关于第${at}号事项的通知`, `<p>第${at}号事项已经办理完毕，现予以公布，请有关单位知悉。</p>`),
    )
  site.set(
    '/',
    html(
      '首页',
      '<p>欢迎来到港务局的网站。</p><a href="/list.html">通知</a> <a href="/steel.html">钢铁</a> <a href="/old.html">旧版</a> <a href="/rules.html">规定</a>',
    ),
  )
  site.set('/steel.html', html('再生钢铁', `<p>再生钢铁占比：${isLater ? 52 : 47} %</p>`))
  site.set(
    '/rules.html',
    html('规定', `<p>申请人的义务见<a href="#s${isLater ? 6 : 5}">有关条款</a>，另有规定的除外。</p>`),
  )
  site.set(
    '/old.html',
    isLater
      ? `<html><head><meta http-equiv="refresh" content="0;url=/list.html"></head><body>正在跳转</body></html>`
      : html('旧版', '<p>旧版网站的内容在这里，共有若干篇文章。</p>'),
  )
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.OG_E2E_PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: false })
}

test('a change of one page is a single row, an archive is one row, a moved page shows its target', async ({
  page,
  url,
  admin,
  enter,
  callApi,
}) => {
  test.setTimeout(180_000)
  const get = callApi as CallApi
  play(1200, false)
  const { id: og } = await get<{ id: number }>(admin, 'POST', '/v1/og', {
    name: `港务局 ${Date.now().toString(36)}`,
    entrances: [`${site.origin}/`],
  })
  await get(admin, 'PUT', `/v1/og/${og}/site`, { delay_ms: 0 })
  const fetchAll = async (number: number) => {
    await get(admin, 'POST', `/v1/og/${og}/round`)
    await expect
      .poll(async () => (await get<{ items: object[] }>(admin, 'GET', `/v1/og/${og}/round`)).items[0], {
        timeout: 60_000,
        intervals: [300],
      })
      .toMatchObject({ number, state: 'complete' })
  }
  await fetchAll(1)
  play(1201, true)
  await fetchAll(2)

  const { items } = await get<{ items: DiffResult[] }>(admin, 'GET', `/v1/diff?og_id=${og}&pageSize=100&folded=true`)
  const of = (path: string) => items.find(item => new URL(item.page.url).pathname === path)
  expect(of('/steel.html')).toMatchObject({ cluster: null })
  expect(of('/steel.html')?.score).toBeGreaterThanOrEqual(20)
  expect(of('/rules.html')?.score).toBeGreaterThanOrEqual(20)
  expect(of('/old.html')).toMatchObject({ moved_to: `${site.origin}/list.html` })
  expect(items.filter(item => item.cluster_kind === 'series')).toMatchObject([{ cluster_size: notices / perPage }])
  const counters = items.filter(item => item.cluster_kind === 'same_edit')
  expect(counters).toMatchObject([{ cluster_size: notices + 1 }])

  await enter(page, admin, `/admin/diff?og_id=${og}`)
  const moved = page.getByRole('row').filter({ hasText: '已迁移' })
  await expect(moved).toContainText(`现在跳转到 ${site.origin}/list.html`)
  await picture(page, 'queue')
  await page.goto(`${url}/admin/diff?og_id=${og}&tab=low`)
  await page
    .getByText(`同一列表的 ${notices / perPage} 个编号页`)
    .first()
    .click()
  await expect(page.getByRole('link', { name: '通知公告' })).toHaveCount(notices / perPage)
  await picture(page, 'series')
  await page.goto(`${url}/admin/diff/detail?id=${of('/rules.html')?.id}`)
  await expect(page.getByText('#s6')).toBeVisible()
  await picture(page, 'anchor')
  await page.goto(`${url}/admin/diff/detail?id=${of('/steel.html')?.id}`)
  await expect(page.getByText('正文只有数值改变（金额、比例、小数）').first()).toBeVisible()
  await picture(page, 'figure')
  await page.goto(`${url}/admin/diff/detail?id=${of('/old.html')?.id}`)
  await expect(page.getByText(`页面已迁移，现在跳转到 ${site.origin}/list.html`).first()).toBeVisible()
  await picture(page, 'moved')
  if (!process.env.OG_E2E_PICTURES) return
  await page.evaluate(() => localStorage.setItem('locale', 'en-US'))
  await page.goto(`${url}/admin/diff?og_id=${og}&status=unread`)
  await expect(page.getByRole('row').first()).toBeVisible()
  await picture(page, 'queue-en')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'queue-en-390')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${url}/admin/diff/detail?id=${of('/old.html')?.id}`)
  await expect(page.getByText('The page has moved').first()).toBeVisible()
  await picture(page, 'moved-en-390')
})
