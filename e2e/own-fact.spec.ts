import { chooseOption, expect, test } from './journey.ts'

type CallApi = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>

test('a custom field and a number are edited in place with their source, and the mark shows it', async ({
  page,
  admin,
  enter,
  callApi,
}) => {
  const get: CallApi = (method, path, body) => callApi(admin, method, path, body) as never
  const mark = Date.now().toString(36)
  const source = await get<{ id: number }>('POST', '/v1/source', { name: `Register ${mark}`, reliability: 'A' })
  const field = await get<{ id: number }>('POST', '/v1/custom_field', {
    noun: 'og',
    name: `合同金额 ${mark}`,
    eng_name: `Contract sum ${mark}`,
    kind: 'number',
  })
  const og = await get<{ id: number }>('POST', '/v1/og', {
    name: `姜𤨒姬 ${mark}`,
    aliases: ['Old name', '旧名'],
    identifiers: [
      { scheme: 'lei', value: '5493001KJTIIGC8Y1R12', country: null, label: null, start_time: null, end_time: null },
    ],
    custom: { [`f${field.id}`]: 12 },
  })
  await enter(page, admin, `/og/${og.id}`, 'en-US')
  const choose = (text: string) => chooseOption(page, text)

  await page.getByRole('button', { name: `Contract sum ${mark}: no source recorded` }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the value and its source' })
  await dialog.getByRole('textbox', { name: 'Value' }).fill('13.5')
  await dialog.getByRole('combobox', { name: 'Source' }).fill(`Register ${mark}`)
  await choose(`Register ${mark}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: `Contract sum ${mark}: 1 origin` })).toBeVisible()

  await page.getByRole('button', { name: 'Identifiers: no source recorded' }).click()
  await page.getByRole('button', { name: 'Add another' }).click()
  const add = page.getByRole('dialog', { name: 'Add a fact' })
  await add.getByRole('combobox', { name: 'Kind' }).click()
  await choose('ISIN')
  await add.getByRole('textbox', { name: 'Value' }).fill('US0378331005')
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('US0378331005')).toBeVisible()
  const { items } = await get<{ items: { field: string; value: unknown; source: { id: number } }[] }>(
    'GET',
    `/v1/claim?noun=og&record_id=${og.id}`,
  )
  expect(items.map(each => [each.field, each.source.id])).toEqual(
    expect.arrayContaining([
      [`custom.f${field.id}`, source.id],
      ['identifiers', source.id],
    ]),
  )
})
