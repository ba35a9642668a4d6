import { expect, type TeamMember, test } from './journey.ts'

type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>
type HitReply = { id: number; state: string; entry_key: string; record: { id: number } }

test('a record that is on a list waits as a hit, and is decided by keyboard', async ({
  page,
  admin,
  member,
  enter,
  callApi,
}) => {
  const get = callApi as CallApi
  const editor = await member('editor')
  const mark = Date.now().toString(36)
  // The example list also has his name in Latin; a match by it offers the other spelling.
  const { id: person } = await get<{ id: number }>(admin, 'POST', '/v1/person', {
    name: 'Kanazashi Hiroto',
    aliases: [`Journey ${mark}`],
    birth_time: '1958-06-17',
  })
  // Other journeys load lists too: the example is loaded unless it is there.
  const lists = await get<{ items: { name: string }[] }>(admin, 'GET', '/v1/list')
  if (!lists.items.some(({ name }) => /^(Example list|示例名单)/.test(name)))
    await get(admin, 'POST', '/v1/list/example')
  const hits = async () =>
    (await get<{ items: HitReply[] }>(admin, 'GET', `/v1/screening?noun=person&record_id=${person}`)).items
  await expect.poll(async () => (await hits()).length, { timeout: 80_000, intervals: [500] }).toBe(1)

  await enter(page, editor, `/admin/screening?noun=person&record_id=${person}`, 'en-US')
  await expect(page.getByRole('region', { name: /^Kanazashi Hiroto – / })).toBeVisible()
  await expect(page.getByText('Both have the date 1958-06-17.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /金指 浩人/ })).toBeChecked()
  await page.keyboard.press('d')
  await expect(page.getByText(/^Marked as “Same”\. Record updated: \d names?/)).toBeVisible()
  expect((await hits())[0]?.state).toBe('same')
  const { aliases } = await get<{ aliases: string[] }>(admin, 'GET', `/v1/person/${person}`)
  expect(aliases).toContain('金指 浩人')
  await page.keyboard.press('z')
  await expect(page.getByText(/Changes already made to the record are kept: \d names?/)).toBeVisible()
  // Keys work once the hit is shown again.
  await expect(async () => {
    await page.keyboard.press('x')
    await expect.poll(async () => (await hits())[0]?.state, { timeout: 3_000 }).toBe('different')
  }).toPass({ timeout: 20_000 })

  await page.goto(page.url().replace(/\/admin\/screening.*/, `/person/${person}`))
  await expect(page.getByText(`Journey ${mark}`).first()).toBeVisible()
  await expect(page.getByText(/Possibly on a list/)).toHaveCount(0)
})
