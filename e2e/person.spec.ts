import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, type TeamMember, test } from './journey.ts'

const data = join(process.cwd(), '../shared/data')

type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>

/** Two people of one organisation, so that one is found through the other. */
async function twoMembers(callApi: CallApi, editor: TeamMember) {
  const mark = Date.now().toString(36)
  const og = await callApi<{ id: number }>(editor, 'POST', '/v1/og', { name: `Harbour Board ${mark}`, region: 'FR' })
  const make = (name: string) =>
    callApi<{ id: number }>(editor, 'POST', '/v1/person', {
      name,
      is_focus: true,
      region: 'FR',
      memberships: [{ og_id: og.id, role: 'Trustee' }],
    })
  const first = await make(`欧阳${mark}`)
  const second = await make(`Katarina Vogel ${mark}`)
  return { mark, og, first, second }
}

const today = () => new Date().toISOString().slice(0, 10)

test('a person is found by a fragment, opened, seen among others, given an event, and the event is seen everywhere', async ({
  page,
  url,
  member,
  enter,
  callApi,
}) => {
  test.setTimeout(90_000)
  const editor = await member('super_editor')
  const { mark, og, first, second } = await twoMembers(callApi as CallApi, editor)
  await enter(page, editor, '/person', 'en-US')
  for (const [fragment, name] of [
    [`vogel ${mark}`, `Katarina Vogel ${mark}`],
    [`阳${mark}`, `欧阳${mark}`],
  ] as const) {
    await page.getByPlaceholder('Name, alias, external id').first().fill(fragment)
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: `欧阳${mark}`, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/person/${first.id}`))

  await page.getByRole('tab', { name: 'Relations' }).click()
  await expect(page.getByText('1 linked party, 1 link')).toBeVisible()
  await page.goto(`${url}/person/${first.id}?tab=relations`)
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('link', { name: `Harbour Board ${mark}` }).first()).toBeVisible()
  const around = await callApi<{ nodes: { id: number; kind: string }[] }>(
    editor,
    'GET',
    `/v1/person/relation/${first.id}?depth=2`,
  )
  expect(around.nodes.map(node => `${node.kind}${node.id}`).sort()).toEqual(
    [`og${og.id}`, `person${first.id}`, `person${second.id}`].sort(),
  )

  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('button', { name: 'New event' }).first().click()
  const form = page.getByRole('dialog')
  const title = `Board meets ${mark}`
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await form.getByLabel('Start', { exact: true }).first().fill(today())
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText(title).first()).toBeVisible()
  const made = await callApi<{ items: { id: number; persons: { id: number }[] }[] }>(
    editor,
    'GET',
    `/v1/event?keyword=${encodeURIComponent(title)}`,
  )
  const event = made.items[0]
  expect(event?.persons.map(person => person.id)).toEqual([first.id])
  await callApi(editor, 'PUT', `/v1/event/${event?.id}`, { region: 'FR', ogs: [og.id], level: 5 })

  const only = `keyword=${encodeURIComponent(title)}`
  await page.goto(`${url}/event?show=calendar&${only}`)
  await expect(page.getByRole('grid').getByText(title).first()).toBeVisible()
  await page.goto(`${url}/event?show=timeline&${only}`)
  await expect(page.getByText(title).first()).toBeVisible()
  await page.goto(`${url}/event?show=map&${only}`)
  await expect(page.getByRole('row', { name: /France.*1/ })).toBeVisible()
  await page.goto(`${url}/dashboard`)
  await expect(page.getByText(title).first()).toBeVisible()
})

async function importFile(page: Page, file: string) {
  await page.getByRole('button', { name: 'Import', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Dry run', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Dry run', exact: true }).click()
  return dialog
}

test.describe('the real files', () => {
  test.skip(!existsSync(data), 'the real persons are not on this machine')

  test('537 legislators with their committees are imported and read on the page, the graph and the dashboard', async ({
    page,
    url,
    member,
    enter,
    callApi,
  }) => {
    test.setTimeout(150_000)
    const editor = await member('super_editor')
    await enter(page, editor, '/admin/og', 'en-US')
    const known = await callApi<{ total: number }>(editor, 'GET', '/v1/og?keyword=Senate%20Committee%20on%20Finance')
    if (known.total === 0) {
      const committees = await importFile(page, join(data, 'organisations/committees.csv'))
      await committees.getByRole('button', { name: 'Write 230 rows' }).click({ timeout: 30_000 })
      await expect(committees.getByText(/rows written/)).toBeVisible({ timeout: 30_000 })
    }
    await page.goto(`${url}/admin/person`)
    const legislators = await importFile(page, join(data, 'persons/legislators.csv'))
    await expect(legislators.getByText('Organisation names in the file')).toBeVisible({ timeout: 30_000 })
    await legislators.getByRole('button', { name: /^Accept .* suggestions?$/ }).click()
    await legislators.getByRole('button', { name: 'Re-check with these' }).click()
    await legislators.getByRole('button', { name: 'Write 537 rows' }).click({ timeout: 60_000 })
    await expect(legislators.getByText(/rows written/)).toBeVisible({ timeout: 60_000 })
    await legislators.getByRole('button', { name: 'Done', exact: true }).click()

    await page.getByPlaceholder('Name, alias, external id').first().fill('cantw')
    await page.getByRole('link', { name: 'Maria Cantwell', exact: true }).click()
    await page
      .getByRole('button', { name: /^Show \d+ more$/ })
      .first()
      .click()
    await expect(page.getByRole('link', { name: 'Senate Committee on Finance', exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Relations' }).click()
    await expect(page.getByText(/\d+ linked (party|parties), \d+ links?/)).toBeVisible()
  })
})
