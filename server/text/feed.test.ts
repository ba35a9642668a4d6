import { expect, test } from 'vitest'
import { decodeBody } from './charset.ts'
import { textHash } from './extract.ts'
import { readFeed } from './feed.ts'
import { readFeedDate, showFeedDate } from './feed-date.ts'
import { feedKindOf } from './feed-kind.ts'
import { extractSource } from './source.ts'

const url = 'https://example.org/news/feed.xml'
const rss = (items: string, head = '<title>News</title>') =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${head}${items}</channel></rss>`
const read = (text: string, from = url) => readFeed(text, from)
const entries = (text: string, from = url) => read(text, from)?.entries ?? []
const blocksOf = (text: string) =>
  extractSource({ html: text, text: '', url }).blocks.map(({ text, tag, links }) => [tag, text, ...links])

test('RSS 2.0 is a page with a title and the texts of each entry', () => {
  const text = rss(
    `<item><title>A new bridge</title><link>https://example.org/news/1?utm_source=rss&amp;id=4</link>
      <guid>1</guid><pubDate>Fri, 27 Nov 2026 08:00:00 +0800</pubDate><description>It crosses the river.</description></item>
    <item><title>No page</title><guid isPermaLink="false">2</guid></item>`,
    '<title>News</title><link>https://example.org/</link><description>All of it</description><lastBuildDate>now</lastBuildDate><image><title>Logo</title></image>',
  )
  expect(blocksOf(text)).toEqual([
    ['h1', 'News'],
    ['p', 'All of it'],
    ['h3', 'A new bridge', 'https://example.org/news/1?id=4'],
    ['p', 'It crosses the river.'],
    ['div', '2026-11-27 00:00 UTC'],
    ['h3', 'No page'],
  ])
  const extract = extractSource({ html: text, text: '', url })
  expect(extract).toMatchObject({
    title: 'News',
    isFeed: true,
    isCut: false,
    links: ['https://example.org/news/1?id=4'],
  })
  // Times at which the feed was made are not part of it.
  expect(textHash(extractSource({ html: text.replace('>now<', '>later<'), text: '', url }))).toBe(textHash(extract))
})

test('RSS 0.91 and 1.0, Atom 0.3 and 1.0, JSON Feed and site maps with titles are read', () => {
  const item = '<title>T</title><link>/a</link><description>D</description>'
  expect(
    entries(
      `<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "rss-0.91.dtd"><rss version="0.91"><channel><item>${item}</item></channel></rss>`,
    ),
  ).toMatchObject([{ title: 'T', link: 'https://example.org/a', summary: 'D' }])
  expect(
    entries(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>C</title></channel><item rdf:about="https://example.org/r">${item}<d:date>2026-01-02T03:04Z</d:date></item></rdf:RDF>`,
    ),
  ).toMatchObject([{ id: 'https://example.org/r', title: 'T', date: '2026-01-02T03:04Z' }])
  const atom = (space: string) =>
    entries(
      `<a:feed xmlns:a="${space}"><a:title>F</a:title><a:entry><a:source><a:title>Other</a:title></a:source><a:id>tag:1</a:id><a:title>T</a:title><a:link rel="enclosure" href="/x.mp3"/><a:link href="/a"/><a:published>2026-01-02</a:published><a:updated>2026-02-02</a:updated><a:summary>S</a:summary></a:entry></a:feed>`,
    )
  for (const space of ['http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#'])
    expect(atom(space)).toEqual([
      { id: 'tag:1', title: 'T', link: 'https://example.org/a', date: '2026-01-02', summary: 'S' },
    ])
  const json = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
    items: [{ id: 7, title: 'T', url: '/a', content_html: '<p>C</p>' }, 3],
  }
  expect(read(JSON.stringify(json))).toMatchObject({
    title: 'J',
    entries: [{ id: '7', title: 'T', link: 'https://example.org/a', summary: 'C' }],
  })
  expect(
    entries(
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"><url><loc>https://example.org/a</loc><n:news><n:publication><n:name>N</n:name></n:publication><n:publication_date>2026-01-02</n:publication_date><n:title>T</n:title></n:news></url></urlset>',
    ),
  ).toMatchObject([{ title: 'T', link: 'https://example.org/a', date: '2026-01-02' }])
})

test('only feeds are feeds', () => {
  for (const text of [
    '<!doctype html><html><body><rss>',
    '<feed><a/></feed>',
    '{"version":"1","items":[]}',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url/></urlset>',
    'rss',
    '',
  ])
    expect(feedKindOf(text), text).toBeNull()
  expect(feedKindOf('\ufeff \n<!-- made --><?xml-stylesheet href="a"?><rss/>')).toBe('xml')
})

test('markup in titles and summaries is text, whether escaped, in CDATA or as elements', () => {
  const titles = entries(
    rss(
      [
        '<title>Tom &amp;amp; Jerry&amp;#8217;s &lt;b&gt;day&lt;/b&gt;</title>',
        '<title><![CDATA[Caf&eacute; <em>now</em>]]></title>',
        '<title>2 &lt; 3</title>',
        '<title>One <b>two</b></title>',
        '<title>A</title><description><![CDATA[<p>One</p><script>x()</script><p>two</p>]]></description>',
      ]
        .map(each => `<item>${each}</item>`)
        .join(''),
    ),
  )
  expect(titles.map(({ title }) => title)).toEqual(['Tom & Jerry’s day', 'Café now', '2 < 3', 'One two', 'A'])
  expect(titles[4]?.summary).toBe('One two')
  const atom = entries(
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="text">a &lt;b&gt; c</title><summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>two</p></div></summary></entry><entry><title type="html">a &lt;b&gt;c&lt;/b&gt;</title></entry></feed>',
  )
  expect(atom).toMatchObject([{ title: 'a <b> c', summary: 'One two' }, { title: 'a c' }])
})

test('relative links follow xml:base, and a permanent id is a link', () => {
  expect(
    entries(
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/x/"><entry xml:base="y/"><title>T</title><link href="z"/></entry></feed>',
    )[0]?.link,
  ).toBe('https://a.example/x/y/z')
  const links = entries(
    rss(
      '<item><title>1</title><guid>https://example.org/1</guid></item><item><title>2</title><guid isPermaLink="false">https://example.org/2</guid></item><item><title>3</title><link>javascript:x()</link></item>',
    ),
  ).map(({ link }) => link)
  expect(links).toEqual(['https://example.org/1', '', ''])
})

test('entries without id, with a repeated id or without anything differ by address or title, or are skipped', () => {
  const feed = read(
    rss(
      `<item><guid>g</guid><title>A</title><link>/a</link></item><item><guid>g</guid><title>B</title><link>/b</link></item>
      <item><guid>g</guid><title>B</title><link>/b</link></item><item><title>C</title></item><item><title>C</title><description>other</description></item><item><pubDate>today</pubDate></item>`,
    ),
  )
  expect(feed?.counts).toEqual({ entries: 4, unreadable: 1, repeated: 1, no_link: 2, is_over: false, is_cut: false })
  expect(feed?.entries.map(({ id }) => id)).toEqual(['https://example.org/a', 'https://example.org/b', ' C', ' C 2'])
})

test('declared entities are not expanded, and nesting does not hold the reading', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n || ''};`.repeat(10)}">`).join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]>${rss('<item><title>Before &lol9; &file; after</title><link>/a</link></item>').slice(21)}`
  expect(feedKindOf(bomb)).toBe('xml')
  expect(entries(bomb)).toMatchObject([{ title: 'Before &lol9; &file; after' }])
  const start = performance.now()
  expect(read(rss(`<item><title>A</title></item><item>${'<a>'.repeat(300_000)}`))).toMatchObject({
    isCut: true,
    entries: [{ title: 'A' }],
  })
  read(rss(`<item><title>${'&lt;b&gt;'.repeat(100_000)}</title></item>`))
  expect(performance.now() - start).toBeLessThan(3_000)
})

test('a feed that ends early has its whole entries, and is cut', () => {
  const whole = rss('<item><title>A</title></item><item><title>B</title><link>/b</link></item>')
  expect(read(whole)).toMatchObject({ isCut: false })
  expect(read(whole.slice(0, whole.indexOf('/b')))).toMatchObject({ isCut: true, entries: [{ title: 'A' }] })
  expect(read(rss('<item><title>A</title><author><name>X</author></item><item><title>B</title></item>'))).toMatchObject(
    {
      isCut: false,
      entries: [{ title: 'A' }, { title: 'B' }],
    },
  )
  expect(
    extractSource({ html: null, text: '{"version":"https://jsonfeed.org/version/1","items":[', url }),
  ).toMatchObject({
    isCut: true,
    blocks: [],
  })
})

test('five thousand entries are read in a second', () => {
  const items = Array.from(
    { length: 5_000 },
    (_, n) => `<item><title>Entry ${n}</title><link>/n/${n}</link><guid>${n}</guid></item>`,
  )
  // The shortest of three: a machine that stalls for a moment does not read more slowly.
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    expect(extractSource({ html: rss(items.join('')), text: '', url }).links).toHaveLength(5_000)
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(1_000)
})

test('the charset follows the bytes if a declaration is wrong', () => {
  const title = '中文新闻标题，河上的新桥今天开放'
  const of = (body: Buffer, type: string) => entries(decodeBody(body, type, null).text)[0]?.title
  const text = (charset: string) =>
    `<?xml version="1.0" encoding="${charset}"?>${rss(`<item><title>${title}</title></item>`).slice(21)}`
  const utf16 = Buffer.from(`\ufeff${text('UTF-16')}`, 'utf16le')
  expect(of(Buffer.from(text('gb2312')), 'application/rss+xml')).toBe(title)
  expect(of(Buffer.from(text('utf-8')), 'application/rss+xml; charset=gbk')).toBe(title)
  expect(of(Buffer.from(`\ufeff${text('big5')}`), 'text/xml')).toBe(title)
  expect(of(utf16, 'application/xml')).toBe(title)
})

test.each([
  ['Fri, 27 Nov 2026 08:00:00 GMT', '2026-11-27 08:00 UTC'],
  ['Mon, 27 Nov 26 8:00 EST', '2026-11-27 13:00 UTC'],
  ['Freitag, 27. November 2026 08:00:00 +0100', '2026-11-27 07:00 UTC'],
  ['27 déc. 2026', '2026-12-27'],
  ['November 27, 2026 5:30 PM', '2026-11-27 17:30 UTC'],
  ['Fri Nov 27 08:00:00 GMT 2026', '2026-11-27 08:00 UTC'],
  ['2026-11-27T08:00:00.123+08:00', '2026-11-27 00:00 UTC'],
  ['2026-11-27 08:00:00', '2026-11-27 08:00 UTC'],
  ['2026/11/27 8:05', '2026-11-27 08:05 UTC'],
  ['2026年11月27日 下午3:05', '2026-11-27 15:05 UTC'],
  ['2026年11月27日', '2026-11-27'],
  ['27.11.2026', '2026-11-27'],
  ['11/27/2026 08:00:00', '2026-11-27 08:00 UTC'],
  ['1795766400', '2026-11-27 08:00 UTC'],
  ['1795766400000', '2026-11-27 08:00 UTC'],
  ['Fri, 27 Nov 2026 08:00:00 +9999', '2026-11-27 08:00 UTC'],
  ['yesterday', 'yesterday'],
])('the date %s is %s', (written, shown) => {
  expect(showFeedDate(written).text).toBe(shown)
})

test('no date is none', () => {
  for (const written of ['', 'soon', '0000-00-00 00:00:00', '2026-13-45', '99999999999999'])
    expect(readFeedDate(written), written).toBeNull()
})

test('the whole text of an entry is read after its summary, by paragraphs', () => {
  const rss = (description: string, content: string) =>
    extractSource({
      html: `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>F</title><item><guid>1</guid><title>T</title><description><![CDATA[${description}]]></description><content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`,
      text: '',
      url,
    }).blocks.map(({ tag, text }) => `${tag} ${text}`)
  const whole = '<p>The plant closes in May.</p><p>It has <b>120</b> workers.</p>'
  const paragraphs = ['p The plant closes in May.', 'p It has 120 workers.']
  expect(rss('The plant closes […]', whole)).toEqual(['h1 F', 'h3 T', ...paragraphs])
  expect(rss('By Anna Berg', whole)).toEqual(['h1 F', 'h3 T', 'p By Anna Berg', ...paragraphs])
  expect(rss('', whole)).toEqual(['h1 F', 'h3 T', ...paragraphs])
  expect(rss('The plant closes in May. It has 120 workers.', whole)).toEqual(['h1 F', 'h3 T', ...paragraphs])
  expect(rss(whole, '')).toEqual(['h1 F', 'h3 T', ...paragraphs])
})
