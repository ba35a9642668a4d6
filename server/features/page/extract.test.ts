import { expect, test } from 'vitest'
import { extractHtml, extractText, textHash } from './extract.ts'

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

test('line breaks, rows of tables, list items and lines of code are blocks of their own', () => {
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

test('100,000 nested elements take no more than their bytes', () => {
  const deep = `${'<div>'.repeat(100_000)}core${'</div>'.repeat(100_000)}<p>after</p>`
  const startedAt = performance.now()
  expect(texts(deep)).toEqual(['core', 'after'])
  expect(texts(`${'<b><i>'.repeat(50_000)}core${'</p>'.repeat(50_000)}`)).toEqual(['core'])
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

test('links are absolute and told once, without fragments; those of other schemes are not crawled', () => {
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

test('a page that is all frame by its names is all content', () => {
  const { blocks } = extractHtml('<div class="footer"><p>The whole page stands here.</p></div>', url)
  expect(blocks[0]?.part).toBe('main')
})

test('a page that an open dialogue hides from screen readers keeps its text', () => {
  expect(
    texts('<div aria-hidden="true"><p>All the text of this page.</p></div><div role="dialog">Cookies?</div>'),
  ).toContain('All the text of this page.')
})

test('the sign beside a heading is no text, pictures are told without their query', () => {
  const { blocks } = extractHtml(
    '<h2>Terms<a href="#terms">¶</a></h2><p>See <img src="/a.png?v=3"><img src="/p.gif" width="1"></p>',
    url,
  )
  expect(blocks).toEqual([
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

test('the hash tells texts, targets and levels of headings apart, and nothing else', () => {
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
