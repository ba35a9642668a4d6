import { describe, expect, it } from 'vitest'
import { cssAssets, rewriteSheet } from './asset-css.ts'

const base = 'https://site.example/css/main.css'
const places = (sheets: Record<string, string> = {}) => ({
  place: (url: string) => (url.includes('gone') ? null : `kept-${new URL(url).pathname.replaceAll('/', '')}`),
  sheet: (url: string) => (sheets[url] === undefined ? null : { css: sheets[url], base: url }),
  left: 1_000_000,
  cutSheets: 0,
})
const rewrite = (css: string, sheets?: Record<string, string>) => rewriteSheet({ css, base }, places(sheets))

describe('files of a stylesheet', () => {
  it('are its imports, pictures and one font of each face', () => {
    const css = `@import "a.css"; @import url(/b.css) screen;
      body { background: url("../img/x.png") no-repeat; cursor: url(https://cdn.example/c.cur), auto }
      p { background-image: image-set("one.png" 1x, url(two.png) 2x); --hero: url(hero.jpg) }
      @font-face { font-family: F; src: url(f.eot); src: url(f.eot?#x) format("embedded-opentype"), url(f.woff) format("woff"), url(f.woff2) format("woff2") }
      @media print { i { list-style-image: url(print.gif) } } b { background: url(#local) } u { background: url(data:image/png;base64,AA==) }`
    expect(cssAssets({ css, base }).map(({ kind, url }) => `${kind} ${url}`)).toEqual([
      'style https://site.example/css/a.css',
      'style https://site.example/b.css',
      'picture https://site.example/img/x.png',
      'picture https://cdn.example/c.cur',
      'picture https://site.example/css/one.png',
      'picture https://site.example/css/two.png',
      'picture https://site.example/css/hero.jpg',
      'font https://site.example/css/f.woff2',
      'picture https://site.example/css/print.gif',
    ])
  })
})

describe('a rewritten stylesheet', () => {
  it('beyond the limit of a page is left out and counted, as is each one after it', () => {
    const small = { ...places({ 'https://site.example/css/a.css': 'i{color:red}' }), left: 20 }
    expect(rewriteSheet({ css: 'p{color:red}', base }, small)).toBe('p{color:red}')
    expect(rewriteSheet({ css: 'q{color:red}', base }, small)).toBe('')
    expect(rewriteSheet({ css: '@import "a.css"; b{color:red}', base }, small)).toBe('')
    expect(small.cutSheets).toBe(2)
  })

  it('names stored files only', () => {
    expect(rewrite('p{background:url(x.png) red}q{background:url("gone.png")}')).toBe(
      'p{background:url(kept-cssx.png)red}q{background:url(data:,)}',
    )
    expect(rewrite('p{background-image:image-set("one.png" 1x)}')).toBe(
      'p{background-image:image-set("kept-cssone.png"1x)}',
    )
    expect(rewrite('p{--hero:url(hero.jpg)}')).toBe('p{--hero:url(kept-csshero.jpg)}')
  })

  it('contains imported sheets under their conditions, and ends where they import each other', () => {
    const sheets = {
      'https://site.example/css/a.css': '@import "main.css"; @import "a.css"; a{color:red}',
      'https://site.example/css/b.css': 'b{background:url(../b.png)}',
    }
    const css = rewriteSheet(
      { css: '@import "a.css"; @import "b.css" layer(base) screen and (min-width: 10px); p{color:blue}', base },
      places(sheets),
      [base],
    )
    expect(css.replaceAll(/\s+/g, ' ')).toBe(
      'a{color:red} @layer base{@media screen and (min-width:10px){b{background:url(kept-b.png)}}} p{color:blue}',
    )
  })

  it.each([
    ['p{width:expression(alert(1))}'],
    ['p{behavior:url(evil.htc)}'],
    ['p{-moz-binding:url(evil.xml#x)}'],
    ['p{background:url(javascript:alert(1))}'],
    ['p{background:url(data:text/html,<script>alert(1)</script>)}'],
    ['p{background:\\75rl(https://evil.example/a)}'],
    ['@import url(https://evil.example/i.css);'],
    ['@namespace url(https://evil.example/);'],
    ['@document url(https://evil.example/){p{color:red}}'],
    ['p{content:"</style><script>alert(1)</script>"}'],
    ['p{background:url("https://evil.example/\\"")}'],
    ['@media screen{@import "https://evil.example/n.css";}'],
    ['p{background:src("https://evil.example/s")}'],
    ['p{background:url(https://evil.example/unclosed'],
    ['@font-face{font-family:x;src:url(https://evil.example/gone)}'],
    ['p{background:url(blob:https://evil.example/1) url(file:///etc/passwd) url(//evil.example/gone)}'],
    ['<!-- p{background:url(https://evil.example/gone)} -->'],
    ['p::before{content:"\\3c/style>"}'],
  ])('of %s loads nothing and stays in its element', css => {
    const out = rewriteSheet({ css, base }, { ...places(), place: () => null })
    expect(out).not.toMatch(/evil\.example|expression|javascript|text\/html|<\//i)
    for (const [, address] of out.matchAll(/url\(([^)]*)\)/g)) expect(address).toMatch(/^"?(?:data:,|#)/)
  })

  it.each([
    ['rules', 'p.a{color:red;background:url(x.png)}'.repeat(100_000)],
    ['blocks in blocks', 'p{'.repeat(200_000)],
    ['functions in functions', `p{width:${'calc('.repeat(100_000)}`],
    ['brackets', '[('.repeat(500_000)],
    ['imports', '@import "a.css";'.repeat(100_000)],
  ])('of many %s ends', (_, css) => {
    const before = process.cpuUsage().user
    rewrite(css, { 'https://site.example/css/a.css': 'a{color:red}'.repeat(1_000) })
    expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(20_000)
  })
})
