import { describe, expect, it } from 'vitest'
import { canonicalOf } from './canonical.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const { aSite, collect, watch } = useCrawl()

const naming = (canonical: string, title: string, body: string) =>
  aPage(title, body).replace('</head>', `<link rel="canonical" href="${canonical}"></head>`)
const textOf = (path: string) => prose(path).repeat(12)

async function started(paths: string[]) {
  const site = await aSite()
  const home = (links: string[]) =>
    site.set('/', aPage('Home', `${textOf('home')}${links.map(path => `<a href="${path}">Read</a>`).join(' ')}`))
  home(paths)
  for (const path of paths) site.set(path, aPage('A page', textOf(path)))
  const watched = await watch(site)
  await collect()
  await watched.round()
  const moves = async () =>
    (await watched.diffs()).flatMap(({ moved_to, page }) =>
      moved_to === null ? [] : [[new URL(page.url).pathname, new URL(moved_to).pathname]],
    )
  const paths_ = async () => (await watched.pages()).map(({ url }) => new URL(url).pathname)
  return { site, watched, home, moves, paths: paths_ }
}

describe('a page that names a canonical address with the same text', () => {
  it('keeps its history at that address, and its old address is no new page', async () => {
    const { site, watched, moves, paths } = await started(['/a'])
    const id = (await watched.page('/a'))?.id
    for (const path of ['/a', '/new/a']) site.set(path, naming('/new/a#top', 'A page', textOf('/a')))
    await watched.round()
    expect(await watched.page('/new/a')).toMatchObject({ id, status: 'active', versions: 1 })
    expect(await moves()).toEqual([['/new/a', '/new/a']])
    expect(await paths()).toEqual(['/', '/new/a'])
    // The start page still links to the old address.
    await watched.round()
    await watched.round()
    expect(await paths()).toEqual(['/', '/new/a'])
    expect(await watched.diffs()).toHaveLength(1)
  })

  it('is reported without a change of addresses if a page was there before, once', async () => {
    const { site, watched, moves, paths } = await started(['/a', '/b'])
    for (const path of ['/a', '/b']) site.set(path, naming('/b', 'A page', textOf('/a')))
    await watched.round()
    expect(await moves()).toEqual([['/a', '/b']])
    await watched.round()
    expect(await moves()).toEqual([['/a', '/b']])
    expect(await paths()).toEqual(['/', '/a', '/b'])
  })

  it('is no page of its own when it is met for the first time', async () => {
    const { site, watched, home, paths } = await started(['/a'])
    home(['/a', '/print/a', '/print/b'])
    site.set('/print/a', naming('/a', 'A page', textOf('/a')))
    // Another text is another page, whatever it names.
    site.set('/print/b', naming('/a', 'A page', textOf('/b')))
    await watched.round()
    expect(await paths()).toEqual(['/', '/a', '/print/b'])
  })
})

describe('a canonical address proves nothing', () => {
  it('if the texts differ, as when every page names the home page', async () => {
    const { site, watched, moves, paths } = await started(['/a', '/b'])
    for (const path of ['/a', '/b']) site.set(path, naming('/', 'A page', textOf(path)))
    await watched.round()
    expect(await moves()).toEqual([])
    expect(await paths()).toEqual(['/', '/a', '/b'])
  })

  it('if pages name each other', async () => {
    const { site, watched, moves, paths } = await started(['/a', '/b'])
    site.set('/a', naming('/b', 'A page', textOf('/a')))
    site.set('/b', naming('/a', 'A page', textOf('/a')))
    await watched.round()
    expect(await moves()).toEqual([])
    expect(await paths()).toEqual(['/', '/a', '/b'])
  })

  it('if the texts are too short, the address fails, or it was named before', async () => {
    const { site, watched, home, moves, paths } = await started(['/a', '/short'])
    site.set('/short', '<title>x</title><link rel="canonical" href="/brief"><p>Short text</p>')
    site.set('/brief', '<title>x</title><link rel="canonical" href="/brief"><p>Short text</p>')
    site.set('/a', naming('/lost', 'A page', textOf('/a')))
    home(['/a', '/short', '/copy'])
    site.set('/copy', naming('/late', 'A page', textOf('/copy')))
    await watched.round()
    expect(await moves()).toEqual([])
    site.set('/late', aPage('A page', textOf('/copy')))
    home(['/a', '/short', '/copy', '/late'])
    await watched.round()
    expect(await moves()).toEqual([])
    expect(await paths()).toEqual(['/', '/a', '/brief', '/copy', '/late', '/short'])
  })

  it('if it is on another host, forbidden, no web address, endless or the page itself', () => {
    const site = { hosts: ['alpha.example'], rules: { match: (url: URL) => (url.pathname === '/no' ? '/no' : null) } }
    const of = (canonical: string | null) =>
      canonicalOf({ canonical }, { url_key: 'alpha.example/a' }, site as Parameters<typeof canonicalOf>[2])
    expect(of('https://alpha.example/b#x')).toBe('https://alpha.example/b')
    for (const address of [
      'https://other.example/a',
      'https://alpha.example.evil.example/b',
      'https://alpha.example/no',
      'https://user:secret@other.example/b',
      `https://alpha.example/${'b'.repeat(3_000)}`,
      'javascript:alert(1)',
      'data:text/html,x',
      '',
      null,
    ])
      expect(of(address), String(address)).toBeUndefined()
  })
})
