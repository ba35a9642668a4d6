import { expect, it } from 'vitest'
import { updateDiff } from '#contract/diff.api.ts'
import { ignorePlace, listVolatilePlaces, updateVolatilePlace } from '#contract/volatile.api.ts'
import { aPage, prose, useCrawl } from '#server/features/crawl/testing.ts'
import { judgeWaiting } from './rescore.ts'

const { test, aSite, collect, watch } = useCrawl()

async function changedTwice() {
  const site = await aSite()
  const home = (slogan: string) =>
    site.set('/', aPage('Home', `${prose('the harbour').repeat(6)}<p>${slogan}</p><p>Prices of grain are stable.</p>`))
  home('We build ships for everybody.')
  const watched = await watch(site)
  await collect()
  await watched.round()
  home('Come and see our oldest crane.')
  await watched.round()
  return watched
}

it('the effect on stored rounds is shown before a place is ignored, and the decision can be undone', async () => {
  const watched = await changedTwice()
  const { admin, og } = watched
  const [diff] = await watched.diffs()
  const params = { id: String(diff!.id) }
  expect(diff).toMatchObject({ kind: 'changed', has_place: true })
  expect(diff!.score).toBeGreaterThanOrEqual(20)
  await admin.get(updateDiff, { params, body: { status: 'important', rev: diff!.rev } })
  const trial = await admin.get(ignorePlace, { params, body: { scope: 'page', is_trial: true } })
  expect(trial).toEqual({
    ...{ rounds: 1, rows_before: 1, rows_after: 0, important: 1 },
    examples: ['Come and see our oldest crane.'],
  })
  const list = async () => (await admin.get(listVolatilePlaces, { params: watched.params })).items
  expect(await list()).toEqual([])

  await admin.get(ignorePlace, { params, body: { scope: 'page' } })
  await judgeWaiting(test.ctx, og.id)
  const [place] = await list()
  expect(place).toMatchObject({
    state: 'confirmed',
    sample: 'Come and see our oldest crane.',
    page: { id: diff!.page.id },
  })
  await admin.get(updateDiff, { params, body: { status: 'unread' } })
  await judgeWaiting(test.ctx, og.id)
  expect((await watched.diffs())[0]!.score).toBeLessThan(20)

  const undone = { params: { id: String(og.id), place: String(place!.id) }, body: { state: 'learned' as const } }
  await admin.get(updateVolatilePlace, undone)
  await judgeWaiting(test.ctx, og.id)
  expect((await watched.diffs())[0]!.score).toBeGreaterThanOrEqual(20)
})

it('only users who may write the organisation decide, and only about a known place', async () => {
  const watched = await changedTwice()
  const [diff] = await watched.diffs()
  const params = { id: String(diff!.id) }
  const body = { scope: 'site' as const }
  for (const role of ['reader', 'editor', 'uploader'] as const)
    expect((await (await test.as(role)).call(ignorePlace, { params, body })).status).toBe(403)
  expect((await watched.admin.call(ignorePlace, { params: { id: '999999' }, body })).status).toBe(404)
  await test.db.updateTable('diff').set({ facts: null, places: null }).where('id', '=', diff!.id).execute()
  expect((await watched.admin.call(ignorePlace, { params, body })).status).toBe(409)
})
