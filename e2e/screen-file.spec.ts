import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { expect, type TeamMember, test } from './journey.ts'

type CallApi = <T>(who: TeamMember, method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>

const givenNames = ['Anneliese', 'Tomáš', 'Нурлан', 'محمد', 'דוד', '秀英', '𠮷太郎', '김', 'Θεόδωρος', "D'Arcy"]
const family = [
  'Weißenfels',
  'Dvořák',
  'Жумабаев',
  'عبد الرحمن',
  'כהן',
  '王',
  '姜𤨒姬',
  '민준',
  'Παπαδόπουλος',
  'O’Brien-Ng',
]
const headings = ['Ref', '姓名', 'Country', 'Remark']

/**
 * This many unique names, including one of the example list, one of 200 characters, and rows that cannot be screened.
 */
function table(count: number): string[][] {
  return Array.from({ length: count }, (_, n) => {
    const name = `${givenNames[n % 10]} ${family[Math.floor(n / 10) % 10]} ${String.fromCodePoint(0x4e00 + n)}`
    const row = [`r-${n + 1}`, name, ['CN', '德国', 'Japan', ''][n % 4] ?? '', n % 7 === 0 ? '=1+1' : `“${n}”, kept`]
    if (n === 10) row[1] = 'Kanazashi Hiroto'
    if (n === 20) row[1] = 'Ẽ'.repeat(200)
    if (n === 30) row[1] = ''
    if (n === 40) row[1] = 'x'.repeat(5_000)
    return row
  })
}

test('a file of 1,000 names is screened, and the download has the original rows plus the results', async ({
  page,
  admin,
  member,
  enter,
  callApi,
}) => {
  const get = callApi as CallApi
  const lists = await get<{ items: { version: unknown }[] }>(admin, 'GET', '/v1/list')
  if (lists.items.length === 0) await get(admin, 'POST', '/v1/list/example')
  const loaded = async () =>
    (await get<typeof lists>(admin, 'GET', '/v1/list')).items.some(({ version }) => version !== null)
  await expect.poll(loaded, { timeout: 60_000 }).toBe(true)
  const rows = table(1_000)
  const buffer = Buffer.from(stringify([headings, ...rows], { delimiter: ';' }))

  await enter(page, await member('editor'), '/admin/screening', 'en-US')
  await page.getByRole('button', { name: 'Screen a file' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: '客户.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: '客户.csv' })).toBeVisible()
  await expect(page.getByText('Name (required)').first()).toBeVisible()
  await page.getByRole('button', { name: 'Screen', exact: true }).click()
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByText('Not screened 2')).toBeVisible({ timeout: 60_000 })
  await results.getByRole('button', { name: 'Kanazashi Hiroto' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('columnheader', { name: 'In the file' })).toBeVisible()
  await expect(drawer.getByText('金指 浩人').first()).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()

  const waiting = page.waitForEvent('download')
  await results.getByRole('button', { name: 'Download CSV' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe('客户-screened.csv')
  const [heads = [], ...back] = parse(await readFile(await file.path()), { bom: true }) as string[][]
  expect(heads).toEqual([
    ...headings,
    ...['Result', 'Best match', 'List', 'Entry id', 'Score', 'Why', 'Further hits', 'Notes'],
  ])
  const own = back.map(cells => cells.slice(0, 4).map(cell => cell.replace(/^'=/, '=')))
  expect(own).toEqual(rows)
  expect(back[7]?.[3]).toBe("'=1+1")
  expect(back[10]?.[4]).toMatch(/^(strong|possible)$/)
  expect(back[10]?.[9]).toMatch(/\.$/)
  expect([back[20]?.[4], back[30]?.[4], back[40]?.[4]]).toEqual(['none', 'not screened', 'not screened'])
  expect(back[30]?.[11]).toBe('The name is missing')
})
