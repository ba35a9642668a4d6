import { expect, it } from 'vitest'
import { updateDiff } from '#contract/diff.api.ts'
import { getSite, type SiteFilter, tryFilterChange, updateSite } from '#contract/site.api.ts'
import { aPage, prose, useCrawl } from '#server/features/crawl/testing.ts'
import { tryFilterChange as tryOn } from './try-filter.ts'

const { test, aSite, collect, watch } = useCrawl()

const weather = [
  'Heavy rain is expected along the whole coast today.',
  'Bright sunshine and a light breeze reach every island.',
  'Fog delays all ferries until late in the morning.',
] as const
const none = { include: [], exclude: [], ignore: [] }
const noEffect = { more: 0, fewer: 0, raised: 0, lowered: 0, untried_rounds: 0, untried_texts: 0, lost_texts: 0 }

/** A site with a changed paragraph on one page, and a changed line about the weather on another. */
async function changedSite(og: Parameters<typeof watch>[2] = {}) {
  const site = await aSite()
  const show = (paragraph: string, line: string) => {
    site.set('/', aPage('Home', `${prose('the harbour').repeat(6)}<p>${paragraph}</p><a href="/about">About</a>`))
    site.set('/about', aPage('About', `${prose('the yard').repeat(6)}<p class="weather">${line}</p>`))
  }
  show('We build ships for everybody.', weather[0])
  const watched = await watch(site, {}, og)
  await collect()
  await watched.round()
  show('The owner has sold the yard to a bank.', weather[1])
  await watched.round()
  const { admin, params } = watched
  const trying = (filter: Partial<SiteFilter>) =>
    admin.get(tryFilterChange, { params, body: { filter: { ...none, ...filter } } })
  return { ...watched, show, trying }
}

it('shows which rows a filter takes away, and which of them were important, without saving', async () => {
  const { admin, params, diffs, trying } = await changedSite()
  const found = await diffs()
  const about = found.find(diff => new URL(diff.page.url).pathname === '/about')!
  expect(await trying({})).toMatchObject({
    ...noEffect,
    rounds: 1,
    sites: 1,
    rows_before: 2,
    rows_after: 2,
    examples: [],
  })
  // Nothing matches, or what is removed did not change.
  expect(await trying({ exclude: ['.missing', 'h1'] })).toMatchObject({ ...noEffect, rows_after: 2 })
  const filter = { exclude: ['.weather'] }
  expect(await trying(filter)).toMatchObject({ ...noEffect, fewer: 1, rows_before: 2, rows_after: 1, important: 0 })
  await admin.get(updateDiff, { params: { id: String(about.id) }, body: { status: 'important', rev: about.rev } })
  const effect = await trying(filter)
  expect(effect).toMatchObject({ ...noEffect, fewer: 1, important: 1 })
  expect(effect.examples).toEqual([
    expect.objectContaining({ effect: 'fewer', diff_id: about.id, page: about.page, round: 2, score_after: null }),
  ])
  expect((await admin.get(getSite, { params })).filter).toEqual(none)
  expect((await diffs()).map(({ id, score }) => [id, score])).toEqual(found.map(({ id, score }) => [id, score]))
})

it('shows rows that a looser filter adds, between versions that made no difference', async () => {
  const { admin, params, round, diffs, show, trying } = await changedSite()
  await admin.get(updateSite, { params, body: { filter: { ...none, exclude: ['.weather'] } } })
  await test.drainJobs()
  show('The owner has sold the yard to a bank.', weather[2])
  await round()
  expect((await diffs()).filter(diff => diff.round === 3)).toEqual([])
  const effect = await trying({})
  expect(effect).toMatchObject({ ...noEffect, more: 2, rounds: 2, rows_before: 1, rows_after: 3 })
  const added = effect.examples.find(each => each.round === 3)
  expect(added).toMatchObject({ effect: 'more', diff_id: null, score_before: null, line: weather[2] })
  expect(await trying({ exclude: ['.weather'] })).toMatchObject({ ...noEffect, rows_before: 1 })
})

it('states the rounds and texts that it did not try', async () => {
  const { admin, og, trying } = await changedSite()
  const ctx = {
    ...test.ctx,
    actor: {
      kind: 'user' as const,
      id: admin.id,
      username: 'tester',
      role: 'admin' as const,
      sessionId: 0,
      keys: [admin.id],
    },
  }
  const late = await tryOn(ctx, og.id, { ...none, exclude: ['.weather'] }, -1)
  expect(late).toMatchObject({ rounds: 0, untried_rounds: 1, examples: [] })
  await test.db.updateTable('page_version').set({ is_lost: true }).execute()
  expect(await trying({ exclude: ['.weather'] })).toMatchObject({ fewer: 0, lost_texts: 2 })
})

it('needs the right to change the organisation, and a valid filter', async () => {
  const owner = await test.as('editor')
  const { params, trying } = await changedSite({ owner: owner.id, read_user: [owner.id], write_user: [owner.id] })
  const body = { filter: { ...none, exclude: ['.weather'] } }
  const status = async (role: 'editor' | 'reader', filter = body.filter) =>
    (await (await test.as(role)).call(tryFilterChange, { params, body: { filter } })).status
  expect(await status('editor')).toBe(404)
  expect(await status('reader')).toBe(403)
  const mine = await owner.get(tryFilterChange, { params, body })
  expect(mine).toMatchObject({ fewer: 1, important: null })
  expect(mine.examples.every(each => each.diff_id === null)).toBe(true)
  expect((await trying({ exclude: ['.weather'] })).important).toBe(0)
  for (const filter of [
    { ...none, exclude: ['div['] },
    { ...none, ignore: ['re:(a)\\1'] },
  ])
    expect((await owner.call(tryFilterChange, { params, body: { filter } })).status).toBe(422)
})
