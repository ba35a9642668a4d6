import { sql } from 'kysely'
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

it('rounds that did not read a page do not count against what its places show', async () => {
  const site = await aSite()
  const show = (visit: number) =>
    site.set('/', aPage('Home', `${prose('home').repeat(6)}<p>Visitor number ${1_000 + 17 * visit}</p>`))
  show(0)
  const watched = await watch(site)
  await collect()
  const ogId = Number(watched.params.id)
  /** Two rounds that leave the page out. */
  const passOver = () =>
    sql`insert into round (og_id, number, state, cause, started_at, ended_at, deadline_at, fetched)
      select ${ogId}, (select max(number) from round where og_id = ${ogId}) + n, 'complete', 'schedule', now(), now(), now(), 1
      from generate_series(1, 2) as n`.execute(test.db)
  const list = async () => (await watched.admin.get(listVolatilePlaces, { params: watched.params })).items
  await watched.round()
  for (const visit of [1, 2, 3]) {
    await passOver()
    expect(await list()).toEqual([])
    show(visit)
    await watched.round()
  }
  expect(await list()).toMatchObject([{ state: 'learned', page: { url: `${site.origin}/` }, last_round: 10 }])
  // Rounds that leave the page out do not make the place forgotten; five visits without a change do.
  for (const _ of [1, 2, 3, 4]) {
    await passOver()
    await watched.round()
    expect(await list()).toHaveLength(1)
  }
  await watched.round()
  site.set('/', aPage('Home', `${prose('home').repeat(6)}<p>Visitor number 2000</p><p>${prose('other')}</p>`))
  await watched.round()
  expect(await list()).toEqual([])
})
