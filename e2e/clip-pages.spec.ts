import { createServer, type Server } from 'node:http'
import { expect, test } from '@playwright/test'
import { type CollectedPage, collectPage } from '../web/features/clip/collect.ts'

type Case = {
  html: string
  /** Texts on the screen that `innerText` of the document does not contain: shadow trees and frames. */
  shown?: string[]
  hidden?: string[]
  unread?: number
}

const long = '<div style="height:4000px"></div>'
const cases: Record<string, Case> = {
  article: { html: '<main><h1>Board</h1><p>The chair is <b>Mara</b> Quayson.</p></main>' },
  'table layout': { html: '<table><tr><td>Menu</td><td><font>Soybean</font></td><td>595</td></tr></table>' },
  'open cookie wall': { html: '<div style="position:fixed;inset:0">Accept all?</div><p>Below the wall</p>' },
  'closed cookie wall': { html: '<div style="display:none">Accept all?</div><p>Text</p>', hidden: ['Accept all'] },
  'hidden attribute': { html: '<p hidden>Old</p><p>New</p>', hidden: ['Old'] },
  visibility: {
    html: '<div style="visibility:hidden">Old<p style="visibility:visible">New</p></div>',
    hidden: ['Old'],
  },
  'folded details': {
    html: '<details><summary>More</summary>Folded</details><details open>Open</details>',
    hidden: ['Folded'],
  },
  'far below': { html: `${long}<p style="content-visibility:auto">Far below</p>`, shown: ['Far below'] },
  contents: { html: '<div style="display:contents"><p>Inside contents</p></div>' },
  choice: {
    html: '<select><option>One</option><option selected>Two</option></select>',
    shown: ['Two'],
    hidden: ['One'],
  },
  'entered values': {
    html: '<p>Form</p><input value="secret"><textarea>private</textarea>',
    hidden: ['secret', 'private'],
  },
  'capitals by style': { html: '<p style="text-transform:uppercase">loud words</p>' },
  characters: { html: '<p title="a&quot;b">5 &lt; 6 &amp; 7 &gt; 6, &lt;script&gt;, 𠮷野家</p>' },
  preformatted: { html: '<pre>one\n  two</pre>' },
  'clear for readers only': { html: '<span style="opacity:0.99" aria-hidden="true">Seen</span>' },
  scripts: {
    html: '<p>Text</p><script>var hiddenScript</script><noscript>Without scripts</noscript>',
    hidden: ['hiddenScript', 'Without scripts'],
  },
  'late text': {
    html: `${long}<p id="l"></p><script>setTimeout(() => { l.textContent = 'Came later' }, 50)</script>`,
    shown: ['Came later'],
  },
  dialogs: { html: '<dialog>Closed dialog</dialog><dialog open>Open dialog</dialog>', hidden: ['Closed dialog'] },
  chart: { html: '<svg viewBox="0 0 99 20"><text y="15">Holding</text><path d="M0 0"/></svg>', shown: ['Holding'] },
  'shadow tree': {
    html: `<x-card>Slotted</x-card><script>customElements.define('x-card', class extends HTMLElement { constructor() { super()
      this.attachShadow({ mode: 'open' }).innerHTML = '<style>p{}</style><p>In shadow</p><slot></slot><slot name="n">Fallback</slot><slot name="m"></slot>' } })</script>`,
    shown: ['In shadow', 'Slotted', 'Fallback'],
  },
  unslotted: {
    html: `<x-shut>Unslotted</x-shut><script>customElements.define('x-shut', class extends HTMLElement { constructor() { super()
      this.attachShadow({ mode: 'open' }).innerHTML = '<p>Only this</p>' } })</script>`,
    shown: ['Only this'],
    hidden: ['Unslotted'],
  },
  frame: { html: '<iframe src="/inner" width="300" height="90"></iframe>', shown: ['Inner text', 'Innermost'] },
  'hidden frame': { html: '<p>Text</p><iframe src="/inner" style="display:none"></iframe>', hidden: ['Inner text'] },
  'frame of another site': {
    html: '<p>Text</p><iframe src="OTHER/inner" width="300" height="90"></iframe>',
    unread: 1,
  },
}

let server: Server
let port = 0
test.beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const path = decodeURIComponent(request.url ?? '').slice(1)
    if (path === 'inner') return void response.end('<p>Inner text</p><iframe srcdoc="<p>Innermost</p>"></iframe>')
    if (path === 'frameset')
      return void response.end(
        '<html><frameset cols="50%,50%"><frame src="/article"><frame src="/inner"></frameset></html>',
      )
    const html = cases[path]?.html.replace('OTHER', `http://127.0.0.2:${port}`)
    response.end(`<!doctype html><html lang="en"><title>${path}</title><body>${html ?? ''}</body></html>`)
  })
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as { port: number }).port
})
test.afterAll(() => void server.close())

const words = (text: string) => text.toLowerCase().replace(/\s+/g, '')

test('the text of a clip is the text on the screen, on pages of many kinds', async ({ page }) => {
  const collect = async (path: string) => {
    await page.goto(`http://127.0.0.1:${port}/${encodeURIComponent(path)}`)
    await page.waitForTimeout(120)
    return await page.evaluate<{ clip: CollectedPage; text: string; screen: string }>(`(() => {
      const clip = (${collectPage.toString()})(document)
      const read = new DOMParser().parseFromString(clip.html, 'text/html')
      return { clip, text: read.body.textContent, screen: document.body.innerText }
    })()`)
  }
  for (const [name, { shown = [], hidden = [], unread = 0 }] of Object.entries(cases)) {
    const { clip, text, screen } = await collect(name)
    for (const each of shown) expect(text, name).toContain(each)
    for (const each of hidden) expect(clip.html, name).not.toContain(each)
    if (shown.length === 0) expect(words(text), name).toBe(words(screen))
    expect(clip, name).toMatchObject({ unread, title: name })
    expect(clip.html, name).not.toMatch(/<(script|iframe|input)/)
  }
  const { text } = await collect('frameset')
  for (const each of ['The chair is Mara Quayson.', 'Inner text']) expect(text).toContain(each)
})
