import { createServer, type Server } from 'node:http'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './journey.ts'
import { waitUntilSettled } from './settled.ts'

let server: Server
let origin = ''
let chair = 'Perelman'

/** A page behind a login, with what makes the text on the screen differ from the document. */
const board = () => `<!doctype html><html lang="en"><title>Board of members</title><body>
  <main><h1>The board of members</h1><p>The chair of the board is ${chair}, elected by all members in spring.</p>
  <p style="display:none">Hidden from everybody: the former chair.</p><p style="visibility:hidden">Invisible words</p>
  <details><summary>Minutes</summary><p>Folded minutes of the meeting</p></details>
  <member-card></member-card><iframe src="/frame" width="400" height="80"></iframe>
  <label>Search <input value="secret of the reader"></label><div id="late"></div></main>
  <script>
    customElements.define('member-card', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>Seat in the shadow: Ferrante</p>' }
    })
    late.textContent = 'Loaded later: the next meeting is in May.'
  </script></body></html>`

test.beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.url === '/frame') return void response.end('<p>From the frame: the treasurer is Okafor.</p>')
    if (request.headers.cookie?.includes('member=1') !== true) {
      response.statusCode = 403
      return void response.end('Members only')
    }
    response.end(board())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
test.afterAll(() => void server.close())

test('the bookmark stores a page behind a login as its reader sees it, and compares the next one', async ({
  page,
  admin,
  enter,
  callApi,
  context,
}) => {
  const name = `Members ${Date.now().toString(36)}`
  await callApi(admin, 'POST', '/v1/og', { name, entrances: [`${origin}/`] })
  await context.addCookies([{ name: 'member', value: '1', url: origin }])
  await enter(page, admin, '/clip', 'en-US')
  const address = await page.getByRole('link', { name: 'Clip to Og' }).getAttribute('href')
  const bookmark = decodeURIComponent((address as string).replace('javascript:', ''))
  await waitUntilSettled(page)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await page.goto(`${origin}/board`)
  const clip = async () => {
    const opened = context.waitForEvent('page')
    await page.evaluate(bookmark)
    const clipWindow = await opened
    await expect(clipWindow.getByRole('heading', { name: 'Board of members' })).toBeVisible({ timeout: 20_000 })
    await clipWindow.getByRole('button', { name: 'Store as a version' }).click()
    return clipWindow
  }
  const first = await clip()
  await expect(first.getByText('It is the first version of this page.')).toBeVisible()
  await first.getByRole('link', { name: 'Show the version' }).click()
  await expect(first.getByText('The chair of the board is Perelman')).toBeVisible({ timeout: 20_000 })
  for (const text of ['Seat in the shadow: Ferrante', 'From the frame: the treasurer is Okafor.', 'Loaded later'])
    await expect(first.getByText(text)).toBeVisible()
  for (const text of ['Hidden from everybody', 'Invisible words', 'Folded minutes', 'secret of the reader'])
    await expect(first.getByText(text)).toHaveCount(0)
  await first.close()

  const same = await clip()
  await expect(same.getByText('nothing changed')).toBeVisible()
  await same.close()

  chair = 'Castellane'
  await page.reload()
  const second = await clip()
  await second.getByRole('link', { name: 'Compare with the version before' }).click()
  await expect(second.getByText('Castellane').first()).toBeVisible({ timeout: 20_000 })
  await expect(second.getByText('Perelman').first()).toBeVisible()
})
