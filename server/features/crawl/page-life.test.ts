import { describe, expect, it } from 'vitest'
import { fetchPage, listPageVersions } from '#contract/page.api.ts'
import { aPdf } from '#server/text/pdf-testing.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()

describe('a page that disappears', () => {
  it('changes nothing the first time it is not found, is gone with a difference the second time, and is reported when it returns', async () => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/a">A</a>`))
    site.set('/a', aPage('A', prose('a')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    site.set('/a', null)
    const second = await watched.round()
    expect(second.counts).toMatchObject({ fetched: 1, failed: 1, removed: 0 })
    expect(second.reasons).toEqual({ http_404: 1 })
    expect(await watched.page('/a')).toMatchObject({ status: 'active', versions: 1 })
    expect(await watched.diffs()).toEqual([])

    const third = await watched.round()
    expect(third.counts).toMatchObject({ removed: 1, failed: 0 })
    expect(await watched.page('/a')).toMatchObject({ status: 'gone', status_reason: 'http_404' })
    expect(await watched.diffs()).toMatchObject([{ kind: 'removed', round: 3, is_judged: true }])
    await watched.round()
    expect(await watched.diffs()).toHaveLength(1)

    site.set('/a', aPage('A', prose('a')))
    const back = await watched.round()
    expect(back.counts).toMatchObject({ failed: 0 })
    expect(await watched.page('/a')).toMatchObject({ status: 'active', status_reason: null })
    const diffs = await watched.diffs()
    expect(diffs.map(diff => [diff.round, diff.kind]).toSorted()).toEqual([
      [3, 'removed'],
      [5, 'added'],
    ])
  })

  it('is not gone when it fails once, answers, and fails once more', async () => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/a">A</a>`))
    site.set('/a', aPage('A', prose('a')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    for (const there of [false, true, false, true]) {
      site.set('/a', there ? aPage('A', prose('a')) : null)
      await watched.round()
    }
    expect(await watched.diffs()).toEqual([])
    expect(await watched.page('/a')).toMatchObject({ status: 'active', versions: 1 })
  })

  it('is gone as well if the site answers 200 with a text that means “not found”', async () => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/a">A</a>`))
    site.set('/a', aPage('A', prose('a')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    site.set('/a', '<title>Page not found</title><h1>Page not found</h1><p>Sorry.</p>')
    await watched.round()
    expect(await watched.page('/a')).toMatchObject({ status: 'active' })
    await watched.round()
    expect(await watched.page('/a')).toMatchObject({ status: 'gone' })
  })
})

it('stores with each version of a PDF how much of it was read, for example that a page is only a picture', async () => {
  const site = await aSite()
  site.set('/', aPage('Home', `${prose('home')}<a href="/a.pdf">A</a>`))
  site.set('/a.pdf', { html: aPdf('', 'Scan', '10 10 50 50 re f'), type: 'application/pdf' })
  const watched = await watch(site)
  await collect()
  await watched.round()
  const id = (await watched.page('/a.pdf'))?.id
  const { items } = await (await test.as('admin')).get(listPageVersions, { params: { id: String(id) } })
  expect(items).toMatchObject([{ text_counts: { pages: 1, pages_read: 1, picture_pages: 1, chars: 0 } }])
})

describe('a bad answer', () => {
  it.each([
    ['a server error', { html: '<h1>Internal Server Error</h1>', status: 500 }],
    ['a challenge', { html: '<title>Just a moment...</title>', status: 403, headers: { 'cf-mitigated': 'challenge' } }],
    ['a part of a page', { html: aPage('A', prose('a')).slice(0, 60), headers: { 'content-length': '5000' } }],
  ])('makes no difference: %s', async (_, bad) => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/a">A</a>`))
    site.set('/a', aPage('A', prose('a')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    const before = await watched.page('/a')
    site.set('/a', bad)
    const requested = () => site.requests.filter(path => path === '/a').length
    const requestedBefore = requested()
    const ending = watched.round()
    // Retries happen after a while; the test advances the clock.
    const hurry = setInterval(() => test.clock.advance(20_000), 100)
    const round = await ending.finally(() => clearInterval(hurry))
    expect(round.state).toBe('complete')
    expect(round.counts).toMatchObject({ fetched: 1, failed: 1, changed: 0, removed: 0 })
    expect(requested() - requestedBefore).toBeLessThanOrEqual(6)
    expect(await watched.diffs()).toEqual([])
    expect(await watched.page('/a')).toMatchObject({
      versions: 1,
      title: 'A',
      last_changed_at: before?.last_changed_at,
    })
  })
})

describe('a change', () => {
  it("back to a page's earlier text is reported as such", async () => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/a">A</a>`))
    const watched = await watch(site)
    await collect()
    const texts = ['peace', 'war', 'peace']
    for (const text of texts) {
      site.set('/a', aPage('A', prose(text)))
      await watched.round()
    }
    const [newest] = (await watched.diffs()).toSorted((a, b) => b.round - a.round)
    expect(newest?.reasons.map(reason => reason.code)).toContain('flip_back')
  })

  it('of a known site: a page that appears later is reported as added', async () => {
    const site = await aSite()
    site.set('/', aPage('Home', prose('home')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    expect(await watched.diffs()).toEqual([])
    site.set('/', aPage('Home', `${prose('home')}<a href="/new">New</a>`))
    site.set('/new', aPage('New', prose('news')))
    expect((await watched.round()).counts).toMatchObject({ added: 1, changed: 1 })
    expect((await watched.diffs()).map(diff => diff.kind)).toContain('added')
  })
})

describe('one page fetched alone', () => {
  it('creates a version and a difference without a round', async () => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/a">A</a>`))
    site.set('/a', aPage('A', prose('a')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    site.set('/a', aPage('A', prose('something else')))
    const page = await watched.page('/a')
    const params = { id: String(page?.id) }
    await watched.admin.get(fetchPage, { params })
    await expect.poll(() => watched.diffs(), { timeout: 40_000 }).toMatchObject([{ kind: 'changed', round: 1 }])
    expect((await watched.admin.get(listPageVersions, { params })).items).toHaveLength(2)
    expect(await watched.last()).toMatchObject({ number: 1, counts: { fetched: 2, changed: 0 } })
    expect(await test.db.selectFrom('frontier').select('url_key').where('og_id', '=', watched.og.id).execute()).toEqual(
      [],
    )
  })

  it('within a hanging round is fetched at once, and counted once', async () => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/a">A</a>`))
    site.set('/a', aPage('A', prose('a')))
    site.set('/b', aPage('B', prose('b')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    const page = await watched.page('/a')
    // A round in which the home page hangs, so that the round is still running.
    let release = () => {}
    site.set('/', (_, response) => {
      release = () => response.end(aPage('Home', `${prose('home')}<a href="/a">A</a><a href="/b">B</a>`))
    })
    const running = watched.round()
    await expect.poll(() => site.requests.filter(path => path === '/').length).toBe(2)
    await watched.admin.get(fetchPage, { params: { id: String(page?.id) } })
    release()
    const round = await running
    expect(round.counts).toMatchObject({ found: 3, fetched: 3, added: 1, failed: 0 })
  })
})
