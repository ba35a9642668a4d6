import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chooseOption, expect, type TeamMember, test } from './journey.ts'

const realFiles = join(process.cwd(), '../shared/data/organisations')

async function importFile(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByRole('button', { name: 'Import', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Dry run', exact: true }).waitFor()
  return dialog
}

test('a file of mixed rows is mapped, checked and written; importing it again changes nothing', async ({
  page,
  member,
  enter,
  callApi,
}) => {
  const editor = await member('editor')
  const mark = `Imp${Date.now()}`
  const file = {
    name: '机构.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `名称;地区;权重;编号\n${mark} 甲;中国;10;${mark}-1\n${mark} 乙;FR;900;${mark}-2\n${mark} 丙;德国;30;${mark}-3\n`,
    ),
  }
  await enter(page, editor, '/admin/og', 'en-US')
  const dialog = await importFile(page, file)
  await dialog.getByRole('button', { name: 'Dry run', exact: true }).click()
  await dialog.getByRole('tab', { name: 'Skipped values 1' }).click()
  await expect(dialog.getByRole('tabpanel').getByText('It cannot be more than 100')).toBeVisible()
  await expect(dialog.getByText('1 kind of value cannot be read')).toBeVisible()
  await dialog.getByRole('button', { name: 'Write 3 rows' }).click()
  await expect(dialog.getByText('Imported: 3 rows written.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  const found = await callApi<{ items: { name: string; region: string }[] }>(
    editor,
    'GET',
    `/v1/og?keyword=${mark}&sort=name`,
  )
  expect(found.items.map(item => item.region).sort()).toEqual(['CN', 'DE', 'FR'])

  const again = await importFile(page, file)
  await expect(again.getByText(/have been reused/)).toBeVisible()
  await again.getByRole('button', { name: 'Dry run', exact: true }).click()
  await expect(again.getByRole('tab', { name: 'Unchanged 3' })).toBeVisible()
  await expect(again.getByText('Nothing to write.')).toBeVisible()
})

test.describe('the real files', () => {
  test.skip(!existsSync(realFiles), 'the real organisations are not on this machine')

  test('503 companies and 230 committees are imported, searched, opened, edited and exported by the right roles', async ({
    page,
    url,
    member,
    enter,
    callApi,
  }) => {
    test.setTimeout(120_000)
    const editor = await member('editor')
    const reader = await member('reader')
    await enter(page, editor, '/admin/og', 'en-US')

    const companies = await importFile(page, join(realFiles, 'companies.csv'))
    await companies.getByText('skip the value').click()
    await companies.getByRole('combobox', { name: 'Add: Field' }).click()
    await page.keyboard.type('Region')
    await chooseOption(page, 'Region')
    await companies.getByLabel('Region: Value').fill('US')
    await companies.getByRole('button', { name: 'Dry run', exact: true }).click()
    await expect(companies.getByText(/11 categories will be created too/)).toBeVisible()
    await companies.getByRole('button', { name: /^Write \d+ rows/ }).click()
    await expect(companies.getByText(/^Imported: \d+ rows written/)).toBeVisible({ timeout: 30_000 })
    await companies.getByRole('button', { name: 'Done', exact: true }).click()

    const committees = await importFile(page, join(realFiles, 'committees.csv'))
    await committees.getByText('skip the value').click()
    await committees.getByRole('button', { name: 'Dry run', exact: true }).click()
    await committees.getByRole('button', { name: /^Write \d+ rows/ }).click()
    await expect(committees.getByText(/^Imported: \d+ rows written/)).toBeVisible({ timeout: 30_000 })
    await committees.getByRole('button', { name: 'Done', exact: true }).click()

    expect(await countOf(callApi, reader, 'Abbott Laboratories')).toBe(1)
    expect(await countOf(callApi, reader, 'Committee on Agriculture')).toBeGreaterThan(0)

    await page.getByRole('textbox', { name: /Search/ }).fill('abbott lab')
    await page.getByRole('link', { name: 'Abbott Laboratories' }).click()
    await expect(page.getByRole('heading', { name: 'Abbott Laboratories' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('English name').fill('Abbott')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved “Abbott Laboratories”')).toBeVisible()

    await page.goto(`${url}/admin/og?keyword=abbott`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason for the export').fill('for a report')
    const download = page.waitForEvent('download')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Export|Start/ })
      .click()
    const file = await (await download).createReadStream()
    const text = Buffer.concat(await file.toArray()).toString('utf8')
    expect(text).toContain('Abbott Laboratories')
    expect(text.trim().split('\n')).toHaveLength(2)

    await page.evaluate(token => localStorage.setItem('token', token), reader.token)
    await page.goto(`${url}/og?keyword=abbott`)
    // In English the English name comes first.
    await expect(page.getByRole('link', { name: 'Abbott', exact: true })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'Abbott Laboratories' })).toBeVisible()
    await page.goto(`${url}/admin/og`)
    await expect(page).toHaveURL(`${url}/og`)
  })
})

async function countOf(
  callApi: <T>(who: TeamMember, method: 'GET', path: string) => Promise<T>,
  who: TeamMember,
  keyword: string,
): Promise<number> {
  return (await callApi<{ total: number }>(who, 'GET', `/v1/og?keyword=${encodeURIComponent(keyword)}`)).total
}
