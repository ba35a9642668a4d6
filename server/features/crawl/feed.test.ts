import { expect, it } from 'vitest'
import { getPageVersion, listPages, listPageVersions } from '#contract/page.api.ts'
import { getSite } from '#contract/site.api.ts'
import type { ReplaySite } from '#server/testing/replay-site.ts'
import { checkFeeds } from './feed-check.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()

type Entry = { id: number; title?: string; link?: string }
const titleOf = ({ id, title }: Entry) => title ?? `The council decides about matter ${id} in public`
const item = (entry: Entry) =>
  `<item><guid isPermaLink="false">${entry.id}</guid><title>${titleOf(entry)}</title><link>${entry.link ?? `https://elsewhere.example/${entry.id}`}</link><pubDate>${String(entry.id).padStart(2, '0')} Nov 2026 08:00:00 GMT</pubDate></item>`
const feedOf = (entries: Entry[]) =>
  `<rss version="2.0"><channel><title>News</title>${entries.map(item).join('')}</channel></rss>`

const alternate = '<link rel="alternate" type="application/rss+xml" title="News" href="/feed.xml">'
function setFeed(site: ReplaySite, html: string, type = 'application/rss+xml') {
  site.set('/feed.xml', { html, type })
}
const setStory = (site: ReplaySite, id: number) =>
  site.set(`/story/${id}`, aPage(titleOf({ id }), `<h1>${titleOf({ id })}</h1>${prose(`matter ${id}`)}`))

/** A site whose home page declares a feed that no page links to. */
async function aFeedSite(entries: Entry[]) {
  const site = await aSite()
  site.set('/', aPage('Home', prose('home')).replace('<head>', `<head>${alternate}`))
  setFeed(site, feedOf(entries))
  const watched = await watch(site)
  await collect()
  return { site, ...watched, of: (id: number): Entry => ({ id, link: `${site.origin}/story/${id}` }) }
}

it('a declared feed leads to its pages in the same round, and reports entries without a page of the site', async () => {
  const { site, round, page, diffs, of, admin } = await aFeedSite([{ id: 3 }, { id: 2 }])
  await round()
  const feed = await page('/feed.xml')
  expect(feed).toMatchObject({ title: 'News' })
  setStory(site, 5)
  setFeed(site, feedOf([of(5), { id: 4 }, { id: 3 }]))
  await round()
  expect(await page('/story/5')).toMatchObject({ title: titleOf({ id: 5 }) })
  const found = await diffs()
  expect(found.map(({ page: { url }, kind }) => [new URL(url).pathname, kind])).toHaveLength(2)
  const row = found.find(each => each.page.url.endsWith('/feed.xml'))
  expect(row?.excerpt).toContain(titleOf({ id: 4 }))
  expect(row?.excerpt).not.toContain(titleOf({ id: 5 }))
  const params = { id: String(feed?.id) }
  const version = (await admin.get(listPageVersions, { params, query: {} })).items[0]
  const shown = await admin.get(getPageVersion, { params: { ...params, version_id: String(version?.id) } })
  expect(shown.html).toBeNull()
  expect(shown.blocks.map(({ text }) => text)).toContain(titleOf({ id: 4 }))
})

it('a feed that only lists a new page of the site is no row of its own', async () => {
  const { site, round, diffs, of } = await aFeedSite([{ id: 3 }, { id: 2 }])
  await round()
  setStory(site, 5)
  setFeed(site, feedOf([of(5), { id: 3 }, { id: 2 }]))
  await round()
  const rows = await diffs()
  expect(rows.find(each => each.page.url.endsWith('/story/5'))).toBeDefined()
  const row = rows.find(each => each.page.url.endsWith('/feed.xml'))
  expect(row?.reasons.map(({ code }) => code)).toContain('listing')
  // An entry whose page cannot be fetched is reported by the feed.
  setFeed(site, feedOf([of(6), of(5), { id: 3 }]))
  await round()
  const now = (await diffs()).filter(each => each.page.url.endsWith('/feed.xml'))
  expect(now.map(({ excerpt }) => excerpt).join()).toContain(titleOf({ id: 6 }))
})

it('an unchanged feed and one whose entries only scroll off are no difference; a corrected title is one', async () => {
  const { site, round, diffs, page, last } = await aFeedSite([4, 3, 2].map(id => ({ id })))
  await round()
  site.set('/feed.xml', (request, response) => {
    expect(request.headers['if-none-match'] ?? '').toBe('')
    response.writeHead(200, { 'content-type': 'application/rss+xml', etag: '"1"' })
    response.end(`${feedOf([4, 3].map(id => ({ id })))}\n`)
  })
  await round()
  expect(await diffs()).toEqual([])
  let conditional = 0
  site.set('/feed.xml', (request, response) => {
    if (request.headers['if-none-match'] === '"1"') conditional += 1
    response.writeHead(304).end()
  })
  await round()
  expect(conditional).toBe(1)
  expect(await diffs()).toEqual([])
  setFeed(site, feedOf([{ id: 4, title: 'The council decides about matter 4 in secret' }, { id: 3 }]))
  await round()
  expect((await diffs()).map(({ excerpt }) => excerpt)).toEqual([expect.stringContaining('in secret')])
  expect((await page('/feed.xml'))?.status).toBe('active')
  expect((await last()).counts.failed).toBe(0)
})

it('an error page in place of a feed, and a feed that is none, fail alone and are counted', async () => {
  const { site, round, diffs, page } = await aFeedSite([{ id: 3 }])
  site.set(
    '/',
    aPage('Home', `${prose('home')}<a href="/other.json">Other</a>`).replace('<head>', `<head>${alternate}`),
  )
  site.set('/other.json', { html: '{"a":1}', type: 'application/json' })
  expect((await round()).reasons).toMatchObject({ content_type: 1 })
  for (const type of ['text/html', 'application/rss+xml']) {
    setFeed(site, aPage('Maintenance', prose('maintenance')), type)
    expect((await round()).reasons, type).toMatchObject({ bad_feed: 1 })
  }
  // A page that fails repeatedly is a difference of its state, not of its text.
  expect((await diffs()).map(({ kind }) => kind)).toEqual(['state'])
  setFeed(site, feedOf([{ id: 4 }, { id: 3 }]))
  await round()
  expect((await diffs()).map(({ excerpt }) => excerpt).join()).toContain(titleOf({ id: 4 }))
  expect((await page('/feed.xml'))?.status).toBe('active')
})

it('an entity bomb is an entry with its text as written', async () => {
  const site = await aSite()
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  setFeed(
    site,
    `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "lol">${entities}]>${feedOf([{ id: 1, title: 'A &l9; B' }])}`,
    'text/plain',
  )
  site.set('/', aPage('Home', `${prose('home')}<a href="/feed.xml">Feed</a>`))
  const { round, page } = await watch(site)
  await collect()
  expect(await round()).toMatchObject({ state: 'complete' })
  expect(await page('/feed.xml')).toMatchObject({ title: 'News', status: 'active' })
})

it('a feed is marked as one, and entries that were left out are counted on the page and in the round', async () => {
  const { site, round, page, admin, params } = await aFeedSite([
    { id: 3 },
    { id: 3 },
    { id: 2, link: 'javascript:x()' },
  ])
  const counts = { entries: 2, unreadable: 0, repeated: 1, no_link: 1, is_over: false, is_cut: false }
  expect((await round()).reasons).toMatchObject({ entry_repeated: 1, entry_no_link: 1 })
  expect(await page('/feed.xml')).toMatchObject({ feed: counts })
  expect(await page('/')).toMatchObject({ feed: null })
  expect((await admin.get(getSite, { params })).pages).toMatchObject({ active: 2, feeds: 1 })
  const listed = async (is_feed: 'true' | 'false') =>
    (await admin.get(listPages, { query: { og_id: [params.id], is_feed } })).items.map(
      ({ url }) => new URL(url).pathname,
    )
  expect(await listed('true')).toEqual(['/feed.xml'])
  expect(await listed('false')).toEqual(['/'])
  setFeed(site, feedOf([{ id: 4 }]))
  await round()
  expect((await page('/feed.xml'))?.feed).toMatchObject({ entries: 1, repeated: 0 })
})

it('a feed declared by a page that no longer changes is fetched in the next round, and is queued once', async () => {
  const site = await aSite()
  const other = '<link rel="alternate" type="application/rss+xml" href="https://elsewhere.example/feed">'
  site.set('/', aPage('Home', prose('home')).replace('<head>', `<head>${alternate}${other}`))
  const watched = await watch(site)
  await collect()
  await watched.round()
  // Pages that were stored before feeds were read declare a feed that nothing has queued.
  await test.db.deleteFrom('missing_url').execute()
  const stored = await test.db.selectFrom('page').selectAll().where('og_id', '=', watched.og.id).execute()
  await test.db
    .insertInto('feed_check')
    .values(stored.map(({ og_id, id }) => ({ og_id, page_id: id })))
    .execute()
  await Promise.all([checkFeeds(test.ctx), checkFeeds(test.ctx)])
  const queued = await test.db.selectFrom('missing_url').selectAll().where('og_id', '=', watched.og.id).execute()
  expect(queued.map(({ url }) => new URL(url).pathname)).toEqual(['/feed.xml'])
  expect(await test.db.selectFrom('feed_check').selectAll().execute()).toEqual([])
  setFeed(site, feedOf([{ id: 3 }]))
  site.set('/', (_request, response) => void response.writeHead(304).end())
  await watched.round()
  expect(await watched.page('/feed.xml')).toMatchObject({ title: 'News', feed: { entries: 1 } })
  expect(await test.db.selectFrom('missing_url').selectAll().execute()).toEqual([])
})

it('a feed stored before is marked without a new fetch, and a lost page ends no check', async () => {
  const { round, page, og } = await aFeedSite([{ id: 3 }])
  await round()
  const home = await page('/')
  await test.db.updateTable('page').set({ feed: null }).where('og_id', '=', og.id).execute()
  await test.db.updateTable('page_version').set({ is_lost: true }).where('page_id', '=', home!.id).execute()
  const stored = await test.db.selectFrom('page').selectAll().where('og_id', '=', og.id).execute()
  await test.db
    .insertInto('feed_check')
    .values(stored.map(({ og_id, id }) => ({ og_id, page_id: id })))
    .execute()
  await checkFeeds(test.ctx)
  expect((await page('/feed.xml'))?.feed).toMatchObject({ entries: 1 })
  expect(await test.db.selectFrom('feed_check').selectAll().execute()).toEqual([])
})
