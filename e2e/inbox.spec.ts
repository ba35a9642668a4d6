import { expect, test } from './journey.ts'

test('the inbox is emptied and restored by keyboard, and its items open and come back', async ({
  page,
  admin,
  member,
  callApi,
  enter,
}) => {
  const editor = await member('editor')
  const name = `Inbox ${Date.now().toString(36)}`
  const { id } = await callApi<{ id: number }>(admin, 'POST', '/v1/og', { name })
  await callApi(admin, 'POST', '/v1/send', { noun: 'og', record_id: id, users: [editor.id], note: 'Please look' })
  // Items of other kinds belong to other journeys.
  await enter(page, editor, '/inbox?kind=notification', 'en-US')
  const row = page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(name)
  // Without a focused element, Enter opens the current item.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible()
  // Opening a message reads it.
  await expect(page.getByText('All done')).toBeVisible()
  await callApi(admin, 'POST', '/v1/send', { noun: 'og', record_id: id, users: [editor.id], note: 'Once more' })
  await page.reload()
  await expect(row).toHaveCount(1)
  await page.keyboard.press('d')
  await expect(page.getByText('All done')).toBeVisible()
  await expect(page.getByText('1 done in this visit')).toBeVisible()
  await page.keyboard.press('z')
  await expect(row).toHaveCount(1)
})
