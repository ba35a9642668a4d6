import { expect, test } from './journey.ts'

test('a table and a Popolo file are imported, and undone at once', async ({ page, member, enter, callApi }) => {
  const editor = await member('editor')
  const mark = `Tb${Date.now()}`
  await enter(page, editor, '/admin/og', 'en-US')
  await page.getByRole('button', { name: 'Import', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: '机构.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,region,external_id\n${mark} 甲,FR,${mark}-1\n${mark} 𠮷,DE,${mark}-2\n`),
  })
  await dialog.getByRole('button', { name: 'Dry run', exact: true }).click()
  await dialog.getByRole('button', { name: 'Write 2 rows' }).click()
  await dialog.getByRole('button', { name: 'Undo import…' }).click()
  await expect(dialog.getByRole('region', { name: 'Undo import' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo 2 records' }).click()
  await expect(dialog.getByText('This import was undone on')).toBeVisible()
  const left = await callApi<{ total: number }>(editor, 'GET', `/v1/og?keyword=${mark}`)
  expect(left.total).toBe(0)
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()

  await page.getByRole('button', { name: 'Data exchange', exact: true }).first().click()
  const exchange = page.getByRole('dialog')
  await exchange.getByRole('tab', { name: 'Import', exact: true }).click()
  const popolo = {
    organizations: [{ id: 'legislature', name: `${mark} Parliament` }],
    persons: [{ id: 1, name: `${mark} 姜𤨒姬`, memberships: [{ organization_id: 'legislature', role: 'member' }] }],
  }
  await exchange.locator('input[type=file]').setInputFiles({
    name: `${mark}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(popolo)),
  })
  await exchange.getByRole('button', { name: 'Write 3 entities' }).click()
  await exchange.getByRole('button', { name: 'Undo import…' }).click()
  await exchange.getByRole('button', { name: 'Undo 3 records' }).click()
  await expect(exchange.getByText('This import was undone on')).toBeVisible()
  expect((await callApi<{ total: number }>(editor, 'GET', `/v1/person?keyword=${mark}`)).total).toBe(0)
})
