import { expect, test } from './journey.ts'

test('an administrator adds a user, who signs in, and disabling signs them out at once', async ({
  page,
  url,
  admin,
  enter,
  callApi,
  request,
}) => {
  const username = `new-${Date.now()}`
  const password = 'Very-long-word-2026'
  await enter(page, admin, '/admin/user_manage', 'en-US')
  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Username', exact: true }).fill(username)
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('short')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('At least 8 characters are needed')).toBeVisible()
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()

  const login = await request.post(`${url}/v1/login`, { data: { username, password } })
  const member = { id: 0, username, password, token: (await login.json()).data.token as string }
  expect(await callApi(member, 'POST', '/v1/info')).toMatchObject({ username, status: 'active' })

  await page.goto(`${url}/admin/user_manage?keyword=${username}`)
  await page
    .getByRole('row', { name: new RegExp(username) })
    .getByRole('button')
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText(`Disabled “${username}”`)).toBeVisible()
  await expect(callApi(member, 'POST', '/v1/info')).rejects.toThrow('401')
})

test('a member edits their profile and changes the password, which ends their other sessions', async ({
  page,
  url,
  member,
  enter,
  callApi,
  request,
}) => {
  const reader = await member('reader')
  const login = await request.post(`${url}/v1/login`, {
    data: { username: reader.username, password: reader.password },
  })
  const elsewhere = { ...reader, token: (await login.json()).data.token as string }
  await enter(page, reader, '/user/info', 'en-US')
  await page.getByLabel('Name', { exact: true }).fill('Zhang San')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.getByLabel('Old password').fill(reader.password)
  await page.getByLabel('New password').fill('Another-long-word-77')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed; your other sessions and calendar feeds have ended')).toBeVisible()
  await expect(callApi(elsewhere, 'POST', '/v1/info')).rejects.toThrow('401')
  expect(await callApi(reader, 'POST', '/v1/info')).toMatchObject({ name: 'Zhang San' })
})
