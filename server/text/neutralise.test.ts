import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { neutralise } from './neutralise.ts'

const url = 'https://site.example/news/today'
const bodyOf = (html: string) => /<body>(.*)<\/body>/s.exec(neutralise(html, url))?.[1] ?? ''

/** Every element and attribute that a parser finds in the result's body. */
function foundIn(html: string) {
  const elements: { name: string; attribs: Record<string, string> }[] = []
  const visit = (nodes: ReturnType<typeof parseDocument>['children']) => {
    for (const node of nodes) {
      if ('attribs' in node) elements.push({ name: node.name, attribs: node.attribs })
      if ('children' in node) visit(node.children)
    }
  }
  visit(parseDocument(bodyOf(html)).children)
  return elements
}

describe('an archived page', () => {
  it('keeps everything a reader sees: text, headings, lists, tables', () => {
    const html = '<h1>Title</h1><ul><li>one</li></ul><table><tr><td colspan="2">cell &lt;b&gt;</td></tr></table>'
    expect(bodyOf(html)).toBe(html)
  })

  it('keeps its title and language', () => {
    const html = neutralise('<html lang="zh-CN"><title>A &amp; B</title><p>x', url)
    expect(html).toContain('<html lang="zh-CN">')
    expect(html).toContain('<title>A &amp; B</title>')
  })

  it("shows a link's target, and links nowhere", () => {
    expect(bodyOf('<a href="../about?x=1&amp;y=2" onclick="x()" target="_top">About</a>')).toBe(
      '<a title="https://site.example/about?x=1&amp;y=2" rel="noreferrer">About</a>',
    )
  })

  it('shows a picture’s alternative text or name in its place', () => {
    expect(bodyOf('<img src="https://track.example/p.gif?u=1" srcset="a 2x" alt="A chart" width="40">')).toBe(
      '<img width="40" alt="A chart" />',
    )
    expect(bodyOf('<img src="/img/logo.png">')).toBe('<img alt="logo.png" />')
  })

  it('keeps harmless styles and no others', () => {
    expect(
      bodyOf('<p style="color:red;background:url(https://x.example/a);position:fixed;margin-left:2px">x</p>'),
    ).toBe('<p style="color:red;margin-left:2px">x</p>')
    for (const style of [
      'width:expression(alert(1))',
      'color:\\75rl(x)',
      'color:red/**/;}body{',
      'behavior:url(#x)',
      'color:var(--x)',
    ])
      expect(bodyOf(`<p style="${style}">x</p>`)).not.toMatch(/expression|rl\(|\}|behavior|var/)
  })
})

const hostile = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)//',
  '<body onload=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x>x</a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=alert(1)>#x"></use></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;script&colon;alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<base href="https://evil.example/"><a href="/x">x</a>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"; p{background:url(https://evil.example/)}</style>',
  '<iframe src="https://evil.example/"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<frameset><frame src="https://evil.example/"></frameset>',
  '<object data="https://evil.example/"></object><embed src="https://evil.example/">',
  '<form action="https://evil.example/"><input name=password><button formaction="javascript:alert(1)">go</button></form>',
  '<isindex action="javascript:alert(1)" type=image>',
  '<video poster="https://evil.example/x"><source src="https://evil.example/" onerror="alert(1)"></video>',
  '<audio src="https://evil.example/" autoplay></audio>',
  '<table background="https://evil.example/x"><td background="javascript:alert(1)">x</table>',
  '<input type=image src="https://evil.example/x"><picture><source srcset="https://evil.example/x"></picture>',
  '<p style="background-image:url(https://evil.example/x)" ping="https://evil.example/">x</p>',
  '<div style="color: red; x:expression(alert(1))">x</div>',
  '<marquee onstart=alert(1)>x</marquee><details ontoggle=alert(1) open>x</details>',
  '<a href="https://evil.example/" ping="https://evil.example/p" download>x</a>',
  '<p id="x" name="y" class="z" is="w" slot="s">x</p>',
  '<html xmlns:xss><xss style="behavior:url(x)">x</xss>',
  '<?xml-stylesheet href="javascript:alert(1)"?><!DOCTYPE x [<!ENTITY x "y">]>x',
  '"><img src=x onerror=alert(1)>',
  "<img alt='\"><script>alert(1)</script>' src=x>",
  '<a title="x&quot; onmouseover=&quot;alert(1)">x</a>',
  '<img alt="`><img src=x onerror=alert(1)>" src=x>',
]
const allowedNames =
  /^(a|abbr|b|big|br|caption|cite|code|col|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|kbd|label|li|ol|p|pre|q|s|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|time|tr|u|ul)$/
const allowedAttributes =
  /^(alt|align|colspan|datetime|dir|height|lang|open|rel|rowspan|scope|span|start|style|title|type|value|valign|width|color|size|reversed)$/

describe('a hostile page', () => {
  it.each(hostile)('contains nothing that runs, loads or links elsewhere: %s', html => {
    for (const { name, attribs } of foundIn(`<p>before</p>${html}<p>after</p>`)) {
      expect(name).toMatch(allowedNames)
      for (const [attribute, value] of Object.entries(attribs)) {
        expect(attribute).toMatch(allowedAttributes)
        if (attribute === 'style') expect(value).not.toMatch(/url|expression|import/i)
      }
    }
    // Cleaning it again changes nothing, so no parser reads the result as something else.
    const once = bodyOf(html)
    expect(foundIn(once)).toEqual(foundIn(html))
  })

  it.each([
    ['elements without end', '<div>'.repeat(600_000)],
    ['links without end', '<a href=x><b>'.repeat(200_000)],
    ['opening brackets', '<'.repeat(3_000_000)],
    ['comments without end', '<!--'.repeat(700_000)],
    ['attributes without end', `<p ${'x=1 '.repeat(700_000)}>`],
    ['entities', '&amp;&#60;&lt;'.repeat(200_000)],
    ['unclosed quotes', '<a title="'.repeat(300_000)],
    ['scripts without end', '<script>'.repeat(300_000)],
    ['end tags', '</div>'.repeat(500_000)],
    ['drawings in drawings', '<svg>'.repeat(500_000)],
    ['long style', `<p style="${'color:red;'.repeat(300_000)}">x`],
    ['long titles', '<title '.repeat(400_000)],
  ])('of 3 MB of %s is processed quickly', (_, html) => {
    const before = process.cpuUsage().user
    neutralise(html, url)
    expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(15_000)
  })

  it('ten times the page takes about ten times as long', () => {
    const row =
      '<div class="x"><p style="color:red"><a href="/a/b">hello <b>world</b></a> and text of some length</p></div>'
    const timeOf = (bytes: number) => {
      const html = row.repeat(Math.ceil(bytes / row.length))
      // User time, because other work on the machine must not count.
      const times = [1, 2, 3].map(() => {
        const before = process.cpuUsage().user
        neutralise(html, url)
        return process.cpuUsage().user - before
      })
      return Math.min(...times)
    }
    timeOf(300_000)
    expect(timeOf(3_000_000) / timeOf(300_000)).toBeLessThan(40)
  })
})
