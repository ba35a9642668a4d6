import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open pages' })
const titles = (page: Page) => tabs(page).getByRole('link').allTextContents()

test.beforeEach(async ({ page, member, callApi, enter }) => {
  const editor = await member('editor')
  await callApi(editor, 'PUT', '/v1/setting', { tab_bar: true })
  await enter(page, editor, '/og?keyword=first', 'en-US')
  await expect(tabs(page)).toBeVisible()
})

test('a changed query stays in the same tab, and its page is as it was left', async ({ page, url }) => {
  await expect(tabs(page).getByRole('link')).toHaveText(['Workplace'])
  await page.getByRole('link', { name: 'Categories' }).click()
  await expect(tabs(page).getByRole('link')).toHaveText(['Workplace', 'Categories'])
  await tabs(page).getByRole('link', { name: 'Workplace' }).click()
  await expect(page).toHaveURL(`${url}/og?keyword=first`)
})

test('the error pages and unknown addresses never become tabs', async ({ page, url }) => {
  for (const path of ['/exception/500', '/no/such/page', '/redirect/exception/404']) {
    await page.goto(url + path)
    await expect(page.locator('#content h1')).toBeVisible()
    expect(await titles(page)).toEqual(['Workplace'])
  }
})

test('right click closes left, right, others and all; Workplace stays', async ({ page, url }) => {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const openAll = async () => {
    await menu.getByRole('link', { name: 'Manage organisations' }).click()
    await expect(page).toHaveURL(`${url}/admin/og`)
    await menu.getByRole('link', { name: 'Categories' }).click()
    await expect(page).toHaveURL(`${url}/admin/og_cates`)
  }
  const act = async (tab: string, name: string, left: string[]) => {
    // A page that is still loading below may scroll and close the pop-up, which is then opened again, as by hand.
    await expect(async () => {
      await tabs(page).getByRole('link', { name: tab }).click({ button: 'right', timeout: 2_000 })
      await page.getByRole('menuitem', { name, exact: true }).click({ timeout: 2_000 })
      await expect(tabs(page).getByRole('link')).toHaveText(left, { timeout: 2_000 })
    }).toPass()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await openAll()
  await act('Categories', 'Close left', ['Workplace', 'Categories'])
  await act('Workplace', 'Close right', ['Workplace'])
  await expect(page).toHaveURL(`${url}/og?keyword=first`)
  await openAll()
  await act('Manage organisations', 'Close others', ['Workplace', 'Manage organisations'])
  await expect(page).toHaveURL(`${url}/admin/og`)
  // The pop-up closes when the page below it scrolls, as a new page does.
  await expect(tabs(page).locator('[aria-current=page]')).toHaveText('Manage organisations')
  await expect(page.getByText('No organisations', { exact: false }).or(page.getByRole('grid'))).toBeVisible()
  await act('Manage organisations', 'Close all', ['Workplace'])
})

test('reload keeps the query; logging out forgets the tabs', async ({ page, url }) => {
  await page.getByRole('link', { name: 'Categories' }).click()
  await page.goto(`${url}/admin/og_cates?keyword=kept`)
  await tabs(page).getByRole('link', { name: 'Categories' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Reload' }).click()
  await expect(page).toHaveURL(`${url}/admin/og_cates?keyword=kept`)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Login to Og Group' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('og_cates')
})
