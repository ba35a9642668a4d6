import { expect, pick, test } from './journey.ts'

test('an owner is added with a share and a source, appears in the chain, and one click shows the source and its words', async ({
  page,
  member,
  enter,
  callApi,
}) => {
  test.setTimeout(90_000)
  const editor = await member('super_editor')
  const mark = Date.now().toString(36)
  const make = (path: string, body: object) => callApi<{ id: number }>(editor, 'POST', path, body)
  const works = await make('/v1/og', { name: `Works ${mark}` })
  const holding = await make('/v1/og', { name: `𠮷田控股 ${mark}`, danger_level: '受制裁' })
  await make('/v1/source', { name: `Register ${mark}`, kind: 'register', reliability: 'A' })
  await enter(page, editor, `/og/${works.id}?tab=ownership`, 'en-US')
  await page.getByRole('button', { name: 'Add a link' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog.getByRole('combobox', { name: 'Organisation' }), `𠮷田控股 ${mark}`, `控股 ${mark}`)
  await dialog.getByLabel('Share', { exact: true }).fill('50–60')
  await dialog.getByLabel('From', { exact: true }).fill('2019/4')
  await dialog.getByLabel('Evidence address').fill('https://register.example/7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose a source for this evidence')).toBeVisible()
  await pick(dialog.getByRole('combobox', { name: 'Source' }), `Register ${mark}`)
  await dialog.getByLabel('Quotation').fill('持股比例 50–60%')
  await dialog.getByRole('button', { name: 'Save' }).click()

  const chain = page.getByRole('region', { name: 'Who owns it' })
  await expect(chain.getByRole('link', { name: `𠮷田控股 ${mark}` })).toBeVisible()
  await expect(chain.getByText('50–60%')).toBeVisible()
  // In the banner of the record, and above its chains.
  await expect(page.getByText('Sanctioned parties own 50–60% of it in total')).toHaveCount(2)
  await page.getByRole('button', { name: `Link with 𠮷田控股 ${mark}: 1 origin` }).click()
  await expect(page.getByText('持股比例 50–60%').first()).toBeVisible()
  await expect(page.getByRole('link', { name: `Register ${mark}` }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  // Only a person accepts a proposal, and its reason stays on the timeline.
  await page.getByRole('button', { name: 'Set to sanctioned' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set to sanctioned' }).click()
  await expect(page.getByText(`“Works ${mark}” set to sanctioned`)).toBeVisible()
  const og = await callApi<{ danger_level: string }>(editor, 'GET', `/v1/og/${works.id}`)
  expect(og.danger_level).toBe('受制裁')
  const held = await callApi<{ holdings: { node: string }[] }>(editor, 'GET', `/v1/og/${holding.id}/ownership`)
  expect(held.holdings.map(row => row.node)).toEqual([`o${works.id}`])
})
