import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { extractHtml } from '#server/text/extract.ts'
import { countShared, findSharedTexts, keepTexts, openSample, sampleTexts } from './shared_text.service.ts'

const test = useTestApp()
const blocksOf = (at: number) =>
  extractHtml(
    `<html><body><div><h1>Story ${at}</h1><p>The harbour has ${'very '.repeat(at % 7)}old piers.</p></div><div><p>Sailing safely since the first lighthouse</p></div></body></html>`,
    'https://a.example/',
  ).blocks

async function aSiteOf(count: number) {
  const og = await anOg(test.ctx, {})
  const { rows } = await sql<{ id: number; url_key: string }>`insert into page (og_id, url, url_key, first_seen_at)
    select ${og.id}::bigint, 'https://a.example/' || n, 'a.example/' || n, now() from generate_series(1, ${count}::int) as n
    returning id, url_key`.execute(test.ctx.db)
  return { og, pages: rows.toSorted((one, two) => one.id - two.id) }
}

type Site = Awaited<ReturnType<typeof aSiteOf>>

/** Reads and writes these pages of a site as a collector does in a round; returns the number of pages that it hashed. */
async function crawl(
  { og, pages }: Site,
  order: readonly number[],
  { ctx = test.ctx, round = 1, isLost = false } = {},
) {
  const sample = await openSample(ctx, og.id, round)
  let hashed = 0
  for (const at of order) {
    const page = pages[at]!
    const texts = sampleTexts(sample, page.url_key, blocksOf(at))
    if (texts !== null) hashed += 1
    if (!isLost) await keepTexts(ctx, [{ og_id: og.id, page_id: page.id, url_key: page.url_key, round, texts }])
  }
  return hashed
}

async function storedSample({ og, pages }: Site) {
  const { rows } = await sql<{
    page_id: number
    slot: number
    hashes: string
  }>`select page_id, slot, encode(hashes, 'hex') as hashes
    from shared_text_sample where og_id = ${og.id}::bigint order by slot`.execute(test.ctx.db)
  return rows.map(({ page_id, ...rest }) => ({ ...rest, at: pages.findIndex(({ id }) => id === page_id) }))
}

/** Another process: it knows nothing of what this one has read. */
const another = () => ({ ...test.ctx, db: test.ctx.db.withoutPlugins() })
const all = Array.from({ length: 400 }, (_, at) => at)

it('a site has the same sample in any order, by any number of collectors, and after one was killed', async () => {
  const whole = await aSiteOf(all.length)
  const hashed = await crawl(whole, all)
  expect(hashed).toBeLessThan(300)
  const sample = await storedSample(whole)
  expect(sample.length).toBeGreaterThan(100)

  const reversed = await aSiteOf(all.length)
  await crawl(reversed, all.toReversed())
  expect(await storedSample(reversed)).toEqual(sample)

  // One collector writes a hundred pages, reads another hundred that are lost with it, and others read the rest.
  const killed = await aSiteOf(all.length)
  const ctx = another()
  await crawl(killed, all.slice(0, 100), { ctx })
  await crawl(killed, all.slice(100, 200), { ctx, isLost: true })
  await crawl(killed, all.slice(150, 400), { ctx: another() })
  await crawl(killed, all.slice(100, 150), { ctx: another() })
  expect(await storedSample(killed)).toEqual(sample)

  const lists = []
  for (const { og } of [whole, reversed, killed]) {
    await countShared(test.ctx, og.id, 1)
    lists.push(await findSharedTexts(test.ctx, og.id, 2))
  }
  expect(lists[0]!.length).toBeGreaterThan(0)
  expect(lists[1]).toEqual(lists[0])
  expect(lists[2]).toEqual(lists[0])
})

it('a later round hashes only pages of the sample', async () => {
  const site = await aSiteOf(all.length)
  await crawl(site, all)
  const sample = await storedSample(site)
  expect(await crawl(site, all, { ctx: another(), round: 2 })).toBe(sample.length)
})

it('a page without texts takes no slot, and leaves the one that it had', async () => {
  const site = await aSiteOf(all.length)
  await crawl(site, all)
  const [first] = await storedSample(site)
  const page = site.pages[first!.at]!
  const open = await openSample(another(), site.og.id, 2)
  expect(sampleTexts(open, page.url_key, [])).toEqual([])
  await keepTexts(test.ctx, [{ og_id: site.og.id, page_id: page.id, url_key: page.url_key, round: 2, texts: [] }])
  expect((await storedSample(site)).map(({ slot }) => slot)).not.toContain(first!.slot)

  const empty = await aSiteOf(all.length)
  const sample = await openSample(test.ctx, empty.og.id, 1)
  for (const { url_key } of empty.pages) expect(sampleTexts(sample, url_key, [])).toEqual([])
  expect(await crawl(empty, all)).toBeGreaterThan(100)
})
