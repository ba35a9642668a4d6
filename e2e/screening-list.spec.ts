import type { Page } from '@playwright/test'
import { expect, type TeamMember, test } from './journey.ts'

type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>
type List = { id: number; name: string; version: { n: number; entries: number } | null }
type HitReply = { id: number; state: string; entry_key: string; reopened: string[]; record: { id: number } }

const pollOptions = { timeout: 80_000, intervals: [500] }
/** Names that no one else has, built from the same letters in each run. */
const nameOf = (mark: string, n: number) => `${['Zorvath', 'Quellim', 'Brystonde', 'Ofrakkel'][n]} ${mark}mindreos`

async function upload(page: Page, list: string, name: string, text: string) {
  await page.getByRole('button', { name: `Upload new version: ${list}` }).click()
  const dialog = page.getByRole('dialog', { name: `Upload new version: ${list}` })
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(dialog).toBeHidden()
}

test('a team’s own list is loaded as a table, its hits are decided by keyboard, and its next version reopens only new ones', async ({
  page,
  admin,
  enter,
  callApi,
}) => {
  test.setTimeout(240_000)
  const get = callApi as CallApi
  // Random, because a retry must not resemble this attempt.
  const mark = Array.from({ length: 13 }, () => 'abkdeflmop'[Math.floor(Math.random() * 10)]).join('')
  const listName = `Journey ${mark}`
  const persons: number[] = []
  for (const n of [0, 1, 2, 3])
    persons.push(
      (await get<{ id: number }>(admin, 'POST', '/v1/person', { name: nameOf(mark, n), birth_time: '1961' })).id,
    )
  const { id } = await get<List>(admin, 'POST', '/v1/list', { name: listName })
  const list = () => get<List>(admin, 'GET', `/v1/list/${id}`)
  const hits = async (waiting = false) =>
    (await get<{ items: HitReply[] }>(admin, 'GET', `/v1/screening?list_id=${id}&pageSize=50`)).items
      .filter(({ state }) => !waiting || state === 'open')
      .map(({ entry_key, state, reopened }) => [entry_key, state, ...reopened])
      .sort()

  await test.step('a table waits until its columns are mapped', async () => {
    await enter(page, admin, '/admin/list', 'en-US')
    const rows = [0, 1, 2].map(n => `E${n},"${nameOf(mark, n)}",individual,1961,first edition`)
    await upload(page, listName, 'list.csv', ['Ref,Full name,Type,DOB,Remarks', ...rows, 'E9,,individual,,'].join('\n'))
    const item = page.getByRole('listitem').filter({ hasText: listName })
    await item.getByRole('button', { name: 'Map columns…' }).click({ timeout: 80_000 })
    const dialog = page.getByRole('dialog', { name: `Map the columns of “${listName}”` })
    await expect(dialog.getByRole('combobox', { name: 'Full name: Field' })).toBeVisible()
    await expect(dialog.getByText(nameOf(mark, 0)).last()).toBeVisible()
    await expect(dialog.getByText('No name, so it cannot be screened.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save and load' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await list()).version?.entries, pollOptions).toBe(3)
    await item.getByRole('button', { name: '1 not loaded' }).click({ timeout: 30_000 })
    const drawer = page.getByRole('dialog', { name: /entries not loaded or shortened/ })
    await expect(drawer.getByText('E9')).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('its hits are decided by keyboard', async () => {
    await expect
      .poll(async () => await hits(), pollOptions)
      .toEqual([
        ['E0', 'open'],
        ['E1', 'open'],
        ['E2', 'open'],
      ])
    await page.goto(page.url().replace(/\/admin\/.*/, `/admin/screening?list_id=${id}`))
    for (const left of [2, 1, 0]) {
      // Keys work once the hit is shown.
      await expect(async () => {
        if ((await hits(true)).length > left) await page.keyboard.press('x')
        await expect.poll(async () => (await hits(true)).length, { timeout: 3_000 }).toBe(left)
      }).toPass({ timeout: 40_000 })
    }
  })

  await test.step('of the next version only new or changed hits come back', async () => {
    // The first has only another remark, the second is unchanged, the third has another birth date, the fourth is new.
    const rows = [
      `second edition,E0,"${nameOf(mark, 0)}",individual,1961`,
      `first edition,E1,"${nameOf(mark, 1)}",individual,1961`,
      `first edition,E2,"${nameOf(mark, 2)}",individual,1961-05-04`,
      `new,E3,"${nameOf(mark, 3)}",individual,1961`,
    ]
    await page.goto(page.url().replace(/\/admin\/.*/, '/admin/list'))
    await upload(page, listName, 'next.csv', ['Remarks,Ref,Full name,Type,DOB', ...rows].join('\n'))
    await expect.poll(async () => (await list()).version?.n, pollOptions).toBe(2)
    await expect
      .poll(async () => await hits(), pollOptions)
      .toEqual([
        ['E0', 'different'],
        ['E1', 'different'],
        ['E2', 'open', 'entry.dates'],
        ['E3', 'open'],
      ])
    await page.goto(
      page.url().replace(/\/admin\/.*/, `/admin/screening?list_id=${id}&record_id=${persons[2]}&noun=person`),
    )
    await expect(page.getByText(/reopened because these have changed: Date of birth/)).toBeVisible()
  })
})
