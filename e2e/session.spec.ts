import { expect, test } from './journey.ts'

test('a wrong password shows one sentence, and empty fields name themselves', async ({ page, url }) => {
  await page.goto(`${url}/`)
  await expect(page.getByRole('heading', { name: 'Login to Og Group' })).toBeVisible()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('用户名不能为空')).toBeVisible()
  await expect(page.getByText('密码不能为空')).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByText('Username cannot be empty')).toBeVisible()
  await page.getByRole('textbox', { name: 'Username' }).fill(`nobody-${test.info().workerIndex}`)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Login error, refresh and try again')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('an unreachable or failing server is distinguished from a wrong password, shown once, and no input is lost', async ({
  page,
  url,
  member,
}) => {
  const editor = await member('editor')
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: '用户名' }).fill(editor.username)
  await page.getByLabel('密码', { exact: true }).fill(editor.password)
  const submit = page.getByRole('button', { name: '登录', exact: true })

  await page.route(/\/v1\/login$/, route => route.fulfill({ status: 500, body: '{"code":500,"message":"内部错误"}' }))
  await submit.click()
  await expect(page.getByText('服务器出错，密码尚未核对')).toBeVisible()
  await expect(page.getByText('登录出错')).toHaveCount(0)
  await expect(page.getByText('与服务器的连接已断开')).toHaveCount(0)
  await page.unrouteAll()

  await page.route(/\/(v1\/|healthz)/, route => route.abort())
  await submit.click()
  await expect(page.getByText('服务器无响应，密码尚未核对')).toBeVisible()
  await expect(page.getByText('与服务器的连接已断开')).toHaveCount(1)
  // The line at the top and the form report it; no toast reports it a third time.
  await expect(page.getByText('请求错误')).toHaveCount(0)
  await page.unrouteAll()
  await expect(page.getByText('与服务器的连接已断开')).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByText('服务器无响应')).toHaveCount(0)
  await submit.click()
  await expect(page).toHaveURL(`${url}/og`)
})

test('a server that accepts a request and never replies is reported as well', async ({ page, member, enter }) => {
  await enter(page, await member('editor'), '/og', 'en-US')
  await expect(page.getByRole('heading', { name: 'Organisations', exact: true })).toBeVisible()
  // Never answered, as with a hanging process or a network that drops packets.
  await page.route(/\/(v1\/|healthz)/, () => undefined)
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByText('Connection to the server lost')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByText('Connection to the server lost')).toHaveCount(0, { timeout: 30_000 })
})

const away = {
  'the database': { status: 503, body: '{"code":503,"message":"The service is not available at the moment."}' },
  'the server behind its proxy': { status: 502, body: '<h1>Bad gateway</h1>' },
}

for (const [what, answer] of Object.entries(away))
  test(`while ${what} is unavailable, a reload keeps the session, and pages load automatically afterwards`, async ({
    page,
    url,
    member,
    enter,
  }) => {
    await enter(page, await member('editor'), '/og', 'en-US')
    const heading = page.getByRole('heading', { name: 'Organisations', exact: true })
    await expect(heading).toBeVisible()
    await page.route(/\/v1\//, route => route.fulfill(answer))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This page cannot be opened right now' })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(heading).toBeVisible({ timeout: 30_000 })
    await expect(page).toHaveURL(`${url}/og`)

    await page.route(/\/v1\/event/, route => route.fulfill(answer))
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0, { timeout: 30_000 })
  })

test('the settings drawer also opens on the login screen, and its settings apply after sign-in', async ({
  page,
  url,
  member,
}) => {
  const reader = await member('reader')
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: '页面设置' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('色弱模式')).toBeVisible()
  await drawer.getByText('深色').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await drawer
    .getByRole('button', { name: 'Close' })
    .or(drawer.getByRole('button', { name: '关闭' }))
    .first()
    .click()
  await page.getByLabel('用户名', { exact: true }).fill(reader.username)
  await page.getByLabel('密码', { exact: true }).fill(reader.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.locator('#content')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('login returns to the requested page, with its path and its query', async ({ page, url, member }) => {
  const reader = await member('reader')
  await page.goto(`${url}/og/123456?tab=history&label=a&label=b`)
  await expect(page).toHaveURL(`${url}/login?tab=history&label=a&label=b&id=123456&redirect=og_detail`)
  await page.getByLabel('用户名', { exact: true }).fill(reader.username)
  await page.getByLabel('密码', { exact: true }).fill(reader.password)
  await page.getByLabel('记住用户名').check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(`${url}/og/123456?tab=history&label=a&label=b`)
  await expect(page.getByText(`欢迎使用，${reader.username}`)).toBeVisible()
  const kept = await page.evaluate(() => ({ ...localStorage }))
  expect(kept.username).toBe(reader.username)
  expect(JSON.stringify(kept)).not.toContain(reader.password)
})

test('logging out remembers the page by its name, and shows it', async ({ page, url, member, enter }) => {
  const editor = await member('editor')
  await enter(page, editor, '/admin/og_cates?keyword=x', 'en-US')
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${url}/login?keyword=x&redirect=admin_og_cates`)
  await expect(page.getByText('Logged out')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a session ended by the server opens one dialog; staying leaves the page unchanged', async ({
  page,
  url,
  member,
  enter,
  callApi,
}) => {
  const editor = await member('editor')
  await enter(page, editor, '/og', 'en-US')
  await expect(page.locator('#content h1')).toBeVisible()
  await callApi(editor, 'POST', '/v1/logout')
  // The stream may have reported the end already: the dialog then covers the link.
  await page.getByRole('link', { name: 'Categories' }).dispatchEvent('click')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page.getByRole('dialog')).toContainText('Confirm logout')
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(`${url}/admin/og_cates`)
})

const starts = [
  ['super_editor', '/dashboard'],
  ['super_reader', '/dashboard'],
  ['editor', '/og'],
  ['reader', '/og'],
  ['uploader', '/upload'],
  ['device', '/device/list'],
] as const

for (const [role, path] of starts)
  test(`${role} starts at ${path} and is redirected there from pages it may not open`, async ({
    page,
    url,
    member,
    enter,
  }) => {
    await enter(page, await member(role), '/')
    await expect(page).toHaveURL(url + path)
    await page.goto(`${url}/admin/user_manage`)
    await expect(page).toHaveURL(url + path)
    await expect(page.getByText('当前角色不能打开该页面')).toBeVisible()
    await page.goto(`${url}/no/such/page`)
    await expect(page.getByRole('heading', { name: '抱歉，页面不见了' })).toBeVisible()
  })
