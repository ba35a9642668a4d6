import type { Page } from '@playwright/test'
import { expect, type TeamMember, test } from './journey.ts'
import { waitUntilSettled } from './settled.ts'

type CallApi = <T>(who: TeamMember, method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>

const long = '极长名称'.repeat(50)

async function fill(callApi: CallApi, admin: TeamMember): Promise<string> {
  const mark = `list${Date.now().toString(36)}`
  const names = [
    long.slice(0, 180),
    'شركة الميناء الدولية',
    '𠮷田太郎商事',
    ...Array.from({ length: 45 }, (_, n) => `Port ${n}`),
  ]
  for (const [n, name] of names.entries())
    await callApi(admin, 'POST', '/v1/og', {
      name: `${name} ${mark}`,
      region: ['IR', 'CN', 'VC', 'AE'][n % 4],
      danger_level: '受制裁',
      host: n % 2 ? `www.a-rather-long-host-name-${n}.example` : null,
    })
  return mark
}

/** Column titles, and dates, that are wider than their cell. */
const cutTexts = (page: Page) =>
  page.locator('[role=grid]').evaluate(grid =>
    [...grid.querySelectorAll<HTMLElement>('[role=gridcell], [role=columnheader] .ellipsis')]
      .filter(cell => cell.matches('.ellipsis:not([role])') || /^\d{4}-\d\d-\d\d/.test(cell.textContent ?? ''))
      .filter(cell => cell.scrollWidth > cell.clientWidth)
      .map(cell => cell.textContent),
  )

/** Elements that scroll vertically besides the page itself. */
const innerScrolls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter(each => each.scrollHeight > each.clientHeight + 1 && each.clientHeight > 0)
      .filter(each => ['auto', 'scroll'].includes(getComputedStyle(each).overflowY))
      .map(each => each.className),
  )

for (const [font, locale] of [
  ['DejaVu Sans', 'en-US'],
  ['DejaVu Sans', 'zh-CN'],
  ['', 'zh-CN'],
] as const)
  test(`no date and no heading of a list is truncated, ${locale}, ${font || 'the system font'}`, async ({
    page,
    admin,
    callApi,
    enter,
    url,
  }) => {
    const mark = await fill(callApi, admin)
    if (font)
      await page.addInitScript(name => {
        const use = () => document.documentElement.style.setProperty('--font', `"${name}"`)
        if (document.documentElement) use()
        else document.addEventListener('readystatechange', use, { once: true })
      }, font)
    await enter(page, admin, `/admin/og?keyword=${mark}`, locale)
    if (font) expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toBe(`"${font}"`)
    for (const path of [`/admin/og?keyword=${mark}`, '/person?is_focus=any', '/event', '/admin/audit']) {
      await page.goto(url + path)
      await waitUntilSettled(page)
      if ((await page.getByRole('grid').count()) > 0) expect.soft(await cutTexts(page), path).toEqual([])
    }
  })

test('only the page scrolls: the head stays, and so do the actions when rows are wider than the window', async ({
  page,
  admin,
  callApi,
  enter,
}) => {
  const mark = await fill(callApi, admin)
  await page.setViewportSize({ width: 1000, height: 700 })
  await enter(page, admin, `/admin/og?keyword=${mark}`, 'en-US')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await waitUntilSettled(page)
  expect(await innerScrolls(page)).toEqual([])
  await page.mouse.move(500, 400)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  // The focus follows the keys, also to a row that was not rendered.
  await page.keyboard.press('j')
  for (const [key, index] of [
    ['End', '47'],
    ['Home', '0'],
    ['End', '47'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.locator(`[role=row][data-index="${index}"]`)).toBeFocused()
    // Its right end is outside the window.
    await expect(page.locator(`[role=row][data-index="${index}"]`)).toBeInViewport({ ratio: 0.8 })
  }
  const name = page.getByRole('columnheader', { name: 'Name' })
  await expect(name).toBeInViewport()
  const acts = page.getByRole('columnheader', { name: 'Actions' })
  await expect(acts).toBeInViewport({ ratio: 1 })
  const before = await acts.boundingBox()
  await page
    .locator('[role=rowgroup]')
    .last()
    .evaluate(body => {
      body.scrollLeft = 10_000
    })
  await expect
    .poll(() =>
      page
        .locator('[role=rowgroup]')
        .first()
        .evaluate(head => head.scrollLeft),
    )
    .toBeGreaterThan(0)
  expect(await acts.boundingBox()).toEqual(before)
  const edges = await page
    .getByRole('button', { name: /^Edit/ })
    .evaluateAll(buttons => buttons.map(button => button.getBoundingClientRect().right))
  expect(edges.length).toBeGreaterThan(5)
  expect(Math.max(...edges)).toBeLessThan(1000)
})

test('on a telephone every list consists of cards, and nothing scrolls sideways', async ({
  page,
  admin,
  callApi,
  enter,
  url,
}) => {
  await fill(callApi, admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, admin, '/og', 'zh-CN')
  const lists = ['/og', '/admin/og', '/person', '/admin/person', '/event', '/report', '/upload', '/issue']
  const admins = [
    '/admin/pages',
    '/admin/words',
    '/admin/user_manage',
    '/admin/og_cates',
    '/admin/audit',
    '/admin/erasure',
  ]
  for (const path of [...lists, ...admins]) {
    await page.goto(url + path)
    await waitUntilSettled(page)
    expect.soft(await page.getByRole('grid').count(), path).toBe(0)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    const sideways = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main *')]
        .filter(each => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
        .filter(each => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX))
        .map(each => each.className),
    )
    expect.soft(sideways, path).toEqual([])
  }
})
