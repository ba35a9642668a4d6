import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listRounds } from '#contract/site.api.ts'
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
