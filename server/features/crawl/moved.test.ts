import { describe, expect, it } from 'vitest'
import { aPage, prose, useCrawl } from './testing.ts'

const { aSite, collect, watch } = useCrawl()

const stub = (to: string) =>
  `<html><head><meta http-equiv="refresh" content="0; url=${to}"></head><body><a href="${to}">Redirect</a></body></html>`

describe('a nearly empty page that redirects at once', () => {
  it('has moved if it had content before, and is reported once with its new address', async () => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/a">A</a>`))
    site.set('/a', aPage('A', prose('a')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    site.set('/a', stub('/b'))
    site.set('/b', aPage('B', prose('b')))
    await watched.round()
    const reportedOf = (await watched.diffs()).map(diff => [new URL(diff.page.url).pathname, diff.kind, diff.moved_to])
    expect(reportedOf.toSorted()).toEqual([
      ['/a', 'changed', `${site.origin}/b`],
      ['/b', 'added', null],
    ])
    const moved = (await watched.diffs()).find(diff => diff.moved_to !== null)
    expect(moved?.reasons).toEqual([{ code: 'moved_page', value: `${site.origin}/b` }])
    expect(moved?.score).toBeGreaterThanOrEqual(20)

    site.set('/a', stub('/b').replace('Redirect', 'Go on'))
    await watched.round()
    const [again] = (await watched.diffs()).filter(diff => diff.round === 3)
    expect(again?.reasons[0]?.code).toBe('still_moved')
    expect(again?.score).toBeLessThan(20)
  })

  it('is no page of its own when it is met for the first time', async () => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/old">Old</a>`))
    site.set('/old', stub('/new'))
    site.set('/new', aPage('New', prose('new')))
    const watched = await watch(site)
    await collect()
    await watched.round()
    expect((await watched.pages()).map(({ url }) => new URL(url).pathname)).toEqual(['/', '/new'])
  })

  it('is a page if it leads out of the site', async () => {
    const site = await aSite()
    site.set('/', aPage('Home', `${prose('home')}<a href="/out">Out</a>`))
    site.set('/out', stub('https://other.example.net/'))
    const watched = await watch(site)
    await collect()
    await watched.round()
    expect((await watched.pages()).map(({ url }) => new URL(url).pathname)).toEqual(['/', '/out'])
  })
})
