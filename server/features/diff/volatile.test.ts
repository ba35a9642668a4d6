import { expect, it } from 'vitest'
import { listVolatilePlaces } from '#contract/volatile.api.ts'
import { aPage, prose, useCrawl } from '#server/features/crawl/testing.ts'

const { aSite, collect, watch, test } = useCrawl()

it('a counter on all pages is learned in the second round with changes, and listed with its text', async () => {
  const site = await aSite()
  const paths = ['/a', '/b', '/c', '/d']
  const show = (round: number) => {
    site.set('/', aPage('Home', `${prose('home')}${paths.map(path => `<a href="${path}">${path}</a>`).join(' ')}`))
    for (const [at, path] of paths.entries())
      site.set(path, aPage(path, `${prose(path).repeat(6)}<p>Visitor number ${1_000 * at + 17 * round}</p>`))
  }
  show(0)
  const watched = await watch(site)
  await collect()
  const list = async () => (await watched.admin.get(listVolatilePlaces, { params: watched.params })).items
  await watched.round()
  show(1)
  await watched.round()
  expect(await list()).toEqual([])
  show(2)
  await watched.round()
  expect(await list()).toMatchObject([
    {
      state: 'learned',
      page: null,
      pages: 4,
      first_round: 3,
      last_round: 3,
      sample: expect.stringMatching(/^Visitor/),
    },
  ])
  const stranger = await test.as('uploader')
  expect((await stranger.call(listVolatilePlaces, { params: watched.params })).status).toBe(403)
})
