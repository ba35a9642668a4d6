import fc from 'fast-check'
import { expect, it } from 'vitest'
import { updateDiff } from '#contract/diff.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { bulkWord, createWord, listWords, tryWordChange, updateWord } from '#contract/word.api.ts'
import { aPage, prose, useCrawl } from '#server/features/crawl/testing.ts'
import { tryWordChange as tryOn } from './try-words.ts'

const { test, aSite, collect, watch } = useCrawl()
type Effect = Reply<typeof tryWordChange>

const asAdmin = (id: number) => ({
  ...test.ctx,
  actor: { kind: 'user' as const, id, username: 'tester', role: 'admin' as const, sessionId: 0, keys: [id] },
})
const framed = (footer: string, body: string) =>
  aPage('Home', body).replace('</body>', `<footer>${footer}</footer></body>`)
const text = prose('the harbour').repeat(6)

/** A site with a changed paragraph on one page, and a changed line in the frame of another. */
async function changedSite(og: Parameters<typeof watch>[2] = {}) {
  const site = await aSite()
  const show = (paragraph: string, line: string) => {
    site.set('/', framed('Contact', `${text}<p>${paragraph}</p><a href="/about">About</a>`))
    site.set('/about', framed(line, `${prose('the yard').repeat(6)}`))
  }
  show('We build ships for everybody.', 'Port of Alba')
  const watched = await watch(site, {}, og)
  await collect()
  await watched.round()
  show('The owner was indicted for smuggling.', 'Port of Alba, under embargo')
  await watched.round()
  return watched
}

const noEffect = { more: 0, fewer: 0, raised: 0, lowered: 0, untried_rounds: 0, untried_texts: 0, lost_texts: 0 }

it('shows which rows a new word adds and raises, and which a removed one takes away, without saving', async () => {
  const { admin, diffs } = await changedSite()
  const found = await diffs()
  const low = found.find(diff => new URL(diff.page.url).pathname === '/about')
  const high = found.find(diff => new URL(diff.page.url).pathname === '/')
  expect(low!.score).toBeLessThan(20)
  const trying = async (body: object) => await admin.get(tryWordChange, { body } as never)
  const added = (await trying({ word: { word: 'embargo', level: 3 } })) as Effect
  expect(added).toMatchObject({
    ...noEffect,
    more: 1,
    rounds: 1,
    sites: 1,
    rows_before: 1,
    rows_after: 2,
    important: 0,
  })
  expect(added.examples).toEqual([
    expect.objectContaining({ effect: 'more', diff_id: low!.id, page: low!.page, round: 2, score_before: null }),
  ])
  const raised = (await trying({ paste: { text: 'indicted,,3\nsmuggling,,1' } })) as Effect
  expect(raised).toMatchObject({ ...noEffect, raised: 1, rows_before: 1, rows_after: 1 })
  expect(raised.examples[0]).toMatchObject({
    diff_id: high!.id,
    score_before: high!.score,
    score_after: high!.score + 25,
  })
  expect((await admin.get(listWords, {})).total).toBe(0)
  expect((await diffs()).map(({ id, score }) => [id, score])).toEqual(found.map(({ id, score }) => [id, score]))

  const word = await admin.get(createWord, { body: { word: 'embargo', level: 3 } })
  await test.drainJobs()
  // The stored difference was found without the word, so its level makes no difference to it.
  expect(await trying({ word: { id: word.id, level: 1 } })).toMatchObject({ ...noEffect, rows_before: 1 })
})

it('counts rows that a removed word takes away, and those marked important', async () => {
  const admin = await test.as('admin')
  const word = await admin.get(createWord, { body: { word: '禁运', level: 3 } })
  const site = await aSite()
  const show = (line: string) => site.set('/', framed(line, text))
  show('Port')
  const watched = await watch(site)
  await collect()
  await watched.round()
  show('Port 受禁运')
  await watched.round()
  const [diff] = await watched.diffs()
  expect(diff!.score).toBeGreaterThanOrEqual(20)
  await admin.get(updateDiff, { params: { id: String(diff!.id) }, body: { status: 'important', rev: diff!.rev } })
  const expected = { ...noEffect, fewer: 1, rows_before: 2, rows_after: 1, important: 1 }
  for (const body of [
    { bulk: { act: 'delete' as const, ids: [word.id] } },
    { bulk: { act: 'update' as const, filter: { keyword: '禁运' }, expected: 1, patch: { enabled: false } } },
    { word: { id: word.id, enabled: false } },
    { word: { word: '受禁运', kind: 'allow' as const } },
  ]) {
    const effect = await admin.get(tryWordChange, { body })
    expect(effect).toMatchObject({ ...expected, rows_before: effect.rows_after + 1, rows_after: effect.rows_after })
    expect(effect.examples[0]).toMatchObject({ effect: 'fewer', diff_id: diff!.id })
  }
  expect((await admin.get(updateWord, { params: { id: String(word.id) }, body: { level: 2 } })).level).toBe(2)
})

it('a change that changes nothing has no effect, whatever it is', async () => {
  const { admin } = await changedSite()
  await admin.get(createWord, { body: { word: 'harbour', level: 2 } })
  await test.drainJobs()
  const { items } = await admin.get(listWords, {})
  const same = fc
    .constantFrom(...items)
    .chain(word =>
      fc.constantFrom(
        { word: { id: word.id } },
        { word: { id: word.id, level: word.level, enabled: word.enabled, kind: word.kind, word: word.word } },
        { word: { id: word.id, word: word.word.toUpperCase(), note: 'Another note', category: 'Another' } },
        { bulk: { act: 'update' as const, ids: [word.id], patch: { level: word.level, category: 'Another' } } },
        { bulk: { act: 'delete' as const, ids: [999_999] } },
        { paste: { text: word.word, existing: 'update' as const, level: word.level } },
        { paste: { text: `${word.word}\n${word.word}`, level: 3 } },
      ),
    )
  const absent = fc
    .tuple(
      fc.stringMatching(/^zq[a-z]{3,8}$/),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('word' as const, 'allow' as const),
    )
    .map(([word, level, kind]) => ({ word: { word, level, kind } }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(same, absent), async change => {
      const effect = await tryOn(asAdmin(admin.id), change as never)
      expect(effect).toMatchObject({ ...noEffect, rows_before: effect.rows_after, important: 0, examples: [] })
    }),
    { numRuns: 25 },
  )
})

it('states the rounds and texts that it did not try', async () => {
  const { admin } = await changedSite()
  const body = { word: { word: 'smuggled' } }
  const late = await tryOn(asAdmin(admin.id), body as never, -1)
  expect(late).toMatchObject({ rounds: 0, examples: [] })
  expect(late.untried_rounds).toBeGreaterThan(0)
  await test.db.updateTable('page_version').set({ is_lost: true }).execute()
  const lost = await admin.get(tryWordChange, { body })
  expect(lost.lost_texts).toBeGreaterThan(0)
  expect(lost).toMatchObject({ more: 0, raised: 0 })
})

it('covers only readable sites, and shows reviews to administrators alone', async () => {
  const other = await test.as('admin')
  const { admin } = await changedSite({ owner: other.id, read_user: [other.id] })
  const editor = await test.as('editor')
  const body = { word: { word: 'smuggling', level: 3 } }
  const all = await admin.get(tryWordChange, { body })
  const mine = await editor.get(tryWordChange, { body })
  expect(mine.sites).toBeLessThan(all.sites)
  expect(mine.important).toBe(null)
  expect(mine.examples.every(each => each.diff_id === null)).toBe(true)
  expect((await (await test.as('reader')).call(tryWordChange, { body })).status).toBe(403)
})

it('refuses a change that could not be saved', async () => {
  const editor = await test.as('editor')
  await editor.get(createWord, { body: { word: 'scandal' } })
  const status = async (body: object) => (await editor.call(tryWordChange, { body } as never)).status
  expect(await status({})).toBe(422)
  expect(await status({ word: { word: 'x' }, paste: { text: 'y' } })).toBe(422)
  expect(await status({ word: { level: 2 } })).toBe(422)
  expect(await status({ word: { word: '\u200b\u200b' } })).toBe(422)
  expect(await status({ word: { word: 'SCANDAL' } })).toBe(409)
  expect(await status({ word: { id: 999_999, level: 1 } })).toBe(404)
  expect(await status({ bulk: { act: 'delete', filter: {}, expected: 99 } })).toBe(409)
  expect(await status({ bulk: { act: 'delete' } })).toBe(422)
  expect(
    await editor.call(bulkWord, { body: { act: 'delete', filter: { keyword: 'nothing' }, expected: 0 } }),
  ).toMatchObject({ status: 200 })
})
