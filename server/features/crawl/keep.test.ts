import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { reviewThreshold, updateDiff } from '#contract/diff.api.ts'
import { listPageVersions } from '#contract/page.api.ts'
import { createWord } from '#contract/word.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPage, prose, useCrawl } from './testing.ts'

const { test, aSite, collect, watch } = useCrawl()

const texts = ['peace', 'war', 'famine', 'plague', 'silence', 'spring']

describe('versions of a page', () => {
  it("are kept up to the organisation's number, and in addition evidence and versions of differences that are pending or important", async () => {
    const site = await aSite()
    site.set('/', aPage('Home', prose('home')))
    const watched = await watch(site, {}, { name: 'Keepers', version_keep: 2 })
    await collect()
    const page = async () => await watched.page('/')
    const versions = async () =>
      (await watched.admin.get(listPageVersions, { params: { id: String((await page())?.id) } })).items.map(
        each => each.round,
      )
    for (const text of texts.slice(0, 5)) {
      site.set('/', aPage('Home', prose(text)))
      await watched.round()
    }
    // All differences wait for review, so no version may be removed.
    expect(await versions()).toEqual([5, 4, 3, 2, 1])
    expect(await page()).toMatchObject({ versions: 5 })
    const diffs = (await watched.diffs()).toSorted((a, b) => a.round - b.round)
    expect(diffs.map(diff => diff.round)).toEqual([2, 3, 4, 5])
    const [second, ...others] = diffs
    await anEvent(test.ctx, { page_version: second?.from_version ?? 0 } as never)
    for (const diff of [second, ...others])
      await watched.admin.get(updateDiff, {
        params: { id: String(diff?.id) },
        body: { status: diff?.round === 4 ? 'important' : 'done' },
      })
    site.set('/', aPage('Home', prose('spring')))
    await watched.round()
    // 6 and 5 are retained by number and for pending differences, 4 and 3 for the important one, 1 as evidence.
    expect(await versions()).toEqual([6, 5, 4, 3, 1])
    expect(await page()).toMatchObject({ versions: 5 })
    const dangling = await sql`select from diff where status in ('unread', 'important') and from_version is not null
      and not exists (select from page_version where page_version.id = diff.from_version)`.execute(test.db)
    expect(dangling.rows).toEqual([])
    // A difference with a low score is not pending: it is removed with its texts, which a page with a counter would
    // otherwise retain for ever.
    await sql`update diff set status = 'unread', score = ${reviewThreshold - 1}::int
      where og_id = ${watched.og.id} and round in (4, 5)`.execute(test.db)
    // A difference with a note is retained.
    await sql`update diff set note = 'Ask them' where og_id = ${watched.og.id} and round = 5`.execute(test.db)
    site.set('/', aPage('Home', prose('autumn')))
    await watched.round()
    expect(await versions()).toEqual([7, 6, 5, 4, 1])
    expect((await watched.diffs()).map(diff => diff.round).toSorted()).toEqual([2, 3, 5, 6, 7])
  })
})

describe('words and names', () => {
  it('that are new are counted once; the organisation’s own name is a mention, and never new', async () => {
    const editor = await test.as('editor')
    await editor.get(createWord, { body: { word: 'sanctioned', level: 3 } as never })
    const other = await anOg(test.ctx, { name: 'Umbrella Trading' })
    const site = await aSite()
    site.set('/', aPage('Home', prose('Watched Industries')))
    const watched = await watch(site, {}, { name: 'Watched Industries' })
    await collect()
    await watched.round()
    site.set('/', aPage('Home', `${prose('Watched Industries')}<p>We met Umbrella Trading, a sanctioned company.</p>`))
    await watched.round()
    site.set(
      '/',
      aPage(
        'Home',
        `${prose('Watched Industries')}<p>We met Umbrella Trading, a sanctioned company.</p><p>And it rained on all of us.</p>`,
      ),
    )
    await watched.round()
    const hits =
      await sql`select count, new_count from word_hit where og_id = ${watched.og.id} order by version_id`.execute(
        test.db,
      )
    expect(hits.rows).toEqual([
      { count: 1, new_count: 1 },
      { count: 1, new_count: 0 },
    ])
    const mentions =
      await sql`select record_id, is_new from mention where og_id = ${watched.og.id} order by version_id, record_id`.execute(
        test.db,
      )
    expect(mentions.rows.filter(row => (row as { record_id: number }).record_id === other.id)).toEqual([
      { record_id: other.id, is_new: true },
      { record_id: other.id, is_new: false },
    ])
    const own = mentions.rows.filter(row => (row as { record_id: number }).record_id === watched.og.id)
    expect(own).toEqual([1, 2, 3].map(() => ({ record_id: watched.og.id, is_new: false })))
  })
})
