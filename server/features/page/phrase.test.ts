import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listPages } from '#contract/page.api.ts'
import { addPageArchive } from '#contract/page-archive.api.ts'
import { findPagePhrase } from '#contract/page-phrase.api.ts'
import { pageOfText, warcFile } from '#server/features/crawl/archive/testing.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { findPagePhrase as findOn } from './phrase.ts'

const test = useTestApp()
const url = 'https://alpha.example/'

async function aPast(years: readonly (readonly [number, string])[], values: Parameters<typeof anOg>[1] = {}) {
  const admin = await test.as('admin')
  const og = await anOg(test.ctx, { name: 'Alpha', host: 'alpha.example', ...values })
  const content = warcFile(
    years.map(([year, text]) => ({ url, date: `${year}-05-01T10:00:00Z`, body: pageOfText(text) })),
  )
  await admin.upload(addPageArchive, { name: 'past.warc', content }, {}, { id: String(og.id) })
  await test.drainJobs()
  const [page] = (await admin.get(listPages, { query: { og_id: [String(og.id)] } })).items
  return { admin, og, page: page!, params: { id: String(page!.id) } }
}

const director = 'Ada   Byron is\ndirector.'

it('words are present and absent at the times that versions show; the time between stays open', async () => {
  const { admin, params } = await aPast([
    [2004, 'Nobody.'],
    [2006, director],
    [2008, 'Ada Byron is director. More.'],
    [2012, 'Nobody now.'],
    [2016, director],
  ])
  const { spans, ...rest } = await admin.get(findPagePhrase, { params, body: { words: 'ada byron\u00a0is director' } })
  expect(rest).toEqual({ searched: 5, untried: 0, unusable: 0 })
  expect(
    spans.map(each => [each.is_present, each.from.slice(0, 4), each.to.slice(0, 4), each.versions, each.is_to_archive]),
  ).toEqual([
    [false, '2004', '2004', 1, true],
    [true, '2006', '2008', 2, true],
    [false, '2012', '2012', 1, true],
    [true, '2016', '2016', 1, true],
  ])
  const none = await admin.get(findPagePhrase, { params, body: { words: 'somebody else' } })
  expect(none.spans).toMatchObject([{ is_present: false, versions: 5 }])
})

it('an error page, a challenge and a lost text are no absence', async () => {
  const { admin, params, page } = await aPast([
    [2004, director],
    [2008, 'Nobody.'],
    [2012, 'Nobody either.'],
    [2016, director],
  ])
  await sql`update page_version set is_good = false where page_id = ${page.id} and fetched_at < '2010-01-01'
    and fetched_at > '2006-01-01'`.execute(test.db)
  await sql`update page_version set is_lost = true where page_id = ${page.id} and fetched_at < '2014-01-01'
    and fetched_at > '2010-01-01'`.execute(test.db)
  const found = await admin.get(findPagePhrase, { params, body: { words: 'Ada Byron' } })
  expect(found).toMatchObject({ searched: 2, unusable: 2, untried: 0 })
  expect(found.spans).toMatchObject([{ is_present: true, versions: 2 }])
})

it('states the versions that there was no time for, and refuses words that are none', async () => {
  const { admin, params, page } = await aPast([
    [2004, 'wood.'],
    [2008, 'clay.'],
  ])
  expect(await findOn(test.ctx, page.id, 'wood', -1)).toEqual({ spans: [], searched: 0, untried: 2, unusable: 0 })
  for (const words of ['', ' \u200b '])
    expect((await admin.call(findPagePhrase, { params, body: { words } })).status).toBe(422)
  const bracket = await admin.get(findPagePhrase, { params, body: { words: '.*(wood|[' } })
  expect(bracket.spans).toMatchObject([{ is_present: false }])
})

it('only a reader of the organisation who may see versions can search them', async () => {
  const owner = await test.as('admin')
  const { params } = await aPast([[2004, 'wood.']], {})
  await sql`update og set owner = ${owner.id}, read_user = array[${owner.id}]::bigint[] where id = (select og_id from page
    where id = ${params.id}::bigint)`.execute(test.db)
  const body = { words: 'wood' }
  expect((await (await test.as('editor')).call(findPagePhrase, { params, body })).status).toBe(404)
  expect((await (await test.as('reader')).call(findPagePhrase, { params, body })).status).toBe(403)
})
