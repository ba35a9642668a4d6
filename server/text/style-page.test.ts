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
          expect(node.name).not.toMatch(/^(?:script|iframe|object|embed|link|base|svg|math|video|audio|frame)$/)
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
      if (name === 'style') expect(value).not.toMatch(/evil|expression/)
    }
    for (const [, css = ''] of shown.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) expect(css).not.toMatch(/evil|@import/)
  })
})
