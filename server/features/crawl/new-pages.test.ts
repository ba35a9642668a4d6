import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { insertPages } from './flush.queries.ts'
import type { CrawlTarget } from './host.queries.ts'
import type { NewVersion } from './outcome.ts'

const test = useTestApp()
const at = '2026-11-28T09:00:00.000Z'
const title = '年度报告'

const placedPage = (og_id: number, isGood = true, depth = 2) => ({
  og_id,
  round: 3,
  at,
  target: { og_id, url: 'https://a.example/b', url_key: 'https://a.example/b', depth } as CrawlTarget,
  version: {
    isGood,
    title,
    language: 'zh',
    etag: '"1"',
    lastModified: null,
    hits: [],
    feed: null,
  } as unknown as NewVersion,
})

async function storedPage(id: number) {
  const { rows } = await sql<Record<string, unknown>>`
    select last_version, title, etag, versions, depth, last_round, visited_rounds, last_fetched_at, last_changed_at
    from page where id = ${id}::bigint`.execute(test.ctx.db)
  return rows[0]
}

it('a new page holds its first version at once, and one that is known already is left as it is', async () => {
  const og = await anOg(test.ctx, {})
  const key = `${og.id} https://a.example/b`
  const made = (await insertPages(test.ctx, [placedPage(og.id)])).get(key)
  const holds = {
    title,
    etag: '"1"',
    versions: 1,
    last_round: 3,
    visited_rounds: [3],
    last_fetched_at: at,
    last_changed_at: at,
  }
  expect(made?.version_id).toEqual(expect.any(Number))
  expect(await storedPage(made!.id)).toEqual({ ...holds, last_version: made?.version_id, depth: 2 })
  const again = (await insertPages(test.ctx, [placedPage(og.id, true, 1)])).get(key)
  expect(again).toEqual({ id: made?.id, version_id: null })
  expect(await storedPage(made!.id)).toEqual({ ...holds, last_version: made?.version_id, depth: 1 })
})

it('a new page whose first version is not good holds no version', async () => {
  const og = await anOg(test.ctx, {})
  const made = (await insertPages(test.ctx, [placedPage(og.id, false)])).get(`${og.id} https://a.example/b`)
  expect(made?.version_id).toBe(null)
  expect(await storedPage(made!.id)).toMatchObject({ last_version: null, title: null, versions: 0, visited_rounds: [] })
})
