import { chooseOption, expect, test } from './journey.ts'

test('an editor adds a restricted organisation, and only the listed users ever see it', async ({
  page,
  url,
  member,
  enter,
  callApi,
}) => {
  const editor = await member('editor')
  const friend = await member('reader')
  const stranger = await member('super_reader')
  await enter(page, editor, '/admin/og', 'en-US')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('This cannot be empty')).toBeVisible()
  const name = `Quiet River ${Date.now()}`
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByLabel('Founded').fill('1998-10')
  await form.getByLabel('Weight').fill('64')
  await form.getByLabel('Who can see it').click()
  await page.keyboard.type(friend.username)
  await chooseOption(page, friend.username)
  await form.getByRole('heading', { name: 'Access' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('link', { name })).toBeVisible()

  const find = (who: typeof editor) =>
    callApi<{ total: number; items: { id: number; register_time: string; read_user: number[] }[] }>(
      who,
      'GET',
      `/v1/og?keyword=${encodeURIComponent(name)}`,
    )
  const { items } = await find(friend)
  expect(items[0]).toMatchObject({ register_time: '1998-10', read_user: [friend.id] })
  expect((await find(stranger)).total).toBe(0)
  await page.evaluate(token => localStorage.setItem('token', token), stranger.token)
  await page.goto(`${url}/og/${items[0]?.id}`)
  await expect(page.getByText('Organisation not found')).toBeVisible()
})

test('two people edit the same organisation, and neither loses a word', async ({
  page,
  url,
  member,
  enter,
  callApi,
}) => {
  const editor = await member('editor')
  const other = await member('editor')
  const og = await callApi<{ id: number; name: string }>(editor, 'POST', '/v1/og', {
    name: `Shared ${Date.now()}`,
    scale: '10',
  })
  await enter(page, editor, `/og/${og.id}`, 'en-US')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Scale').fill('mine')
  await form.getByLabel('English name').fill('My English name')
  await callApi(other, 'PUT', '/v1/og', { id: og.id, scale: 'theirs', weight: 77 })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Someone else has changed this record').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Scale · Mine: mine' }).check()
  await page.getByRole('button', { name: 'Save my choices' }).click()
  await expect(page.getByText('Someone else has changed this record')).toHaveCount(0)
  const saved = await callApi(editor, 'GET', `/v1/og/${og.id}`)
  expect(saved).toMatchObject({ scale: 'mine', eng_name: 'My English name', weight: 77 })

  await page.goto(`${url}/og/${og.id}?tab=history`)
  await expect(page.getByText('theirs').first()).toBeVisible()
  await page.getByRole('button', { name: 'Restore “Weight” to its value before this change' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Restored “Weight”')).toBeVisible()
  expect(await callApi(editor, 'GET', `/v1/og/${og.id}`)).toMatchObject({ weight: 0, scale: 'mine' })
})

test('typed text is not lost by leaving, and a deleted record is restored by undo', async ({
  page,
  member,
  enter,
  callApi,
}) => {
  const editor = await member('editor')
  const og = await callApi<{ id: number; name: string }>(editor, 'POST', '/v1/og', { name: `Guarded ${Date.now()}` })
  await enter(page, editor, `/og/${og.id}`, 'en-US')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Scale').fill('half written')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Discard unsaved changes?').filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Scale')).toHaveValue('half written')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Restored “${og.name}”`)).toBeVisible()
  expect(await callApi(editor, 'GET', `/v1/og/${og.id}`)).toMatchObject({ name: og.name })
})

test('the list is driven by the address and the keyboard', async ({ page, url, member, enter, callApi }) => {
  const editor = await member('editor')
  const mark = `Kbd${Date.now()}`
  for (const n of [1, 2, 3])
    await callApi(editor, 'POST', '/v1/og', { name: `${mark} ${n}`, region: n === 3 ? 'FR' : 'CN', weight: n })
  await enter(page, editor, `/admin/og?keyword=${mark}&sort=weight`, 'en-US')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('link', { name: new RegExp(mark) })).toHaveCount(3)
  await expect(grid).toHaveAttribute('aria-rowcount', '4')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText(/1 row/).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `${mark} 2` })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`keyword=${mark}`))
  await page.goto(`${url}/og?keyword=${mark}&region=FR`)
  await expect(page.getByRole('link', { name: new RegExp(mark) })).toHaveCount(1)
})

test('an organisation is given its LEI, warned that the check digit of another is wrong, and found by the number', async ({
  page,
  url,
  member,
  enter,
  callApi,
}) => {
  const editor = await member('editor')
  const name = `Numbered ${Date.now()}`
  const og = await callApi<{ id: number }>(editor, 'POST', '/v1/og', { name })
  await enter(page, editor, `/og/${og.id}`, 'en-US')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const rows = page.getByRole('group', { name: 'Identifiers' })
  await rows.getByRole('button', { name: 'Add an identifier' }).click()
  const number = rows.getByRole('textbox', { name: 'Number' })
  await number.fill('549300dtuy xvmjxzny76')
  await expect(rows.getByText('The check digit does not match')).toBeVisible()
  await number.fill('549300dtuy xvmjxzny75')
  await expect(rows.getByText('The check digit does not match')).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('link', { name: '549300DTUYXVMJXZNY75' })).toBeVisible()

  await page.goto(`${url}/event`)
  const box = page.getByRole('combobox', { name: 'Search' })
  await expect(async () => {
    // Pressed before the page is ready, the key opens nothing.
    if (!(await box.isVisible())) await page.keyboard.press('Control+k')
    await box.fill('', { timeout: 2_000 })
    await box.fill('549300-DTUYXVMJXZNY75', { timeout: 2_000 })
    await expect(page.getByRole('option', { name })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})
