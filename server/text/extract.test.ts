import { expect, test } from 'vitest'
import { extractHtml, extractText, textHash } from './extract.ts'
import { cleanText } from './extract-block.ts'
import { lettersIn } from './extract-letters.ts'
import { copyText } from './units.ts'

const url = 'https://example.org/news/page.html'
const texts = (html: string) => extractHtml(html, url).blocks.map(block => block.text)

test('text is what a reader sees', () => {
  const html = `<head><title> A &amp; B </title><style>p{}</style></head><body><script>var a = "<p>no</p>"</script>
    <template><p>no</p></template><!-- no --><noscript>no</noscript><p hidden>no</p><p style="display: none">no</p>
    <div aria-hidden="true">no</div><p>Caf&eacute; <b>and</b>&nbsp;tea<span aria-hidden="true">★</span></p>
    <svg><title>no</title><text>no</text></svg><textarea>no</textarea><p>soft\u00adhyphen</p></body>`
  const extract = extractHtml(html, url)
  expect(extract.title).toBe('A & B')
  expect(extract.blocks.map(block => block.text)).toEqual(['Café and tea', 'softhyphen'])
})

test('line breaks, rows of tables, list items and lines of code are separate blocks', () => {
  expect(texts('<p>one<br>two</p><table><tr><td>a</td><td>b</td></tr><tr><td>c</table>')).toEqual([
    'one',
    'two',
    'a b',
    'c',
  ])
  expect(texts('<ul><li>x<li>y</ul><pre>first\nsecond</pre>')).toEqual(['x', 'y', 'first', 'second'])
})

test('Chinese text stays whole and is composed', () => {
  expect(texts('<p>路口<em>交通</em>管制</p><p>é</p>')).toEqual(['路口交通管制', 'é'])
})

test('100,000 nested elements cost no more than their bytes', () => {
  const deep = `${'<div>'.repeat(100_000)}core${'</div>'.repeat(100_000)}<p>after</p>`
  const startedAt = performance.now()
  expect(texts(deep)).toEqual(['core', 'after'])
  expect(texts(`${'<b><i>'.repeat(50_000)}core${'</p>'.repeat(50_000)}`)).toEqual(['core'])
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

test('links are absolute and listed once, without fragments; those of other schemes are not crawled', () => {
  const extract = extractHtml(
    `<base href="/b/"><a href="x?q=1#s">x</a><a href="x?q=1#t">y</a><a href="mailto:a@b.c">m</a><a href="javascript:no()">j</a><a href="#top">t</a>`,
    url,
  )
  expect(extract.links).toEqual(['https://example.org/b/x?q=1', 'https://example.org/b/'])
  expect(extract.blocks[0]?.links).toEqual([
    'https://example.org/b/x?q=1#s',
    'https://example.org/b/x?q=1#t',
    'mailto:a@b.c',
  ])
})

test('navigation, header and footer are frame; within an article they are content', () => {
  const { blocks } = extractHtml(
    `<header>site</header><nav>menu</nav><div class="left-sidebar">side</div><article><header>Title</header>
     <p>A text that is long enough to be the content of this page.</p><footer>by me</footer></article><footer>2026</footer>`,
    url,
  )
  expect(blocks.filter(block => block.part === 'frame').map(block => block.text)).toEqual([
    'site',
    'menu',
    'side',
    '2026',
  ])
})

test('a page whose names make all of it frame is all content', () => {
  const { blocks } = extractHtml('<div class="footer"><p>The whole page stands here.</p></div>', url)
  expect(blocks[0]?.part).toBe('main')
})

test('a page that an open dialogue hides from screen readers keeps its text', () => {
  expect(
    texts('<div aria-hidden="true"><p>All the text of this page.</p></div><div role="dialog">Cookies?</div>'),
  ).toContain('All the text of this page.')
})

test('the sign next to a heading is not text, pictures are listed without their query', () => {
  const { blocks } = extractHtml(
    '<h2>Terms<a href="#terms">¶</a></h2><p>See <img src="/a.png?v=3"><img src="/p.gif" width="1"></p>',
    url,
  )
  expect(blocks.map(({ place, ...block }) => block)).toEqual([
    { text: 'Terms', links: [], tag: 'h2', part: 'main' },
    { text: 'See', links: [], tag: 'p', part: 'main', pictures: ['https://example.org/a.png'] },
  ])
})

test('language, canonical address and robots are read', () => {
  const extract = extractHtml(
    '<html lang="zh-CN"><head><link rel="canonical" href="/c"><meta name="robots" content="NoIndex, nofollow"></head>',
    url,
  )
  expect(extract).toMatchObject({ lang: 'zh-CN', canonical: 'https://example.org/c', noindex: true, nofollow: true })
})

test('the hash depends on texts, targets and levels of headings, and on nothing else', () => {
  const hash = (html: string) => textHash(extractHtml(html, url))
  expect(hash('<p class="a">x</p>')).toBe(hash('<div><p>\n x </p></div>'))
  expect(hash('<p>x</p>')).not.toBe(hash('<p>y</p>'))
  expect(hash('<p><a href="/1">x</a></p>')).not.toBe(hash('<p><a href="/2">x</a></p>'))
  expect(hash('<h2>x</h2>')).not.toBe(hash('<h3>x</h3>'))
})

test('plain text is a block per line', () => {
  expect(extractText('One\r\n\r\n two  words \f三', url).blocks.map(block => block.text)).toEqual([
    'One',
    'two words',
    '三',
  ])
})

const targets = (html: string) => extractHtml(html, url).blocks.flatMap(block => block.links)

test('a link within the page is a target if it is in a sentence', () => {
  expect(targets('<p>The duties are those of <a href="#s5">section 5</a>, if any.</p>')).toEqual(['#s5'])
  expect(targets('<p>详见<a href="#fj2">附件二</a></p>')).toEqual(['#fj2'])
  expect(targets('<p>As said <a href="/news/page.html#s6">above</a>, and <a href="/b#x">there</a>.</p>')).toEqual([
    'https://example.org/b#x',
    'https://example.org/news/page.html#s6',
  ])
})

test('the marks of notes are neither text nor targets, and a note is known as one', () => {
  const { blocks } = extractHtml(
    '<p>Proven elsewhere.<sup><a href="#cite_note-7"><span>[</span>7<span>]</span></a></sup> See <a href="#s7">[7]</a> below.</p><ol><li><a href="#cite_ref-7">^</a> Larsen 1982.</li><li>Holt 1990. <a href="#fnref:2">↩</a></li><li>No note.</li></ol>',
    'https://example.org/news/page.html',
  )
  expect(blocks.map(({ text, links, isNote = false }) => [text, links, isNote])).toEqual([
    ['Proven elsewhere. See [7] below.', ['#s7'], false],
    ['Larsen 1982.', [], true],
    ['Holt 1990.', [], true],
    ['No note.', [], false],
  ])
})

test('the editor of a section of a wiki is no part of its heading', () => {
  const heading = (section: number) =>
    extractHtml(
      `<h2><span>History</span><span class="mw-editsection">[<a href="/index.php?title=A&amp;section=${section}">edit</a>]</span></h2><p>Built in 1900.</p>`,
      'https://example.org/wiki/A',
    )
  expect(heading(1).blocks.map(({ text, links }) => [text, links])).toEqual([
    ['History', []],
    ['Built in 1900.', []],
  ])
  expect(textHash(heading(1))).toBe(textHash(heading(2)))
})

test('permalinks, tables of contents and buttons are not targets', () => {
  expect(
    targets(
      '<h2>Terms of use <a href="#terms">#</a></h2><h2><a href="/news/page.html#rules">Rules</a></h2><h3><a href="#fees">Fees and taxes</a></h3>',
    ),
  ).toEqual([])
  expect(targets('<h2>Terms <a href="#terms" aria-label="link">🔗</a></h2><dt>Fee<a href="#fee">¶</a></dt>')).toEqual(
    [],
  )
  expect(
    targets('<ul><li>1. <a href="#a">Scope</a></li><li><a href="#b">Fees</a> | <a href="/c">C</a></li></ul>'),
  ).toEqual(['https://example.org/c'])
  expect(targets('<p>Read the whole text <a href="#">here</a> or <a href="#">fold it</a>.</p>')).toEqual([])
})

test('one Chinese character that links within the page is text', () => {
  expect(texts('<p>标准<a href="#z1">注</a>另有规定</p>')).toEqual(['标准注另有规定'])
})

const stub = (head: string, body = '<p>Redirect</p>') =>
  extractHtml(`<html><head>${head}</head><body>${body}</body></html>`, url)

test.each([
  ['<meta http-equiv="refresh" content="0;url=/new/">', 'https://example.org/new/'],
  [`<META HTTP-EQUIV="Refresh" CONTENT="1; URL='https://other.example.net/'">`, 'https://other.example.net/'],
  ['<meta http-equiv=refresh content="0; /zh/index.html">', 'https://example.org/zh/index.html'],
  ['<noscript><meta http-equiv="refresh" content="0;url=b.html"></noscript>', 'https://example.org/news/b.html'],
  ['<script>window.location.href = "../web/";</script>', 'https://example.org/web/'],
  ["<script type='text/javascript'><!--\nlocation.replace('/x');\n//--></script>", 'https://example.org/x'],
])('a page that is nearly empty and redirects at once has moved: %s', (head, to) => {
  expect(stub(head)).toMatchObject({ movedTo: to, links: expect.arrayContaining([to]) })
})

test.each([
  ['that loads itself again', '<meta http-equiv="refresh" content="0;url=page.html">', '<p>Wait</p>'],
  ['that refreshes its news every minute', '<meta http-equiv="refresh" content="60;url=/next">', '<p>News</p>'],
  ['with content', '<meta http-equiv="refresh" content="0;url=/next">', `<p>${'All that it tells. '.repeat(30)}</p>`],
  ['whose script decides', '<script>if (isPhone) { location.href = "/m" }</script>', '<p></p>'],
  [
    'for which a script stands',
    '<script src="/app.js"></script><noscript><meta http-equiv="refresh" content="0;url=/n"></noscript>',
    '',
  ],
])('a page %s has not moved', (_what, head, body) => {
  expect(stub(head, body)).not.toHaveProperty('movedTo')
})

test('the target of a moved page is part of its hash, and a menu around the stub is no content', () => {
  const html = (to: string) =>
    `<meta http-equiv="refresh" content="0;url=${to}"><nav>${'<a href="/x">Entry</a>'.repeat(90)}</nav><p>Moved.</p>`
  expect(extractHtml(html('/a'), url).movedTo).toBe('https://example.org/a')
  expect(textHash(extractHtml(html('/a'), url))).not.toBe(textHash(extractHtml(html('/b'), url)))
})

test('a text is cleaned alike whether or not it takes the short path', () => {
  const longPath = (text: string) =>
    text
      .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .normalize('NFC')
  for (let unit = 0; unit < 65_536; unit += 1) {
    const one = String.fromCharCode(unit)
    for (const text of [one, `a${one}`, `${one}e`, `か${one}한`, ` ${one}`, `中 ${one} `])
      expect(cleanText(text), unit.toString(16)).toBe(longPath(text))
  }
  // The array for the units of a text is larger for long ones.
  for (const text of ['a  b'.repeat(30_000), '文'.repeat(70_000), `${'x '.repeat(40_000)}é`])
    expect(cleanText(text)).toBe(longPath(text))
})

test('a wide character counts as two letters', () => {
  expect(lettersIn('')).toBe(0)
  expect(lettersIn('Trade 贸易 한국 カナ')).toBe('Trade    '.length - 1 + 12)
  expect(lettersIn('贸易'.repeat(40_000))).toBe(160_000)
})

test('a copied text is the same text', () => {
  for (const text of ['', 'title', '标题 😀', '\ud83d'])
    for (const part of [text, `<title>${text}</title>`.slice(7, -8)]) expect(copyText(part)).toBe(text)
})
