import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { follow } from '#contract/notification.api.ts'
import { getPageVisit } from '#contract/page-visit.api.ts'
import { listRounds, updateSite } from '#contract/site.api.ts'
import { startDueRounds } from '#server/features/site/site.service.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()

it('a scheduled round visits a share of the pages, and the others are neither missing nor requested', async () => {
  const site = await aSite()
  const paths = Array.from({ length: 9 }, (_, at) => `/p${at}`)
  const links = paths.map(path => `<a href="${path}">${path}</a>`).join(' ')
  site.set('/', aPage('Home', `${prose('home')}${links}`))
  for (const path of paths) site.set(path, aPage(`Page ${path}`, prose(path).repeat(8)))
  const watched = await watch(site, { visit_percent: 40 })
  await collect()
  await watched.round()
  site.set('/', aPage('Home', `${prose('home')}${prose('more')}${links}`))
  site.set('/p8', aPage('Page /p8', prose('changed').repeat(8)))
  const ogId = Number(watched.params.id)
  await sql`update page set last_fetched_at = last_fetched_at - interval '5 days' where og_id = ${ogId} and url like '%/p8'`.execute(
    test.db,
  )
  const before = site.requests.length
  test.clock.advance(60_000)
  await sql`update site set is_on = true, next_at = ${test.ctx.now().toISOString()}::timestamptz where og_id = ${ogId}`.execute(
    test.db,
  )
  await startDueRounds(test.ctx)
  const newest = async () => (await watched.admin.get(listRounds, { params: watched.params })).items[0]!
  await expect.poll(async () => (await newest()).state, { timeout: 40_000 }).toBe('complete')
  const { cause, counts, reasons } = await newest()
  expect([cause, counts.found, counts.fetched, counts.refused, reasons.not_due]).toEqual(['schedule', 10, 4, 6, 6])
  expect(new Set(site.requests.slice(before).filter(path => path.startsWith('/p')))).toContain('/p8')
  const pages = await watched.pages()
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 'active'))
  // A round that a person starts visits every page.
  await watched.round()
  expect((await newest()).counts.fetched).toBe(10)
})

it('a page states when its next visit is expected, and why', async () => {
  const owner = await test.as('editor')
  const site = await aSite()
  const paths = Array.from({ length: 9 }, (_, at) => `/p${at}`)
  site.set('/', aPage('Home', `${prose('home')}${paths.map(path => `<a href="${path}">${path}</a>`).join(' ')}`))
  for (const path of paths) site.set(path, aPage(`Page ${path}`, prose(path).repeat(8)))
  const watched = await watch(site, {}, { owner: owner.id, read_user: [owner.id], write_user: [owner.id] })
  await collect()
  await watched.round()
  const { admin, params } = watched
  const visitOf = async (path: string) => {
    const { id } = (await watched.page(path))!
    return await admin.get(getPageVisit, { params: { id: String(id) } })
  }
  expect(await visitOf('/p1')).toEqual({
    ...{ reason: 'off', always: null, next_at: null, every_days: null, visits: 1, changed: 0 },
  })
  const set = (patch: object) => admin.get(updateSite, { params, body: patch as never })
  const { next_at } = await set({ is_on: true, cron: '0 6 * * *', jitter_min: 0, visit_percent: 40 })
  expect(await visitOf('/p1')).toMatchObject({ reason: 'whole_round', next_at })
  test.clock.advance(1_000)
  await watched.round()
  expect(await visitOf('/')).toMatchObject({ reason: 'always', always: 'entrance', next_at })
  expect(await visitOf('/p1')).toMatchObject({ reason: 'rate', visits: 2, changed: 0 })
  site.set('/p1', aPage('Page /p1', prose('changed').repeat(8)))
  test.clock.advance(1_000)
  await watched.round()
  await sql`update page set first_seen_at = first_seen_at - interval '60 days' where og_id = ${watched.og.id}`.execute(
    test.db,
  )
  const [busy, calm] = [await visitOf('/p1'), await visitOf('/p2')]
  expect(busy).toMatchObject({ reason: 'rate', visits: 3, changed: 1, next_at })
  expect(busy.every_days).toBeLessThan(calm.every_days!)
  expect(Date.parse(calm.next_at!)).toBeGreaterThanOrEqual(Date.parse(next_at!))
  const id = String((await watched.page('/p3'))!.id)
  await admin.get(follow, { body: { noun: 'page', record_id: Number(id) } })
  expect(await visitOf('/p3')).toMatchObject({ reason: 'always', always: 'noticed' })
  await set({ visit_percent: 100 })
  expect(await visitOf('/p1')).toMatchObject({ reason: 'every_round', every_days: null, next_at })
  const of = async (client: { call: typeof admin.call }) => (await client.call(getPageVisit, { params: { id } })).status
  expect([await of(owner), await of(await test.as('editor')), await of(await test.as('reader'))]).toEqual([
    200, 404, 403,
  ])
})
