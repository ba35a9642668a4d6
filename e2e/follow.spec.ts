import { type ReplaySite, startReplaySite } from '../server/testing/replay-site.ts'
import { expect, type TeamMember, test } from './journey.ts'
import { waitUntilSettled } from './settled.ts'

type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>
type List<T> = { items: T[] }

let site: ReplaySite
test.beforeAll(async () => {
  site = await startReplaySite()
})
test.afterAll(() => site.close())

test('a follower of a person is notified at once of the page that names them, and creates an event from it', async ({
  page,
  admin,
  member,
  enter,
  callApi,
}) => {
  test.setTimeout(150_000)
  const get = callApi as CallApi
  const mark = Date.now().toString(36)
  const name = `Ottoline ${mark} Brandt`
  const follower = await member('admin')
  const { id: person } = await get<{ id: number }>(admin, 'POST', '/v1/person', { name, is_focus: true })
  const html = (more: string) =>
    `<html lang="en"><title>Quay ${mark}</title><body><main><h1>News</h1><p>The quay is open from six to ten in the evening, and the office answers letters within a week.</p>${more}</main></body></html>`
  site.set('/', html(''))
  const { id: og } = await get<{ id: number }>(admin, 'POST', '/v1/og', {
    name: `Quay office ${mark}`,
    entrances: [`${site.origin}/`],
  })
  await get(admin, 'PUT', `/v1/og/${og}/site`, { delay_ms: 0 })
  const round = async (number: number) => {
    await get(admin, 'POST', `/v1/og/${og}/round`)
    await expect
      .poll(async () => (await get<List<object>>(admin, 'GET', `/v1/og/${og}/round`)).items[0], {
        timeout: 60_000,
        intervals: [300],
      })
      .toMatchObject({ number, state: 'complete' })
  }
  await round(1)

  await enter(page, follower, `/person/${person}`, 'en-US')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()

  site.set('/', html(`<p>From today on ${name} leads the quay office, after the board had voted twice.</p>`))
  await round(2)
  // Without a reload: the notification arrives over the stream.
  await expect(page.getByRole('button', { name: /Notifications, [1-9]\d* unread/ })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: /Notifications, [1-9]/ }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: name })
    .first()
    .getByRole('button')
    .or(page.getByRole('link', { name: new RegExp(name) }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/(diff\/detail|page)/)
  await expect(page.locator('#content').getByText(name).first()).toBeVisible()

  await waitUntilSettled(page)
  await page.keyboard.press('e')
  const form = page.getByRole('dialog')
  // A name alone needs confirmation, so the person is selected by hand.
  await page.getByRole('dialog').getByRole('checkbox').first().check()
  await page.getByRole('dialog').locator('.ant-btn-primary').click()
  await expect(form.getByLabel('Source')).toHaveValue(`${site.origin}/`)
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill(`${name} leads the quay office`)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  const events = await get<List<{ title: string; persons: { id: number }[] }>>(
    admin,
    'GET',
    `/v1/event?person=${person}`,
  )
  expect(events.items).toMatchObject([{ title: `${name} leads the quay office` }])
  expect((await get<{ unread: number }>(follower, 'GET', '/v1/notification/count')).unread).toBe(0)
})
