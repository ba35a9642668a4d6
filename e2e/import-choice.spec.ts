import { expect, test } from './journey.ts'

test('conflicting values are reviewed by keyboard and by a rule, and written as decided', async ({
  page,
  member,
  enter,
  callApi,
}) => {
  const editor = await member('editor')
  const mark = `Ic${Date.now()}`
  const made = []
  for (const n of [1, 2, 3])
    made.push(
      await callApi<{ id: number }>(editor, 'POST', '/v1/og', {
        name: `${mark} 𠮷${n}`,
        external_id: `${mark}-${n}`,
        scale: `${n}00`,
      }),
    )
  await enter(page, editor, '/admin/og', 'en-US')
  await page.getByRole('button', { name: 'Import', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `external_id,name,scale\n${[1, 2, 3].map(n => `${mark}-${n},${mark} 𠮷${n},${n}01`).join('\n')}\n`,
    ),
  })
  await dialog.getByRole('button', { name: 'Dry run', exact: true }).click()
  await dialog.getByRole('link', { name: 'Review one by one' }).click()
  await expect(page.getByRole('heading', { name: 'Conflicting values' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'List of conflicting values' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Take all' }).click()
  await expect(page.getByText('3 values decided')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('Kept 1', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the dry run' }).click()
  await dialog.getByRole('button', { name: 'Write 3 rows' }).click()
  await expect(dialog.getByRole('button', { name: 'Undo import…' })).toBeVisible()
  const scales = []
  for (const { id } of made) scales.push((await callApi<{ scale: string }>(editor, 'GET', `/v1/og/${id}`)).scale)
  expect(scales).toEqual(['101', '200', '301'])
})

test('pairs with the same evidence are merged at once, and that is undone at once', async ({
  page,
  admin,
  enter,
  callApi,
}) => {
  const mark = `Gr${Date.now()}`
  for (const name of ['Ada', '姜𤨒姬'])
    for (const desc of ['older', 'newer'])
      await callApi(admin, 'POST', '/v1/person', { name: `${mark} ${name}`, birth_time: '1958-10-13', desc })
  const total = async () => (await callApi<{ total: number }>(admin, 'GET', `/v1/person?keyword=${mark}`)).total
  await enter(page, admin, '/admin/duplicate?view=groups&noun=person', 'en-US')
  await page.getByRole('button', { name: 'Find now' }).click()
  const group = page.getByRole('listitem').filter({ hasText: 'Same name, Same date' })
  await group.getByRole('button', { name: /^Merge \d+ pairs…$/ }).click()
  const merge = page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true })
  // If more pairs are found meanwhile, the dialog reports it and requires another confirmation.
  await expect(async () => {
    await merge.click({ timeout: 3_000 })
    await expect(merge).toBeHidden({ timeout: 3_000 })
  }).toPass()
  // All pairs of the group, including those of other tests, one after another.
  await expect.poll(total, { timeout: 60_000 }).toBe(2)
  await expect(page.getByText(/\d+ pairs merged/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo the group' }).first().click()
  await expect.poll(total, { timeout: 60_000 }).toBe(4)
  await expect(page.getByText(/\d+ pairs undone/).first()).toBeVisible()
})
