import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
}

test('settings apply at once, after a reload and in another browser', async ({ page, browser, member, enter }) => {
  const editor = await member('editor')
  await enter(page, editor, '/og', 'en-US')
  await openSettings(page)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('switch', { name: 'Navbar' }).click()
  await drawer.getByRole('switch', { name: 'Footer' }).click()
  await drawer.getByText('Dark', { exact: true }).click()
  const saved = page.waitForResponse(response => response.url().endsWith('/v1/setting') && response.ok())
  await drawer.getByRole('spinbutton').fill('260')
  await saved
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.locator('aside')).toHaveCSS('width', '260px')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const elsewhere = await (await browser.newContext()).newPage()
  await enter(elsewhere, editor, '/og', 'en-US')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
  // The square button at the edge restores the navbar.
  await elsewhere.getByRole('button', { name: 'Settings' }).click()
  await elsewhere.getByRole('switch', { name: 'Navbar' }).click()
  await expect(elsewhere.getByRole('banner')).toBeVisible()
  await elsewhere.context().close()
})

test('the document contains the styles of its outline, and one sheet with all styles comes after it', async ({
  page,
  member,
  enter,
}) => {
  await enter(page, await member('editor'), '/og', 'en-US')
  await expect(page.getByRole('heading', { name: 'Organisations', exact: true })).toBeVisible()
  const order = await page.evaluate(() =>
    [...document.querySelectorAll('style, link[rel=stylesheet]:not([media])')].flatMap(each => {
      if (each instanceof HTMLLinkElement) return [new URL(each.href).pathname]
      return each.textContent.includes('#starting') ? ['shared'] : []
    }),
  )
  expect(order[0]).toBe('shared')
  expect(order.slice(1)).toEqual([expect.stringMatching(/^\/assets\/style-.*\.css$/)])
  expect(await page.locator('#starting ~ link[rel=stylesheet]').count()).toBe(1)
})

test('the server’s menu replaces the built-in one; without it the built-in one is used', async ({
  page,
  url,
  member,
  enter,
}) => {
  const editor = await member('editor')
  await enter(page, editor, '/og', 'en-US')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await openSettings(page)
  await page.getByRole('switch', { name: 'Menu from server' }).click()
  await expect(page.getByText('Menu loaded')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('link', { name: 'Categories' })).toBeVisible()
  await page.route('**/api/user/menu', route => route.abort())
  await page.reload()
  await expect(page.getByText(/The menu failed to load/)).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Categories' })).toBeVisible()
  await expect(page).toHaveURL(`${url}/og`)
})

test('the palette runs typed commands, and the help lists the keys of a record under their page', async ({
  page,
  callApi,
  admin,
  member,
  enter,
}) => {
  const editor = await member('editor')
  const { id } = await callApi<{ id: number }>(admin, 'POST', '/v1/og', { name: '𠮷田 Holdings' })
  await enter(page, editor, `/og/${id}`, 'en-US')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByRole('heading', { name: 'Records' })).toBeVisible()
  await expect(help.getByText('Open “Persons”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/tab=persons/)
  await page.keyboard.press('Control+k')
  // The last opened records are listed before a letter is typed.
  await expect(page.getByRole('option', { name: /𠮷田 Holdings/ })).toBeVisible()
  await page.getByRole('combobox').fill('新建组织')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New organisation' })).toBeVisible()
})

/** A page of the menu with at least one file not loaded yet; the build decides which pages share files. */
async function pageToCome(page: Page, url: string): Promise<string> {
  const come = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(each => new URL(each.name).pathname),
  )
  for (const [name, path] of [
    ['Feedback', '/issue'],
    ['Uploads', '/upload'],
    ['Duplicates', '/admin/duplicate'],
  ] as const) {
    const document = await page.request.get(url + path, { headers: { accept: 'text/html' } })
    const files = [...(await document.text()).matchAll(/"modulepreload" crossorigin href="([^"]+)"/g)]
    if (files.some(([, file = '']) => !come.includes(file))) return name
  }
  throw new Error('The files of all these pages are already loaded')
}

test('a page whose code fails to load opens automatically once the server answers again', async ({
  page,
  url,
  member,
  enter,
}) => {
  await enter(page, await member('editor'), '/og', 'en-US')
  await expect(page.getByRole('button', { name: /notification/i })).toBeVisible()
  await page.route(/\/(assets|v1|login)(\/|$)/, route => route.abort())
  const name = await pageToCome(page, url)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'This page cannot be opened right now' })).toBeVisible()
  await expect(page.getByText('Connection to the server lost')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0)
  await page.unrouteAll()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible({ timeout: 30_000 })
})

test('a page of another build requires a reload, and only then', async ({ page, url, member, enter }) => {
  await enter(page, await member('editor'), '/og', 'en-US')
  await expect(page.getByRole('button', { name: /notification/i })).toBeVisible()
  await page.route(/\/assets\//, route => route.fulfill({ status: 404, body: '' }))
  await page.route(/\/login$/, route =>
    route.fulfill({ contentType: 'text/html', body: '<script src="/assets/other.js"></script>' }),
  )
  const name = await pageToCome(page, url)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible({ timeout: 30_000 })
})

test('switching the role hides what the other role may not see, and is marked', async ({ page, url, admin, enter }) => {
  await enter(page, admin, '/admin/user_manage', 'en-US')
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Switch to Editor' }).click()
  await expect(page).toHaveURL(`${url}/og`)
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Viewing as Editor' }).click()
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()
})

test('the language changes everywhere, is announced, and stays', async ({ page, member, enter }) => {
  await enter(page, await member('reader'), '/exception/404')
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '语言' }).hover()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(page.getByText('Language switched to English')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This page is gone' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This page is gone' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en-US')
})

test('on a telephone the menu is a drawer, and nothing is wider than the screen', async ({
  page,
  url,
  member,
  enter,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, await member('editor'), '/exception/500', 'en-US')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveURL(`${url}/admin/og_cates`)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto(`${url}/exception/500`)
  await expect(page.getByRole('heading', { name: 'Internal server error' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

/** WCAG 2.2 AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

for (const theme of ['light', 'dark'] as const)
  test(`axe finds no fault in the shell, ${theme}, with open pop-ups`, async ({
    page,
    url,
    member,
    enter,
    callApi,
  }) => {
    const editor = await member('editor')
    await callApi(editor, 'PUT', '/v1/setting', { theme, tab_bar: true })
    await enter(page, editor, '/exception/404', 'en-US')
    await page.goto(`${url}/exception/500`)
    const faults = async () =>
      (await new AxeBuilder({ page }).withTags(wcag).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expect(page.getByRole('heading', { name: 'Internal server error' })).toBeVisible()
    expect(await faults()).toEqual([])
    await page.getByRole('button', { name: /User menu/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    expect(await faults()).toEqual([])
    await page.keyboard.press('Escape')
    await openSettings(page)
    await expect(page.getByRole('switch', { name: 'Navbar' })).toBeVisible()
    expect(await faults()).toEqual([])
  })

test('text typed before the palette has loaded appears in it, and reaches nothing behind it', async ({
  page,
  member,
  enter,
  callApi,
}) => {
  const editor = await member('editor')
  const name = `new needle ${Date.now().toString(36)}`
  await callApi(editor, 'POST', '/v1/og', { name })
  // The palette’s code normally loads two seconds after the page; this test prevents that.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window)
    window.setTimeout = ((run: () => void, ms?: number) => (ms === 2_000 ? 0 : later(run, ms))) as typeof setTimeout
  })
  await enter(page, editor, '/og', 'en-US')
  await expect(page.getByRole('link', { name })).toBeVisible()
  let letThrough = () => {}
  const isFree = new Promise<void>(resolve => {
    letThrough = resolve
  })
  const requested = page.waitForRequest(/\/assets\/.*\.js/)
  await page.route('**/assets/*.js', async route => {
    await isFree
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await requested
  // `n` would open the form of a new organisation, `e` that of the row.
  await page.keyboard.type(name)
  letThrough()
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue(name)
  await expect(page.getByRole('dialog')).toHaveCount(1)
})
