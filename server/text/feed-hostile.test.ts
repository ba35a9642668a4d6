// Shapes of feeds that real sites send and that the public suites of feed readers cover; the files are our own.
import { expect, test } from 'vitest'
import { decodeBody } from './charset.ts'
import { declaredFeeds } from './declared-feeds.ts'
import { readFeed } from './feed.ts'
import { showFeedDate } from './feed-date.ts'
import { extractSource } from './source.ts'

const url = 'https://example.org/news/feed.xml'
const rss = (items: string, declaration = '<?xml version="1.0"?>') =>
  `${declaration}<rss version="2.0"><channel><title>News</title>${items}</channel></rss>`
const item = (inner: string) => `<item>${inner}</item>`
const read = (text: string) => readFeed(text, url)
const bytes = (body: Buffer, type: string) => read(decodeBody(body, type, null).text)

test.each([
  [
    'UTF-8 with a mark, declared as Latin 1',
    Buffer.from(`\ufeff${rss(item('<title>Größe 中</title>'), '<?xml version="1.0" encoding="iso-8859-1"?>')}`),
    'text/xml',
  ],
  [
    'UTF-8 declared as ASCII',
    Buffer.from(rss(item('<title>Größe 中</title>'), '<?xml version="1.0" encoding="us-ascii"?>')),
    'application/xml',
  ],
  [
    'UTF-16 little endian',
    Buffer.from(`\ufeff${rss(item('<title>Größe 中</title>'), '<?xml version="1.0" encoding="utf-16"?>')}`, 'utf16le'),
    'application/rss+xml',
  ],
  [
    'UTF-16 big endian',
    Buffer.from(`\ufeff${rss(item('<title>Größe 中</title>'))}`, 'utf16le').swap16(),
    'application/rss+xml',
  ],
  [
    'UTF-8 in a header that says Windows',
    Buffer.from(rss(item('<title>Größe 中</title>'))),
    'text/xml; charset=windows-1252',
  ],
])('%s is read by its bytes', (_, body, type) => {
  expect(bytes(body, type)?.entries).toMatchObject([{ title: 'Größe 中' }])
})

test('a single-byte encoding is read as it is declared', () => {
  const text = rss(item('<title>Größe é</title>'), '<?xml version="1.0" encoding="iso-8859-1"?>')
  expect(bytes(Buffer.from(text, 'latin1'), 'text/xml')?.entries).toMatchObject([{ title: 'Größe é' }])
})

test.each([
  ['undeclared names of HTML', 'caf&eacute;&nbsp;&mdash; A &amp; B', 'café — A & B'],
  ['an unknown name', 'A &unknown; B', 'A &unknown; B'],
  ['a bare ampersand', 'AT&T and R&D', 'AT&T and R&D'],
  ['numbers', '&#8217;&#x4e2d;', '’中'],
  ['a number that is no character', 'A&#x110000;B', /^A.?B$/u],
  ['twice escaped', '&amp;amp;lt;', '&lt;'],
  ['parts of CDATA', '<![CDATA[A ]]>&amp;<![CDATA[ <i>B</i>]]>', 'A & B'],
  ['an end of CDATA inside', '<![CDATA[a]]]]><![CDATA[>b]]>', 'a]]>b'],
])('entities in a title: %s', (_, written, title) => {
  const [entry] = read(rss(item(`<title>${written}</title>`)))?.entries ?? []
  if (typeof title === 'string') expect(entry?.title).toBe(title)
  else expect(entry?.title).toMatch(title)
})

test.each([
  [
    'RSS 0.90',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>C</title></channel><item><title>T</title><link>/a</link></item></rdf:RDF>',
  ],
  [
    'RSS 0.91 with a document type',
    '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><item><title>T</title><link>/a</link></item></channel></rss>',
  ],
  [
    'RSS 0.92 without titles of the channel',
    '<rss version="0.92"><channel><item><description>T</description><link>/a</link></item></channel></rss>',
  ],
  [
    'RSS 0.94 with items outside the channel',
    '<rss version="0.94"><channel><title>C</title></channel><item><title>T</title><link>/a</link></item></rss>',
  ],
  [
    'RSS 1.0',
    '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel r:about="/"><items><r:Seq><r:li r:resource="/a"/></r:Seq></items></channel><item r:about="https://example.org/a"><title>T</title></item></r:RDF>',
  ],
  [
    'RSS with a namespace of its own',
    '<rss version="2.0" xmlns="http://backend.userland.com/rss2"><channel><item><title>T</title><link>/a</link></item></channel></rss>',
  ],
  ['names in capitals', '<RSS version="2.0"><CHANNEL><ITEM><TITLE>T</TITLE><LINK>/a</LINK></ITEM></CHANNEL></RSS>'],
  [
    'Atom 0.3',
    '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title mode="escaped" type="text/html">&lt;b&gt;T&lt;/b&gt;</title><link rel="alternate" type="text/html" href="/a"/><issued>2026-01-02T03:04:05Z</issued></entry></feed>',
  ],
  ['Atom without its namespace', '<feed><entry><title>T</title><link href="/a"/></entry></feed>'],
  [
    'Atom under any prefix',
    '<x:feed xmlns:x="http://www.w3.org/2005/Atom"><x:entry><x:title>T</x:title><x:link href="/a"/></x:entry></x:feed>',
  ],
])('%s has its entry', (_, text) => {
  const feed = read(text)
  expect(feed?.entries).toHaveLength(1)
  expect(feed?.entries[0]).toMatchObject({ link: 'https://example.org/a' })
  expect([feed?.entries[0]?.title, feed?.entries[0]?.summary]).toContain('T')
})

test('xml:base of the feed, of an entry and of a link combine; one that is no address is ignored', () => {
  const feed = read(
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/one/"><entry xml:base="two/"><title>A</title><link xml:base="three/" href="x"/></entry>
      <entry xml:base="javascript:alert(1)"><title>B</title><link href="y"/></entry></feed>`,
  )
  expect(feed?.entries.map(({ link }) => link)).toEqual([
    'https://example.org/one/two/three/x',
    'https://example.org/one/y',
  ])
})

test('JSON Feed: ids as numbers, missing parts, values of the wrong type, nothing that is an entry', () => {
  const feed = read(
    `\ufeff${JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 7,
      items: [
        { id: 12, title: 'A', url: '/a' },
        { id: 12.5, content_text: 'B' },
        { id: { deep: 1 }, title: ['C'], external_url: 'https://other.example/c' },
        ...[null, 3, 'text', [], { id: 'empty' }],
      ],
    })}`,
  )
  expect(feed?.entries.map(({ id, link }) => [id, link])).toEqual([
    ['12', 'https://example.org/a'],
    ['12.5', ''],
    ['https://other.example/c', 'https://other.example/c'],
  ])
  expect(feed?.counts).toEqual({ entries: 3, unreadable: 5, repeated: 0, no_link: 1, is_over: false, is_cut: false })
  const none = read('{"version":"https://jsonfeed.org/version/1","items":{"0":1}}')
  expect(none?.counts).toMatchObject({ entries: 0, is_cut: true })
})

test.each([
  ['Thu, 01 Jan 2026 00:00:00 GMT', '2026-01-01 00:00 UTC'],
  ['Thu, 1 Jan 26 00:00 UT', '2026-01-01 00:00 UTC'],
  ['01 Jan 2026 10:00:00 +0230', '2026-01-01 07:30 UTC'],
  ['2026-01-01', '2026-01-01'],
  ['20260101T101112Z', '2026-01-01 00:00 UTC'],
  ['2026-01-01 10:11', '2026-01-01 10:11 UTC'],
  ['2026/01/01 10:11:12 +08:00', '2026-01-01 02:11 UTC'],
  ['2026年1月1日 18:11', '2026-01-01 18:11 UTC'],
  ['1 січня 2026', '1 січня 2026'],
  ['January 1, 2026', '2026-01-01'],
  ['1767225600', '2026-01-01 00:00 UTC'],
  ['1767225600000', '2026-01-01 00:00 UTC'],
  ['99 Foo 2026', '99 Foo 2026'],
  ['', ''],
])('the date %s', (written, shown) => {
  const { text } = showFeedDate(written)
  // A compact time of the day is not read; its day is.
  expect(written === '20260101T101112Z' ? text.slice(0, 10) : text).toBe(
    written === '20260101T101112Z' ? '2026-01-01' : shown,
  )
})

test('left out entries are counted by their reason', () => {
  const entry = (n: number) => item(`<title>Entry ${n}</title><link>/n/${n}</link>`)
  const feed = read(
    rss(
      `${entry(1)}${entry(1)}${item('<pubDate>now</pubDate>')}${item('<title>No page</title><link>javascript:x()</link>')}`,
    ),
  )
  expect(feed?.counts).toEqual({ entries: 2, unreadable: 1, repeated: 1, no_link: 1, is_over: false, is_cut: false })
  const many = rss(Array.from({ length: 20_001 }, (_, n) => entry(n)).join(''))
  expect(read(many)?.counts).toMatchObject({ entries: 20_000, is_over: true, is_cut: false })
  expect(read(many.slice(0, 500))?.counts).toMatchObject({ is_over: false, is_cut: true })
  expect(extractSource({ html: many, text: '', url }).feed).toMatchObject({ entries: 20_000, is_over: true })
})

test('feeds that a page declares are absolute, of the web, each once and without those of comments', () => {
  const link = (href: string, more = 'type="application/rss+xml"') => `<link rel="alternate" ${more} href="${href}">`
  const html = `<html><head><base href="/sub/">${link('feed.xml')}${link('/sub/feed.xml#top')}${link('feed.json', 'type="application/feed+json; charset=utf-8"')}
    ${link('javascript:x()')}${link('http://[bad')}${link('comments/feed', 'type="application/rss+xml" title="Comments"')}${link('/de/', 'hreflang="de"')}
    <!-- ${link('/hidden.xml')} --></head></html>`
  expect(declaredFeeds(html, 'https://example.org/page')).toEqual([
    'https://example.org/sub/feed.xml',
    'https://example.org/sub/feed.json',
  ])
  const many = Array.from({ length: 500 }, (_, n) => link(`/f${n}.xml`)).join('')
  expect(declaredFeeds(many, 'https://example.org/')).toHaveLength(20)
})
