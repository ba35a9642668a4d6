import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getCoverage } from '#contract/coverage.api.ts'
import { listDiffs } from '#contract/diff.api.ts'
import { rescanAdapter } from '#server/adapters.ts'
import { checkCoverage } from '#server/features/coverage/coverage.jobs.ts'
import { aStoredPage, type StoredPage } from '#server/features/word/factory.ts'
import { putCaptures } from '#server/store/store.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { extractorVersion } from '#server/text/extract.ts'

const app = useTestApp()
const html = (text: string) => `<main><p>${text}</p></main>`
const minutes = 60_000

/** Rounds 1 and 2 of the page's site; the page was read in round 1. */
async function readTwice(page: StoredPage): Promise<void> {
  for (const number of [1, 2]) {
    const at = new Date(app.ctx.now().getTime() + (number - 2) * minutes).toISOString()
    await sql`insert into round (og_id, number, state, started_at, ended_at, deadline_at, cause)
      values (${page.og_id}, ${number}, 'complete', ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, 'person')`.execute(
      app.db,
    )
  }
  const seen = new Date(app.ctx.now().getTime() - minutes).toISOString()
  await sql`update page_version set extractor = ${extractorVersion}, last_seen_at = ${seen}::timestamptz
    where page_id = ${page.page_id}`.execute(app.db)
}

/** A version of round 2, without the difference that a round would have written. */
async function aVersion(page: StoredPage, text: string): Promise<number> {
  const at = app.ctx.now().toISOString()
  const [blob] = await putCaptures(app.ctx, [{ raw: Buffer.from(html(text)), previous: null }])
  const { rows } = await sql<{ id: number }>`insert into page_version (og_id, page_id, round, fetched_at, last_seen_at,
      is_good, hash, text_hash, extractor, size, content_type, final_url)
    select og_id, page_id, 2, ${at}::timestamptz, ${at}::timestamptz, true, ${blob?.hash}::bytea, ${blob?.hash}::bytea,
      ${extractorVersion}, 1, content_type, final_url from page_version where id = ${page.version_id} returning id`.execute(
    app.db,
  )
  await sql`update page set last_version = ${rows[0]!.id} where id = ${page.page_id}`.execute(app.db)
  return rows[0]!.id
}

async function check() {
  app.clock.advance(1_000)
  await checkCoverage(app.ctx, rescanAdapter).catch(() => undefined)
  const admin = await app.as('admin')
  return (await admin.get(getCoverage)).checks.find(({ part }) => part === 'pages')
}

test('a missing difference is found and added to the queue; pairs that need none are left alone', async () => {
  const admin = await app.as('admin')
  const page = await aStoredPage(app.ctx, { html: html('The board met on Monday') })
  await readTwice(page)
  const unchanged = await aStoredPage(app.ctx, { html: html('The same'), url: 'https://same.example/' })
  await readTwice(unchanged)
  await aVersion(unchanged, 'The same')
  // Read in a round between: a version of it may have been removed together with its difference.
  const gap = await aStoredPage(app.ctx, { html: html('Before'), url: 'https://gap.example/' })
  await readTwice(gap)
  await sql`update page_version set last_seen_at = '2020-01-01' where page_id = ${gap.page_id}`.execute(app.db)
  await aVersion(gap, 'Afterwards')
  expect(await check()).toMatchObject({ sampled: 3, different: 0 })
  const after = await aVersion(page, 'The board dismissed its chair')
  const of = `#${page.version_id} → #${after}`
  expect(await check()).toMatchObject({
    different: 1,
    examples: [{ key: `page:${page.page_id}`, fault: 'diff_missing', of }],
  })
  const { items } = await admin.get(listDiffs, { query: { page: String(page.page_id) } as never })
  expect(items).toMatchObject([{ kind: 'changed', excerpt: expect.stringContaining('dismissed') }])
  expect(await check()).toMatchObject({ different: 0 })
})

test('a difference between equal texts, a lost newest version and one that does not exist are reported', async () => {
  const equal = await aStoredPage(app.ctx, { html: html('Nothing changed'), url: 'https://equal.example/' })
  await readTwice(equal)
  const second = await aVersion(equal, 'Nothing changed')
  await sql`insert into diff (og_id, page_id, round, from_version, to_version, kind, score, created_at)
    values (${equal.og_id}, ${equal.page_id}, 2, ${equal.version_id}, ${second}, 'changed', 50, now())`.execute(app.db)
  const damaged = await aStoredPage(app.ctx, { html: html('Damaged words'), url: 'https://damaged.example/' })
  await sql`update blob set at = at + 1 where hash = (select hash from page_version where id = ${damaged.version_id})`.execute(
    app.db,
  )
  const absent = await aStoredPage(app.ctx, { html: html('Absent words'), url: 'https://absent.example/' })
  await sql`update page set last_version = 999999 where id = ${absent.page_id}`.execute(app.db)
  const found = await check()
  expect(found?.examples.toSorted((a, b) => a.fault.localeCompare(b.fault))).toMatchObject([
    { key: `page:${equal.page_id}`, fault: 'diff_extra', of: `#${equal.version_id} → #${second}` },
    { key: `page:${damaged.page_id}`, fault: 'unreadable', of: `#${damaged.version_id}` },
    { key: `page:${absent.page_id}`, fault: 'version_missing', of: null },
  ])
  // The bytes of the content were found elsewhere in the store.
  const again = await check()
  expect(again?.examples.map(({ fault }) => fault).sort()).toEqual(['diff_extra', 'version_missing'])
  const { rows } = await sql<{
    is_lost: boolean
  }>`select is_lost from page_version where id = ${damaged.version_id}`.execute(app.db)
  expect(rows).toEqual([{ is_lost: false }])
})
