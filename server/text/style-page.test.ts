import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { pageAssets } from './asset-html.ts'
import { chooseCandidate } from './asset-srcset.ts'
import { type StoredAssets, stylePage } from './style-page.ts'

const url = 'https://site.example/news/today'
const sheet = (css: string) => ({ id: 1, sheet: { css, base: 'https://site.example/css/main.css' } })
const render = (html: string, assets: StoredAssets = {}) => stylePage(html, url, assets, 'n').html
const bodyOf = (html: string, assets?: StoredAssets) => /<body[^>]*>(.*)<\/body>/s.exec(render(html, assets))?.[1] ?? ''
const urlsOf = (html: string) => pageAssets(html, url).map(ref => `${ref.kind} ${ref.url}`)

describe('files of a page', () => {
  it('are its stylesheets, then its pictures as a browser would choose them, then fonts', () => {
    const html = `<base href="/base/"><link rel="icon" href="i.ico"><img src="a.png"><link rel="stylesheet" href="m.css">
      <link rel="stylesheet" media="print" href="print.css"><link rel="alternate stylesheet" href="dark.css">
      <link rel="preload" as="style" href="late.css" onload="this.rel='stylesheet'">
      <picture><source srcset="s.avif 600w, b.avif 2000w"><img src="f.jpg" srcset="f1.jpg 1x, f2.jpg 2x"></picture>
      <img src="wait.gif" data-original="lazy.jpg"><td background="cell.gif"><p style="background:url(p.png)">
      <style>@font-face{font-family:x;src:url(x.woff2)} div{background:url(d.png)}</style>
      <script src="s.js"></script><iframe src="f.html"></iframe><video src="v.mp4" poster="v.jpg"></video>
      <noscript><img src="no.png"></noscript><img src="data:image/png;base64,AA=="><img src="javascript:x"><img src="blob:x">`
    expect(urlsOf(html).map(each => each.replace('https://site.example/base/', ''))).toEqual([
      'style m.css',
      'style late.css',
      'picture a.png',
      'picture b.avif',
      'picture f1.jpg',
      'picture lazy.jpg',
      'picture cell.gif',
      'picture p.png',
      'picture d.png',
      'font x.woff2',
    ])
  })

  it.each([
    ['a.png', 'a.png'],
    ['a.png 1x, b.png 2x', 'a.png'],
    ['s.png 320w, m.png 1300w, l.png 4000w', 'm.png'],
    ['/w=100,h=20/a.png 100w, /w=200,h=40/b.png 200w', '/w=200,h=40/b.png'],
    [' , ,', null],
    ['a.png, b.png', 'a.png'],
  ])('of the srcset %s are one', (srcset, chosen) => expect(chooseCandidate(srcset)).toBe(chosen))
})

describe('a page in its own styles', () => {
  it('keeps classes, sheets in their order, and stored pictures', () => {
    const html = render(
      '<html class="js" lang="en"><head><style>p{color:red}</style><link rel="stylesheet" href="/css/main.css" media="screen"></head><body class="home" onload="x()"><p id="a" class="b" data-theme="c">T <img src="/i.png" alt="I"></p></body></html>',
      {
        'https://site.example/css/main.css': sheet('p{background:url(../i.png)}'),
        'https://site.example/i.png': { id: 7, sheet: null },
      },
    )
    expect(html).toContain('<html lang="en" class="js">')
    expect(html).toContain('<style>p{color:red}</style><style media="screen">p{background:url(og-asset-n-7)}</style>')
    expect(html).toContain(
      '<body class="home"><p id="a" class="b" data-theme="c">T <img alt="I" src="og-asset-n-7" /></p></body>',
    )
  })

  it('shows the name or text of a picture that was not stored', () => {
    expect(bodyOf('<img src="/img/logo.png"><img src="/x.png" alt="A chart">')).toBe(
      '<img alt="logo.png" /><img alt="A chart" />',
    )
  })

  it('keeps its drawings, with their styles, gradients and repeated parts', () => {
    const shown = render(
      `<svg class="i" viewBox="0 0 9 9" width="9"><style>.a{fill:teal}</style><title>no</title><clipPath id="c"><rect width="1"/></clipPath>
      <defs><linearGradient id="g"><stop offset="1" stop-color="#00f"/></linearGradient></defs>
      <symbol id="s"><path class="a" d="M0 0h9"/></symbol><use xlink:href="#s"/>
      <g transform="scale(2)"><rect fill="url(#g)" stroke="rgb(1, 2, 3)" width="3" height="3"/><text x="1">Profit</text></g></svg>`,
    )
    expect(shown).toContain('<style>.a{fill:teal}</style>')
    const body = bodyOf(shown).replaceAll(/\s*\n\s*/g, '')
    expect(body).toBe(
      '<svg class="i" viewbox="0 0 9 9" width="9"><defs><linearGradient id="g"><stop offset="1" stop-color="#00f"></stop></linearGradient></defs><symbol id="s"><path class="a" d="M0 0h9"></path></symbol><use href="#s"></use><g transform="scale(2)"><rect fill="url(#g)" stroke="rgb(1, 2, 3)" width="3" height="3"></rect><text x="1">Profit</text></g></svg>',
    )
  })

  it('does not draw parts that draw parts, nor more than a browser can', () => {
    const levels = Array.from({ length: 30 }, (_, at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(9)}</g>`)
    const nested = bodyOf(`<svg><g id="l0"><path d="M0 0"/></g>${levels.join('')}</svg>`)
    expect(nested.match(/<use href/g)).toHaveLength(9)
    const wide = bodyOf(`<svg><g id="a">${'<path d="M0 0"/>'.repeat(999)}</g>${'<use href="#a"/>'.repeat(999)}</svg>`)
    expect(wide.match(/<use href/g)).toHaveLength(50)
  })

  it('links nowhere', () => {
    expect(bodyOf('<a href="../about" onclick="x()" target="_top" ping="/p">About</a>')).toBe(
      '<a title="https://site.example/about" href="#" tabindex="-1" rel="noreferrer">About</a>',
    )
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="data:text/html,<script>alert(1)</script>"><img src="javascript:alert(1)">',
    '<svg onload=alert(1)><image href="https://evil.example/"/><script>alert(1)</script></svg>',
    '<svg><foreignObject><iframe src="https://evil.example/"></iframe><img src=x onerror=alert(1)></foreignObject></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<svg><style>p{background:url(https://evil.example/)}@import "https://evil.example/"</style><path d="M0 0"/></svg>',
    '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x xlink:href="javascript:alert(1)">x</a></svg>',
    '<svg><set attributeName="onclick" to="alert(1)"/><path onclick="alert(1)" fill="url(https://evil.example/#a)" d="M0 0"/></svg>',
    '<svg><path fill="u\\72l(https://evil.example/)" stroke="image-set(\'https://evil.example/\')" style="fill:url(https://evil.example/)" d="M0 0"/></svg>',
    '<svg><use href="https://evil.example/x.svg#a"/><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/><use xlink:href="//evil.example/x.svg#a"/></svg>',
    '<svg><title><img src=x onerror=alert(1)></title><desc><img src=x onerror=alert(1)></desc><text><![CDATA[<img src=x onerror=alert(1)>]]></text></svg>',
    '<svg><filter id="f"><feImage href="https://evil.example/"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">',
    '<iframe srcdoc="<iframe srcdoc=&quot;<script>alert(1)</script>&quot;>"></iframe>',
    '<object data="https://evil.example/"></object><embed src="https://evil.example/">',
    '<form action="https://evil.example/"><input type=image src="https://evil.example/x" formaction="javascript:x"><button formaction="https://evil.example/">go</button></form>',
    '<link rel=stylesheet href="https://evil.example/x.css"><link rel=prefetch href="https://evil.example/">',
    '<style>@import "https://evil.example/x.css"; p{background:url(https://evil.example/)}</style>',
    '<style>p{content:"</sty" "le>"}</style><style>i{}</style ><img src=x onerror=alert(1)>',
    "<style media='x\"><script>alert(1)</script>'>p{color:red}</style>",
    '<body style="background:url(https://evil.example/)" background="https://evil.example/" class=\'"><script>alert(1)</script>\'>',
    '<html class=\'"><script>alert(1)</script>\' data-x="><script>">',
    '<p style="background:url(https://evil.example/x);width:expression(alert(1))">x</p>',
    '<p style="background:\\75rl(https://evil.example/x)">x</p>',
    '<picture><source srcset="https://evil.example/x 1x" media="screen"><img src=x></picture>',
    '<video poster="https://evil.example/x" src="https://evil.example/"></video><audio src="https://evil.example/"></audio>',
    '<table background="https://evil.example/x"><td background="javascript:alert(1)">x</table>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<a href="javascript:alert(1)">x</a><a href="data:text/html,x">y</a>',
    '<p data-og="og-asset-n-7">og-asset-n-7</p>',
  ])('has nothing that runs or loads: %s', html => {
    const found: [string, string][] = []
    const visit = (nodes: ReturnType<typeof parseDocument>['children']) => {
      for (const node of nodes) {
        if ('attribs' in node) {
          expect(node.name).not.toMatch(
            /^(?:script|iframe|object|embed|link|base|math|video|audio|frame|image|foreignobject|feimage|set|animate)$/i,
          )
          for (const [name, value] of Object.entries(node.attribs)) found.push([name, value])
        }
        if ('children' in node) visit(node.children)
      }
    }
    const shown = render(`<p>before</p>${html}<p>after</p>`)
    visit(parseDocument(shown).children)
    for (const [name, value] of found) {
      expect(name).not.toMatch(/^on|action|ping|srcdoc|http-equiv/)
      if (/^(?:src|srcset|background)$/.test(name)) expect(value).toMatch(/^og-asset-n-/)
      if (name === 'href') expect(value).toBe('#')
      if (/^(?:fill|stroke)$/.test(name)) expect(value).not.toMatch(/evil/)
      if (name === 'style') expect(value).not.toMatch(/evil|expression/)
    }
    for (const [, css = ''] of shown.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) expect(css).not.toMatch(/evil|@import/)
  })
})
