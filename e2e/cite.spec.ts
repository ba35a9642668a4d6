import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { chooseOption, expect, type TeamMember, test } from './journey.ts'
import { watchSite } from './watched-site.ts'

type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>
type List<T> = { items: T[] }
type Claims = List<{ field: string; value: unknown; evidence: { type: string; noun?: string; quote?: string }[] }>

/** Checks only the open dialog; the page under its overlay is excluded. */
const noFaults = async (page: Page) => {
  // Colours are final only after the dialog's animation.
  await expect(async () => {
    const { violations } = await new AxeBuilder({ page }).include('.ant-modal').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
  }).toPass({ timeout: 15_000 })
}
/** Chosen as by hand: the list opens on click, and typing filters it. */
async function field(dialog: Locator, name: string): Promise<void> {
  const box = dialog.getByRole('combobox', { name: 'Field' })
  await box.click()
  await box.pressSequentially(name)
  await chooseOption(dialog.page(), name)
}

test('words of a page become a fact with evidence, and a report that cites it carries both into its Markdown', async ({
  page,
  url,
  admin,
  enter,
  callApi,
}) => {
  test.setTimeout(180_000)
  const get = callApi as CallApi
  const watched = await watchSite(get, admin)
  const mark = Date.now().toString(36)
  try {
    const name = `Gazette ${mark}`
    await get(admin, 'POST', '/v1/source', { name, reliability: 'B' })

    await test.step('words of an archived version are recorded as a fact of its organisation', async () => {
      await enter(page, admin, `/admin/page/${watched.page}?tab=text`, 'en-US')
      await page.getByText('From March on').first().click({ clickCount: 3 })
      await page.getByRole('button', { name: 'Record as a fact' }).click()
      const dialog = page.getByRole('dialog')
      await field(dialog, 'Scale')
      await dialog.getByRole('textbox', { name: 'Value' }).fill(`a third more ${mark}`)
      await dialog.getByRole('combobox', { name: 'Source' }).fill(name)
      await chooseOption(page, name)
      await noFaults(page)
      await dialog.getByRole('button', { name: 'Record', exact: true }).click()
      await page.getByRole('button', { name: 'Open', exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/og/${watched.og}`))
    })

    await test.step('words of a difference become another fact, with the difference as its evidence', async () => {
      await page.goto(`${url}/admin/diff/detail?id=${watched.diff}`)
      await page.getByRole('button', { name: 'Record as a fact' }).click()
      const dialog = page.getByRole('dialog')
      await field(dialog, 'Description')
      await dialog.getByRole('combobox', { name: 'Source' }).fill(name)
      await chooseOption(page, name)
      await dialog.getByRole('button', { name: 'Record', exact: true }).click()
      await expect(page.getByText('Recorded with its evidence').first()).toBeVisible()
      const { items } = await get<Claims>(admin, 'GET', `/v1/claim?noun=og&record_id=${watched.og}`)
      const nouns = Object.fromEntries(items.map(({ field, evidence }) => [field, evidence.map(each => each.noun)]))
      expect(nouns).toEqual({ scale: ['page_version'], desc: ['diff'] })
    })

    await test.step('its panel shows the words and their location, and cites it in a new report', async () => {
      await page.goto(`${url}/og/${watched.og}?fact=scale`)
      const panel = page.getByRole('dialog')
      await expect(panel.getByText('From March on')).toBeVisible()
      await expect(panel.getByRole('link', { name: /Harbour/ })).toHaveAttribute(
        'href',
        /\/admin\/page\/\d+\?.*version=/,
      )
      await panel.getByRole('button', { name: 'Cite in a report' }).click()
      const dialog = page.getByRole('dialog', { name: 'Cite in a report' })
      await expect(dialog.getByText('1 piece of evidence')).toBeVisible()
      await dialog.getByLabel('Title').fill(`On the levy ${mark}`)
      await noFaults(page)
      await dialog.getByRole('button', { name: 'Cite', exact: true }).click()
      await page.getByRole('button', { name: 'Open the report' }).click()
      await expect(page).toHaveURL(/\/report\/\d+/)
    })

    await test.step('its number links to the list with the sources', async () => {
      await expect(page.getByText(`a third more ${mark}`)).toBeVisible()
      const list = page.getByRole('region', { name: 'Evidence' })
      await expect(list.getByRole('link', { name })).toBeVisible()
      await expect(list.getByText('B Usually reliable')).toBeVisible()
      await page.getByRole('button', { name: 'Evidence 1' }).click()
      await expect(list.getByRole('listitem').first()).toBeFocused()
    })

    await test.step('a later change is shown, also in the Markdown', async () => {
      await get(admin, 'PUT', '/v1/og', { id: watched.og, scale: `the same ${mark}` })
      await page.reload()
      await expect(page.getByText(`since changed to “the same ${mark}”`)).toBeVisible()
      const id = /\/report\/(\d+)/.exec(page.url())?.[1]
      const file = await page.request.get(`${url}/v1/report/${id}/export?format=md&reason=check`, {
        headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en-US' },
      })
      const text = await file.text()
      expect(text).toMatch(
        new RegExp(`Scale: a third more ${mark} \\(since changed to “the same ${mark}”\\) \\\\\\[1\\\\\\]`),
      )
      expect(text).toMatch(new RegExp(`\\\\\\[1\\\\\\] Gazette ${mark} \\(B Usually reliable\\) .*From March on`))
    })
  } finally {
    await watched.site.close()
  }
})

test('a fact is added and changed with its source by keyboard only', async ({ page, member, enter, callApi }) => {
  const editor = await member('editor')
  const mark = Date.now().toString(36)
  const og = await callApi<{ id: number }>(editor, 'POST', '/v1/og', { name: `Empty ${mark}` })
  await callApi(editor, 'POST', '/v1/source', { name: `Register ${mark}` })
  await enter(page, editor, `/og/${og.id}`, 'en-US')
  const pick = async (text: string) => {
    await page.keyboard.type(text)
    await expect(page.locator('.ant-select-item-option-active', { hasText: text })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.locator('.ant-select-item-option-active', { hasText: text })).toBeHidden()
  }

  await page.getByRole('button', { name: 'Add a fact' }).focus()
  await page.keyboard.press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add a fact' })
  await adding.getByRole('combobox', { name: 'Field' }).focus()
  await pick('Scale')
  await page.keyboard.press('Tab')
  await expect(adding.getByRole('textbox', { name: 'Value' })).toBeFocused()
  await page.keyboard.type('500')
  await adding.getByRole('combobox', { name: 'Source' }).focus()
  await pick(`Register ${mark}`)
  await adding.getByRole('textbox', { name: 'Value' }).focus()
  await page.keyboard.press('Enter')
  const supported = page.getByRole('button', { name: 'Scale: 1 origin' })
  await expect(supported).toBeVisible()

  const change = page.getByRole('button', { name: 'Change', exact: true })
  // The mark takes keys once its code has loaded.
  await expect(async () => {
    if (await change.isVisible()) return
    await supported.focus()
    await page.keyboard.press('Enter')
    await expect(change).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 40_000 })
  await change.focus()
  await page.keyboard.press('Enter')
  const changing = page.getByRole('dialog', { name: 'Change the value and its source' })
  await changing.getByRole('textbox', { name: 'Value' }).focus()
  await expect(changing.getByRole('textbox', { name: 'Value' })).toHaveValue('500')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('900')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary').getByText('900')).toBeVisible()
  const { items } = await callApi<Claims>(editor, 'GET', `/v1/claim?noun=og&record_id=${og.id}`)
  expect(items.map(({ field, value }) => [field, value]).toSorted()).toEqual([
    ['scale', '500'],
    ['scale', '900'],
  ])
})
